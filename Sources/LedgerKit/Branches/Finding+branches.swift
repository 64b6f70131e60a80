internal import Findings
internal import LedgerCore
internal import LedgerEntries
internal import SQLiteSchema

// SL105, SL108, SL207 and SL208: future merge conflicts. The branches are added when all of them are known.

extension Finding {
  static func versionTaken(
    _ own: Ledger.Item, _ other: Ledger.Item, _ changes: [SchemaChange]
  ) -> Finding {
    let difference: VersionTaken.Difference =
      own.entry.schema != other.entry.schema
      ? .schema : own.entry.migrations != other.entry.migrations ? .migrations : .parents
    return Finding(VersionTaken(difference, branches: []))
      .with(version: own.entry.version.name, entry: own.id, path: own.folder, changes: changes)
  }

  static func twoHeads(_ own: Ledger.Item, _ other: Ledger.Item, after parents: [String]) -> Finding {
    Finding(TwoHeads(otherVersion: other.entry.version.name, parents: parents, branches: []))
      .with(version: own.entry.version.name, entry: own.id, path: own.folder)
  }

  static func withdrawnParent(of item: Ledger.Item, _ withdrawal: Withdrawal, isHere: Bool) -> Finding {
    let parent = withdrawal.entry.version.name
    return Finding(WithdrawnParent(parent: parent, isHere: isHere, branches: []))
      .with(version: item.entry.version.name, entry: item.id, path: item.folder)
  }

  static func numberTaken(_ own: MigrationRecord, _ other: MigrationRecord, isFrozen: Bool) -> Finding {
    let kind: any LedgerFinding =
      own.path == other.path
      ? SameFile(isFrozen: isFrozen, branches: [])
      : SameNumber(number: own.id, otherPath: other.path, isFrozen: isFrozen, branches: [])
    return Finding(kind).with(path: own.path)
  }

  static func orderMatters(_ ours: [String], _ theirs: [String], _ diff: SchemaDiff) -> Finding {
    Finding(OrderMatters(ours: ours, theirs: theirs, isReordered: diff.verdict == .reordered, branches: []))
      .with(path: ours.last, changes: diff.meaningfulChanges)
  }

  static func doNotRunTogether(_ ours: [String], _ theirs: [String], _ error: LedgerError) -> Finding {
    Finding(FailTogether(ours: ours, theirs: theirs, error, branches: []))
      .with(path: ours.last)
  }

  static func orderDoesNotMatter(branches: [String]) -> Finding {
    Finding(OrderDoesNotMatter(branches: branches))
  }
}
