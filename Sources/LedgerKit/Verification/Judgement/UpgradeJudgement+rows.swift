internal import Findings
internal import LedgerCore
internal import LedgerEntries
internal import MigrationSources
internal import SQLiteData
internal import SQLiteLint
internal import SQLiteSandbox
internal import SQLiteSchema
internal import SQLiteSyntax

/// SL304 to SL307, SL314 and SL318: what an upgrade has done to rows.
extension UpgradeJudgement {
  /// The verdict on the rows alone.
  ///
  /// - Parameter other: the changes in the same run with foreign keys off, or `nil` to make that run if it is needed.
  /// - Throws: `LedgerError`, `SchemaError`.
  func rowVerdict(on run: FixtureRun, besides other: [DataChange]? = nil) throws -> FixtureVerdict {
    var (found, gaps) = try changes(in: run)
    if found.contains(where: \.mayBeOfVersion) {
      let versionColumns = plan.versionColumns
      found.removeAll { change in
        let count = plan.target.schema.tables.first { $0.name == change.table }?.columns.count
        return change.mayBeOfVersion && VersionColumns.mayBeAlone(in: count)
          && change.column.map { versionColumns.contain($0, of: change.table) } == true
      }
    }
    // Rows that are joined with those of a table that was emptied for this run are not lost.
    found.removeAll { change in
      change.kind == .rowsLost && change.count == change.total
        && run.lineage.map { lineage in
          !lineage.sources(of: change.table).isDisjoint(with: run.start.emptied)
        } ?? false
    }
    let kept = try rowsLeftOutWithoutActions(found, run, other)
    let changes = found.distinguishingActions(kept)
    let losses = changes.filter { settings.values.isFinding($0) }
    let causes = losses.isEmpty || run.lineage == nil ? [:] : try causes(of: losses, run, kept)
    let findings = losses.map { loss in
      var loss = loss
      let step = causes[loss.subject]
      // The rows were lost in this step, for the reason that was known then.
      if let step { loss.cause = step.cause }
      var finding = Finding.dataChange(version, loss, path: step?.path)
      // The file may have other migrations.
      if let migration = step?.migration, migration.program != nil { finding = finding.of(migration) }
      if plan.modelSteps == nil { finding.line = step?.migration.flatMap(loss.line) }
      if plan.modelSteps?.tool != nil, let stage = step?.migration { finding = finding.ofStage(stage) }
      if run.start.bare != nil { finding.assumption = loss.assumption }
      // A stage is not a file.
      if context.stages != nil { (finding.path, finding.line) = (nil, nil) }
      return finding
    }
    let statements = changes.filter { !settings.values.isFinding($0) }
    let stated = statements.compactMap { change in
      pendingMigration(stating: change, losses).map { migration in
        (change, Finding.statedChange(version, change, by: migration).setting(\.line, to: change.line(in: migration)))
      }
    }
    return FixtureVerdict(
      findings: findings + stated.map(\.1),
      statements: statements.filter { change in !stated.contains { $0.0 == change } }.map(DataStatement.init),
      notCovered: run.start.notCovered + gaps.map(NotCovered.init), changes: changes)
  }

  /// The migration that no version has yet, and that deletes, leaves out or overwrites existing rows or values without a
  /// comment that allows it; `nil` if there is none.
  ///
  /// - Parameter losses: the changes that are findings themselves.
  private func pendingMigration(stating change: DataChange, _ losses: [DataChange]) -> Migration? {
    // What the models of an app drop is SL217.
    guard plan.modelSteps == nil, settings.values != .report, !change.places.isEmpty,
      change.column == nil || !losses.contains(where: { $0.table == change.table && $0.column == change.column })
    else { return nil }
    return plan.remaining.last { migration in
      guard !context.isFrozen(migration) else { return false }
      let own = change.places.filter { $0.id == migration.id }
      if own.isEmpty { return false }
      let allowed = AllowedStatements.indexes(in: migration.up, allowing: Finding.Code.rowsChanged.rawValue)
      return own.contains { !allowed.contains($0.index) }
    }
  }

  private func changes(in run: FixtureRun) throws -> ([DataChange], [ComparisonGap]) {
    try run.database.changes(
      since: run.start.origin, lineage: run.lineage, foreignKeys: run.foreignKeys, ignoring: settings.ignoredTables)
  }

  /// The rows that copies leave out in a run with foreign keys off; `nil` if no action of a foreign key can have deleted
  /// some of those that are missing.
  private func rowsLeftOutWithoutActions(
    _ changes: [DataChange], _ run: FixtureRun, _ other: [DataChange]?
  ) throws -> [DataChange]? {
    guard run.foreignKeys, run.lineage != nil, changes.contains(where: { $0.possibleAction != nil }) else { return nil }
    if let other { return other.filter { $0.kind == .rowsLeftOut } }
    var off = try upgrade.run(from: run.start, foreignKeys: false)
    do { try off.finish() } catch { return nil }
    return try self.changes(in: off).0.filter { $0.kind == .rowsLeftOut }
  }

  /// The changes in an unfinished run that have these subjects.
  ///
  /// - Parameter before: the start of the run, which may be reduced to what a comparison needs.
  private func changes(
    of subjects: Set<DataChange.Subject>, since before: DatabaseOrigin, in run: FixtureRun
  ) throws -> [DataChange] {
    try run.database.changes(
      since: before, lineage: run.lineage, foreignKeys: run.foreignKeys, ignoring: settings.ignoredTables,
      of: subjects
    ).changes.filter { subjects.contains($0.subject) }
  }

  private typealias Cause = (path: String, migration: Migration?, cause: DataChange.Cause?)

  /// The migration that has lost each row or value, and the reason.
  private func causes(
    of losses: [DataChange], _ run: FixtureRun, _ kept: [DataChange]?
  ) throws -> [DataChange.Subject: Cause] {
    if let only = plan.remaining.first, plan.remaining.count == 1 {
      return Dictionary(losses.map { ($0.subject, (only.path, only, $0.cause)) }, uniquingKeysWith: { $1 })
    }
    // Of the rows that a copy leaves out, a foreign key may have deleted some before.
    let leftOut = losses.filter { $0.kind == .rowsLost }.map(\.subjectOfRowsLeftOut)
    // A schema that SQLite reads but does not accept as SQL cannot be reduced, and the copy of a snapshot may be too large.
    let reduced = run.start.origin.isSnapshot ? nil : try? run.start.open(settings).reducedImage()
    let before = reduced.map { .bytes($0) } ?? run.start.origin
    let steps = try upgrade.firstSteps(of: Set(losses.map(\.subject)), in: run) { wanted, state in
      let changes = try changes(of: wanted.union(leftOut), since: before, in: state).distinguishingActions(kept)
      let own = changes.filter { wanted.contains($0.subject) }
      return Dictionary(own.map { ($0.subject, $0.cause) }, uniquingKeysWith: { first, _ in first })
    }
    var found = steps.mapValues { ($0.migration.path, $0.migration, $0.detail) as Cause }
    // A table may get its name only in a later step.
    for loss in losses where found[loss.subject] == nil {
      found[loss.subject] = loss.scripts.last.map { ($0, nil, loss.cause) }
    }
    return found
  }
}

extension UpgradeJudgement {
  /// One verdict from the runs with foreign keys off and on: what both runs have in common appears once. SL314 if the
  /// resulting databases differ.
  ///
  /// - Parameter difference: compares the content of the resulting databases.
  /// - Throws: `SchemaError`, and the errors of `difference`.
  func combined(
    _ off: FixtureVerdict, _ on: FixtureVerdict, difference: () throws -> DatabaseContent.Difference?
  ) throws -> FixtureVerdict {
    let on = acceptingDeletes(on, as: off)
    // The two runs may count different numbers of rows for the same cause.
    let (offParts, onParts) = (Set(off.findings.map(\.commonPart)), Set(on.findings.map(\.commonPart)))
    // What an upgrade that does not arrive would show is unknown.
    let first = off.findings.map { finding in
      !on.hasArrived || onParts.contains(finding.commonPart) ? finding : finding.setting(\.foreignKeys, to: false)
    }
    let others = on.findings.filter { !offParts.contains($0.commonPart) }.map {
      off.hasArrived || $0.failedSQL?.isOfForeignKeys == true ? $0.setting(\.foreignKeys, to: true) : $0
    }
    let findings = first + others
    let shared = off.statements.filter { on.statements.contains($0) }
    func own(_ verdict: FixtureVerdict, _ foreignKeys: Bool) -> [DataStatement] {
      verdict.statements.filter { !shared.contains($0) }.map { $0.only(foreignKeys: foreignKeys) }
    }
    let verdict = FixtureVerdict(
      findings: findings, statements: shared + own(off, false) + own(on, true),
      notCovered: off.notCovered + on.notCovered.filter { !off.notCovered.contains($0) }
    ).costing(off.cost)
    guard findings.worst != .error, off.isComparable, on.isComparable, let difference = try difference() else {
      return verdict
    }
    return verdict.adding([withProgress(.dependsOnForeignKeys(version, difference).setting(\.evidence, to: .generated))]
    )
  }

  /// The verdict `on` without the loss of rows that a DELETE also deletes with foreign keys off. With foreign keys on, an
  /// action has already deleted them together with their parents when the DELETE runs.
  private func acceptingDeletes(_ on: FixtureVerdict, as off: FixtureVerdict) -> FixtureVerdict {
    var findings = on.findings
    var statements = on.statements
    for change in on.changes ?? [] where change.kind == .rowsLost {
      guard case .action? = change.cause,
        off.changes?.contains(where: { $0.kind == .rowsLost && $0.table == change.table }) != true,
        off.deletions(from: change.table) > 0,
        on.deletions(from: change.table) + change.count <= off.deletions(from: change.table)
      else { continue }
      findings.removeAll { $0.object?.identifier == change.table && ($0.code == .rowsLost || $0.statesDeletion) }
      findings += off.findings.filter { $0.object?.identifier == change.table && $0.statesDeletion }
      statements.removeAll { $0.kind == .rowsDeleted && $0.table == change.table }
      statements += off.statements.filter { $0.kind == .rowsDeleted && $0.table == change.table }
    }
    return FixtureVerdict(
      findings: findings, statements: statements, notCovered: on.notCovered, changes: on.changes,
      isComparable: on.isComparable
    ).arrived(on.hasArrived)
  }

  /// The findings of the same upgrade without generated rows. A row that a migration inserts may find its parent among
  /// the generated rows by chance. Empty if no rows were generated.
  ///
  /// - Throws: `LedgerError`, `SchemaError`.
  func findingsWithoutGeneratedRows(_ run: FixtureRun) throws -> [Finding] {
    guard let start = run.start.withoutGeneratedRows else { return [] }
    if run.unenforced.isEmpty,
      let end = try context.bareRuns?.database(after: plan, from: start, foreignKeys: run.foreignKeys)
    {
      return try schemaFindings(end, after: start)
    }
    let bare = try self.bare.finished(like: run, from: start)
    let findings = try schemaFindings(bare.database, after: start)
    return !plan.fixture.hasSuppliedRows ? findings : findings + (try rowVerdict(on: bare).findings)
  }
}

extension UpgradePlan {
  /// Columns into which today's migrations write their version.
  fileprivate var versionColumns: VersionColumns {
    var columns = VersionColumns()
    for script in textsForRows.past + textsForRows.pending { columns.read(script) }
    return columns
  }
}

extension FixtureVerdict {
  /// The number of rows that DELETE statements removed from a table.
  fileprivate func deletions(from table: Identifier) -> Int {
    (changes ?? []).filter { $0.kind == .rowsDeleted && $0.table == table }.reduce(0) { $0 + $1.count }
  }
}

extension Finding {
  /// Whether it is SL318 about rows that a DELETE removes.
  fileprivate var statesDeletion: Bool {
    kind is RowsChanged && rowChange?.kind == .rowsDeleted
  }
}

extension [DataChange] {
  /// The changes with rows that the action of a foreign key has deleted, instead of rows that a copy leaves out.
  ///
  /// - Parameter kept: the rows that copies leave out with foreign keys off, or `nil` if no action has deleted rows.
  fileprivate func distinguishingActions(_ kept: [DataChange]?) -> [DataChange] {
    guard let kept else { return self }
    return flatMap { change -> [DataChange] in
      if change.possibleAction == nil { return [change] }
      let own = kept.first { $0.table == change.table }
      let count = own?.count ?? 0
      return count < change.count ? (own.map { [$0] } ?? []) + [change.lostByAction(change.count - count)] : [change]
    }
  }
}

extension DataChange {
  /// Whether all rows have one value afterwards, or one row has another, as the version of a schema.
  fileprivate var mayBeOfVersion: Bool { kind == .becameConstant || kind == .rewritten && count == 1 }

  /// The line at which the migration's last statement that made the change begins; `nil` if that is not known.
  fileprivate func line(in migration: Migration) -> Int? {
    // The rows of a child go with those of their parents, and no statement names them.
    if case .action? = cause { return nil }
    return (places + writers).last { $0.id == migration.id }.flatMap { migration.fileLine(ofStatement: $0.index) }
  }

  /// The condition on rows with which a copy leaves none out by accident; `nil` if that is not known.
  fileprivate var assumption: Assumption? {
    if nullColumns.isEmpty { return nil }
    let tests = nullColumns.map { "\(Keyword.quote($0)) IS NOT NULL" }
    return Assumption(table: table, condition: tests.joined(separator: " AND "))
  }
}

extension ValuePolicy {
  /// Whether the change is a finding, and not only a ``DataStatement``.
  func isFinding(_ change: DataChange) -> Bool {
    switch change.kind {
    case .tableDropped, .columnDropped, .rowsDeleted: false
    case .rowsLost:
      if case .copy? = change.cause { self != .report } else { true }
    case .becameNull, .truncated, .digitsLost, .storageClassLost, .storageClassNew, .becameConstant, .notCopied,
      .notMoved,
      .moved, .filledWithName, .renumbered:
      true
    case .rewritten, .merged, .storageClassChanged, .filled, .sequenceLost, .rowsNotSelected, .rowsLeftOut:
      self == .strict
    }
  }
}
