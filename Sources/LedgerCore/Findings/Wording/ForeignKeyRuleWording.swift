package import Findings
internal import SQLiteLint
internal import SQLiteSyntax

// SL401 to SL409.

extension LintFacts.ForeignKeys {
  /// The consequence, in one sentence without a full stop.
  var message: String {
    switch self {
    case .pragmaInTransaction(true, _):
      "this has no effect inside the transaction that the tool opens: foreign keys stay as the application set them"
    case .pragmaInTransaction(false, _):
      "this has no effect inside a transaction: foreign keys stay as the application set them"
    case .cascadeOnDrop(let parent, let children, let actions): Self.drop(of: parent, children, actions)
    case .cascadeDespiteDeferral(let parent, let children, let actions):
      "defer_foreign_keys does not prevent this: \(Self.drop(of: parent, children, actions))"
    case .parentRenamed(_, let name, let child):
      "this changes the foreign key of \(child) to REFERENCES \(name), a table that the migration then removes"
    case .parentDropped(let child):
      "\(child) still refers to this table: with foreign keys on, every INSERT and DELETE on \(child) fails"
    case .mismatch(let mismatch, let child, let parent):
      "\(mismatch.reason(parent)): with foreign keys on, every INSERT and DELETE on \(child) fails"
    case .unindexed(let table, let keys):
      "no index begins with \(keys.map { $0.joined(separator: ", ") }.joined(separator: "; ")): with foreign keys on, each DELETE of a parent row scans all of \(table)"
    case .parentReplaced(_, let child, "CASCADE"):
      "this deletes and reinserts a row that already exists: with foreign keys on, the rows of \(child) that refer to it are deleted"
    case .parentReplaced(_, let child, _):
      "this deletes and reinserts a row that already exists: with foreign keys on, the rows of \(child) that refer to it lose the reference"
    case .leftOff:
      "foreign keys stay off after the migration, for everything that the application then writes on this connection"
    }
  }

  /// The recommended replacement.
  var help: Help {
    switch self {
    case .pragmaInTransaction(true, _):
      "tell the tool to run this migration without a transaction, and write PRAGMA foreign_keys = OFF; BEGIN; … COMMIT; PRAGMA foreign_keys = ON;"
    case .pragmaInTransaction(false, true): "run PRAGMA foreign_keys = OFF; before BEGIN"
    case .pragmaInTransaction(false, false): "run PRAGMA foreign_keys = ON; outside the transaction"
    case .cascadeOnDrop, .cascadeDespiteDeferral:
      "run PRAGMA foreign_keys = OFF; before the transaction begins, and PRAGMA foreign_keys = ON; after it ends"
    case .parentRenamed(let parent, _, _):
      "create new_\(parent), copy the rows into it, drop \(parent), and then run ALTER TABLE new_\(parent) RENAME TO \(parent);"
    case .parentDropped(let child): "rebuild \(child) without the foreign key before this statement"
    case .mismatch: "refer to the primary key, or create a unique index on the referenced columns"
    case .unindexed(let table, let keys):
      "CREATE INDEX \(Keyword.quote(([table] + (keys.first ?? [])).joined(separator: "_"))) ON \(Keyword.quote(table)) (\((keys.first ?? []).map(Keyword.quote).joined(separator: ", ")));"
    case .parentReplaced(let parent, _, _):
      "use INSERT INTO \(Keyword.quote(parent)) … ON CONFLICT (…) DO UPDATE SET …"
    case .leftOff: "add PRAGMA foreign_keys = ON; at the end"
    }
  }

  /// What a DROP TABLE does to tables that refer to it.
  private static func drop(of parent: String, _ children: [String], _ actions: [String]) -> String {
    let list = children.joined(separator: ", ")
    return switch actions {
    case []:
      "with foreign keys on, the migration fails on every database in which a row of \(list) refers to \(parent)"
    case ["CASCADE"]: "with foreign keys on, this also deletes every row of \(list) that refers to \(parent)"
    default: "with foreign keys on, this also changes or deletes every row of \(list) that refers to \(parent)"
    }
  }
}

extension LintFacts.Mismatch {
  fileprivate func reason(_ parent: String) -> String {
    switch self {
    case .noTable: "no migration creates \(parent), which the foreign key refers to"
    case .noPrimaryKey: "\(parent) has no primary key to refer to"
    case .columnCount(let count, let parentCount):
      "the foreign key's column count (\(count)) differs from that of \(parent)'s key (\(parentCount))"
    case .noColumn(let name): "\(parent) has no column \(name)"
    case .notUnique(let names): "\(parent) (\(names.joined(separator: ", "))) is neither the primary key nor unique"
    }
  }
}
