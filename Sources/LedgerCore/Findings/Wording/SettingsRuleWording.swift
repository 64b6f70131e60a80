package import Findings
internal import SQLiteLint

// SL471 to SL479.

extension LintFacts.Settings {
  /// The consequence, in one sentence without a full stop.
  var message: String {
    switch self {
    case .nestedBegin: "the tool has already opened a transaction, so BEGIN fails"
    case .endsTransaction:
      "this ends the tool's transaction: if a later statement fails, the earlier ones are not rolled back, and the tool has no transaction to commit"
    case .vacuumInTransaction(let isToolTransaction):
      "VACUUM fails inside \(isToolTransaction ? "the tool's" : "a") transaction"
    case .journalModeInTransaction("wal"):
      "inside a transaction, this fails (cannot change into wal mode from within a transaction) or does not change the mode"
    case .journalModeInTransaction: "inside a transaction, this does not change the mode"
    case .encodingFixed: "this has no effect: the encoding is fixed once the first table exists"
    case .needsVacuum: "this has no effect on a database that has tables, unless VACUUM follows"
    case .versionApart:
      "after a crash between this statement and the transaction, the version does not match the schema, and the migration runs twice or never"
    case .legacyAlterLeftOn:
      "this stays on after the migration: a later ALTER TABLE … RENAME updates no views and triggers, and no foreign keys if they are off"
    case .writableSchema:
      "one mistake in sqlite_schema makes the database unreadable, and SQLite in defensive mode rejects the change"
    case .otherFile:
      "a relative path depends on the application's working directory, and writes to two files are not atomic in WAL mode"
    case .applicationName(let name, let table):
      "\(name) exists only in the application: in any other program, writes to \(table ?? "the table"), VACUUM and integrity_check fail"
    }
  }

  /// The recommended replacement.
  var help: Help {
    switch self {
    case .nestedBegin, .endsTransaction:
      "leave the transaction to the tool, or tell the tool to run this migration without one"
    case .vacuumInTransaction(true):
      "tell the tool to run this migration without a transaction, or leave VACUUM to the application"
    case .vacuumInTransaction(false):
      "run it outside the transaction, or leave VACUUM to the application"
    case .journalModeInTransaction:
      "set it when the application opens the database; WAL mode is stored in the file"
    case .encodingFixed: "set it in new databases, before the first table is created"
    case .needsVacuum: "run VACUUM; after it, outside a transaction"
    case .versionApart: "set it before COMMIT, so that it is committed or rolled back with the rest"
    case .legacyAlterLeftOn: "run PRAGMA legacy_alter_table = OFF; after the statement that needs it"
    case .writableSchema: "rebuild the table and copy the rows"
    case .otherFile: "let the application copy between the files, before or after the migration"
    case .applicationName: "index a column that the application fills instead"
    }
  }
}
