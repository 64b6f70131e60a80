/// One migration as its tool would run it.
public struct Migration: Sendable, Equatable {
  /// Identifies the migration within its convention; a path does not, since a file may contain several migrations. If it
  /// does, the id is the file's path as the tool records it, `::`, and what names the migration in the file. Otherwise it
  /// is what the tool records or orders by: `20240101120000`, `1` (leading zeros gone where the tool reads a number),
  /// or the Prisma or Drizzle name in full.
  public var id: String
  /// Repository path of the file with the part that runs forward.
  public var path: String
  /// The words after the number, as the tool shows them.
  public var title: String
  /// SQL to run forward: the file's text, line endings kept, without a byte order mark.
  public var up: String
  /// The line of the file at which ``up`` begins, from 1.
  package var firstLine = 1
  /// SQL to go back, where the tool has it.
  public var down: String?
  /// Whether the tool runs ``up`` in a transaction of its own.
  public var transaction: Transaction
  /// Whether the tool runs it again when its text has changed, behind all that are not repeatable.
  public var isRepeatable: Bool

  /// A migration as a convention read it; nothing is checked here.
  public init(
    id: String, path: String, title: String, up: String, down: String?, transaction: Transaction,
    isRepeatable: Bool = false
  ) {
    self.id = id
    self.path = path
    self.title = title
    self.up = up
    self.down = down
    self.transaction = transaction
    self.isRepeatable = isRepeatable
  }

  /// Whether the tool opens a transaction around the script. `PRAGMA foreign_keys` is
  /// [a no-op within a transaction](https://www.sqlite.org/pragma.html#pragma_foreign_keys), so it matters.
  public enum Transaction: String, Sendable, Equatable {
    case perMigration
    case none
  }
}

/// What a folder holds, read in one convention.
public struct MigrationListing: Sendable, Equatable {
  /// In the order the tool runs them; empty only where there is ``fresh``.
  public var migrations: [Migration]
  /// What is not among ``migrations``, or is and will surprise, each with its path and the reason.
  public var notices: [MigrationNotice]
  /// What makes the schema of a new database, where the tool does not run all ``migrations`` for it: SQLDelight's `.sq`
  /// files, or Atlas' last checkpoint and what follows.
  public var fresh: [Migration]?
  /// Ids of Atlas' checkpoints: a database may have begun with one, in place of all ``migrations`` before it.
  public var checkpoints: [String] = []
  /// Databases of older versions beside the migrations, oldest first. Where there is one, the migrations run on the
  /// first, not on nothing.
  public var snapshots: [SchemaSnapshot]

  /// A listing as a convention read it; `migrations` is in order.
  public init(
    migrations: [Migration], notices: [MigrationNotice], fresh: [Migration]? = nil, snapshots: [SchemaSnapshot] = []
  ) {
    self.migrations = migrations
    self.notices = notices
    self.fresh = fresh
    self.snapshots = snapshots
  }
}

/// A database that a tool keeps as the schema of an older version.
public struct SchemaSnapshot: Sendable, Equatable {
  /// Repository path of the file.
  public var path: String
  /// The file.
  public var bytes: [UInt8]
  /// How many of the listing's migrations it has had.
  public var migrationCount: Int

  /// A snapshot as a convention read it; whether it is a database is not checked here.
  public init(path: String, bytes: [UInt8], migrationCount: Int) {
    self.path = path
    self.bytes = bytes
    self.migrationCount = migrationCount
  }
}

/// Something in a folder of migrations that a reader of the list has to know of.
public struct MigrationNotice: Sendable, Hashable {
  /// Repository path of the file or folder.
  public var path: String
  /// Why it is noticed; `message` words it.
  public var reason: Reason

  /// A notice on the file or folder at `path`.
  public init(path: String, reason: Reason) {
    self.path = path
    self.reason = reason
  }

  /// Everything that can be worth noticing in a folder of migrations.
  public enum Reason: String, Sendable, Equatable {
    /// An SQL file whose name is not one the tool runs.
    case unrecognised
    /// A file numbered like a migration that is a program, not SQL.
    case codeStep
    /// A part that goes back, with no part that goes forward.
    case downOnly
    /// A folder with SQL files below the migrations folder, where the tool does not look.
    case folderNotRead
    /// An SQL file that the tool's journal does not name.
    case notInJournal
    /// A number beyond the tool's range, which the tool passes over without a word.
    case numberTooLarge
    /// The tool compares versions as text, and a comparison as numbers would put this one elsewhere.
    case orderedAsText
    /// The journal repeats or reverses an `idx`; the tool goes by the position in the file.
    case journalIndex
    /// The journal's `when` is not later than an earlier entry's: databases that have that one skip this one.
    case journalTime
    /// Runs before or after the tool's commands, and is no migration.
    case callback
    /// For new databases alone, in place of what is run here.
    case baseline
    /// The file's own settings keep the tool from running it.
    case switchedOff
    /// The tool refuses it, unless it is told that a migration may be partly outside of a transaction.
    case mixedTransaction
    /// The tool runs it only if a precondition holds.
    case conditional
    /// No SQL in the file.
    case emptyFile
    /// A file for another database, beside one for SQLite or for any.
    case otherDialect
    /// A number is missing before this one, and the tool stops at gaps.
    case gap
  }
}
