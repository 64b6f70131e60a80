public import GitStore

/// The layout that a tool uses for a folder of migrations.
///
/// A convention is one file in `Conventions/` and one word in ``all``. The compiler requires each property without a
/// default value; tests require a sample project and the rows in the documentation. If a tool has file formats of its
/// own, their parsers are in `Formats/`.
public struct MigrationConvention: Sendable {
  /// The name in the configuration: `golang-migrate`.
  public let name: String
  /// The name for people: "plain numbered".
  public let title: String
  /// The URL of the page that documents the convention.
  public let documentation: String
  /// Judges a folder by the paths in it, for ``MigrationFolders``; returns `nil` if the folder does not have this
  /// convention.
  let recognise: @Sendable (FolderPaths, ProjectFiles) throws -> Recognition?
  /// The place where a database records the migrations that it has run.
  package let tracking: MigrationsTable.Form
  /// The relation between the SQL that the tool runs and the file.
  package let script: ScriptForm
  /// What the tool compares in a migration that a database has run; `nil` if it compares nothing, or if the folder does not
  /// tell which program runs the migrations.
  package let textComparison: TextComparison?
  /// Reads the migrations in order and adds a notice to the reading for each file that it leaves out.
  let read: @Sendable (inout FolderReading) throws(MigrationFolderError) -> [Migration]
  /// Whether the tool also reads the folders below.
  var readsFoldersBelow = false
  /// Whether the tool also reads files outside the folder.
  package var readsOtherFolders = false
  /// Whether the tool can have one file in place of a folder.
  package var readsFile = false
  /// The setting of `PRAGMA foreign_keys` with which the tool runs migrations, unless the application changes it or
  /// ``MigrationListing/foreignKeys`` states another; `nil` if the tool leaves it to SQLite or the driver.
  package var foreignKeys: Bool?
  /// The ids of the migrations that a program of this version leaves to a later version, if the ids say so.
  var laterMigrations: (@Sendable (_ migrations: [Migration], _ version: String) -> Set<String>)?

  /// Whether the ids of migrations contain versions of the program.
  package var namesVersions: Bool { laterMigrations != nil }

  /// All conventions. If two match a folder equally well, the earlier one is proposed.
  public static let all: [MigrationConvention] = [
    .prisma, .drizzle, .atlas, .sqlDelight, .liquibase, .mojo, .rusqliteMigration, .diesel, .goose, .sqlMigrate,
    .dbmate,
    .upDown,
    .dbutil, .refinery, .flyway, .names, .sqlx, .pop,
    .golangMigrate, .sqitch, .versionFolders, .timestamps, .plain, .prefixed, .grdb,
  ]

  /// Whether the convention says only in which order a program of the project runs the files.
  package var isOrderAlone: Bool { [Self.plain, .names, .timestamps, .prefixed].contains { $0.name == name } }

  /// The convention with this configuration name.
  public static func named(_ name: String) -> MigrationConvention? {
    all.first { $0.name == name }
  }

  /// Reads a folder as the tool would, and reports the files that the tool would not run.
  ///
  /// - Parameters:
  ///   - folder: a path in the snapshot, `""` for its root.
  ///   - placeholders: values for the placeholders that the tool replaces in the SQL.
  ///   - migrator: the file or the function that registers GRDB's migrations, if there are several.
  ///   - isPast: whether the snapshot is an earlier commit. A digest that the tool would refuse today is then a notice:
  ///     the commit cannot be corrected.
  /// - Throws: `MigrationFolderError` for what is in the folder, `GitError` if it could not be read.
  public func listing(
    in folder: String, of snapshot: FileSnapshot, placeholders: [String: String] = [:], migrator: String? = nil,
    isPast: Bool = false
  ) throws -> MigrationListing {
    do {
      return try readListing(in: folder, of: snapshot, placeholders: placeholders, migrator: migrator, isPast: isPast)
    } catch .git(let error) {
      throw error
    }
  }

  private func readListing(
    in folder: String, of snapshot: FileSnapshot, placeholders: [String: String], migrator: String?, isPast: Bool
  ) throws(MigrationFolderError) -> MigrationListing {
    var reading = try FolderReading(folder, of: snapshot, placeholders: placeholders, orFile: readsFile)
    reading.isPast = isPast
    reading.migrator = migrator
    var migrations = try read(&reading)
    if script == .wholeFile { migrations = try Self.asRun(migrations, &reading) }
    guard reading.missingValues.isEmpty else { throw .noValues(reading.missingValues) }
    guard !migrations.isEmpty || reading.fresh != nil else {
      throw .noMigrations(folder: folder, convention: title, leftOut: reading.notices)
    }
    try Self.checkNames(of: migrations)
    for index in migrations.indices { migrations[index].comparison = textComparison?.form }
    if isOrderAlone {
      if let groups = NamedGroups(folder: folder, paths: migrations.map(\.path)) { throw .groupedNames(folder, groups) }
      if let last = WholeSchemas.last(of: migrations) { throw .wholeSchemas(folder, last: last) }
      try reading.noticeLaterFolders()
    }
    for migration in migrations where migration.program == nil && migration.up.allSatisfy(\.isWhitespace) {
      reading.notices.append(MigrationNotice(path: migration.path, reason: .emptyFile))
    }
    var listing = MigrationListing(
      migrations: migrations, notices: reading.notices.sorted { $0.path < $1.path }, fresh: reading.fresh,
      snapshots: reading.snapshots)
    listing.checkpoints = reading.checkpoints
    listing.foreignKeys = reading.foreignKeys
    listing.stated = reading.stated
    listing.programStep = reading.codeStep
    return listing
  }

  /// Migrations that SQLite runs as whole files, with values in place of placeholders.
  private static func asRun(
    _ migrations: [Migration], _ reading: inout FolderReading
  ) throws(MigrationFolderError) -> [Migration] {
    let template = TemplatePlaceholders(reading.placeholders)
    try MigratusParts.check(migrations)
    var result = migrations
    for (index, migration) in migrations.enumerated() {
      try ForeignText.refuse(in: migration.up, path: migration.path, isMigration: true)
      let text = try ShellLines.removed(from: migration.up, path: migration.path)
      let up = try template.replaced(in: text, path: migration.path)
      reading.note(up.missing)
      result[index].up = up.text
      result[index].placeholders = up.inserted
      // A value that only the down migration needs is not missed: it runs only in `verify`, which reports what fails.
      result[index].down = try migration.down.map { down throws(MigrationFolderError) in
        try template.replaced(in: down, path: migration.path).text
      }
    }
    return result
  }

  /// Identifiers of migrations are compared as strings everywhere else, so two that Unicode takes for the same would be one.
  private static func checkNames(of migrations: [Migration]) throws(MigrationFolderError) {
    let known = Dictionary(migrations.map { ($0.id, $0) }) { first, _ in first }
    for migration in migrations {
      if let other = known[migration.id], ByteName(other.id) != ByteName(migration.id) {
        throw .sameToUnicode(migration.id, paths: [other.path, migration.path])
      }
    }
  }
}

extension MigrationListing {
  /// The listing as a program of this version runs it, in a convention whose ids contain versions of the program.
  ///
  /// - Parameter convention: a ``MigrationConvention/name``.
  package func running(in version: String, convention: String) -> MigrationListing {
    let known = MigrationConvention.named(convention)
    guard let later = known?.laterMigrations?(migrations, version), !later.isEmpty else { return self }
    var listing = self
    listing.migrations.removeAll { later.contains($0.id) }
    listing.notices += migrations.filter { later.contains($0.id) }.map {
      MigrationNotice(path: $0.path, reason: .laterVersion)
    }
    return listing
  }
}

/// The relation between the SQL that a tool runs and the file that contains it. Errors name lines of the file, so in
/// each form a line has the same number in both.
package enum ScriptForm: Sendable {
  /// The file's text, with values in place of the placeholders that the configuration names.
  case wholeFile
  /// Some of the file's lines, at their line numbers; the other lines are empty, or omitted at the end.
  case partOfFile
  /// The file's text, with values in place of the tool's own placeholders.
  case substituted
  /// SQL generated from a file that uses a language of the tool.
  case rewritten
}

/// The reasons why a folder matches a convention.
struct Recognition {
  /// The kinds of evidence, from the weakest to the strongest.
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
  /// Whether the folder is a source even without migrations.
  var hasSchema = false
  /// The placeholders in the tool's own configuration.
  var placeholders: [String: String] = [:]
  var runsOutOfOrder = false
}
