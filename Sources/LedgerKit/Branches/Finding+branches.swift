internal import LedgerCore
internal import LedgerEntries
internal import SQLiteSchema

// What is not wrong yet, and will be when two branches are merged. `branches` names all that have it, `branch` one of them.

extension Finding {
  static func versionTaken(
    _ own: Ledger.Item, _ other: Ledger.Item, branches: String, branch: String, changes: [SchemaChange]
  ) -> Finding {
    let version = own.entry.version.name
    let what =
      own.entry.schema != other.entry.schema
      ? "another schema"
      : own.entry.migrations != other.entry.migrations
        ? "the same schema and other migrations" : "the same schema, after another version"
    return Finding(
      .versionCollision, "\(version) is frozen in \(branches) too, with \(what)", severity: .warning,
      hint:
        "freeze one of them under another version, before both reach users: git diff HEAD \(branch.shellWord) -- \(own.folder.shellWord)"
    ).with(version: version, entry: own.id, path: own.folder, changes: changes)
  }

  static func twoHeads(
    _ own: Ledger.Item, _ other: Ledger.Item, after parents: [String], branches: String, branch: String
  ) -> Finding {
    let (version, theirs) = (own.entry.version.name, other.entry.version.name)
    let what = parents.isEmpty ? "are each the first version" : "both follow \(parents.joined(separator: ", "))"
    return Finding(
      .twoHeads, "\(version) and \(theirs), frozen in \(branches), \(what)", severity: .warning,
      hint:
        "if \(version) has not shipped, freeze it again on top of \(theirs): git rebase -i \(branch.shellWord) without the commit that froze \(version)"
    ).with(version: version, entry: own.id, path: own.folder)
  }

  static func numberTaken(
    _ own: MigrationRecord, _ other: MigrationRecord, isFrozen: Bool, branches: String, branch: String
  ) -> Finding {
    let isSameFile = own.path == other.path
    return Finding(
      .numberTaken,
      isSameFile
        ? "\(own.path) is new in \(branches) too, with another content"
        : "\(own.path) and \(other.path) of \(branches) have the same number, \(own.id)",
      severity: .warning,
      hint: isFrozen
        ? "\(own.path) is frozen: on \(branch), give \(other.path) a later number (git mv)"
        : "give one of them a later number before they are merged: git mv \(own.path.shellWord) …"
    ).with(path: own.path)
  }

  static func orderMatters(_ ours: [String], _ theirs: [String], branches: String, _ diff: SchemaDiff) -> Finding {
    let what = diff.verdict == .reordered ? "the order of columns" : "the schema"
    return Finding(
      .orderMatters,
      "\(what) depends on which run first: \(ours.phrase), or \(theirs.phrase) of \(branches)", severity: .warning,
      hint: "one has to wait for the other in every database: merge one branch before the other freezes"
    ).with(path: ours.last, changes: diff.meaningfulChanges)
  }

  static func doNotRunTogether(
    _ ours: [String], _ theirs: [String], branches: String, _ error: LedgerError
  ) -> Finding {
    Finding(
      .orderMatters,
      "\(ours.phrase) and \(theirs.phrase) of \(branches) do not run one after the other: \(error.message)",
      severity: .warning, hint: "merge or rebase now, and change the one that has not shipped"
    ).with(path: ours.last)
  }

  static func orderIsIndifferent(branches: String) -> Finding {
    Finding(
      .orderMatters, "new migrations here and those of \(branches) lead to the same schema, whichever run first",
      severity: .note)
  }
}

extension [String] {
  /// `a`, `a and b`, `a, b and c`; of many, the first and how many more.
  fileprivate var phrase: String {
    guard count > 1 else { return first ?? "" }
    if count > 3 { return "\(self[0]) and \(count - 1) more" }
    return dropLast().joined(separator: ", ") + " and " + self[count - 1]
  }
}
