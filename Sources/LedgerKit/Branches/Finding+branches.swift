internal import Findings
internal import LedgerCore
internal import LedgerEntries
internal import SQLiteSchema

// SL105, SL108, SL207 and SL208: future merge conflicts. `branches` are all branches concerned.

extension Finding {
  static func versionTaken(
    _ own: Ledger.Item, _ other: Ledger.Item, branches: [String], changes: [SchemaChange]
  ) -> Finding {
    let difference: VersionTaken.Difference =
      own.entry.schema != other.entry.schema
      ? .schema : own.entry.migrations != other.entry.migrations ? .migrations : .parents
    return Finding(VersionTaken(difference, branches: branches))
      .with(version: own.entry.version.name, entry: own.id, path: own.folder, changes: changes)
  }

  static func twoHeads(
    _ own: Ledger.Item, _ other: Ledger.Item, after parents: [String], branches: [String]
  ) -> Finding {
    Finding(TwoHeads(otherVersion: other.entry.version.name, parents: parents, branches: branches))
      .with(version: own.entry.version.name, entry: own.id, path: own.folder)
  }

  static func withdrawnParent(
    of item: Ledger.Item, _ withdrawal: Withdrawal, isHere: Bool, branches: [String]
  ) -> Finding {
    let parent = withdrawal.entry.version.name
    return Finding(WithdrawnParent(parent: parent, isHere: isHere, branches: branches))
      .with(version: item.entry.version.name, entry: item.id, path: item.folder)
  }

  static func numberTaken(
    _ own: MigrationRecord, _ other: MigrationRecord, isFrozen: Bool, branches: [String]
  ) -> Finding {
    let kind: any LedgerFinding =
      own.path == other.path
      ? SameFile(isFrozen: isFrozen, branches: branches)
      : SameNumber(number: own.id, otherPath: other.path, isFrozen: isFrozen, branches: branches)
    return Finding(kind).with(path: own.path)
  }

  static func orderMatters(_ ours: [String], _ theirs: [String], branches: [String], _ diff: SchemaDiff) -> Finding {
    Finding(
      OrderMatters(ours: ours, theirs: theirs, isReordered: diff.verdict == .reordered, branches: branches)
    ).with(path: ours.last, changes: diff.meaningfulChanges)
  }

  static func doNotRunTogether(
    _ ours: [String], _ theirs: [String], branches: [String], _ error: LedgerError
  ) -> Finding {
    Finding(FailTogether(ours: ours, theirs: theirs, error, branches: branches))
      .with(path: ours.last)
  }

  static func orderDoesNotMatter(branches: [String]) -> Finding {
    Finding(OrderDoesNotMatter(branches: branches))
  }
}
