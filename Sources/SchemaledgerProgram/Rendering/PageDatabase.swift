import CanonicalJSON
import EntityModel
import GitStore
import LedgerCore
import LedgerEntries
import LedgerKit
import ReportPage
import SQLiteSchema

/// One database of the page: what `verify` says of it, and the versions of its ledger.
struct PageDatabase {
  let name: String
  let fixtures: [PageFixture]
  let findings: [PageFinding]
  /// `nil` if the ledger is not at hand.
  let log: LedgerLog?
  let checks: [PageCheck]
  /// The options of the run; `nil` if the report does not have them.
  let options: JSONValue?

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
          migrations: item.entry.migrations.filter { !known.contains($0.id) }.map { $0.path.isEmpty ? $0.id : $0.path },
          changes: (item.diff?.changes ?? []).map { ReportDatabase.Change($0.json) },
          outcomes: outcomes(of: item.entry.version.name, entry: item.id)))
    }
    for fixture in fixtures where indices[fixture.entry] == nil && fixture.destination == nil {
      versions.append(
        ReportDatabase.Version(
          name: fixture.version, entry: fixture.entry, state: .present, schema: nil,
          commit: (fixture.commit?.prefix(8)).map(String.init),
          outcomes: outcomes(of: fixture.version, entry: fixture.entry)))
    }
    return ReportDatabase(
      name: name, summary: summary, verdict: verdict, versions: versions, schemas: schemas,
      checks: checks.map(\.rawValue),
      findings: findings.map(\.finding).enumerated().sorted {
        (Self.rank($0.element.severity), $0.offset) < (Self.rank($1.element.severity), $1.offset)
      }.map(\.element))
  }

  private static func rank(_ severity: ReportFinding.Severity) -> Int {
    switch severity {
    case .error: 0
    case .warning: 1
    case .note: 2
    }
  }

  private static func state(of item: LedgerLog.Item) -> ReportDatabase.Version.State {
    if !item.withdrawals.isEmpty { return .withdrawn }
    if !item.isPresent { return .absent }
    return item.commit == nil ? .uncommitted : .present
  }

  // MARK: Verdicts

  private var unwaived: [ReportFinding] { findings.map(\.finding).filter { $0.waiver == nil } }

  private var verdict: Report.Verdict {
    if unwaived.contains(where: { $0.severity == .error }) { return .failed }
    let isUntried = fixtures.isEmpty || fixtures.contains { $0.result?.isUntried == true }
    return isUntried || unwaived.contains { $0.severity == .warning } ? .warned : .passed
  }

  private var summary: String {
    let own = fixtures.filter { $0.destination == nil }
    let arrived = own.count(where: \.hasArrived)
    let errors = unwaived.count { $0.severity == .error }
    let warnings = unwaived.count { $0.severity == .warning }
    let parts = [
      own.isEmpty
        ? "no version was verified"
        : "\(Wording.count(own.count, "fixture")): \(arrived) \(arrived == 1 ? "reaches" : "reach") today's schema",
      errors == 0 ? nil : Wording.count(errors, "error"), warnings == 0 ? nil : Wording.count(warnings, "warning"),
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
    of check: PageCheck, _ version: String, _ own: [PageFixture]
  ) -> ReportDatabase.Outcome {
    // A finding about a migration names no version.
    let codes = Set(own.flatMap(\.codes))
    let found = findings.filter { finding in
      let versions = finding.finding.versions
      return finding.check == check
        && (versions.contains(version) || versions.isEmpty && codes.contains(finding.finding.code))
    }.map(\.finding)
    let open = found.filter { $0.waiver == nil }
    if open.contains(where: { $0.severity == .error }) { return .failed(Self.codes(open)) }
    if open.contains(where: { $0.severity == .warning }) { return .warned(Self.codes(open)) }
    if !found.isEmpty, open.isEmpty { return .waived(Self.codes(found)) }
    let fixture = own.first { $0.destination == nil }
    // If the fixture has arrived, only a trial has failed, which is another check.
    let result = fixture?.result == .failed && fixture?.hasArrived == true ? .migrated : fixture?.result
    switch check {
    case .files, .source: return .passed
    case .migration: return migration(result)
    case .rows: return rows(result)
    case .pairs:
      let steps = own.filter { $0.destination != nil }
      if steps.contains(where: { $0.result == .failed }) { return .failed([]) }
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
    case .noUpgradePath: .untried("the source has no migrations to upgrade it")
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
    guard let rows = options?["rows"]?.number else {
      return .untried("the report does not say whether rows were generated")
    }
    return rows == 0 ? .untried("no rows were generated") : .passed
  }

  private static func codes(_ findings: [ReportFinding]) -> [String] { findings.map(\.code).uniqued }
}
