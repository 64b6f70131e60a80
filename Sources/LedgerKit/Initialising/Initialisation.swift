public import GitStore
public import LedgerCore
internal import LedgerEntries
public import MigrationSources
internal import SQLiteSchema

/// Finds the source of a repository's schema, and sets up its ledger.
public struct Initialisation {
  /// The configuration to write, and the sources from which it was chosen.
  public struct Found: Sendable {
    /// A database for each of ``candidates``, in their order.
    public var configuration: Configuration
    /// Descriptions of the sources of the databases.
    public let candidates: [SourceCandidate]
    /// Sources that were found and not chosen, because they are for another database, are not SQL, or are not run by
    /// SQLite.
    public let leftOut: [SourceCandidate]
    /// Files in the sources' folders that are not run, or that are run in an unexpected way.
    public let notices: [MigrationNotice]
    /// Sources that were named explicitly and do not run, with the reason.
    public let failures: [Finding]
  }

  /// The repository in which to create a ledger. It must have a work tree.
  public let repository: Repository
  let snapshot: FileSnapshot

  /// - Throws: `LedgerError.bareRepository`, `.configurationExists`, `GitError`.
  public init(repository: Repository) throws {
    guard !repository.isBare else { throw LedgerError.bareRepository(path: repository.gitDirectory) }
    self.repository = repository
    snapshot = try repository.snapshot(.workTree)
    if try snapshot.read(Configuration.fileName) != nil {
      throw LedgerError.configurationExists(path: Configuration.fileName)
    }
  }

  /// Searches for sources, or uses the named ones.
  ///
  /// - Parameters:
  ///   - paths: folders of migrations, SQL files, or files that identify a program (``ProgramProject``), one for each
  ///     database. If empty, the repository is searched.
  ///   - ledger: the ledger's folder.
  /// - Throws: `LedgerError.noSourceFound`, `.severalSourcesFound`, `GitError`.
  public func find(named paths: [String], ledger: String) throws -> Found {
    if !paths.isEmpty { return try take(paths, ledger: ledger) }
    let schemaFiles = try SchemaFiles(in: snapshot)
    let folders = try MigrationFolders.find(in: snapshot)
    var usable: [SourceTrial] = []
    var broken: [SourceTrial] = []
    var brokenCounts: [String: Int] = [:]
    var largest = 0
    var leftOut: [SourceCandidate] = []
    for folder in folders {
      guard folder.dialect == .sqlite || folder.dialect == nil else {
        leftOut.append(folder.candidate(note: folder.dialect?.title))
        continue
      }
      let trial = try SourceTrial(folder, beside: schemaFiles, in: snapshot)
      if trial.failure == nil {
        usable.append(trial)
        largest = max(largest, folder.migrationCount)
      } else if folder.dialect == .sqlite || trial.isUnread {
        broken.append(trial)
        brokenCounts[folder.folder] = folder.migrationCount
      } else {
        leftOut.append(trial.failed(like: folder.guess))
      }
    }
    let projects = try ProgramProjects(in: snapshot, top: repository.root).find()
    let known = Set(folders.map(\.folder)).union(projects.flatMap(\.scriptFolders))
    let programs = try ProgramFolders.find(in: snapshot, excluding: known)
    // A source that does not run is chosen only if none of the folders runs. If it has more migrations than any that
    // runs, the user must decide.
    let uncertain = broken.filter { usable.isEmpty || brokenCounts[$0.candidate.path, default: 0] > largest }
    var chosen = usable + uncertain
    if chosen.isEmpty {
      let files = schemaFiles.paths.map { SourceTrial(schemaFile: $0, in: snapshot) }
      chosen = files.filter { $0.failure == nil }
      if chosen.isEmpty { leftOut += files.map(\.failed) }
    }
    chosen += projects.compactMap(SourceTrial.init)
    leftOut += projects.filter { !$0.isRunnable }.map(\.candidate) + programs
    guard let only = chosen.first else { throw LedgerError.noSourceFound(leftOut: leftOut) }
    guard chosen.count == 1 else { throw LedgerError.severalSourcesFound(chosen.map(\.failed)) }
    if !usable.isEmpty { leftOut += broken.map(\.failed) }
    return found([only], ledger: ledger, leftOut: leftOut + only.otherCandidates)
  }

  private func take(_ paths: [String], ledger: String) throws -> Found {
    let schemaFiles = try SchemaFiles(in: snapshot)
    let folders = try MigrationFolders.find(in: snapshot, everywhere: true)
    let projects = try ProgramProjects(in: snapshot, top: repository.root).find(everywhere: true)
    let trials = try paths.map { path in
      let path = Self.normalized(path)
      if let folder = folders.first(where: { $0.folder == path }) {
        return try SourceTrial(folder, beside: schemaFiles, in: snapshot)
      }
      if let project = projects.first(where: { $0.candidate.path == path }) {
        guard let trial = SourceTrial(project) else { throw LedgerError.noSourceFound(leftOut: [project.candidate]) }
        return trial
      }
      if try snapshot.read(path) != nil { return SourceTrial(schemaFile: path, in: snapshot) }
      if let programs = try ProgramFolders.find(in: snapshot, excluding: []).first(where: { $0.path == path }) {
        throw LedgerError.noSourceFound(leftOut: [programs])
      }
      throw LedgerError.noSuchSource(path: path)
    }
    return found(trials, ledger: ledger, leftOut: trials.flatMap(\.otherCandidates))
  }

  /// Normalises a path from the shell into a repository path: `./db/` becomes `db`, and `.` becomes the top.
  private static func normalized(_ path: String) -> String {
    path.split(separator: "/", omittingEmptySubsequences: !path.hasPrefix("/")).filter { $0 != "." }.joined(
      separator: "/")
  }

  private func found(_ trials: [SourceTrial], ledger: String, leftOut: [SourceCandidate]) -> Found {
    let names = DatabaseNames.names(for: trials.map(\.candidate.path))
    let databases = zip(trials, names).map { trial, name in
      DatabaseConfiguration(
        name: name, ledger: trials.count == 1 ? ledger : "\(ledger)/\(name)", source: trial.source,
        version: trial.version)
    }
    let failures = trials.compactMap { trial in
      trial.failure.map { Finding.migrationFailed(nil, $0) }
    }
    return Found(
      configuration: Configuration(databases: databases), candidates: trials.map(\.candidate), leftOut: leftOut,
      notices: trials.flatMap(\.notices), failures: failures)
  }

  /// Writes the configuration and the ledger's folder into the work tree.
  ///
  /// - Returns: the written paths.
  /// - Throws: `LedgerError.ledgerIgnored`, `.ledgerIsNoFolder`, `.ledgerMisplaced`, `GitError`. Nothing has been
  ///   changed in that case.
  public func write(_ configuration: Configuration) throws -> [String] {
    if let reason = Self.reasonToReject(configuration) { throw LedgerError.ledgerMisplaced(reason: reason) }
    var files = [(Configuration.fileName, Array(configuration.yaml.utf8))]
    for database in configuration.databases {
      try Ledger.refuseNonFolder([database.ledger, Ledger.fixturesFolder(of: database.ledger)], in: snapshot)
      // A rule such as `*.sqlite` does not matter: freeze commits ignored fixtures, too, and Git does not ignore
      // tracked files.
      if try repository.isIgnored(database.ledger + "/") { throw LedgerError.ledgerIgnored(path: database.ledger) }
      files += LedgerFolder.files(at: database.ledger)
    }
    let missing = try files.filter { path, _ in try snapshot.read(path) == nil }
    // The configuration is written last. `init` refuses to run if it exists, and an interrupted `init` must be
    // repeatable.
    try repository.writeWorkTree((missing.dropFirst() + missing.prefix(1)).map { .write(path: $0.0, bytes: $0.1) })
    return missing.map(\.0)
  }

  /// The reason why the configuration could not be read back. The user chose the ledger's folder, which may be invalid.
  private static func reasonToReject(_ configuration: Configuration) -> String? {
    do {
      _ = try Configuration(yaml: configuration.yaml)
      return nil
    } catch {
      if case .invalidConfiguration(_, _, let reason) = error { return reason }
      return error.message
    }
  }
}
