internal import LedgerCore
internal import LedgerEntries
internal import MigrationSources
internal import SQLiteSandbox
internal import SQLiteSchema

/// Which migration it was.
extension FixtureMigration {
  /// The findings, of which SL308 to SL310 name the migration behind which they are true first: all is run again, and
  /// looked at after each.
  ///
  /// - Throws: `LedgerError`, `SchemaError`.
  func traced(_ findings: [Finding], _ start: FixtureStart, foreignKeys: Bool) throws -> [Finding] {
    guard findings.contains(where: \.isOfState) else { return findings }
    var findings = findings
    var run = try FixtureRun(start, remaining, foreignKeys: foreignKeys, settings: settings)
    while let migration = try run.step() {
      let now = try stateFindings(run.database, after: start.violations)
      for index in findings.indices where findings[index].isOfState && findings[index].path == nil {
        if now.contains(where: { $0.isSame(as: findings[index]) }) {
          findings[index].path = migration.path
          findings[index].message += ": \(migration.path)"
        }
      }
    }
    return findings
  }

  /// SL308 to SL310: what is true of a database whatever the schema it is to have.
  ///
  /// - Parameter violations: those there were before.
  func stateFindings(
    _ database: ScratchDatabase, after violations: [ForeignKeyViolation: Int]
  ) throws -> [Finding] {
    let version = fixture.entry.version.name
    var findings = try database.integrityFailures().map { Finding.integrity(version, $0) }
    for (violation, count) in try database.foreignKeyViolations().sorted(by: { $0.key < $1.key }) {
      let new = count - (violations[violation] ?? 0)
      guard new > 0 else { continue }
      var finding = Finding.foreignKeyViolation(version, table: violation.table, parent: violation.parent, count: new)
      finding.samples = try database.samples(of: violation)
      findings.append(finding)
    }
    findings += try database.compilationFailures().map {
      .doesNotCompile(version, kind: $0.kind, name: $0.name, $0.message)
    }
    return findings
  }
}

extension Finding {
  fileprivate var isOfState: Bool {
    [.foreignKeyViolation, .integrityCheck, .doesNotCompile].contains(code)
  }

  /// Whether it is about the same thing, whatever the number of rows.
  fileprivate func isSame(as other: Finding) -> Bool {
    code == other.code && object == other.object && (code != .integrityCheck || message == other.message)
  }
}
