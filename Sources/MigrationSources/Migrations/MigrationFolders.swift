public import GitStore

/// A folder that looks like a folder of migrations.
public struct MigrationFolder: Sendable, Equatable {
  /// Repository path, without a trailing slash.
  public var folder: String
  /// A ``MigrationConvention/name``.
  public var convention: String
  /// The dialect that the tool's own files or the words of the path name; `nil` if they name none.
  public var dialect: Dialect?
  /// The dialect that the words of the SQL suggest (``Dialect/guess(sql:)``), if ``dialect`` is `nil`.
  public var guess: Dialect?
  /// Words of the SQL that show that it is not SQLite's, although SQLite may run it: one for which SQLite has no use,
  /// or two that only ``guess`` has. Empty if there are none, or if ``guess`` is `nil` or SQLite.
  package fileprivate(set) var foreignWords: [String] = []
  /// Whether nothing shows that it is for another database than SQLite.
  package var mayBeSQLite: Bool { dialect == .sqlite || dialect == nil && foreignWords.isEmpty }
  /// The number of files or folders that are named like migrations; their contents are not read for it.
  public var migrationCount: Int
  /// The reasons for the proposal, for people.
  public var reasons: [String]
  /// Values from the tool's own configuration: ``MigrationFolderConfiguration/placeholders``.
  public var placeholders: [String: String] = [:]
  /// A value from the tool's own configuration: ``MigrationFolderConfiguration/runsOutOfOrder``.
  public var runsOutOfOrder = false
  /// Whether it is a single file whose name begins with a number, and nothing else suggests a sequence of migrations.
  public package(set) var isLoneFile = false

  /// Whether it is in a place such as `tests`, which does not belong to the project's own database.
  package var isAside: Bool { MigrationFolders.isAside(folder) }

  /// Whether each migration is a file whose name begins with a number, in a convention that only the names suggest.
  package var isOfNumberedFiles: Bool {
    [MigrationConvention.plain, .timestamps, .golangMigrate, .names].map(\.name).contains(convention)
  }

  /// Creates a candidate without reading any files.
  public init(folder: String, convention: String, dialect: Dialect?, migrationCount: Int, reasons: [String]) {
    self.folder = folder
    self.convention = convention
    self.dialect = dialect
    self.migrationCount = migrationCount
    self.reasons = reasons
  }
}

/// Searches a project for folders of migrations.
public enum MigrationFolders {
  /// Finds the candidates, best first: SQLite before unknown before other dialects, then a tool's own files before file
  /// names.
  ///
  /// Each folder occurs once, in the convention that matches it best. Folders in places such as `vendor`, `tests` and
  /// `examples` are included only if there are no others, or if `everywhere` is true. If no file or path names the
  /// dialect, the words of the SQL determine the rank (``Dialect/guess(sql:)``), but ``MigrationFolder/dialect`` stays
  /// `nil`.
  ///
  /// - Parameter everywhere: whether to include folders in such places.
  /// - Throws: `GitError`.
  public static func find(in snapshot: FileSnapshot, everywhere: Bool = false) throws -> [MigrationFolder] {
    let project = try ProjectFiles(snapshot)
    var candidates: [Candidate] = []
    for paths in project.folders {
      let words = paths.path.split(separator: "/").map { $0.lowercased() }
      guard !words.contains(".git"), let (convention, recognition) = try best(for: paths, in: project) else { continue }
      var folder = MigrationFolder(
        folder: paths.path, convention: convention.name, dialect: recognition.dialect,
        migrationCount: recognition.count, reasons: recognition.reasons)
      folder.placeholders = recognition.placeholders
      folder.runsOutOfOrder = recognition.runsOutOfOrder
      folder.isLoneFile = recognition.evidence == .numbers && recognition.count == 1
      if folder.dialect == nil, let (dialect, word) = Dialect.named(inPath: paths.path) {
        folder.dialect = dialect
        folder.reasons.append("its path says \(word)")
      }
      var guess: Dialect?
      if folder.dialect == nil {
        let words = try Dialect.words(of: sample(of: paths, in: project))
        guess = words?.dialect
        folder.guess = guess
        folder.foreignWords = Self.foreign(words?.words ?? [], of: guess)
        if let guess, guess == .sqlite || !folder.foreignWords.isEmpty {
          folder.reasons.append("its SQL reads like \(guess.title)")
        } else if let guess, let word = words?.words.first {
          // Too little to leave it out, and enough to say it.
          folder.reasons.append("its SQL has \(word), as that of \(guess.title)")
        }
      }
      let aside = words.first(where: ignoredFolderNames.contains)
      if let aside { folder.reasons.append("it is in a place for other things (\(aside))") }
      candidates.append(
        Candidate(
          folder: folder, evidence: recognition.evidence, guess: guess,
          isNamedMigrations: words.contains { $0.contains("migrat") }, isAside: aside != nil,
          readsFoldersBelow: convention.readsFoldersBelow))
    }
    removeFoldersAround(&candidates)
    let outer = candidates.filter(\.readsFoldersBelow).map(\.folder)
    candidates.removeAll { inner in
      outer.contains { $0.convention == inner.folder.convention && inner.folder.folder.hasPrefix($0.folder + "/") }
    }
    // The folders of single versions are parts of the folder that contains them.
    let nested = Set(
      candidates.filter { $0.folder.convention == MigrationConvention.versionFolders.name }.map(\.folder.folder))
    candidates.removeAll { candidate in
      let path = candidate.folder.folder
      return !nested.contains(path) && nested.contains(path.split(separator: "/").dropLast().joined(separator: "/"))
    }
    if !everywhere, candidates.contains(where: { !$0.isAside }) { candidates.removeAll(where: \.isAside) }
    return candidates.sorted { $0.rank < $1.rank }.map(\.folder)
  }

  /// Removes a folder that a tool would read with all below it if one of these is called after SQLite: the tool is then told to
  /// read that one.
  private static func removeFoldersAround(_ candidates: inout [Candidate]) {
    let inner = candidates.map(\.folder)
    candidates.removeAll { candidate in
      let own = candidate.folder
      return candidate.readsFoldersBelow
        && inner.contains {
          $0.convention == own.convention && $0.folder.hasPrefix(own.folder + "/")
            && Dialect.named(in: $0.folder.dropFirst(own.folder.count)) == .sqlite
        }
    }
  }

  /// Names of folders whose contents do not belong to the project's own database.
  package static let ignoredFolderNames: Set<String> = [
    "node_modules", "site-packages", "vendor", "vendored", "third_party", "third-party", "thirdparty", "testdata",
    "fixtures", "fixture", "test", "tests", "__tests__", "spec", "stub", "stubs", "example", "examples", "sample",
    "samples", "target", ".build", "androidtest",
  ]

  /// Whether a path leads through a folder with one of these names.
  package static func isAside(_ path: String) -> Bool {
    path.split(separator: "/").contains { ignoredFolderNames.contains($0.lowercased()) }
  }

  /// The migration tool that the project's own files name for a folder.
  public enum NamedTool: Sendable, Hashable {
    /// A ``MigrationConvention/title``. A build file names the tool, or a file that only the tool writes.
    case tool(String)
    /// There are build files, which name none.
    case unnamed
    /// There is no build file around the folder, or no such folder.
    case unknown
  }

  /// The tool for the first of these folders that contains migrations.
  ///
  /// - Throws: `GitError`.
  public static func namedTool(of folders: [String], in snapshot: FileSnapshot) throws -> NamedTool {
    let project = try ProjectFiles(snapshot)
    for folder in folders {
      guard let paths = project.folders.first(where: { $0.path == folder }) else { continue }
      if let (convention, recognition) = try best(for: paths, in: project), recognition.evidence >= .manifest {
        return .tool(convention.title)
      }
      return project.hasManifest(around: folder) ? .unnamed : .unknown
    }
    return .unknown
  }

  private static func best(
    for paths: FolderPaths, in project: ProjectFiles
  ) throws -> (MigrationConvention, Recognition)? {
    var best: (MigrationConvention, Recognition)?
    for convention in MigrationConvention.all {
      guard let recognition = try convention.recognise(paths, project), recognition.count > 0 || recognition.hasSchema
      else { continue }
      if let known = best, known.1.evidence >= recognition.evidence { continue }
      best = (convention, recognition)
    }
    return best
  }

  private static func foreign(_ words: [String], of guess: Dialect?) -> [String] {
    guard let guess, guess != .sqlite else { return [] }
    let unusable = words.filter(Dialect.unusableWords.contains)
    return unusable.isEmpty && words.count < 2 ? [] : unusable + words.filter { !unusable.contains($0) }
  }

  /// The SQL of the first two files and the last file: the first files create the tables, and the last one has the
  /// current style.
  private static func sample(of paths: FolderPaths, in project: ProjectFiles) throws -> String {
    // If the folder has SQL files, those below it are migrations of their own.
    let own = paths.files.filter(\.hasSQLSuffix)
    let inner = paths.folders.flatMap { folder, names in names.map { folder + "/" + $0 } }
    let scripts = (own.isEmpty ? inner.filter(\.hasSQLSuffix) : own).sorted()
    let chosen = scripts.count > 3 ? Array(scripts.prefix(2)) + scripts.suffix(1) : scripts
    return try chosen.compactMap { try project.text(paths.path(of: $0)) }.joined(separator: "\n")
  }
}

private struct Candidate {
  var folder: MigrationFolder
  var evidence: Recognition.Evidence
  var guess: Dialect?
  var isNamedMigrations: Bool
  var isAside: Bool
  var readsFoldersBelow: Bool

  /// The candidate's position; smaller is better.
  var rank: Rank {
    Rank(
      dialect: folder.dialect.map { $0 == .sqlite ? 0 : 4 } ?? guess.map { $0 == .sqlite ? 1 : 3 } ?? 2,
      evidence: -evidence.rawValue, name: isNamedMigrations ? 0 : 1, count: -folder.migrationCount, path: folder.folder)
  }

  struct Rank: Comparable {
    var dialect, evidence, name, count: Int
    var path: String

    static func < (left: Rank, right: Rank) -> Bool {
      (left.dialect, left.evidence, left.name, left.count, left.path)
        < (right.dialect, right.evidence, right.name, right.count, right.path)
    }
  }
}

extension Dialect {
  /// The name for people.
  package var title: String {
    switch self {
    case .sqlite: "SQLite"
    case .postgres: "PostgreSQL"
    case .mysql: "MySQL"
    case .other: "another database's"
    }
  }
}
