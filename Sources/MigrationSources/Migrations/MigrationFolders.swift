public import GitStore

/// A folder that looks like one of migrations.
public struct MigrationFolder: Sendable, Equatable {
  /// Repository path, without a slash at its end.
  public var folder: String
  /// A ``MigrationConvention/name``.
  public var convention: String
  /// What the tool's own files or the words of the path say; `nil`: they say nothing.
  public var dialect: Dialect?
  /// Where they say nothing, what the words of the SQL tell (``Dialect/guess(sql:)``).
  public var guess: Dialect?
  /// Files or folders that are named like migrations; their text is not looked at for it.
  public var migrationCount: Int
  /// Why it is proposed, for people.
  public var reasons: [String]
  /// What the tool's own configuration says: ``MigrationFolderConfiguration/placeholders``.
  public var placeholders: [String: String] = [:]
  /// What the tool's own configuration says: ``MigrationFolderConfiguration/runsOutOfOrder``.
  public var runsOutOfOrder = false

  /// A candidate; nothing is looked up here.
  public init(folder: String, convention: String, dialect: Dialect?, migrationCount: Int, reasons: [String]) {
    self.folder = folder
    self.convention = convention
    self.dialect = dialect
    self.migrationCount = migrationCount
    self.reasons = reasons
  }
}

/// Looks a project over for folders of migrations.
public enum MigrationFolders {
  /// The candidates, best first: SQLite before unknown before other dialects, then a tool's own files before file names.
  ///
  /// Each folder is there once, in the convention that knows it best. Folders in places such as `vendor`, `tests` and
  /// `examples` are there only when no other is, or when they are asked for. Where nothing names the dialect, the words of the SQL decide the place
  /// (``Dialect/guess(sql:)``), but ``MigrationFolder/dialect`` stays `nil`.
  ///
  /// - Parameter everywhere: also in such places.
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
      if folder.dialect == nil, let (dialect, word) = Dialect.named(inPath: paths.path) {
        folder.dialect = dialect
        folder.reasons.append("its path says \(word)")
      }
      var guess: Dialect?
      if folder.dialect == nil {
        guess = try Dialect.guess(sql: sample(of: paths, in: project))
        folder.guess = guess
        if let guess { folder.reasons.append("its SQL reads like \(guess.title)") }
      }
      let aside = words.first(where: asides.contains)
      if let aside { folder.reasons.append("it is in a place for other things (\(aside))") }
      candidates.append(
        Candidate(
          folder: folder, evidence: recognition.evidence, guess: guess,
          isNamedSo: words.contains { $0.contains("migrat") }, isAside: aside != nil,
          readsFoldersBelow: convention.readsFoldersBelow))
    }
    let outer = candidates.filter(\.readsFoldersBelow).map(\.folder)
    candidates.removeAll { inner in
      outer.contains { $0.convention == inner.folder.convention && inner.folder.folder.hasPrefix($0.folder + "/") }
    }
    // The folders of one version are parts of the folder around them.
    let nested = Set(
      candidates.filter { $0.folder.convention == MigrationConvention.versionFolders.name }.map(\.folder.folder))
    candidates.removeAll { candidate in
      let path = candidate.folder.folder
      return !nested.contains(path) && nested.contains(path.split(separator: "/").dropLast().joined(separator: "/"))
    }
    if !everywhere, candidates.contains(where: { !$0.isAside }) { candidates.removeAll(where: \.isAside) }
    return candidates.sorted { $0.rank < $1.rank }.map(\.folder)
  }

  /// Names of folders that hold what is not the project's own database.
  package static let asides: Set<String> = [
    "node_modules", "site-packages", "vendor", "vendored", "third_party", "third-party", "thirdparty", "testdata",
    "fixtures", "fixture", "test", "tests", "__tests__", "spec", "stub", "stubs", "example", "examples", "sample",
    "samples", "target", ".build",
  ]

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

  /// The SQL of the first two and the last files: the first create the tables, the last are in today's style.
  private static func sample(of paths: FolderPaths, in project: ProjectFiles) throws -> String {
    let inner = paths.folders.flatMap { folder, names in names.map { folder + "/" + $0 } }
    let scripts = (paths.files + inner).filter(\.hasSQLSuffix).sorted()
    let chosen = scripts.count > 3 ? Array(scripts.prefix(2)) + scripts.suffix(1) : scripts
    return try chosen.compactMap { try project.text(paths.path(of: $0)) }.joined(separator: "\n")
  }
}

private struct Candidate {
  var folder: MigrationFolder
  var evidence: Recognition.Evidence
  var guess: Dialect?
  var isNamedSo: Bool
  var isAside: Bool
  var readsFoldersBelow: Bool

  /// Smaller is better.
  var rank: Rank {
    Rank(
      dialect: folder.dialect.map { $0 == .sqlite ? 0 : 4 } ?? guess.map { $0 == .sqlite ? 1 : 3 } ?? 2,
      evidence: -evidence.rawValue, name: isNamedSo ? 0 : 1, count: -folder.migrationCount, path: folder.folder)
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
  /// For people.
  package var title: String {
    switch self {
    case .sqlite: "SQLite"
    case .postgres: "PostgreSQL"
    case .mysql: "MySQL"
    case .other: "another database's"
    }
  }
}
