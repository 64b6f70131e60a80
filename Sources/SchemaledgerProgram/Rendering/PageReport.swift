import CanonicalJSON
import EntityModel
import Findings
import LedgerCore
import LedgerEntries
import LedgerKit
import Manual
import ReportPage
import SQLiteSchema

/// Turns the JSON of `verify` and the log of the ledgers into the page of `report`.
struct PageReport {
  /// A report of `verify --format json`.
  struct Run {
    /// The name of the file that it comes from; `nil` if the program made it just now.
    let file: String?
    let json: JSONValue

    /// The shards that the report lacks; `nil` if it is complete.
    var missing: MissingShards? { MissingShards(json) }

    /// - Throws: `Failure` if the bytes are something else.
    init(_ bytes: [UInt8], file: String) throws {
      guard let json = JSONValue(parsing: bytes, allowsFractions: true), json["command"]?.string == "verify",
        json["fixtures"]?.array != nil, json["findings"]?.array != nil
      else {
        throw Failure(
          message: "\(file) is not a report of verify", hint: "schemaledger verify --format json > \(file.shellWord)")
      }
      self.file = file
      self.json = json
    }

    /// Merged reports.
    init(_ report: ShardReport, file: String) {
      self.file = file
      json = report.document
    }

    /// Whether it is the report of one of several shards.
    var isShard: Bool { json["shard"]?["number"] != nil && json["shard"]?["of"]?.number != 1 }

    init(_ report: JSONReport) {
      file = nil
      json = report.value
    }
  }

  let runs: [Run]
  /// The logs of the repository's databases, by name.
  let logs: [String: LedgerLog]
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
    let notes = (run.json["notes"]?.array ?? []).compactMap { $0["message"]?.string }
    let limits = (run.json["limits"]?.array ?? []).compactMap { $0["message"]?.string }
    let untried = (run.json["untried"]?.array ?? []).compactMap { $0["message"]?.string }
    let broken = (run.json["brokenReferences"]?.array ?? []).compactMap(\.string).map(Wording.brokenReference)
    let missing = run.missing.map { [$0.sentence.text] } ?? []
    let isOther = run.json["schemaledger"]?.string.map { $0 != programVersion } ?? false
    let version = isOther ? ["it was verified by schemaledger \(run.json["schemaledger"]?.string ?? "")"] : []
    return
      (missing + version + untried.filter { !limits.contains($0) }.map { "not tried: " + $0 } + limits + notes + broken)
      .map { origin + $0 }
  }

  /// The file of a run, if there are several.
  private func origin(of run: Run) -> String? { runs.count > 1 ? run.file : nil }

  // MARK: Databases

  private func databases(_ run: Run) -> [ReportDatabase] {
    let fixtures = (run.json["fixtures"]?.array ?? []).map(PageFixture.init)
    let findings = run.json["findings"]?.array ?? []
    let named = fixtures.map(\.database) + findings.compactMap { $0["database"]?.string }
    let names = ((run.file == nil ? logs.keys.sorted() : []) + named).uniqued
    return names.map { name in
      let own = fixtures.filter { $0.database == name }
      let found = findings.filter { ($0["database"]?.string ?? name) == name }.map(PageFinding.init)
      let origin = origin(of: run)
      let title = [origin, names.count > 1 || origin == nil ? name : nil].compactMap(\.self).joined(separator: ": ")
      return PageDatabase(
        name: title, fixtures: own, findings: found, log: run.file == nil ? logs[name] : log(with: own),
        checks: checks(run, found), options: run.json["options"]
      ).database
    }
  }

  /// The log that has the fixtures of a report from a file, if the report is of this repository.
  private func log(with fixtures: [PageFixture]) -> LedgerLog? {
    let entries = Set(fixtures.map(\.entry))
    return logs.values.first { log in !entries.isDisjoint(with: log.items.map(\.id)) }
  }

  /// The checks that a run made, or that found something.
  private func checks(_ run: Run, _ findings: [PageFinding]) -> [PageCheck] {
    let requested = (run.json["options"]?["trials"]?.array ?? []).compactMap(\.string)
    return PageCheck.allCases.filter { check in
      guard let trial = check.trial else { return true }
      return requested.contains(trial) || findings.contains { $0.check == check }
    }
  }
}

/// A fixture of a report of `verify`.
struct PageFixture {
  let database: String
  let version: String
  let entry: String
  /// The version that it was migrated to; `nil` for today's schema.
  let destination: String?
  let result: Verification.FixtureOutcome.Result?
  /// Whether it has reached its target, whatever the trials have found.
  let hasArrived: Bool
  /// The codes of its findings.
  let codes: [String]
  let commit: String?

  init(_ json: JSONValue) {
    database = json["database"]?.string ?? ""
    version = json["version"]?.string ?? ""
    entry = json["entry"]?.string ?? ""
    destination = json["to"]?.string
    result = json["outcome"]?.string.flatMap(Verification.FixtureOutcome.Result.init)
    hasArrived = json["arrived"].map { $0 == .bool(true) } ?? (result == .migrated || result == .current)
    codes = (json["codes"]?.array ?? []).compactMap(\.string)
    commit = json["commits"]?.array?.first?.string
  }
}
