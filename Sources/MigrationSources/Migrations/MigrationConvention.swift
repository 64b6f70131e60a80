public import GitStore

/// One tool's way to lay out a folder of migrations.
///
/// A convention is one file in `Conventions/` and one word in ``all``. The compiler asks for each property without a
/// default value; tests ask for a sample project and the rows in the documentation.
public struct MigrationConvention: Sendable {
  /// As written in the configuration: `golang-migrate`.
  public let name: String
  /// For people: "plain numbered".
  public let title: String
  /// URL of the page this follows.
  public let documentation: String
  /// Judges a folder by the paths in it, for ``MigrationFolders``; `nil`: not one of ours.
  let recognise: @Sendable (FolderPaths, ProjectFiles) throws -> Recognition?
  /// Where a database records the migrations it has had.
  package let tracking: MigrationsTable.Form
  /// How the SQL that the tool runs follows from the file.
  package let script: ScriptForm
  /// The migrations in order; what is left out goes to the reading's notices.
  let read: @Sendable (inout FolderReading) throws(MigrationFolderError) -> [Migration]
  /// Whether the tool also takes what is in folders below.
  var readsFoldersBelow = false

  /// Where two know a folder equally well, the earlier one is proposed.
  public static let all: [MigrationConvention] = [
    .prisma, .drizzle, .atlas, .sqlDelight, .liquibase, .diesel, .goose, .dbmate, .flyway, .sqlx, .pop, .golangMigrate,
    .sqitch, .versionFolders, .timestamps, .plain,
  ]

  /// The convention with this configuration name.
  public static func named(_ name: String) -> MigrationConvention? {
    all.first { $0.name == name }
  }

  /// Reads a folder as the tool would, and says what the tool would not run.
  ///
  /// - Parameters:
  ///   - folder: a path in the snapshot, `""` for its root.
  ///   - placeholders: values for what the tool replaces in the SQL.
  public func listing(
    in folder: String, of snapshot: FileSnapshot, placeholders: [String: String] = [:]
  ) throws(MigrationFolderError) -> MigrationListing {
    var reading = try FolderReading(folder, of: snapshot, placeholders: placeholders)
    let migrations = try read(&reading)
    guard !migrations.isEmpty || reading.fresh != nil else {
      throw .noMigrations(folder: folder, convention: title, leftOut: reading.notices)
    }
    for migration in migrations where migration.up.allSatisfy(\.isWhitespace) {
      reading.notices.append(MigrationNotice(path: migration.path, reason: .emptyFile))
    }
    var listing = MigrationListing(
      migrations: migrations, notices: reading.notices.sorted { $0.path < $1.path }, fresh: reading.fresh,
      snapshots: reading.snapshots)
    listing.checkpoints = reading.checkpoints
    return listing
  }
}

/// How the SQL that a tool runs follows from the file that contains it. Errors name lines of the file, so in each form
/// a line has the same number in both.
package enum ScriptForm: Sendable {
  /// The file's text, unchanged.
  case wholeFile
  /// Some of the file's lines, in their places; the others are empty, or missing at the end.
  case partOfFile
  /// The file's text, with values in place of placeholders.
  case substituted
  /// SQL that replaces what the file says in a language of its own.
  case rewritten
}

/// Why a folder looks like one of a convention.
struct Recognition {
  /// From the weakest to the strongest.
  enum Evidence: Int, Comparable {
    /// File names that begin with a number.
    case numbers
    /// File names in the tool's own form.
    case names
    /// A build file above the folder names the tool.
    case manifest
    /// A file that only this tool writes.
    case metadata

    static func < (left: Evidence, right: Evidence) -> Bool { left.rawValue < right.rawValue }
  }

  var evidence: Evidence
  var count: Int
  var dialect: Dialect?
  var reasons: [String]
  /// Whether it is a source without any migration too.
  var hasSchema = false
  /// What the tool's own configuration says.
  var placeholders: [String: String] = [:]
  var runsOutOfOrder = false
}
