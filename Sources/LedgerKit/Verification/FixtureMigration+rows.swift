internal import LedgerCore
internal import LedgerEntries
internal import MigrationSources
internal import SQLiteData
internal import SQLiteSandbox
internal import SQLiteSchema

/// Findings SL304 to SL307 and SL314, and what is said of rows besides.
extension FixtureMigration {
  /// Adds what became of the rows.
  func judgeRows(
    _ verdict: inout FixtureVerdict, _ database: ScratchDatabase, _ start: FixtureStart, lineage: RowLineage?,
    foreignKeys: Bool
  ) throws {
    let (changes, gaps) = try database.changes(
      since: start.file, lineage: lineage, foreignKeys: foreignKeys, ignoring: settings.ignoredTables)
    verdict.changes = changes
    verdict.notCovered = start.notCovered + gaps.map(NotCovered.init)
    let losses = changes.filter { settings.values.isFinding($0) }
    let steps = losses.isEmpty || lineage == nil ? [:] : try culprits(losses, start, foreignKeys: foreignKeys)
    let version = fixture.entry.version.name
    verdict.findings += losses.map { loss in
      var loss = loss
      let step = steps[loss.subject]
      // Why it went, it went then.
      if let step { loss.cause = step.cause }
      var finding = Finding.dataChange(version, loss, path: step?.path)
      // A stage is no file.
      if stages != nil { finding.path = nil }
      return finding
    }
    verdict.statements = changes.filter { !settings.values.isFinding($0) }.map(DataStatement.init)
  }

  /// The migrations that did it, and why: all is run again, and looked at after each.
  private func culprits(
    _ losses: [DataChange], _ start: FixtureStart, foreignKeys: Bool
  ) throws -> [DataChange.Subject: (path: String, cause: DataChange.Cause?)] {
    let wanted = Set(losses.map(\.subject))
    var found: [DataChange.Subject: (path: String, cause: DataChange.Cause?)] = [:]
    if let only = remaining.first, remaining.count == 1 {
      for loss in losses { found[loss.subject] = (only.path, loss.cause) }
      return found
    }
    var run = try FixtureRun(start, remaining, foreignKeys: foreignKeys, settings: settings)
    while let migration = try run.step() {
      let (changes, _) = try run.database.changes(
        since: start.file, lineage: run.lineage, foreignKeys: foreignKeys, ignoring: settings.ignoredTables)
      for change in changes where wanted.contains(change.subject) && found[change.subject] == nil {
        found[change.subject] = (migration.path, change.cause)
      }
    }
    // What has its name only in the end.
    for loss in losses where found[loss.subject] == nil {
      found[loss.subject] = loss.scripts.last.map { ($0, loss.cause) }
    }
    return found
  }

  /// What both settings of foreign keys say, once; and SL314.
  func bothWays(_ off: FixtureVerdict, _ on: FixtureVerdict, _ start: FixtureStart) throws -> FixtureVerdict {
    var on = on
    acceptDeletes(&on, as: off)
    let first = off.findings.map { on.findings.contains($0) ? $0 : $0.only(foreignKeys: false) }
    let others = on.findings.filter { !off.findings.contains($0) }.map { $0.only(foreignKeys: true) }
    var verdict = FixtureVerdict(findings: first + others)
    let shared = off.statements.filter { on.statements.contains($0) }
    func own(_ verdict: FixtureVerdict, _ foreignKeys: Bool) -> [DataStatement] {
      verdict.statements.filter { !shared.contains($0) }.map { statement in
        var statement = statement
        statement.foreignKeys = foreignKeys
        return statement
      }
    }
    verdict.statements = shared + own(off, false) + own(on, true)
    verdict.notCovered = off.notCovered + on.notCovered.filter { !off.notCovered.contains($0) }
    if verdict.findings.worst != .error, let one = off.content, let other = on.content,
      let difference = try one.difference(to: other)
    {
      verdict.findings.append(.dependsOnForeignKeys(fixture.entry.version.name, difference))
    }
    return verdict
  }

  /// Rows that a DELETE takes away with foreign keys off, and that have followed their parents with foreign keys on
  /// before it came to them, were to go.
  private func acceptDeletes(_ on: inout FixtureVerdict, as off: FixtureVerdict) {
    for change in on.changes where change.kind == .rowsLost {
      guard case .action? = change.cause,
        let said = off.changes.first(where: { $0.kind == .rowsDeleted && $0.table == change.table }),
        !off.changes.contains(where: { $0.kind == .rowsLost && $0.table == change.table })
      else { continue }
      let own = on.changes.first { $0.kind == .rowsDeleted && $0.table == change.table }
      guard (own?.count ?? 0) + change.count <= said.count else { continue }
      on.findings.removeAll { $0.code == .rowsLost && $0.object == change.table }
      on.statements.removeAll { $0.kind == .rowsDeleted && $0.table == change.table }
      on.statements.append(DataStatement(said))
    }
  }

  /// What is found without the rows that were added, and not with them: a row that a migration adds itself may find a
  /// parent among those by chance.
  func bareFindings(_ start: FixtureStart, foreignKeys: Bool, known: [Finding]) throws -> [Finding] {
    guard let bare = start.bare else { return [] }
    let database = try ScratchDatabase(
      file: bare.file, foreignKeys: foreignKeys, stubs: settings.stubs, timeLimit: settings.timeLimit)
    for migration in remaining { try migration.run(on: database) }
    return try schemaFindings(database, after: bare.violations).filter { finding in
      !known.contains { $0.code == finding.code && $0.object == finding.object }
    }
  }

  /// Where to begin instead when a row that a migration writes out has the key of one that was made up: a table of kinds
  /// has just those kinds.
  func withoutRows(_ start: FixtureStart, after failure: LedgerError) -> FixtureStart? {
    guard case .sqlFailed(let path, _, let cause) = failure, let table = cause.tableWithKeyOfOwnRow else { return nil }
    return start.withoutRows(
      because: NotCovered(
        table: table, column: nil,
        reason: "gets rows with keys of their own by \(path), so none were added to the fixture"))
  }

  /// SL301, which says where there is a row on account of which it fails.
  func failure(_ failure: LedgerError, of run: FixtureRun, _ start: FixtureStart, foreignKeys: Bool) throws -> Finding {
    let version = fixture.entry.version.name
    guard let bare = start.bare, case .sqlFailed(_, _, let cause) = failure else {
      return .migrationFailed(version, failure)
    }
    let row = run.database.offendingRow(of: cause)
    let database = try ScratchDatabase(
      file: bare.file, foreignKeys: foreignKeys, stubs: settings.stubs, timeLimit: settings.timeLimit)
    for migration in remaining {
      do {
        try migration.run(on: database)
      } catch {
        if error == failure { return .migrationFailed(version, failure) }
        break
      }
    }
    return .migrationFailedWithRows(version, failure, row: row)
  }
}

extension ValuePolicy {
  /// Whether it is a finding, and not just said.
  func isFinding(_ change: DataChange) -> Bool {
    switch change.kind {
    case .tableDropped, .columnDropped, .rowsDeleted: false
    case .rowsLost:
      if case .copy? = change.cause { self != .report } else { true }
    case .becameNull, .truncated, .digitsLost, .classLost, .becameConstant, .notCopied, .moved, .filledWithName,
      .renumbered:
      true
    case .rewritten, .reclassified, .filled, .sequenceLost, .rowsPicked: self == .strict
    }
  }
}
