internal import Findings
public import GitStore
public import LedgerCore
internal import LedgerEntries
public import MigrationSources
internal import PathPatterns
internal import ProjectModels
internal import SQLiteSandbox
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
    /// What the source of each database says of its versions; `nil` if it is not made of models.
    public var declared: [Declared?] = []
    /// For each database a folder that a program embeds instead of the source's, if there is one.
    public var embedded: [EmbeddedFolder?] = []
    /// For each database a place in a program that switches foreign keys on or off, if nothing else tells the setting.
    public var foreignKeys: [ForeignKeySetting?] = []
    /// Sources that were named explicitly and do not run, with the reason.
    public let failures: [Finding]
  }

  /// What models say of their versions.
  public struct Declared: Sendable {
    /// The name of the current version; `nil` if the source does not state it.
    public let current: String?
    /// The names of the others, oldest first.
    public let others: [String]
    /// Why the tables of the current version are not known, as clauses; empty if they are.
    public let unknownTables: [String]
    /// The number of custom stages of the migration plan, which `stages: run` would run.
    public let customStages: Int
  }

  /// The repository in which to create a ledger. It must have a work tree.
  public let repository: Repository
  let snapshot: FileSnapshot
  /// The databases that the configuration already has.
  let present: [DatabaseConfiguration]

  /// - Parameter adds: whether to add to an existing configuration.
  /// - Throws: `LedgerError.bareRepository`, `.configurationExists`, `.noConfiguration` or `.invalidConfiguration` if
  ///   `adds`, `GitError`.
  public init(repository: Repository, adding adds: Bool = false) throws {
    guard !repository.isBare else { throw LedgerError.bareRepository(path: repository.gitDirectory) }
    self.repository = repository
    snapshot = try repository.snapshot(.workTree)
    present = adds ? try Configuration(from: snapshot).databases : []
    if try !adds && snapshot.read(Configuration.fileName) != nil {
      throw LedgerError.configurationExists(path: Configuration.fileName)
    }
  }

  /// Searches for sources, or uses the named ones.
  ///
  /// - Parameters:
  ///   - paths: folders of migrations, SQL files, or files that identify a program (``ProgramProject``), one for each
  ///     database; or several SQL files, and folders of SQL files, of one database, separated by commas. If empty, the
  ///     repository is searched.
  ///   - names: the names of the databases, as many as paths, or none for names that are derived from the paths.
  ///   - ledger: the ledger's folder or, for several databases, the folder of their ledgers. `nil` for the default.
  /// - Throws: `LedgerError.noSourceFound`, `.severalSourcesFound`, `.noFurtherSource`, `.severalFurtherSources`,
  ///   `.schemaFileIncomplete`, `.folder` for a migration without SQL that a program names,
  ///   `.columnOfProgram`, `.sourceConfigured`, `.databaseExists`, `GitError`.
  public func find(named paths: [String], names: [String] = [], ledger: String? = nil) throws -> Found {
    let choice = DatabaseChoice(names: names, ledger: ledger)
    if !paths.isEmpty { return try take(paths, choice) }
    let configured = Set(present.flatMap(\.source.paths))
    let schemaFiles = try SchemaFiles(in: snapshot)
    let folders = try MigrationFolders.find(in: snapshot).filter { !configured.contains($0.folder) }
    let trials = try FolderTrials(folders, beside: schemaFiles, in: snapshot)
    let projects = try ProgramProjects(in: snapshot, top: repository.root).find()
    let known = Set(folders.map(\.folder)).union(projects.flatMap(\.scriptFolders))
    let programs = try ProgramFolders.find(in: snapshot, excluding: known)
    var (chosen, leftOut) = (trials.chosen, trials.leftOut)
    if chosen.isEmpty { chosen = try choose(among: schemaFiles, configured, &leftOut) }
    chosen += projects.compactMap(SourceTrial.init)
    let models = try ModelProjects(in: snapshot).find()
    var declared = try (models.trials + RoomProjects(in: snapshot).find()).filter { !isConfigured($0.source) }
    // A program of the repository runs its migrator.
    if !projects.contains(where: { $0.package?.migrator != nil }) {
      declared += try MigratorProjects(in: snapshot).find().filter { !isConfigured($0.source) }
    }
    // The models of an app beside the SQL files of its server are another database.
    if chosen.isEmpty { chosen = declared } else { leftOut += declared.map(\.failed) }
    let former = chosen.filter(\.isFormer)
    if former.count < chosen.count || !programs.isEmpty {
      chosen.removeAll(where: \.isFormer)
      leftOut += former.map { $0.candidate.with(note: "its name says that it is a former folder") }
    }
    leftOut += models.unread + models.code
    leftOut += projects.filter { !$0.isRunnable }.map(\.candidate) + programs + trials.aside
    guard let only = chosen.first else { throw try nothingFound(leftOut, upgrades: trials.upgrades) }
    guard chosen.count == 1 else {
      let failed = chosen.map(\.failed)
      // To choose one that does not run would be no choice.
      throw chosen.allSatisfy { $0.failure != nil }
        ? try nothingFound(failed + leftOut, upgrades: trials.upgrades)
        : several(
          failed + trials.lone + leftOut.filter { $0.kind == .models || $0.kind == .container } + models.code)
    }
    if !trials.usable.isEmpty { leftOut += trials.broken.map(\.failed) }
    leftOut += only.otherCandidates
    let beside = try scripts(beside: only).filter { script in !leftOut.contains { script.path.hasPrefix($0.path + "/") }
    }
    let rest = leftOut.filter { candidate in !beside.contains { $0.path == candidate.path } }
    return try found([only], choice, leftOut: rest + beside)
  }

  /// All candidates, and which of them ``find(named:names:ledger:)`` takes.
  public struct Explanation: Sendable {
    /// Those that are taken; empty if there is a ``failure``.
    public internal(set) var taken: [SourceCandidate] = []
    /// The others, each with the reason in its summary or its evidence.
    public internal(set) var others: [SourceCandidate] = []
    /// Why none is taken.
    public internal(set) var failure: LedgerError?
    /// Those that are taken and do not run, with the reason.
    public internal(set) var failures: [Finding] = []
  }

  /// Explains the choice of sources. Folders in places such as `tests` and `vendor` are included.
  ///
  /// - Throws: as ``find(named:names:ledger:)``, except that an error with candidates is part of the explanation.
  public func explanation(named paths: [String]) throws -> Explanation {
    var explanation = Explanation()
    do {
      let found = try find(named: paths)
      explanation.taken = found.candidates
      explanation.others = found.leftOut
      explanation.failures = found.failures
    } catch let error as LedgerError {
      switch error {
      case .noSourceFound(let candidates), .severalSourcesFound(let candidates), .severalFurtherSources(let candidates):
        explanation.others = candidates
      default: throw error
      }
      explanation.failure = error
    }
    let known = Set((explanation.taken + explanation.others).map(\.path))
    explanation.others += try MigrationFolders.find(in: snapshot, everywhere: true).filter {
      !known.contains($0.folder)
    }
    .map { $0.candidate(note: nil) }
    explanation.others += try ModelProjects(in: snapshot).find().withoutFile
    return explanation
  }

  private static func isOfUpgrades(_ folder: Substring) -> Bool {
    ["upgrade", "upgrades", "update", "updates"].contains(folder.lowercased())
  }

  /// The schema files that run.
  private func choose(
    among schemaFiles: SchemaFiles, _ configured: Set<String>, _ leftOut: inout [SourceCandidate]
  ) throws -> [SourceTrial] {
    let paths = schemaFiles.paths.filter { !configured.contains($0) }
    let files = try paths.map { try SourceTrial(schemaFile: $0, in: snapshot) }
    // Beside a schema, such files upgrade a database that an older one made.
    func isUpgrade(_ trial: SourceTrial) -> Bool {
      trial.candidate.path.split(separator: "/").contains(where: Self.isOfUpgrades)
    }
    let others = files.filter { !isUpgrade($0) }
    leftOut += others.isEmpty ? [] : files.filter(isUpgrade).map { $0.candidate.with(note: "in a folder of upgrades") }
    let chosen = (others.isEmpty ? files : others).filter { $0.failure == nil }
    // The largest schema decides, and a name alone does not make a file the application's schema.
    let tools = leftOut.filter { $0.convention.flatMap(MigrationConvention.named)?.isOrderAlone == false }
    let scripts = try OtherScripts(in: snapshot, besides: configured.union(schemaFiles.paths + leftOut.map(\.path)))
      // A migration of a tool that uses another database is no schema.
      .filter { path in !tools.contains { path.hasPrefix($0.path + "/") } }.groups(in: snapshot)
    let largest = chosen.map(\.tableCount).max() ?? .max
    let larger = scripts.filter { $0.tableCount > largest && $0.isFile }.map(\.candidate)
    if !larger.isEmpty { throw several(larger + chosen.map(\.failed)) }
    leftOut += scripts.prefix(6).map(\.candidate)
    if chosen.isEmpty { leftOut += (others.isEmpty ? files : others).map(\.failed) }
    return chosen
  }

  /// - Parameter upgrades: the folders of files that upgrade a database which something else makes.
  private func nothingFound(_ leftOut: [SourceCandidate], upgrades: [SourceTrial]) throws -> LedgerError {
    if !present.isEmpty { return .noFurtherSource }
    var leftOut = leftOut
    // Folders of programs are more than single programs.
    let isExplained = leftOut.contains { [.programs, .command, .container].contains($0.kind) }
    if !isExplained { leftOut += try UnreadStores(in: snapshot).candidates }
    // What makes the database may be beside them.
    if !upgrades.isEmpty, !leftOut.contains(where: { $0.kind == .schema }) {
      let folders = Set(upgrades.map(\.candidate.path))
      leftOut += try OtherScripts(in: snapshot, besides: [], in: folders.contains).groups(in: snapshot)
        .filter { $0.tableCount > 0 }.map(\.candidate)
    }
    leftOut = try leftOut.map { candidate in
      guard let trial = upgrades.first(where: { $0.candidate.path == candidate.path }),
        let start = try trial.start(among: leftOut.filter { $0.kind == .schema }, in: snapshot)
      else { return candidate }
      return candidate.running(after: start.path)
    }
    let isNamed = isExplained || leftOut.contains { $0.kind == .programs }
    if !isNamed { leftOut += try NearbyPrograms(in: snapshot).candidates() }
    if leftOut.isEmpty {
      let paths = try snapshot.files(under: "").map(\.path)
      leftOut += try ProgramTool.find(for: "", in: snapshot, paths).map(\.candidate).map { [$0] } ?? []
    }
    return .noSourceFound(leftOut: leftOut)
  }

  /// Whether a database has the same models.
  private func isConfigured(_ source: SourceConfiguration) -> Bool {
    present.contains { $0.source == source }
  }

  private func several(_ candidates: [SourceCandidate]) -> LedgerError {
    present.isEmpty ? .severalSourcesFound(candidates) : .severalFurtherSources(candidates)
  }

  private func take(_ paths: [String], _ choice: DatabaseChoice) throws -> Found {
    let schemaFiles = try SchemaFiles(in: snapshot)
    let folders = try MigrationFolders.find(in: snapshot, everywhere: true)
    let projects = try ProgramProjects(in: snapshot, top: repository.root).find(everywhere: true)
    let trials = try paths.map { path in
      if let files = try Self.files(path, in: snapshot) { return try SourceTrial(schemaFiles: files, in: snapshot) }
      let path = Self.normalized(path)
      if let database = present.first(where: { $0.source.paths.contains(path) }) {
        throw LedgerError.sourceConfigured(path: path, database: database.name)
      }
      if let folder = folders.first(where: { $0.folder == path }) {
        return try SourceTrial(folder, beside: schemaFiles, in: snapshot)
      }
      if let project = projects.first(where: { $0.candidate.path == path }) {
        guard let trial = SourceTrial(project) else { throw LedgerError.noSourceFound(leftOut: [project.candidate]) }
        return trial
      }
      if let model = try ModelProjects(in: snapshot).find(at: path).first {
        if let database = present.first(where: { $0.source == model.source }) {
          throw LedgerError.sourceConfigured(path: path, database: database.name)
        }
        return model
      }
      if let migrator = try MigratorProjects(in: snapshot).find().first(where: { $0.candidate.path == path }) {
        return migrator
      }
      if let room = try RoomProjects(in: snapshot).find(at: path) { return room }
      // A container is named with its line.
      let parts = path.split(separator: ":")
      let file = parts.count == 2 && Int(parts[1]) != nil ? String(parts[0]) : path
      if file.hasSuffix(".swift") { throw try withoutStore(file) }
      if try snapshot.read(path) != nil { return try SourceTrial(schemaFile: path, in: snapshot) }
      if let programs = try ProgramFolders.find(in: snapshot, excluding: []).first(where: { $0.path == path }) {
        throw LedgerError.noSourceFound(leftOut: [programs])
      }
      throw try unread(path, folders)
    }
    let others = try trials.flatMap(\.otherCandidates) + programs(beside: trials) + trials.flatMap(scripts)
    return try found(trials, choice, leftOut: others)
  }

  /// The paths in `a.sql,folder` or `part_*.sql`, if there is nothing with that name.
  ///
  /// - Throws: `LedgerError.noSuchSource` for one that does not exist, `GitError`.
  private static func files(_ path: String, in snapshot: FileSnapshot) throws -> [String]? {
    let paths = path.split(separator: ",").map { normalized(String($0)) }
    let isSeveral = paths.count > 1 || paths.contains { PathPattern($0).hasPatternAsName }
    guard isSeveral, try !exists(normalized(path), in: snapshot) else { return nil }
    for path in paths where try !exists(PathPattern(path).place, in: snapshot) {
      throw LedgerError.noSuchSource(path: path)
    }
    return paths
  }

  private static func exists(_ path: String, in snapshot: FileSnapshot) throws -> Bool {
    try snapshot.read(path) != nil || snapshot.list(path) != nil
  }

  /// Normalises a path from the shell into a repository path: `./db/` becomes `db`, and `.` becomes the top.
  private static func normalized(_ path: String) -> String {
    path.split(separator: "/", omittingEmptySubsequences: !path.hasPrefix("/")).filter { $0 != "." }.joined(
      separator: "/")
  }

  private func found(_ trials: [SourceTrial], _ choice: DatabaseChoice, leftOut: [SourceCandidate]) throws -> Found {
    let names = choice.names ?? DatabaseNames.names(for: trials.map(\.namingPath), beside: present)
    if let name = names.first(where: { name in present.contains { $0.name.lowercased() == name.lowercased() } }) {
      throw LedgerError.databaseExists(name: name)
    }
    let databases = zip(trials, names).map { trial, name in
      var database = DatabaseConfiguration(
        name: name, ledger: choice.ledger(of: name, isOnly: trials.count == 1), source: trial.source,
        version: trial.version)
      database.stubs = trial.stubs
      if trial.isSynchronised { database.cloudKit = true }
      return database
    }
    let programs = try NearbyPrograms(in: snapshot)
    let failures = try trials.flatMap { try self.failures(of: $0, programs) }
    var notices = trials.flatMap(\.notices)
    for trial in trials where !trial.scripts.isEmpty {
      let known = Set(notices.map(\.path))
      notices += try programs.notices(about: trial.folder, trial.scripts, trial.schema?.tableNames ?? [])
        .filter {
          !known.contains($0.path) && !(trial.source.migrations?.isOfProgram == true && $0.path.hasSuffix(".swift"))
        }
    }
    let read = try RoomProjects(in: snapshot).code(of: trials)
    notices.removeAll { $0.reason == .changesTables && read.contains($0.path) }
    let leftOut = leftOut.filter { candidate in
      candidate.kind != .programs || !read.contains { $0.hasPrefix(candidate.path + "/") }
    }
    return Found(
      configuration: Configuration(databases: databases), candidates: trials.map(\.candidate), leftOut: leftOut,
      notices: notices, declared: trials.map(Declared.init),
      embedded: try trials.map { $0.scripts.isEmpty ? nil : try programs.embeddedInstead(of: $0.folder) },
      foreignKeys: try trials.map { $0.dependsOnForeignKeys ? try programs.foreignKeySetting(about: $0.folder) : nil },
      failures: failures)
  }

  /// Writes the configuration and the ledgers' folders into the work tree.
  ///
  /// - Parameter configuration: the new databases, which are added to those of an existing configuration.
  /// - Returns: the written paths.
  /// - Throws: `LedgerError.ledgerIgnored`, `.ledgerIsNoFolder`, `.ledgerMisplaced`, `.configurationNotExtended`,
  ///   `GitError`. Nothing has been changed in that case.
  public func write(_ configuration: Configuration) throws -> [String] {
    if let reason = Self.reasonToReject(configuration) { throw LedgerError.ledgerMisplaced(reason: reason) }
    var files = [(Configuration.fileName, Array(try text(adding: configuration).utf8))]
    for database in configuration.databases {
      try Ledger.refuseNonFolder([database.ledger, Ledger.fixturesFolder(of: database.ledger)], in: snapshot)
      // A rule such as `*.sqlite` does not matter: freeze commits ignored fixtures, too, and Git does not ignore
      // tracked files.
      if try repository.isIgnored(database.ledger + "/") { throw LedgerError.ledgerIgnored(path: database.ledger) }
      files += LedgerFolder.files(at: database.ledger)
    }
    let missing = try files.filter { path, _ in
      try snapshot.read(path) == nil || path == Configuration.fileName
    }
    // The configuration is written last. `init` refuses to run if it exists, and an interrupted `init` must be
    // repeatable.
    try repository.writeWorkTree((missing.dropFirst() + missing.prefix(1)).map { .write(path: $0.0, bytes: $0.1) })
    return missing.map(\.0)
  }

  private func text(adding configuration: Configuration) throws -> String {
    guard !present.isEmpty, let bytes = try snapshot.read(Configuration.fileName) else { return configuration.yaml }
    return try Configuration.adding(configuration.databases, to: String(decoding: bytes, as: UTF8.self))
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

/// What the user chose of the databases: their names and where their ledgers are.
private struct DatabaseChoice {
  /// `nil` if the names are derived from the paths of the sources.
  let names: [String]?
  private let folder: String?

  init(names: [String], ledger: String?) {
    self.names = names.isEmpty ? nil : names
    folder = ledger
  }

  /// The ledger's folder. A ledger in `SchemaLedger` itself belongs to a database without a name of its own.
  func ledger(of name: String, isOnly: Bool) -> String {
    if let folder, isOnly { return folder }
    if isOnly, name == Configuration.defaultDatabase { return Configuration.defaultLedger }
    return "\(folder ?? Configuration.defaultLedger)/\(name)"
  }
}

extension Initialisation.Declared {
  fileprivate init?(_ trial: SourceTrial) {
    guard let declared = trial.declared else { return nil }
    let current = declared.current.name
    let stages = if case .staged(let plan) = declared.migration { plan.stages } else { [DeclaredVersions.Stage]() }
    self.init(
      current: current, others: declared.versions.compactMap(\.name).filter { $0 != current },
      unknownTables: trial.unknownTables, customStages: stages.count(where: \.isCustom))
  }
}
