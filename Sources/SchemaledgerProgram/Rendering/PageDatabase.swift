import EntityModel
import Findings
import Foundation
import GitStore
import LedgerCore
import LedgerEntries
import LedgerKit
import ReportDocuments
import ReportPage
import SQLiteSchema

/// One database of the page: what `verify` says of it, and the versions of its ledger.
struct PageDatabase {
  let name: String
  let fixtures: [FixtureDocument]
  let findings: [FindingDocument]
  /// `nil` if the ledger is not at hand.
  let log: LedgerLog?
  let checks: [PageCheck]
  /// The options of the run; `nil` if the report does not have them.
  let options: OptionsDocument?
  /// The changes of today's source since the newest version; `nil` if they are not known.
  let pending: [ChangeDocument]?

  var database: ReportDatabase {
    var schemas: [ReportSchema] = []
    var places: [ReportSchema: Int] = [:]
    func place(of schema: ReportSchema) -> Int {
      if let place = places[schema] { return place }
      places[schema] = schemas.count
      schemas.append(schema)
      return schemas.count - 1
    }
    var versions: [ReportDatabase.Version] = []
    let items = Array((log?.items ?? []).reversed())
    let indices = Dictionary(items.enumerated().map { ($0.element.id, $0.offset) }) { first, _ in first }
    let migrations = Dictionary(items.map { ($0.id, Set($0.entry.migrations.map(\.id))) }) { first, _ in first }
    for (index, item) in items.enumerated() {
      let model = item.model.flatMap { try? DeclaredModel(parsing: $0) }
      // A version that was frozen from the past is shown with the commit of its source.
      let made = item.origin ?? item.commit
      // A parent that sorts behind its child, such as a prerelease with an unusual name, cannot be drawn.
      let parents = item.entry.parents.compactMap { indices[$0] }.filter { $0 < index }
      let known = item.entry.parents.reduce(into: Set<String>()) { $0.formUnion(migrations[$1] ?? []) }
      versions.append(
        ReportDatabase.Version(
          name: item.entry.version.name, entry: item.id, state: Self.state(of: item),
          schema: item.schema.map { place(of: ReportSchema($0, model: model)) }, parents: parents, tags: item.tags,
          commit: made?.id.short, date: made.map { DateText.day($0.author.time) }, author: made?.author.name,
          migrations: item.entry.migrations.filter { !known.contains($0.id) }.map {
            $0.path.isEmpty ? $0.id : $0.placeName
          },
          changes: (item.diff?.changes ?? []).map { ChangeDocument($0) },
          outcomes: outcomes(of: item.entry.version.name, entry: item.id)))
    }
    for fixture in fixtures where indices[fixture.entry] == nil && fixture.to == nil {
      versions.append(
        ReportDatabase.Version(
          name: fixture.version, entry: fixture.entry, state: .present, schema: nil,
          commit: (fixture.commits.first?.prefix(8)).map(String.init),
          outcomes: outcomes(of: fixture.version, entry: fixture.entry)))
    }
    return ReportDatabase(
      name: name, summary: summary, verdict: verdict, versions: versions, schemas: schemas,
      checks: checks.map(\.rawValue),
      findings: Severity.allCases.reversed().flatMap { severity in findings.filter { $0.severity == severity } }
        .map(\.withoutOwnCommand),
      pending: pending)
  }

  private static func state(of item: LedgerLog.Item) -> ReportDatabase.Version.State {
    if !item.withdrawals.isEmpty { return .withdrawn }
    if !item.isPresent { return .absent }
    return item.commit == nil ? .uncommitted : .present
  }

  // MARK: Verdicts

  private var unwaived: [FindingDocument] { findings.filter { $0.waived == nil } }

  private var verdict: Report.Verdict {
    if unwaived.contains(where: { $0.severity == .error }) { return .failed }
    let isUntried = fixtures.isEmpty || fixtures.contains { $0.outcome.isUntried }
    return isUntried || unwaived.contains { $0.severity == .warning } ? .warned : .passed
  }

  private var summary: String {
    let own = fixtures.filter { $0.to == nil }
    if own.isEmpty { return "no version was verified" }
    let names = Set(own.map(\.version))
    func found(_ severity: Severity) -> String? {
      let found = unwaived.filter { $0.severity == severity }
      if found.isEmpty { return nil }
      let count = names.intersection(found.flatMap(\.allVersions)).count
      let place = count == 0 || names.count == 1 ? "" : " in \(Wording.count(count, "version"))"
      return Wording.count(found.count, severity.rawValue) + place
    }
    let untried = own.count { $0.outcome.isUntried }
    let arrived = own.count(where: \.hasArrived)
    let migrates =
      arrived == own.count
      ? arrived == 1 ? "the only version migrates" : "all \(arrived) versions migrate"
      : "\(arrived) of \(own.count) versions \(arrived == 1 ? "migrates" : "migrate")"
    let parts = [
      found(.error), found(.warning), untried == 0 ? nil : "\(untried) of \(own.count) versions were not tried",
      "\(migrates) to today's schema",
    ]
    return parts.compactMap(\.self).joined(separator: ", ")
  }

  // MARK: The matrix

  /// Empty for a version that the run did not verify.
  private func outcomes(of version: String, entry: String) -> [ReportDatabase.Outcome] {
    let own = fixtures.filter { $0.entry == entry }
    if own.isEmpty { return [] }
    return checks.map { outcome(of: $0, version, own) }
  }

  private func outcome(
    of check: PageCheck, _ version: String, _ own: [FixtureDocument]
  ) -> ReportDatabase.Outcome {
    // A finding about a migration names no version.
    let codes = Set(own.flatMap { $0.codes ?? [] })
    let found = findings.filter { finding in
      let versions = finding.allVersions
      return finding.check == check
        && (versions.contains(version) || versions.isEmpty && codes.contains(finding.code))
    }
    let open = found.filter { $0.waived == nil }
    if open.contains(where: { $0.severity == .error }) { return .failed(Self.codes(open)) }
    if open.contains(where: { $0.severity == .warning }) { return .warned(Self.codes(open)) }
    if !found.isEmpty, open.isEmpty { return .waived(Self.codes(found)) }
    let fixture = own.first { $0.to == nil }
    // If the fixture has arrived, only a trial has failed, which is another check.
    let result = fixture?.outcome == .failed && fixture?.hasArrived == true ? .migrated : fixture?.outcome
    switch check {
    case .files, .source: return .passed
    case .migration: return migration(result)
    case .rows: return rows(result)
    case .pairs:
      let steps = own.filter { $0.to != nil }
      if steps.contains(where: { $0.outcome == .failed }) { return .failed([]) }
      return steps.isEmpty ? .untried(nil) : .passed
    case .twice, .interrupt, .down, .budget, .queries:
      return result == .migrated ? .passed : .untried(result == .current ? "there is nothing to migrate" : nil)
    }
  }

  private func migration(_ result: Verification.FixtureOutcome.Result?) -> ReportDatabase.Outcome {
    switch result {
    case .migrated, .current: .passed
    // What stopped it is a finding of another check.
    case .failed: .failed([])
    case .waived: .waived([])
    case .unknownTables: .untried("its tables are not known")
    case .mappingModel: .untried("a mapping model migrates it, which is not run")
    case .noUpgradePath: .untried("no migrations that upgrade it are known")
    case .anotherLineage: .untried("it is of another lineage")
    case .notWhole: .untried("its files are damaged")
    case nil: .untried(nil)
    }
  }

  private func rows(_ result: Verification.FixtureOutcome.Result?) -> ReportDatabase.Outcome {
    switch result {
    case .current: return .untried("there is nothing to migrate")
    case .migrated: break
    default: return .untried(nil)
    }
    guard let rows = options?.rows else {
      return .untried("the report does not say whether rows were generated")
    }
    return rows == 0 ? .untried("no rows were generated") : .passed
  }

  private static func codes(_ findings: [FindingDocument]) -> [String] { findings.map(\.code).uniqued }
}

extension FindingDocument {
  /// The finding without the advice to run the command whose report the page is.
  fileprivate var withoutOwnCommand: FindingDocument {
    let own = commands.filter { $0.command == "schemaledger verify" }.map(\.command)
    guard !own.isEmpty else { return self }
    var finding = self
    finding.commands.removeAll { own.contains($0.command) }
    let parts = (hint ?? "").components(separatedBy: "; ").filter { part in !own.contains { part.hasSuffix(": " + $0) }
    }
    finding.hint = parts.isEmpty ? nil : parts.joined(separator: "; ")
    return finding
  }
}
