internal import GitStore
internal import LedgerCore
internal import MigrationSources

/// Finds the `DatabaseMigrator`s of GRDB in the Swift files of a repository. Only files are read.
struct MigratorProjects {
  private let snapshot: FileSnapshot
  /// The Swift files that register migrations.
  private let files: [String]

  /// - Throws: `GitError`.
  init(in snapshot: FileSnapshot) throws {
    self.snapshot = snapshot
    files = try snapshot.files(under: "").map(\.path).filter { path in
      guard path.hasSuffix(".swift"), !FolderReading.isAside(path) else { return false }
      return try snapshot.read(path)?.contains("registerMigration(".utf8) == true
    }
  }

  /// A source for each migrator, with its migrations.
  ///
  /// - Throws: `GitError`.
  func find() throws -> [SourceTrial] {
    guard let base = Self.commonFolder(of: files) else { return [] }
    switch Result(catching: { try listing(of: base, nil) }) {
    case .failure(MigrationFolderError.severalMigrators(_, let migrators)):
      return try migrators.map { try trial(of: base, migrator: $0.name, at: $0.place) }
    case .failure(let error as GitError): throw error
    default: return [try trial(of: base, migrator: nil, at: base)]
    }
  }

  /// The migrator of a package, whose program runs it; `nil` if it could be one of several.
  ///
  /// - Parameter folder: the folder of the package.
  func migrator(of folder: String) throws -> MigrationFolderConfiguration? {
    let all = try find().compactMap(\.source.migrations)
    let own = all.filter { folder.isEmpty || $0.paths[0].hasPrefix(folder + "/") }
    let candidates = own.isEmpty ? all : own
    return candidates.count == 1 ? candidates[0] : nil
  }

  private func trial(of base: String, migrator: String?, at place: String) throws -> SourceTrial {
    let path = try narrowest(base, migrator)
    let configuration = Self.configuration(path, migrator)
    let count =
      (try? listing(of: path, migrator).migrations.count).map { ", \($0) migration\($0 == 1 ? "" : "s")" } ?? ""
    let candidate = SourceCandidate(
      path: migrator == nil ? path : place, kind: .migrations, convention: configuration.convention,
      summary: MigrationConvention.grdb.title + count, evidence: ["it registers migrations"])
    return try SourceTrial(candidate, .migrations(configuration), for: .sqlite, in: snapshot)
  }

  /// The innermost folder from which the migrations are read as from the whole repository: they may call functions and name
  /// constants of other files, whose changes must count. If a name means several things in the whole repository, it is the
  /// innermost folder in which the most statements are understood.
  private func narrowest(_ base: String, _ migrator: String?) throws -> String {
    let found = Self.foldersAround(base).compactMap { path in
      (try? listing(of: path, migrator)).map { (path: path, listing: $0) }
    }
    func misread(_ listing: MigrationListing) -> Int { listing.notices.count { $0.reason == .statement } }
    let fewest = found.min { misread($0.listing) < misread($1.listing) }
    guard let whole = found.last?.listing, let fewest else { return base }
    // More code that is followed has more statements that are not understood, but no migration less.
    let same = found.first { $0.listing.migrations == whole.migrations && misread($0.listing) == misread(whole) }
    let isRead = whole.migrations.map(\.id) == fewest.listing.migrations.map(\.id)
    return (isRead ? same?.path : nil) ?? fewest.path
  }

  private func listing(of path: String, _ migrator: String?) throws -> MigrationListing {
    try Self.configuration(path, migrator).listing(in: snapshot)
  }

  private static func configuration(_ path: String, _ migrator: String?) -> MigrationFolderConfiguration {
    var configuration = MigrationFolderConfiguration(paths: [path], convention: MigrationConvention.grdb.name)
    configuration.migrator = migrator
    return configuration
  }

  /// The folder of all files; the file's own path if there is one. `nil` without files.
  private static func commonFolder(of files: [String]) -> String? {
    guard var common = files.first.map({ $0.split(separator: "/").dropLast() }) else { return nil }
    if files.count == 1 { return files[0] }
    for file in files {
      let parts = file.split(separator: "/").dropLast()
      common = common.prefix(zip(common, parts).prefix { $0 == $1 }.count)
    }
    return common.joined(separator: "/")
  }

  private static func foldersAround(_ path: String) -> [String] {
    var folders = [path]
    var parts = path.split(separator: "/")
    while parts.popLast() != nil { folders.append(parts.joined(separator: "/")) }
    return folders
  }
}
