public import GitStore

/// The reason why a folder cannot be read as a list of migrations: its order or its content would be a guess.
public enum MigrationFolderError: Error, Sendable, Hashable {
  case noSuchFolder(String)
  /// The folder contains no migrations in this convention.
  case noMigrations(folder: String, convention: String, leftOut: [MigrationNotice])
  /// Two files have the same number.
  case sameNumber(String, paths: [String])
  /// The names of two migrations differ only in their Unicode normalization. Their tool tells them apart, and Swift's
  /// comparison of strings does not.
  case sameToUnicode(String, paths: [String])
  /// The tool expects a file at this path: an `up.sql`, or a file that the journal names.
  case missingFile(String, namedBy: String)
  /// The tool stops at a file with this name.
  case refusedName(String, expected: String)
  /// The tool stops at this line of the file.
  case refusedText(String, line: Int, reason: String, hint: String)
  /// A program among the migrations contains a statement that changes the schema, and only SQL is run.
  case programStep(String, line: Int, statement: String)
  /// A statement of a migration that is written in a programming language is not SQL, nor a call whose SQL is known.
  case codeStep(String, line: Int, statement: String)
  /// A migration has no SQL, and its comments name a program.
  case programNamed(String, line: Int, program: String)
  /// A migration has no SQL, and a program with statements of its own names it.
  case namedByProgram(String, program: String)
  /// The SQL contains placeholders for which the configuration has no value: each placeholder once, where it occurs
  /// first.
  case noValues([MissingValue])
  /// The file is not UTF-8 text, or contains a NUL.
  case notText(String)
  /// The file is damaged.
  case unreadable(String, reason: String)
  /// The tool reads the file, and schemaledger does not.
  case notSupported(String, reason: String)
  /// The file is a symbolic link. What it points to is not part of the folder, whose digest is the identity of its content.
  case symbolicLink(String)
  /// Several functions of the Swift files register migrations of GRDB's migrator, at these places.
  case severalMigrators(String, [MigratorCandidate])
  /// The order of the files of a folder, or the choice of those that run, would be a guess.
  case unclearFiles(String, reason: String)
  /// The names of the files divide them into groups, each of which may be for a database of its own.
  case groupedNames(String, NamedGroups)
  /// The files make the same tables: each is the schema of a version.
  case wholeSchemas(String, last: String)
  /// A file or a folder could not be read, which says nothing about it. ``MigrationConvention/listing(in:of:placeholders:isPast:)``
  /// throws the `GitError` itself.
  case git(GitError)
  /// Atlas' own digests do not match. The path is that of the first file that differs, or of the sum file itself.
  case sumMismatch(String, sumFile: String, reason: String)
}

/// A function that registers migrations of GRDB's migrator.
public struct MigratorCandidate: Sendable, Hashable {
  /// `Type.name`
  public let name: String
  /// The path and the line, as `App/Database.swift:12`.
  public let place: String

  /// Creates a candidate.
  package init(name: String, place: String) { (self.name, self.place) = (name, place) }
}

/// A placeholder for which the configuration has no value.
public struct MissingValue: Sendable, Hashable {
  /// The name in the configuration.
  public let placeholder: String
  /// The placeholder as the SQL contains it.
  public let written: String
  /// Repository path of the file.
  public let path: String
  /// The line of the file, from 1.
  public let line: Int

  fileprivate static func message(_ missing: [MissingValue]) -> String {
    guard let first = missing.first else { return "" }
    let shown = 3
    let others = missing.dropFirst().prefix(shown).map { "\($0.written) (\($0.path):\($0.line))" }
    let more = missing.count > shown + 1 ? " and \(missing.count - shown - 1) more" : ""
    return "\(first.path):\(first.line): the configuration has no value for \(first.written)"
      + (others.isEmpty ? "" : ", nor for \(others.joined(separator: ", "))\(more)")
  }
}

extension MigrationFolderError {
  /// The first three of the paths, and the number of the others.
  private static func some(_ paths: [String]) -> String {
    paths.prefix(3).joined(separator: ", ") + (paths.count > 3 ? " and \(paths.count - 3) more" : "")
  }

  /// Describes the error in one sentence.
  public var message: String {
    switch self {
    case .noSuchFolder(let folder):
      "the folder \(folder.isEmpty ? "." : folder) does not exist"
    case .noMigrations(let folder, let convention, let leftOut):
      "\(folder.isEmpty ? "the top folder" : folder) contains no \(convention) migrations"
        + (leftOut.isEmpty ? "" : " (not used: \(Self.some(leftOut.map(\.path))))")
    case .sameNumber(let number, let paths):
      "\(paths.joined(separator: " and ")) have the same number, \(number)"
    case .sameToUnicode(let name, let paths):
      "\(paths.joined(separator: " and ")) have names that are the same to Unicode, \(name); schemaledger does not tell "
        + "them apart"
    case .missingFile(let path, let namedBy):
      "\(path) is missing; \(namedBy) names it"
    case .refusedName(let path, let expected):
      "\(path) is not named like \(expected)"
    case .refusedText(let path, let line, let reason, _):
      "\(path):\(line): \(reason)"
    case .programStep(let path, let line, let statement):
      "\(path):\(line): the program contains \(statement), and only SQL is run"
    case .codeStep(let path, let line, let statement):
      "\(path):\(line): the migration runs '\(statement)', and only SQL is run"
    case .programNamed(let path, let line, let program):
      "\(path):\(line): contains no SQL and refers to the program \(program), and only SQL is run"
    case .namedByProgram(let path, let program):
      "\(path) contains no SQL; \(program), which contains CREATE TABLE or ALTER TABLE, names it, and only SQL is run"
    case .noValues(let missing): MissingValue.message(missing)
    case .notText(let path):
      "\(path) is not UTF-8 text, or contains NUL"
    case .unreadable(let path, let reason), .notSupported(let path, let reason):
      "\(path) cannot be read: \(reason)"
    case .symbolicLink(let path): "\(path) cannot be read: it is a symbolic link, which is not followed"
    case .unclearFiles(let folder, let reason): "\(folder.isEmpty ? "the top folder" : folder): \(reason)"
    case .severalMigrators(let folder, let places):
      "\(folder.isEmpty ? "the top folder" : folder): several functions register migrations: \(places.map { "\($0.name) (\($0.place))" }.joined(separator: ", "))"
    case .groupedNames(let folder, let names):
      "\(folder.isEmpty ? "the top folder" : folder): the names of the files have a word after the number, and a program may run the files of one word only: "
        + names.groups.map { "\($0.word) (\($0.fileCount))" }.joined(separator: ", ")
    case .wholeSchemas(let folder, let last):
      "\(folder.isEmpty ? "the top folder" : folder): \(last) makes the tables of the file before it: each file seems to be the whole schema of a version"
    case .git(let error): error.message
    case .sumMismatch(let path, let sumFile, let reason):
      "\(path) \(reason) \(sumFile)"
    }
  }
}

extension MigrationNotice {
  /// Describes the notice in one sentence.
  public var message: String {
    switch reason {
    case .unrecognised: "\(path) is not named like a migration and is not run"
    case .codeStep: "\(path) is a program, and only SQL is run; a source of kind 'command' can run it"
    case .statement: "\(path):\(number ?? 1): the migration's '\(words ?? "")' is not SQL, and is not run"
    case .downOnly: "\(path) is a down migration without an up migration of its number"
    case .folderNotRead: "\(path) contains SQL files, but the tool does not read them there"
    case .notInJournal: "\(path) is not in the journal and is not run"
    case .numberTooLarge: "\(path) has a number outside the tool's range and is not run"
    case .orderedAsText: "\(path) runs in the text order of its version, not in the numeric order"
    case .journalIndex: "\(path) repeats or reverses an idx in the journal; it runs where the journal lists it"
    case .journalTime: "\(path) has a `when` not later than an earlier entry's: existing databases skip it"
    case .callback: "\(path) is a callback, which is not run here"
    case .baseline: "\(path) is a baseline for new databases; the migrations it stands for are run here"
    case .switchedOff: "\(path) is switched off by its own settings and is not run"
    case .mixedTransaction:
      "\(path) contains PRAGMA foreign_keys and other statements, which Flyway refuses without mixed=true, or executeInTransaction=false in \(path).conf"
    case .conditional: "\(path) has preconditions, which are not checked here: it is run"
    case .emptyFile: "\(path) contains no SQL"
    case .secondStatement:
      "\(path):\(number ?? 1) follows another statement without --> statement-breakpoint: bun:sqlite does not run it, and better-sqlite3 refuses both"
    case .otherDialect: "\(path) is for another database and is not run"
    case .gap: "\(path) does not follow the number before it, and the tool stops at gaps"
    case .notSQLite: "\(path) is not SQL that SQLite can parse; a program may replace words in it"
    case .listsFiles: "\(path) names the SQL files; what it runs beside them is not run here"
    case .makesMoreTables: "\(path) makes tables that the migrations lack, and is not run here"
    case .notListed: "\(path) is run here, but the program that names the other files does not name it"
    case .changesTables: "\(path) contains SQL that makes or changes tables, indexes or triggers, which is not run here"
    case .mapperMakesTables:
      "\(path) lets an object-relational mapper make tables (EnsureCreated, create_all or AutoMigrate), which is not run here"
    case .otherStart: "\(path) upgrades from a version that the other migrations skip, and is not run"
    case .laterVersion: "\(path) is in the folder of a later version and is not run yet"
    case .notExported:
      "\(path) says version \(number ?? 0), which Room has not exported: build it once, so that it writes \(number ?? 0).json"
    case .staleSum: "\(path) does not match the files of its commit, so Atlas would have refused to run them"
    }
  }
}

extension Collection<MigrationNotice> {
  /// One sentence for each notice. If a kind occurs often, such as programs among the migrations or files for another
  /// database, its first notice represents all of them.
  public var messages: [String] { summaries.map(\.message) }

  /// ``messages``, each with its reason.
  public var summaries: [(reason: MigrationNotice.Reason, message: String)] {
    Dictionary(grouping: enumerated()) { $0.element.reason }.values.flatMap { alike in
      guard alike.count > 3, let (offset, first) = alike.first else {
        return alike.map { ($0.offset, $0.element.reason, $0.element.message) }
      }
      return [(offset, first.reason, "\(first.message) (and \(alike.count - 1) more like this)")]
    }.sorted { $0.0 < $1.0 }.map { ($0.1, $0.2) }
  }
}
