internal import LedgerCore
internal import LedgerEntries
internal import MigrationSources
internal import SQLiteData
internal import SQLiteSandbox
internal import SQLiteSchema

/// SL304 to SL307 and SL314: what an upgrade has done to rows.
extension UpgradeJudgement {
  /// The verdict on the rows alone.
  ///
  /// - Throws: `LedgerError`, `SchemaError`.
  func rowVerdict(on run: FixtureRun) throws -> FixtureVerdict {
    let (changes, gaps) = try changes(in: run)
    let losses = changes.filter { settings.values.isFinding($0) }
    let causes = losses.isEmpty || run.lineage == nil ? [:] : try causes(of: losses, run)
    let findings = losses.map { loss in
      var loss = loss
      let step = causes[loss.subject]
      // The rows were lost in this step, for the reason that was known then.
      if let step { loss.cause = step.cause }
      var finding = Finding.dataChange(version, loss, path: step?.path)
      // A stage is not a file.
      if context.stages != nil { finding.path = nil }
      return finding
    }
    return FixtureVerdict(
      findings: findings,
      statements: changes.filter { !settings.values.isFinding($0) }.map(DataStatement.init),
      notCovered: run.start.notCovered + gaps.map(NotCovered.init), changes: changes)
  }

  private func changes(in run: FixtureRun) throws -> ([DataChange], [ComparisonGap]) {
    try run.database.changes(
      since: run.start.file, lineage: run.lineage, foreignKeys: run.foreignKeys, ignoring: settings.ignoredTables)
  }

  private typealias Cause = (path: String, cause: DataChange.Cause?)

  /// The migration that has lost each row or value, and the reason. Runs the migrations again and compares the rows after
  /// each.
  private func causes(of losses: [DataChange], _ run: FixtureRun) throws -> [DataChange.Subject: Cause] {
    let wanted = Set(losses.map(\.subject))
    var found: [DataChange.Subject: Cause] = [:]
    if let only = plan.remaining.first, plan.remaining.count == 1 {
      for loss in losses { found[loss.subject] = (only.path, loss.cause) }
      return found
    }
    var replay = try upgrade.again(run)
    while let migration = try replay.step() {
      for change in try changes(in: replay).0 where wanted.contains(change.subject) && found[change.subject] == nil {
        found[change.subject] = (migration.path, change.cause)
      }
    }
    // A table may get its name only in a later step.
    for loss in losses where found[loss.subject] == nil {
      found[loss.subject] = loss.scripts.last.map { ($0, loss.cause) }
    }
    return found
  }
}

extension UpgradeJudgement {
  /// One verdict from the runs with foreign keys off and on: what both runs have in common appears once. SL314 if the
  /// resulting databases differ.
  ///
  /// - Throws: `SchemaError`.
  func combined(_ off: FixtureVerdict, _ on: FixtureVerdict) throws -> FixtureVerdict {
    let on = acceptingDeletes(on, as: off)
    // The two runs may count different numbers of rows for the same cause.
    let (offParts, onParts) = (Set(off.findings.map(\.commonPart)), Set(on.findings.map(\.commonPart)))
    // What an upgrade that does not arrive would show is unknown.
    let first = off.findings.map { finding in
      !on.hasArrived || onParts.contains(finding.commonPart) ? finding : finding.only(foreignKeys: false)
    }
    let others = on.findings.filter { !offParts.contains($0.commonPart) }.map {
      off.hasArrived ? $0.only(foreignKeys: true) : $0
    }
    let findings = first + others
    let shared = off.statements.filter { on.statements.contains($0) }
    func own(_ verdict: FixtureVerdict, _ foreignKeys: Bool) -> [DataStatement] {
      verdict.statements.filter { !shared.contains($0) }.map { $0.only(foreignKeys: foreignKeys) }
    }
    let verdict = FixtureVerdict(
      findings: findings, statements: shared + own(off, false) + own(on, true),
      notCovered: off.notCovered + on.notCovered.filter { !off.notCovered.contains($0) }
    ).assuming(off.assumptions).assuming(on.assumptions)
    guard findings.worst != .error, let one = off.content, let other = on.content,
      let difference = try one.difference(to: other)
    else { return verdict }
    return verdict.adding([withProgress(.dependsOnForeignKeys(version, difference).shown(by: .generated))])
  }

  /// The verdict `on` without the loss of rows that a DELETE also deletes with foreign keys off. With foreign keys on, an
  /// action has already deleted them together with their parents when the DELETE runs.
  private func acceptingDeletes(_ on: FixtureVerdict, as off: FixtureVerdict) -> FixtureVerdict {
    var findings = on.findings
    var statements = on.statements
    for change in on.changes where change.kind == .rowsLost {
      guard case .action? = change.cause,
        let deletion = off.changes.first(where: { $0.kind == .rowsDeleted && $0.table == change.table }),
        !off.changes.contains(where: { $0.kind == .rowsLost && $0.table == change.table })
      else { continue }
      let own = on.changes.first { $0.kind == .rowsDeleted && $0.table == change.table }
      guard (own?.count ?? 0) + change.count <= deletion.count else { continue }
      findings.removeAll { $0.code == .rowsLost && $0.object == change.table }
      statements.removeAll { $0.kind == .rowsDeleted && $0.table == change.table }
      statements.append(DataStatement(deletion))
    }
    return FixtureVerdict(
      findings: findings, statements: statements, notCovered: on.notCovered, changes: on.changes, content: on.content
    ).assuming(on.assumptions)
  }

  /// The findings of the same upgrade without generated rows. A row that a migration inserts may find its parent among
  /// the generated rows by chance. Empty if no rows were generated.
  ///
  /// - Throws: `LedgerError`, `SchemaError`.
  func findingsWithoutGeneratedRows(_ run: FixtureRun) throws -> [Finding] {
    guard let start = run.start.withoutGeneratedRows else { return [] }
    var bare = try upgrade.run(from: start, foreignKeys: run.foreignKeys, unenforced: run.unenforced)
    try bare.finish()
    let findings = try schemaFindings(bare.database, after: start)
    return plan.fixture.rowScript == nil ? findings : findings + (try rowVerdict(on: bare).findings)
  }
}

extension ValuePolicy {
  /// Whether the change is a finding, and not only a ``DataStatement``.
  func isFinding(_ change: DataChange) -> Bool {
    switch change.kind {
    case .tableDropped, .columnDropped, .rowsDeleted: false
    case .rowsLost:
      if case .copy? = change.cause { self != .report } else { true }
    case .becameNull, .truncated, .digitsLost, .storageClassLost, .becameConstant, .notCopied, .moved, .filledWithName,
      .renumbered:
      true
    case .rewritten, .storageClassChanged, .filled, .sequenceLost, .rowsNotSelected: self == .strict
    }
  }
}
