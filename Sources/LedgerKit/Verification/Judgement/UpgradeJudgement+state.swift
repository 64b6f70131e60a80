internal import LedgerCore
internal import LedgerEntries
internal import MigrationSources
internal import SQLiteData
internal import SQLiteSandbox
internal import SQLiteSchema
internal import SQLiteSyntax

/// SL308 to SL310: findings about the state of a database, whatever its schema should be.
extension UpgradeJudgement {
  /// The findings, those about the state of the database with the migration after which they first hold.
  ///
  /// - Throws: `LedgerError`, `SchemaError`.
  func traced(_ findings: [Finding], _ run: FixtureRun) throws -> [Finding] {
    let untraced = Set(findings.indices.filter { findings[$0].isUntraced })
    if untraced.isEmpty { return findings }
    let steps = try upgrade.firstSteps(of: untraced, in: run) { wanted, state in
      let now = try stateFindings(state.database, after: run.start)
      let holding = wanted.filter { index in now.contains { $0.isSame(as: findings[index]) } }
      return Dictionary(holding.map { ($0, ()) }, uniquingKeysWith: { first, _ in first })
    }
    var findings = findings
    for (index, step) in steps { findings[index].path = step.migration.path }
    return findings
  }

  /// - Parameter start: the fixture before the upgrade. What it shows already is not reported.
  /// - Throws: `SchemaError`.
  func stateFindings(_ database: ScratchDatabase, after start: FixtureStart) throws -> [Finding] {
    try contentFindings(database, after: start) + objectFindings(database, after: start)
  }

  /// SL308 and SL309: findings that depend only on the content of the database.
  ///
  /// - Parameter start: as for ``stateFindings(_:after:)``.
  /// - Throws: `SchemaError`.
  func contentFindings(_ database: ScratchDatabase, after start: FixtureStart) throws -> [Finding] {
    var findings = try integrityFailures(database, after: start).map { Finding.integrity(version, $0) }
    let dangling = try database.danglingForeignKeys()
    findings += dangling.subtracting(start.danglingForeignKeys).sorted().map {
      .danglingForeignKey(version, table: $0.table.text, parent: $0.parent.text, hasParent: $0.hasParent)
    }
    for (violation, count) in try database.foreignKeyViolations().sorted(by: { $0.key < $1.key }) {
      let new = count - (start.violations[violation] ?? 0)
      // Of a foreign key without a parent table, each row is a violation.
      guard new > 0, !dangling.contains(DanglingForeignKey(table: violation.table, parent: violation.parent)) else {
        continue
      }
      var finding = Finding.foreignKeyViolation(
        version, table: violation.table.text, parent: violation.parent.text, count: new)
      finding.samples = try database.samples(of: violation)
      findings.append(finding)
    }
    return findings
  }

  /// SL310: the views and triggers that do not compile.
  ///
  /// - Parameter start: as for ``stateFindings(_:after:)``.
  /// - Throws: `SchemaError`.
  func objectFindings(_ database: ScratchDatabase, after start: FixtureStart) throws -> [Finding] {
    try compilationFailures(database, after: start).map {
      .doesNotCompile(version, kind: $0.kind, name: $0.name.text, $0.message)
    }
  }

  /// A fixture has no failures before its upgrade, and a user's database may.
  private func integrityFailures(_ database: ScratchDatabase, after start: FixtureStart) throws -> [String] {
    let failures = try database.integrityFailures()
    guard !failures.isEmpty, start.origin.isSnapshot else { return failures }
    let before = Set(try start.open(settings).integrityFailures())
    return failures.filter { !before.contains($0) }
  }

  private func compilationFailures(
    _ database: ScratchDatabase, after start: FixtureStart
  ) throws -> [CompilationFailure] {
    let failures = try database.compilationFailures()
    guard !failures.isEmpty, start.origin.isSnapshot else { return failures }
    let before = try start.open(settings).compilationFailures()
    return failures.filter { failure in !before.contains { $0.kind == failure.kind && $0.name == failure.name } }
  }
}

extension UpgradeJudgement {
  /// The finding with the assumption that rules it out, if it is a foreign key that generated rows violate before the
  /// upgrade already.
  ///
  /// - Throws: `SchemaError`.
  func withAssumption(_ finding: Finding, _ run: FixtureRun) throws -> Finding {
    guard let violation = finding.kind as? NewForeignKeyViolations, let table = finding.object,
      let assumption = try run.lineage?.condition(
        forKeyOf: table.identifier, to: violation.parent.identifier, on: run.database)
    else { return finding }
    let start = try run.start.open(settings)
    var finding = finding
    if let rows = try start.violations(of: assumption), rows.violating >= violation.rowCount {
      finding.assumption = assumption
    }
    return finding
  }
}

extension Finding {
  fileprivate var isOfState: Bool {
    [.foreignKeyViolation, .integrityCheck, .doesNotCompile].contains(code)
  }

  fileprivate var isUntraced: Bool { isOfState && path == nil }

  /// Whether both findings are about the same object. The number of rows may differ.
  func isSame(as other: Finding) -> Bool {
    code == other.code && object?.identifier == other.object?.identifier
      && (code != .integrityCheck || message == other.message) && foreignKeyFault == other.foreignKeyFault
  }
}
