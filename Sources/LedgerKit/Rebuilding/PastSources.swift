internal import GitStore
internal import LedgerCore
internal import LedgerEntries
internal import MigrationSources
internal import PathPatterns
internal import ProjectModels
internal import SQLiteSandbox
internal import SQLiteSchema
internal import SQLiteSyntax

/// Builds the schemas that a database's source had at past commits. At that time the source may have been in another
/// folder, in another layout, or made for another tool. Identical content is run once, and scripts that begin like others
/// continue where these have ended.
final class PastSources {
  /// A source at a commit, and the schema built from it.
  struct Found {
    /// The source's configuration at that commit: the configured one if it exists there and can be read.
    let source: SourceConfiguration
    let made: Made
    /// Whether the source was detected, because it was not at the configured path or could not be read as configured.
    var isDetected = false
  }

  /// A built source and the records of its migrations. Computing the records takes longer than running the migrations.
  struct Made {
    let built: BuiltSource
    let records: [MigrationRecord]
  }

  /// Which version of a source to build.
  struct Selection: Hashable {
    /// Which of the versions that a Swift package declares; `nil` for the newest.
    var declared: String?
    /// The version of the program, which runs no migrations in the folders of later versions; `nil` if it runs all.
    var release: String?
  }

  enum Outcome {
    case found(Found)
    /// There was no source yet. `error` is the error that the configured source led to; `programs` is a folder of migrations
    /// that are programs, and `other` a source with neither a migration nor a table in common.
    case absent(any Error, programs: SourceCandidate?, other: OtherSource?)
    /// There was a source, but it could not be read or run.
    case failed(any Error)
  }

  struct OtherSource {
    enum Reason {
      /// It has no migration and no table of the source of the next release.
      case nothingInCommon
      /// The source of the next release does not run, so that nothing could be compared.
      case notCompared
      /// It exists beside the configured source in the current tree, or was developed further beside that of the next release.
      case stayedBeside
      /// It cannot be read, and no target of the project compiles it.
      case notCompiled
    }
    let path: String
    let reason: Reason
  }

  let repository: Repository
  let configuration: DatabaseConfiguration
  /// `nil` if no command may be run. A source that is a command then counts as absent.
  let environment: CommandEnvironment?

  private let objects = ObjectCache()
  /// The present files, for what an earlier commit lacks.
  private lazy var presentFiles = try? repository.present()
  /// The newest results, the latest last. Databases need much memory, and equal contents are neighbours in the order of
  /// versions.
  private var runs: [(contents: SourceContents, result: Result<Made, any Error>)] = []
  /// The newest databases, the latest last.
  private var databases: [ScriptedDatabase] = []
  /// The number of results, and of databases, that are kept.
  private static let limit = 16
  private var meanings: [String: String] = [:]
  private var others: OtherDatabases?

  init(repository: Repository, configuration: DatabaseConfiguration, environment: CommandEnvironment?) {
    self.repository = repository
    self.configuration = configuration
    self.environment = environment
  }

  /// Reads and builds the source at `commit`; see ``source(in:near:_:)``.
  func source(
    at commit: ObjectID, near neighbour: SourceSimilarity, _ selection: Selection
  ) async throws -> Outcome {
    try await source(in: repository.snapshot(of: commit, using: objects), near: neighbour, selection)
  }

  /// Reads and builds the source in `snapshot`.
  ///
  /// The configured source is tried first. If it does not exist, cannot be read, or shares no migration with
  /// `neighbour`, the folders and files of the snapshot are searched as `init` does. Among those that run and do not
  /// belong to ``OtherDatabases``, the one that shares most migrations with `neighbour`, then most tables, is chosen.
  ///
  /// - Parameters:
  ///   - neighbour: the source of the next release, or the current one.
  ///   - selection: which version of the source to build.
  /// - Throws: `GitError`, `CancellationError`.
  func source(
    in snapshot: FileSnapshot, near neighbour: SourceSimilarity, _ selection: Selection
  ) async throws -> Outcome {
    var configured = try await attempt(configuration.source, in: snapshot, selection)
    if case .schema(let files, let past, .migrations(let folder)) = configuration.source,
      case .failure(let error) = configured, error.isAbsence,
      try folder.paths.allSatisfy({ try snapshot.list($0) == nil })
    {
      // The first releases had the schema file and no migrations yet.
      configured = try await attempt(.schema(files: files, past: past, forward: nil), in: snapshot, selection)
    }
    if case .success(let made) = configured, neighbour.continues(made) {
      return .found(Found(source: configuration.source, made: made))
    }
    let others = try otherDatabases()
    var candidates = try candidates(in: snapshot)
    var failure: (any Error)?
    if case .schema(let files, _, let forward) = configuration.source, files.count == 1,
      let file = try others.origin(of: files[0], in: snapshot, neighbour)
    {
      let folders = candidates.compactMap(\.migrations)
      let upgrades =
        forward == nil ? nil : folders.first { $0.convention == configuration.source.migrations?.convention }
      let source = SourceConfiguration.schema(files: [file], forward: upgrades.map { .migrations($0) })
      switch try await attempt(source, in: snapshot, selection) {
      case .success(let made)
      where !neighbour.degree(of: made).isNothing || neighbour.hasVersions(ofTablesOf: made):
        if forward != nil, upgrades == nil,
          let found = try await migrations(among: candidates, makingTablesOf: made, in: snapshot, selection)
        {
          return .found(found)
        }
        return .found(Found(source: source, made: made, isDetected: source != configuration.source))
      case .failure(let error) where !error.isAbsence: failure = error
      case .success, .failure: break
      }
      candidates.removeAll { $0 == source }
    }
    var found: [(Found, SourceSimilarity.Degree)] = []
    var beside: String?
    var uncompiled: String?
    for source in candidates where source != configuration.source {
      switch try await attempt(source, in: snapshot, Selection(release: selection.release)) {
      case .success(let made) where !others.have(made.records):
        let degree = neighbour.degree(of: made)
        if degree.migrations == 0, try others.have(source, in: snapshot, beside: neighbour) {
          beside = beside ?? source.paths.first
          continue
        }
        found.append((Found(source: source, made: made, isDetected: true), degree))
      case .failure(let error) where !error.isAbsence && !others.have(records(of: source, in: snapshot)):
        if try others.have(source, in: snapshot, beside: neighbour) { continue }
        if try isUncompiled(source, in: snapshot) {
          uncompiled = uncompiled ?? source.paths.first
          continue
        }
        if try !isOfOtherDialect(source, in: snapshot) { failure = failure ?? error }
      case .success, .failure: break
      }
    }
    if case .success(let made) = configured {
      let own = Found(source: configuration.source, made: made)
      // Read with another convention, the same folder may run and give a different result.
      let hasSamePath = found.contains { $0.0.source.paths.first == own.source.paths.first }
      found.insert((own, neighbour.degree(of: made)), at: hasSamePath ? found.count : 0)
    }
    let best = found.filter { !$0.1.isNothing || !$0.0.isDetected }.enumerated().max { one, other in
      (one.element.1, -one.offset) < (other.element.1, -other.offset)
    }
    if let best { return .found(best.element.0) }
    if let made = try await beforeMigrations(in: snapshot, selection) {
      return .found(Found(source: configuration.source, made: made))
    }
    guard case .failure(let error) = configured else {
      return .absent(LedgerError.noSourceFolder(paths: [], place: ""), programs: nil, other: nil)
    }
    if !error.isAbsence { return .failed(error) }
    if let failure { return .failed(failure) }
    let other =
      found.first?.0.source.paths.first.map {
        OtherSource(path: $0, reason: neighbour.isUnknown ? .notCompared : .nothingInCommon)
      } ?? beside.map { OtherSource(path: $0, reason: .stayedBeside) }
      ?? uncompiled.map { OtherSource(path: $0, reason: .notCompiled) }
    return .absent(error, programs: try ProgramFolders.find(in: snapshot, excluding: []).first, other: other)
  }

  /// The migrations of another tool, if they made most tables of a schema file which today's migrations only upgrade. `init` takes
  /// the migrations, too, if they make other tables than the file beside them.
  private func migrations(
    among candidates: [SourceConfiguration], makingTablesOf file: Made, in snapshot: FileSnapshot,
    _ selection: Selection
  ) async throws -> Found? {
    for case .migrations(let folder) in candidates {
      guard case .success(let made) = try await attempt(.migrations(folder), in: snapshot, selection),
        made.built.schema.hasMostTables(of: file.built.schema), try !otherDatabases().have(made.records)
      else { continue }
      return Found(source: .migrations(folder), made: made, isDetected: true)
    }
    return nil
  }

  /// What the application makes before its first migration, for a release that had no migrations yet.
  private func beforeMigrations(in snapshot: FileSnapshot, _ selection: Selection) async throws -> Made? {
    guard case .migrations(let folder) = configuration.source, !folder.before.isEmpty,
      try folder.before.allSatisfy({ try snapshot.read($0) != nil }),
      case .failure(let error) = try await attempt(configuration.source, in: snapshot, selection), error.isAbsence,
      case .success(let made) = try await attempt(.schema(files: folder.before, forward: nil), in: snapshot, selection)
    else { return nil }
    return made
  }

  /// The source in `snapshot` that makes a version with these migrations, the configured one before those that `init`
  /// would find; `nil` if there is none. It may have more migrations, which are then not run, and it may belong to another
  /// database.
  ///
  /// - Parameter isWanted: whether a source that is not a list of migrations to run is the one.
  /// - Throws: `GitError`, `CancellationError`.
  func source(
    in snapshot: FileSnapshot, with records: [MigrationRecord], _ selection: Selection,
    or isWanted: (Made) throws -> Bool
  ) async throws -> Made? {
    func made(by source: SourceConfiguration, _ selection: Selection) async throws -> Made? {
      if case .success(let made) = try await attempt(source, in: snapshot, selection), try isWanted(made) {
        return made
      }
      guard !records.isEmpty, let limited = try? definition(of: source, in: snapshot).limited(to: records),
        let built = try? build(scriptsOf: limited)
      else { return nil }
      return Made(built: built, records: self.records(limited))
    }
    if let made = try await made(by: configuration.source, selection) { return made }
    for source in try candidates(in: snapshot) where source != configuration.source {
      if let made = try await made(by: source, Selection(release: selection.release)) { return made }
    }
    return nil
  }

  /// The similarity values of the current source, as far as they are known without running a command.
  func present() throws -> SourceSimilarity {
    guard let definition = try? configuration.schemaSource.read(from: try repository.present()) else {
      return SourceSimilarity(records: [], tables: [])
    }
    let built = try? definition.build(configuration.buildSettings())
    return SourceSimilarity(records: records(definition), built)
  }

  // MARK: Candidates for the source

  private func candidates(in snapshot: FileSnapshot) throws -> [SourceConfiguration] {
    if let models = configuration.source.models {
      return try ModelProjects(in: snapshot).sources(like: models).map { .models($0) }
    }
    let schemaFiles = try SchemaFiles(in: snapshot)
    let before = configuration.source.migrations?.before ?? []
    var sources: [SourceConfiguration] = []
    let isAside = configuration.source.paths.contains(where: MigrationFolders.isAside)
    for var folder in try MigrationFolders.find(in: snapshot)
    where (isAside || !folder.isAside) && folder.mayBeSQLite {
      // As long as no number occurred twice, the folder looked like one that is ordered by number.
      if configuration.source.migrations?.convention == MigrationConvention.names.name, folder.isOfNumberedFiles {
        folder.convention = MigrationConvention.names.name
      }
      let source = try SourceTrial(folder, beside: schemaFiles, in: snapshot).source
      if before.isEmpty {
        sources.append(source)
      } else {
        sources.append(source.running(before: before))
        // At another path, the first migrations may have made what the application makes today.
        if source.paths.first != configuration.source.paths.first { sources.append(source) }
      }
    }
    if case .room(let own) = configuration.source {
      return try rooms(of: own.paths[0], in: snapshot).map { .room(RoomConfiguration(paths: [$0])) }
    }
    if configuration.source.migrations == nil || sources.isEmpty {
      sources += schemaFiles.paths.map { .schema(files: [$0], forward: nil) }
    }
    if case .schema(let files, _, nil) = configuration.source {
      let moved = try files.compactMap { try Self.moved(PathPattern($0), in: snapshot) }
      if moved.count == files.count { sources.append(.schema(files: moved, forward: nil)) }
    }
    return sources
  }

  /// The folders that may have the exports of a Room database. A folder is named by the class of the database with its package,
  /// and is elsewhere if a module moved; the class may have been in another package, or been renamed. A class that has exports
  /// of its own today is another database.
  private func rooms(of folder: String, in snapshot: FileSnapshot) throws -> [String] {
    let folders = try RoomSchemas.folders(in: snapshot)
    func name(_ folder: String) -> Substring? { folder.split(separator: "/").last }
    let same = folders.filter { name($0) == name(folder) }
    if !same.isEmpty { return same }
    func className(_ folder: String) -> Substring? { name(folder)?.split(separator: ".").last }
    let moved = folders.filter { className($0) == className(folder) }
    if !moved.isEmpty { return moved.count == 1 ? moved : [] }
    let today = Set(try presentFiles.map { try RoomSchemas.folders(in: $0) }?.map(className) ?? [])
    let renamed = folders.filter { !today.contains(className($0)) }
    return renamed.count == 1 ? renamed : []
  }

  /// The file with the same name, or the pattern for files, in the only folder that has such files.
  private static func moved(_ pattern: PathPattern, in snapshot: FileSnapshot) throws -> String? {
    guard let name = pattern.text.split(separator: "/").last.map(String.init), name.hasSQLSuffix else { return nil }
    let folders = Set(
      try snapshot.files(under: "").map { $0.path.split(separator: "/") }.filter { parts in
        PathPattern(name).matches(String(parts.last ?? ""))
      }.map { $0.dropLast().joined(separator: "/") }.filter { (Dialect.named(in: $0) ?? .sqlite) == .sqlite })
    return folders.count == 1 ? folders.first.map { $0.isEmpty ? name : "\($0)/\(name)" } : nil
  }

  /// Whether the SQL of a source that does not run reads like that of another database.
  private func isOfOtherDialect(_ source: SourceConfiguration, in snapshot: FileSnapshot) throws -> Bool {
    let files = try source.paths.flatMap { path in try snapshot.files(under: path).map(\.path) + [path] }
    let texts = try files.filter(\.hasSQLSuffix).prefix(20).compactMap { try snapshot.read($0) }
    let guess = Dialect.guess(sql: texts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n"))
    return guess.map { $0 != .sqlite } ?? false
  }

  private func isUncompiled(_ source: SourceConfiguration, in snapshot: FileSnapshot) throws -> Bool {
    guard let models = source.models, models.framework == .coreData else { return false }
    return try CoreDataReader.unbuiltModels(in: snapshot).contains(models.path)
  }

  private func otherDatabases() throws -> OtherDatabases {
    if let others { return others }
    let found = try OtherDatabases(besides: configuration, in: repository)
    others = found
    return found
  }

  /// The migration records of a source that does not run, as far as it can be read.
  private func records(of source: SourceConfiguration, in snapshot: FileSnapshot) -> [MigrationRecord] {
    (try? DatabaseConfiguration(source: source).schemaSource.read(from: snapshot, beside: presentFiles)).map(records)
      ?? []
  }

  // MARK: Building

  private func attempt(
    _ source: SourceConfiguration, in snapshot: FileSnapshot, _ selection: Selection
  ) async throws -> Result<Made, any Error> {
    let contents = try SourceContents(source, selection, in: snapshot)
    if let known = runs.last(where: { $0.contents == contents })?.result { return known }
    let result: Result<Made, any Error>
    do {
      let built = try await build(source, in: snapshot, selection)
      result = .success(Made(built: built, records: records(built.text)))
    } catch let error as CancellationError {
      throw error
    } catch let error as GitError {
      throw error
    } catch let error as LedgerError where error.isRefusal {
      throw error
    } catch {
      result = .failure(error)
    }
    if let contents { runs = runs.suffix(Self.limit - 1) + [(contents, result)] }
    return result
  }

  private func records(_ text: SourceDefinition) -> [MigrationRecord] { records(text.migrations ?? []) }

  private func records(_ migrations: [Migration]) -> [MigrationRecord] {
    migrations.map { migration in
      let record = MigrationRecord(migration, knowing: meanings)
      meanings[record.text] = record.meaning
      return record
    }
  }

  private func build(
    _ source: SourceConfiguration, in snapshot: FileSnapshot, _ selection: Selection
  ) async throws -> BuiltSource {
    var definition = try definition(of: source, in: snapshot)
    if let release = selection.release { definition = definition.running(in: release) }
    if let built = try build(scriptsOf: definition) { return built }
    if case .command = definition.creation, environment == nil {
      throw LedgerError.noSourceFolder(paths: [], place: "")
    }
    let runner = try environment.flatMap {
      try CommandRunner(for: source, in: snapshot, of: repository, environment: $0)
    }
    return try await definition.build(configuration.buildSettings(), with: runner, as: selection.declared)
  }

  private func definition(of source: SourceConfiguration, in snapshot: FileSnapshot) throws -> SourceDefinition {
    var configuration = configuration
    configuration.source = source
    return try configuration.schemaSource.read(from: snapshot, beside: presentFiles)
  }

  /// Runs the scripts that make a new database; `nil` if it is not made by scripts. A folder that moved has different
  /// paths but makes the same database.
  private func build(scriptsOf definition: SourceDefinition) throws -> BuiltSource? {
    guard let steps = definition.creationScripts else { return nil }
    let scripts = steps.map(ScriptedDatabase.Script.init)
    if let same = databases.last(where: { $0.scripts == scripts }) {
      return BuiltSource(text: definition, database: same.built.database, schema: same.built.schema)
    }
    let settings = configuration.buildSettings()
    let start = databases.filter { $0.isStart(of: scripts) }.max { $0.scripts.count < $1.scripts.count }
    // Whatever fails is run again from the beginning, and its error is that of the whole.
    let built =
      try start.flatMap { try? $0.continued(as: definition, settings) } ?? definition.build(settings)
    databases = databases.suffix(Self.limit - 1) + [ScriptedDatabase(scripts, built, after: start)]
    return built
  }
}

/// A database that scripts have made.
private struct ScriptedDatabase {
  /// What of a script decides about its effect.
  struct Script: Equatable {
    private let text: String
    private let transaction: Migration.Transaction

    init(_ migration: Migration) {
      text = migration.up
      transaction = migration.transaction
    }

    /// Whether scripts after it can find only in the file what it has done.
    var leavesAllInFile: Bool { !SQLiteSyntax.Script.dependsOnConnection(text) }

    static func == (left: Script, right: Script) -> Bool {
      left.transaction == right.transaction && left.text.hasSameBytes(as: right.text)
    }
  }

  let scripts: [Script]
  let built: BuiltSource
  /// Whether a copy of the database is all that further scripts need.
  private let isComplete: Bool

  /// - Parameter start: the database from which this one was made, if it was.
  init(_ scripts: [Script], _ built: BuiltSource, after start: ScriptedDatabase?) {
    self.scripts = scripts
    self.built = built
    isComplete = scripts.dropFirst(start?.scripts.count ?? 0).allSatisfy(\.leavesAllInFile)
  }

  /// Whether these scripts begin with those of this database, and the others do not depend on its connection.
  func isStart(of scripts: [Script]) -> Bool {
    isComplete && scripts.count > self.scripts.count && scripts.starts(with: self.scripts)
      && scripts.dropFirst(self.scripts.count).allSatisfy(\.leavesAllInFile)
  }

  /// The database after the remaining scripts of a definition; `nil` if it cannot be copied.
  func continued(as definition: SourceDefinition, _ settings: BuildSettings) throws -> BuiltSource? {
    guard definition.programStep == nil, let state = try built.database.checkpoint() else { return nil }
    return try definition.build(settings, from: state, after: scripts.count)
  }
}

/// The content of a source at a commit, as object ids.
private struct SourceContents: Equatable {
  let source: SourceConfiguration
  let selection: PastSources.Selection
  let ids: [ObjectID?]

  /// Returns `nil` if the object ids are not known.
  init?(_ source: SourceConfiguration, _ selection: PastSources.Selection, in snapshot: FileSnapshot) throws {
    // SQLDelight reads files outside its folder, Room's exports are compared with code, and a command may read any file unless
    // its inputs are declared.
    let isRoom = if case .room = source { true } else { false }
    let readsAll =
      isRoom || source.migrations?.convention == MigrationConvention.sqlDelight.name
      || source.commands.contains { $0.inputs.isEmpty }
    self.source = source
    let convention = source.migrations.flatMap { MigrationConvention.named($0.convention) }
    self.selection = PastSources.Selection(
      declared: selection.declared, release: convention?.namesVersions == true ? selection.release : nil)
    ids = try (readsAll ? [""] : source.paths).map { try snapshot.id(of: $0) }
    if readsAll, ids == [nil] { return nil }
  }
}

extension Error {
  /// Whether the error means that a source does not exist, and not that it is invalid.
  var isAbsence: Bool {
    switch (self as? LedgerError, self as? MigrationFolderError) {
    case (.noSourceFolder, _), (.noSourceFile, _), (.commandFailed(_, .notStarted, _, _), _): true
    case (.modelsUnread(_, .absent), _): true
    case (_, .noMigrations), (_, .noSuchFolder): true
    default: false
    }
  }
}
