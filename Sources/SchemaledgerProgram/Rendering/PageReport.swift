import EntityModel
import Findings
import LedgerCore
import LedgerEntries
import LedgerKit
import Manual
import ReportDocuments
import ReportPage
import SQLiteSchema

/// Turns reports of `verify` and the logs of the ledgers into the page of `report`.
struct PageReport {
  /// A report of `verify --format json`.
  struct Run {
    /// The name of the file that it comes from; `nil` if the program made it just now.
    let file: String?
    let document: VerifyDocument

    /// The shards that the report lacks; `nil` if it is complete.
    var missing: MissingShards? { MissingShards(document) }

    /// Whether it is the report of one of several shards.
    var isShard: Bool { document.shard.map { $0.number != nil && $0.of != 1 } ?? false }
  }

  let runs: [Run]
  /// The logs of the repository's databases, by name.
  let logs: [String: LedgerLog]
  /// How today's source differs from the newest version of each database, by its name, where that is known.
  let pending: [String: SchemaDiff]
  let title: String
  let commit: String?
  let date: String?

  /// The page.
  var report: Report {
    let databases = named(runs.flatMap(databases))
    let codes = Set(databases.flatMap { $0.findings.map(\.code) }).sorted()
    let verdicts = databases.map(\.verdict)
    return Report(
      title: title, program: "schemaledger \(programVersion)", commit: commit, date: date,
      verdict: runs.contains { $0.missing != nil }
        ? .incomplete
        : verdicts.contains(.failed)
          ? .failed : verdicts.isEmpty || verdicts.contains(.warned) ? .warned : .passed,
      databases: databases, rules: codes.compactMap(Self.rule), remarks: runs.flatMap(remarks).uniqued)
  }

  /// The addresses of a page need a name for each database, also if a file is given twice.
  private func named(_ databases: [ReportDatabase]) -> [ReportDatabase] {
    var counts: [String: Int] = [:]
    return databases.map { database in
      counts[database.name, default: 0] += 1
      guard let count = counts[database.name], count > 1 else { return database }
      var database = database
      database.name += " (\(count))"
      return database
    }
  }

  private static func rule(_ code: String) -> Report.Rule? {
    guard let code = Finding.Code(rawValue: code), let text = Manual.explanation(of: code.rawValue) else { return nil }
    // The title of the section is already the title of the rule.
    let blocks = text.blocks.drop { if case .heading = $0 { true } else { false } }
    return Report.Rule(code: code.rawValue, title: code.title, text: Array(blocks))
  }

  private func remarks(_ run: Run) -> [String] {
    let origin = origin(of: run).map { "\($0): " } ?? ""
    let document = run.document
    let limits = (document.limits ?? []).map(\.message)
    let untried = (document.untried ?? []).map(\.message).filter { !limits.contains($0) }
    let program = document.schemaledger
    let remarks =
      (run.missing.map { [$0.sentence.text] } ?? [])
      + (program == programVersion ? [] : ["it was verified by schemaledger \(program)"])
      + untried.map { "not tried: " + $0 } + limits + document.notes.map(\.message)
      + document.brokenReferences.map(Wording.brokenReference)
    return remarks.map { origin + $0 }
  }

  /// The file of a run, if there are several.
  private func origin(of run: Run) -> String? { runs.count > 1 ? run.file : nil }

  // MARK: Databases

  private func databases(_ run: Run) -> [ReportDatabase] {
    let document = run.document
    let named = document.fixtures.map(\.database) + document.findings.compactMap(\.database)
    let names = ((run.file == nil ? logs.keys.sorted { $0.precedesNaturally($1) } : []) + named).uniqued
    return names.map { name in
      let own = document.fixtures.filter { $0.database == name }
      let found = document.findings.filter { ($0.database ?? name) == name }
      let origin = origin(of: run)
      let title = [origin, names.count > 1 || origin == nil ? name : nil].compactMap(\.self).joined(separator: ": ")
      return PageDatabase(
        name: title, fixtures: own, findings: found, log: run.file == nil ? logs[name] : log(with: own),
        checks: checks(document.options, found), options: document.options,
        pending: run.file == nil ? pending[name]?.meaningfulChanges.map { ChangeDocument($0) } : nil
      ).database
    }
  }

  /// The log that has the fixtures of a report from a file, if the report is of this repository.
  private func log(with fixtures: [FixtureDocument]) -> LedgerLog? {
    let entries = Set(fixtures.map(\.entry))
    return logs.values.first { log in !entries.isDisjoint(with: log.items.map(\.id)) }
  }

  /// The checks that a run made, or that found something.
  private func checks(_ options: OptionsDocument?, _ findings: [FindingDocument]) -> [PageCheck] {
    let found = Set(findings.compactMap(\.check))
    return PageCheck.allCases.filter { check in
      check.trial.map { options?.trials.contains($0) == true || found.contains(check) } ?? true
    }
  }
}
