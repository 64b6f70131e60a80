/// A migration as its tool would run it.
public struct Migration: Sendable, Equatable {
  /// Identifies the migration within its convention. A path does not, since a file may contain several migrations. In
  /// such a convention, the id is a ``CompoundMigrationID``. Otherwise it is the value that the tool records or sorts
  /// by: `20240101120000`, `1` (without leading zeros if the tool reads a number), or the full Prisma or Drizzle name.
  public var id: String
  /// The name of the migration in its file; `nil` in a convention in which each migration is a file of its own.
  package var nameInFile: String?
  /// Repository path of the file that contains ``up``.
  public var path: String
  /// The words after the number, as the tool displays them.
  public var title: String
  /// SQL of the up migration: the file's text with its line endings and without a byte order mark.
  public var up: String
  /// The line of the file at which ``up`` begins, from 1.
  package var firstLine = 1
  /// The values that the tool inserted into ``up`` for the placeholders in the file, by the names in lower case.
  package var placeholders: [String: String] = [:]
  /// What the tool compares of ``up`` in databases that have run it; `nil` for nothing.
  package var comparison: TextComparison.Form?
  /// The program from which ``up`` was read; `nil` if the file contains SQL.
  package var program: ProgramText?
  /// A number that must be greater than that of the last migration which a database has run, or the tool skips this one;
  /// `nil` in tools that do not look at it.
  package var time: Double?
  /// SQL of the down migration, if the tool has one.
  public var down: String?
  /// Whether the tool runs ``up`` in a transaction of its own.
  public var transaction: Transaction
  /// Whether the tool runs the migration again when its text changes, after all migrations that are not repeatable.
  public var isRepeatable: Bool

  /// Creates a migration that a convention read, without checks.
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

  /// Whether ``up`` is not all that the migration does.
  package var isPartial: Bool { program?.isSQL == false }

  /// The text that is frozen: that of the program, or the SQL.
  package var text: String { program?.text ?? up }

  /// What the tool compares of ``up``, if it compares anything other than its lines.
  package var comparedText: String? { comparison?.compared(up) }

  /// Whether the tool opens a transaction around the script. This matters because `PRAGMA foreign_keys` is [a no-op
  /// within a transaction](https://www.sqlite.org/pragma.html#pragma_foreign_keys).
  public enum Transaction: String, Sendable, Equatable {
    /// The tool's documentation or source says so; the convention cites it.
    case perMigration
    /// The folder does not tell which program runs the migrations. Most programs open a transaction.
    case assumed
    case none
  }
}

/// What is frozen of a migration that is written in a programming language.
package struct ProgramText: Sendable, Equatable {
  /// The text of the migration's body.
  package let text: String
  /// What it does, without what can change without effect: white space, comments, and names of constants if all of it is
  /// understood.
  package let meaning: String
  /// Whether all of it is SQL.
  package let isSQL: Bool
}

/// The contents of a folder, read in one convention.
public struct MigrationListing: Sendable, Equatable {
  /// Migrations in the order in which the tool runs them; empty only if ``fresh`` exists.
  public var migrations: [Migration]
  /// Files and folders that are not among ``migrations``, or that are and may surprise, each with its path and the
  /// reason.
  public var notices: [MigrationNotice]
  /// Scripts that create the schema of a new database, if the tool does not run all ``migrations`` for it: SQLDelight's
  /// `.sq` files, or Atlas' last checkpoint and the migrations after it.
  public var fresh: [Migration]?
  /// Ids of Atlas' checkpoints. A database may have begun with a checkpoint in place of all ``migrations`` before it.
  public var checkpoints: [String] = []
  /// Scripts that create what the application itself creates before the first migration, in their order. They are not
  /// part of the folder; the configuration names them.
  public var before: [Migration] = []
  /// The setting of `PRAGMA foreign_keys` with which the project runs the migrations, if it differs from the tool's
  /// (``MigrationConvention/foreignKeys``); otherwise `nil`.
  package var foreignKeys: Bool?
  /// What a file of the tool says that the migrations make; `nil` if there is none, or in an earlier commit.
  package var stated: StatedTables?
  /// Why the SQL alone does not make the schema, if a program among the migrations changes it and the configuration does not
  /// skip it. The migrations can be read and judged, and not built.
  package var programStep: MigrationFolderError?
  /// Databases of older versions next to the migrations, oldest first. If there is one, the migrations run on the first
  /// database, not on an empty one.
  public var snapshots: [SchemaSnapshot]

  /// Creates a listing that a convention read; `migrations` is in order.
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
  /// The contents of the file.
  public var bytes: [UInt8]
  /// The number of the listing's migrations that the database already contains.
  public var migrationCount: Int

  /// Creates a snapshot that a convention read, without checking that it is a database.
  public init(path: String, bytes: [UInt8], migrationCount: Int) {
    self.path = path
    self.bytes = bytes
    self.migrationCount = migrationCount
  }
}

/// A fact about a folder of migrations that a reader of the list must know.
public struct MigrationNotice: Sendable, Hashable {
  /// Repository path of the file or folder.
  public var path: String
  /// The reason for the notice; `message` describes it.
  public var reason: Reason
  /// The version of ``Reason/notExported``, or the line of ``Reason/secondStatement`` and ``Reason/statement``; otherwise `nil`.
  public var number: Int?
  /// The statement of ``Reason/statement``; otherwise `nil`.
  public var words: String?

  /// Creates a notice for the file or folder at `path`.
  public init(path: String, reason: Reason, number: Int? = nil, words: String? = nil) {
    self.path = path
    self.reason = reason
    self.number = number
    self.words = words
  }

  /// Reasons for a notice on a file or folder.
  public enum Reason: String, Sendable, Equatable, CaseIterable {
    /// An SQL file whose name does not match the names that the tool runs.
    case unrecognised
    /// A program, not SQL, that is numbered like a migration.
    case codeStep
    /// A statement of a migration that is not SQL; ``MigrationNotice/number`` is its line.
    case statement
    /// A down migration without an up migration.
    case downOnly
    /// A folder below the migrations folder that contains SQL files and that the tool does not read.
    case folderNotRead
    /// An SQL file that the tool's journal does not name.
    case notInJournal
    /// A number beyond the tool's range; the tool skips the file silently.
    case numberTooLarge
    /// A migration whose position differs from its numeric order, because the tool compares versions as text.
    case orderedAsText
    /// A journal entry that repeats or reverses an `idx`; the tool uses the position in the file.
    case journalIndex
    /// A journal entry whose `when` is not later than an earlier entry's: databases with the earlier entry skip this
    /// one.
    case journalTime
    /// A callback, which runs before or after the tool's commands and is not a migration.
    case callback
    /// A baseline for new databases only; the migrations that it replaces run here.
    case baseline
    /// A file whose own settings prevent the tool from running it.
    case switchedOff
    /// A migration that the tool refuses, unless a setting allows a migration to run partly outside a transaction.
    case mixedTransaction
    /// A migration that the tool runs only if a precondition holds.
    case conditional
    /// A file without SQL.
    case emptyFile
    /// A statement that some drivers do not run, because it follows another one in a part that the tool gives to the driver as one
    /// statement; ``MigrationNotice/number`` is its line.
    case secondStatement
    /// A file for another database, next to one for SQLite or for any database.
    case otherDialect
    /// A migration whose preceding number is missing; the tool stops at gaps.
    case gap
    /// A file of digests in an earlier commit that does not match the files of that commit.
    case staleSum
    /// A migration that SQLite cannot parse.
    case notSQLite
    /// A program that names the SQL files of the source.
    case listsFiles
    /// An SQL file that no such program names.
    case notListed
    /// A schema file near migrations that makes tables which they lack.
    case makesMoreTables
    /// A program near the source that contains statements such as CREATE TABLE.
    case changesTables
    /// A program near the source that calls a function of an object-relational mapper which makes tables.
    case mapperMakesTables
    /// A migration from a version that the other migrations skip. Only a database that has this version runs it.
    case otherStart
    /// A migration in the folder of a later version, which the program does not run yet.
    case laterVersion
    /// Code with a version of a Room database whose schema Room has not exported.
    case notExported
  }
}
