internal import Findings
internal import LedgerCore
internal import LedgerEntries
internal import SQLiteSchema

// SL105, SL108, SL207 and SL208: future merge conflicts. `branches` are all branches concerned.

extension Finding {
  static func versionTaken(
    _ own: Ledger.Item, _ other: Ledger.Item, branches: [String], changes: [SchemaChange]
  ) -> Finding {
    let difference: BranchFacts.Difference =
      own.entry.schema != other.entry.schema
      ? .schema : own.entry.migrations != other.entry.migrations ? .migrations : .parents
    return Finding(.branches(.versionTaken(difference, branches: branches)), severity: .warning)
      .with(version: own.entry.version.name, entry: own.id, path: own.folder, changes: changes)
  }

  static func twoHeads(
    _ own: Ledger.Item, _ other: Ledger.Item, after parents: [String], branches: [String]
  ) -> Finding {
    Finding(
      .branches(.twoHeads(version: other.entry.version.name, parents: parents, branches: branches)), severity: .warning
    ).with(version: own.entry.version.name, entry: own.id, path: own.folder)
  }

  static func withdrawnParent(
    of item: Ledger.Item, _ withdrawal: Withdrawal, isHere: Bool, branches: [String]
  ) -> Finding {
    let parent = withdrawal.entry.version.name
    return Finding(.branches(.withdrawnParent(parent, isHere: isHere, branches: branches)), severity: .warning)
      .with(version: item.entry.version.name, entry: item.id, path: item.folder)
  }

  static func numberTaken(
    _ own: MigrationRecord, _ other: MigrationRecord, isFrozen: Bool, branches: [String]
  ) -> Finding {
    let facts: BranchFacts =
      own.path == other.path
      ? .sameFile(isFrozen: isFrozen, branches: branches)
      : .sameNumber(own.id, path: other.path, isFrozen: isFrozen, branches: branches)
    return Finding(.branches(facts), severity: .warning).with(path: own.path)
  }

  static func orderMatters(_ ours: [String], _ theirs: [String], branches: [String], _ diff: SchemaDiff) -> Finding {
    Finding(
      .branches(
        .orderMatters(ours: ours, theirs: theirs, isReordered: diff.verdict == .reordered, branches: branches)),
      severity: .warning
    ).with(path: ours.last, changes: diff.meaningfulChanges)
  }

  static func doNotRunTogether(
    _ ours: [String], _ theirs: [String], branches: [String], _ error: LedgerError
  ) -> Finding {
    Finding(.branches(.failTogether(ours: ours, theirs: theirs, error, branches: branches)), severity: .warning)
      .with(path: ours.last)
  }

  static func orderDoesNotMatter(branches: [String]) -> Finding {
    Finding(.branches(.orderDoesNotMatter(branches: branches)), severity: .note)
  }
}
