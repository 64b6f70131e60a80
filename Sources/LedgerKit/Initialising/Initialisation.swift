public import GitStore
internal import SQLiteSchema

/// Finds where a repository's schema comes from, and sets up its ledger.
public struct Initialisation {
  /// The configuration to write, and what was seen on the way to it.
  public struct Found: Sendable {
    /// A database for each of ``candidates``, in their order.
    public let configuration: Configuration
    /// What each database's source is, for people.
    public let candidates: [SourceCandidate]
    /// Folders that were seen and are not for SQLite, or do not run in it.
    public let leftOut: [SourceCandidate]
    /// Sources that were chosen by name and do not run, with the reason.
    public let failures: [Finding]
  }

  /// The repository that gets a ledger; it has a work tree.
  public let repository: Repository
  private let snapshot: FileSnapshot

  /// - Throws: `LedgerError.bareRepository`, `.configurationExists`, `GitError`.
  public init(repository: Repository) throws {
    guard !repository.isBare else { throw LedgerError.bareRepository(path: repository.gitDirectory) }
    self.repository = repository
    snapshot = try repository.snapshot(.workTree)
    if try snapshot.read(Configuration.fileName) != nil {
      throw LedgerError.configurationExists(path: Configuration.fileName)
    }
  }

  /// Looks for the source, or takes those that are named.
  ///
  /// - Parameters:
  ///   - paths: folders of migrations or SQL files, a database each; empty to look for one.
  ///   - ledger: the ledger's folder.
  /// - Throws: `LedgerError.noSourceFound`, `.severalSourcesFound`, `GitError`.
  public func find(named paths: [String], ledger: String) throws -> Found {
    if !paths.isEmpty { return try take(paths, ledger: ledger) }
    let (folders, nested) = Self.apart(try MigrationFolders.find(in: snapshot))
    var usable: [Trial] = []
    var leftOut = nested
    var broken: [Trial] = []
    for folder in folders {
      guard folder.dialect == .sqlite || folder.dialect == nil else {
        leftOut.append(candidate(folder, note: folder.dialect?.title))
        continue
      }
      let trial = attempt(folder)
      if trial.failure == nil {
        usable.append(trial)
      } else if folder.dialect == .sqlite {
        broken.append(trial)
      } else {
        leftOut.append(candidate(folder, note: "does not run in SQLite"))
      }
    }
    // What does not run is taken where nothing else can be meant.
    var chosen = usable.isEmpty && nested.isEmpty ? broken : usable
    if chosen.isEmpty {
      let files = try schemaFiles()
      chosen = files.filter { $0.failure == nil }
      if chosen.isEmpty { leftOut += (broken + files).map(\.failed) }
    }
    guard let only = chosen.first else { throw LedgerError.noSourceFound(leftOut: leftOut) }
    guard chosen.count == 1 else { throw LedgerError.severalSourcesFound(chosen.map(\.candidate)) }
    leftOut += (usable.isEmpty ? [] : broken).map(\.candidate)
    return found([only], ledger: ledger, leftOut: leftOut)
  }

  /// Folders without those that lie side by side and are called by versions: each has a part of one database's
  /// migrations, and none is a database of its own.
  private static func apart(_ folders: [MigrationFolder]) -> (folders: [MigrationFolder], nested: [SourceCandidate]) {
    func parent(_ folder: MigrationFolder) -> String? {
      let parts = folder.folder.split(separator: "/")
      guard let name = parts.last else { return nil }
      let number = name.first == "v" || name.first == "V" ? name.dropFirst() : name
      return VersionNumber(number, separator: ".") == nil ? nil : parts.dropLast().joined(separator: "/")
    }
    let groups = Dictionary(grouping: folders, by: parent).filter { $0.key != nil && $0.value.count > 1 }
    let nested = groups.keys.compactMap(\.self).sorted().map { path in
      SourceCandidate(
        path: path.isEmpty ? "." : path, kind: "nested", convention: nil,
        summary: "folders nested by version are not read yet")
    }
    return (folders.filter { groups[parent($0)] == nil }, nested)
  }

  private func take(_ paths: [String], ledger: String) throws -> Found {
    let folders = try MigrationFolders.find(in: snapshot, everywhere: true)
    let trials = try paths.map { path in
      let path = Self.normalized(path)
      if let folder = folders.first(where: { $0.folder == path }) { return attempt(folder) }
      if try snapshot.read(path) != nil { return attempt(schemaFile: path) }
      throw LedgerError.noSuchSource(path: path)
    }
    return found(trials, ledger: ledger, leftOut: [])
  }

  /// A path as shells complete it, as the repository has it: `./db/` is `db`, `.` the top.
  private static func normalized(_ path: String) -> String {
    path.split(separator: "/", omittingEmptySubsequences: !path.hasPrefix("/")).filter { $0 != "." }.joined(
      separator: "/")
  }

  /// Writes the configuration and the ledger's folder into the work tree.
  ///
  /// - Returns: the paths that were written.
  /// - Throws: `LedgerError.ledgerIgnored`, `.ledgerIsNoFolder`, `.ledgerMisplaced`, `GitError`. Nothing has changed then.
  public func write(_ configuration: Configuration) throws -> [String] {
    if let reason = Self.objection(to: configuration) { throw LedgerError.ledgerMisplaced(reason: reason) }
    var files = [(Configuration.fileName, Array(configuration.yaml.utf8))]
    for database in configuration.databases {
      if try snapshot.read(database.ledger) != nil { throw LedgerError.ledgerIsNoFolder(path: database.ledger) }
      // A rule such as `*.sqlite` does no harm: freeze commits fixtures all the same, and what is tracked is not ignored.
      if try repository.isIgnored(database.ledger + "/") { throw LedgerError.ledgerIgnored(path: database.ledger) }
      files += LedgerFolder.files(at: database.ledger)
    }
    let missing = try files.filter { path, _ in try snapshot.read(path) == nil }
    try repository.writeWorkTree(missing.map { .write(path: $0.0, bytes: $0.1) })
    return missing.map(\.0)
  }

  /// Why a configuration could not be read back: the ledger's folder is what came from outside.
  private static func objection(to configuration: Configuration) -> String? {
    do {
      _ = try Configuration(yaml: configuration.yaml)
      return nil
    } catch {
      if case .invalidConfiguration(_, _, let reason) = error { return reason }
      return error.message
    }
  }

  // MARK: Trying

  /// A source, and what came of running it.
  private struct Trial {
    let candidate: SourceCandidate
    let source: SourceConfiguration
    let result: Result<CanonicalSchema, LedgerError>

    var failure: LedgerError? {
      if case .failure(let error) = result { error } else { nil }
    }

    /// What it is when it is left out, with the reason.
    var failed: SourceCandidate {
      SourceCandidate(
        path: candidate.path, kind: candidate.kind, convention: candidate.convention,
        summary: [candidate.summary, failure.map { "does not run: \($0.message)" }].compactMap { $0 }.joined(
          separator: ", "))
    }

    /// A schema file that sets `PRAGMA user_version` says so which version it is.
    var version: VersionRule? {
      guard case .schema = source, case .success(let schema) = result, schema.properties.userVersion != 0 else {
        return nil
      }
      return .userVersion
    }
  }

  private func attempt(_ folder: MigrationFolder) -> Trial {
    let configuration = MigrationFolderConfiguration(paths: [folder.folder], convention: folder.convention)
    return Trial(
      candidate: candidate(folder, note: nil), source: .migrations(configuration),
      result: result(of: .migrations(configuration)))
  }

  private func attempt(schemaFile path: String) -> Trial {
    let source = SourceConfiguration.schema(files: [path], forward: nil)
    let candidate = SourceCandidate(path: path, kind: "schema", convention: nil, summary: "schema file")
    return Trial(candidate: candidate, source: source, result: result(of: source))
  }

  private func result(of source: SourceConfiguration) -> Result<CanonicalSchema, LedgerError> {
    do {
      let definition = try DatabaseConfiguration(source: source).schemaSource.read(from: snapshot)
      return .success(try definition.build().schema)
    } catch let error as LedgerError {
      return .failure(error)
    } catch let error as MigrationFolderError {
      return .failure(.file(path: source.paths.first ?? "", reason: error.message))
    } catch {
      return .failure(.file(path: source.paths.first ?? "", reason: "\(error)"))
    }
  }

  private func candidate(_ folder: MigrationFolder, note: String?) -> SourceCandidate {
    let title = MigrationConvention.named(folder.convention)?.title ?? folder.convention
    let count = "\(folder.migrationCount) migration\(folder.migrationCount == 1 ? "" : "s")"
    return SourceCandidate(
      path: folder.folder, kind: "migrations", convention: folder.convention,
      summary: [title, count, note].compactMap { $0 }.joined(separator: ", "))
  }

  /// Files that are called as a whole schema is called; not all of them make one.
  private func schemaFiles() throws -> [Trial] {
    let names: Set<String> = ["schema.sql", "structure.sql", "schema.sqlite.sql", "init.sql"]
    let paths = try snapshot.files(under: "").map(\.path).filter { path in
      names.contains(path.split(separator: "/").last?.lowercased() ?? "")
        && !path.split(separator: "/").contains { ["node_modules", "vendor", "third_party"].contains($0) }
    }
    return try paths.filter { path in
      // A frozen version is no source.
      try !(snapshot.read(path) ?? []).starts(with: Array(CanonicalSchema.formatLine.utf8))
    }.map(attempt(schemaFile:))
  }

  private func found(_ trials: [Trial], ledger: String, leftOut: [SourceCandidate]) -> Found {
    let names = Self.names(for: trials.map(\.candidate.path))
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
      failures: failures)
  }

  /// A name for each of several databases: the last part of its path that says more than "migrations".
  private static func names(for paths: [String]) -> [String] {
    guard paths.count > 1 else { return paths.map { _ in Configuration.defaultDatabase } }
    let generic: Set<String> = [
      "migrations", "migration", "sqlite", "sqlite3", "sql", "db", "database", "src", "schema.sql",
    ]
    var used: Set<String> = []
    return paths.map { path in
      let parts = path.split(separator: "/").map(String.init)
      let telling = parts.last { !generic.contains($0.lowercased()) } ?? parts.last ?? Configuration.defaultDatabase
      let stem = String(telling.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") ? $0 : "-" })
      let name =
        ([stem] + (2...paths.count + 1).map { "\(stem)-\($0)" }).first { !used.contains($0.lowercased()) } ?? stem
      used.insert(name.lowercased())
      return name
    }
  }
}
