public import Foundation
public import GitStore
public import LedgerCore
public import LedgerEntries
public import MigrationSources
public import SQLiteSandbox
public import SQLiteSchema

/// Records a version: an entry, and the commit that brings it.
public struct Freeze {
  /// What became of the wish to freeze a version.
  public enum Outcome: Sendable {
    /// The entry is new. `commit` is nil when it was only staged.
    case frozen(Frozen)
    /// The version was frozen before, with this schema.
    case alreadyFrozen(Ledger.Item)
    /// The version was frozen before, with another.
    case differs(Ledger.Item, [Finding])
  }

  /// A version that is new in the ledger.
  public struct Frozen: Sendable {
    /// What its `entry.json` says.
    public let entry: Entry
    /// The entry's id: the SHA-256 of `entry.json`.
    public let id: String
    /// `<ledger>/Fixtures/<version>`, from the top of the repository.
    public let folder: String
    /// The commit that brings the entry; nil when it was only written and staged.
    public let commit: ObjectID?
    /// What changed since the parent; nil for the first entry.
    public let diff: SchemaDiff?
    /// Tables, indexes, views and triggers in the schema, together.
    public let objectCount: Int
    /// What the source's folder holds that is not run, or is and will surprise.
    public let notices: [MigrationNotice]
    /// Paths of the source that are not committed as they were frozen.
    public let uncommitted: [String]
    /// What the store was that it was read from; nil when the source made it.
    public let store: StoreReading?
    /// Views and triggers that SQLite took and cannot compile: whatever uses them will fail.
    public let broken: [CompilationFailure]
    /// Where the source was then, when it had to be looked for; nil where it is configured.
    public let place: SourceConfiguration?
    /// The version before, where it has migrations and none of them is among this one's.
    public let leaves: Version?
    /// What came of ``HistoryControl``; nil for a version of the present.
    public let control: HistoryControl.Outcome?
  }

  /// What the caller knows of the outer world.
  public struct ProcessContext: Sendable {
    /// Git's variables: identity, dates and the like.
    public var environment: Environment
    /// The time, for a commit whose date the environment does not give.
    public var now: GitTime
    /// A folder where SQLite may write the fixture before its bytes are read.
    public var temporaryFolder: URL
    /// What commands of the repository get.
    public var commandEnvironment: CommandEnvironment
    /// Called with true before the repository is written to, and with false afterwards.
    public var willWrite: @Sendable (Bool) -> Void

    /// Everything a freeze would otherwise ask the process for.
    public init(
      environment: Environment, now: GitTime, temporaryFolder: URL, commandEnvironment: CommandEnvironment? = nil,
      willWrite: @escaping @Sendable (Bool) -> Void = { _ in }
    ) {
      self.environment = environment
      self.now = now
      self.temporaryFolder = temporaryFolder
      self.commandEnvironment = commandEnvironment ?? .init(variables: [:], temporaryFolder: temporaryFolder.path)
      self.willWrite = willWrite
    }
  }

  /// The repository that gets the commit.
  public let repository: Repository
  /// The database whose version is recorded.
  public let configuration: DatabaseConfiguration
  /// The environment, the time and a folder for temporary files.
  public let processContext: ProcessContext

  /// A freeze to come; nothing is read before ``run(_:at:commits:)``.
  public init(repository: Repository, configuration: DatabaseConfiguration, processContext: ProcessContext) {
    self.repository = repository
    self.configuration = configuration
    self.processContext = processContext
  }

  /// Freezes the source as `version`.
  ///
  /// - Parameters:
  ///   - revision: read the source as it stood there, without a checkout; nil for the work tree.
  ///   - store: a database from the field, whose schema is recorded instead of the source's.
  ///   - rows: which rows it brings; nil for none.
  ///   - commits: whether to commit, or only to write and stage.
  ///   - controls: whether ``HistoryControl`` comes before a version of the past is recorded.
  /// - Throws: `LedgerError`, `MigrationFolderError`, `SchemaError`, `GitError`. Nothing has changed then.
  public func run(
    _ version: Version, at revision: String?, from store: Store? = nil, keeping rows: Entry.Rows? = nil, commits: Bool,
    controls: Bool = true
  ) async throws -> Outcome {
    let context = try LedgerContext(of: configuration, in: repository)
    let ledger = try context.ledger()
    try ledger.refuse(version)
    let commit = try revision.map { try repository.resolve($0) }
    let source = try commit.map { try repository.snapshot(.commit($0)) } ?? context.workTree
    let (found, reading) = try await build(version, source, commit, store, rows, ledger)
    let built = found.made.built
    let records = found.made.records

    if let item = ledger[version] {
      let origin: DriftFacts.Origin =
        store.map { .store($0.name) } ?? revision.map { .revision($0) } ?? .today
      let outcome = try compare(item, with: built, records, from: origin, context)
      guard case .alreadyFrozen = outcome, try !isFinished(item, context, commits: commits) else { return outcome }
    }
    try refuse(
      version, saidBy: built, in: source, ledger, isPast: revision != nil || store != nil, isFromStore: store != nil)
    let signature = commits ? try processContext.identities(in: repository) : nil
    // One that was staged, or written and never committed because the process was killed, is committed as it is.
    let written = ledger[version]
    let parents =
      written?.entry.parents
      ?? ledger.parents(for: records, below: isLatest(built, commit, store) ? nil : version)
    let draft: EntryDraft
    do {
      draft = try EntryDraft(
        version, of: built, recording: records, database: configuration.name, parents: parents, commit: commit,
        ignoredTables: configuration.ignoredTables, isFromStore: store != nil, rows: rows,
        temporaryFolder: processContext.temporaryFolder)
    } catch let error as SchemaError {
      throw built.text.blame(for: error)
    }
    if let written, written.id != draft.entry.id { return .alreadyFrozen(written) }
    var control: HistoryControl.Outcome?
    if commit != nil, controls {
      control = try await HistoryControl(context: context, processContext: processContext).run()
    }
    let changes = try context.changes(for: [draft])
    let diff = try parentDiff(draft, ledger, context)
    // Asked before anything is written: once there is a commit, nothing may fail any more.
    let uncommitted = commit == nil ? try uncommitted(built.text, context) : []
    let broken = try built.database.compilationFailures()
    var made: ObjectID?
    processContext.willWrite(true)
    defer { processContext.willWrite(false) }
    if let signature {
      made = try await repository.commit(
        changes, message: message(draft, diff), onto: context.head, author: signature.author,
        committer: signature.committer)
    } else {
      try repository.stage(changes)
    }
    return .frozen(
      Frozen(
        entry: draft.entry, id: draft.entry.id, folder: Ledger.folder(of: version, in: configuration.ledger),
        commit: made, diff: diff, objectCount: draft.schema.objectCount, notices: built.text.notices,
        uncommitted: uncommitted, store: reading, broken: broken, place: found.isDetected ? found.source : nil,
        leaves: ledger.lineageLeft(by: draft.entry)?.entry.version, control: control))
  }

  /// Whether everything that is frozen comes before it. A package also makes its older versions.
  private func isLatest(_ built: BuiltSource, _ commit: ObjectID?, _ store: Store?) -> Bool {
    commit == nil && store == nil && built.text.package == nil
  }

  private func build(
    _ version: Version, _ source: FileSnapshot, _ commit: ObjectID?, _ store: Store?, _ rows: Entry.Rows?,
    _ ledger: Ledger
  ) async throws -> (PastSources.Found, StoreReading?) {
    if let commit, store == nil {
      let past = PastSources(
        repository: repository, configuration: configuration, environment: processContext.commandEnvironment)
      switch try await past.source(at: commit, near: try past.present(), as: version.name) {
      case .found(let found): return (found, nil)
      case .absent(let error), .failed(let error): throw error
      }
    }
    let definition = try configuration.schemaSource.read(from: source)
    func found(_ built: BuiltSource) -> PastSources.Found {
      let records = built.text.records(knowing: ledger.meanings)
      return PastSources.Found(source: configuration.source, made: .init(built: built, records: records))
    }
    if let store {
      let (built, reading) = try store.build(
        definition, convention: definition.convention, configuration.buildSettings(), keeping: rows)
      return (found(built), reading)
    }
    let runner = try CommandRunner(
      for: configuration.source, in: source, of: repository, environment: processContext.commandEnvironment)
    return (found(try await definition.build(configuration.buildSettings(), with: runner, as: version.name)), nil)
  }

  /// Whether nothing is left to do for an entry that is there. One that is committed and not in the index is what a
  /// freeze leaves that was killed in between, and the next commit would take it for deleted: it is staged.
  private func isFinished(_ item: Ledger.Item, _ context: LedgerContext, commits: Bool) throws -> Bool {
    let isStaged = try repository.snapshot(.index).id(of: item.folder + "/" + Entry.fileName) != nil
    guard let committed = context.committed, try committed.id(of: item.folder) != nil else {
      return !commits && isStaged
    }
    if !isStaged {
      let entry = try committed.files(under: item.folder).map(\.path)
      try repository.completeIndex(
        entry + LedgerFolder.files(at: configuration.ledger).map(\.0) + [Configuration.fileName])
    }
    return true
  }

  /// The gate holds the schema against the version that the source says it is: another name would never be looked at.
  private func refuse(
    _ version: Version, saidBy built: BuiltSource, in source: FileSnapshot, _ ledger: Ledger, isPast: Bool,
    isFromStore: Bool
  ) throws {
    guard let rule = configuration.version else { return }
    // The configuration is today's, and so is a version that stands in it or in the files of the source.
    if isPast, case .literal = rule { return }
    if isFromStore, case .file = rule { return }
    guard let current = try rule.current(of: built, in: source), current != version.name else { return }
    throw LedgerError.otherVersion(
      name: version.name, current: current, isFrozen: ledger.items.contains { $0.entry.version.name == current })
  }

  // MARK: A version that is frozen already

  private func compare(
    _ item: Ledger.Item, with built: BuiltSource, _ current: [MigrationRecord], from origin: DriftFacts.Origin,
    _ context: LedgerContext
  ) throws -> Outcome {
    let records = Set(current.map { "\($0.id) \($0.meaning)" })
    let frozen = Set(item.entry.migrations.map { "\($0.id) \($0.meaning)" })
    let isSameModel = item.entry.hasModel(built.model)
    if built.schema.digest == item.entry.schema, isSameModel, records == frozen { return .alreadyFrozen(item) }
    let sql = try context.file(item.folder + "/schema.sql")
    let diff = try SchemaDiff(from: StoredFile.schema(of: sql ?? []), to: built.schema)
      .adding(from: context.file(item.folder + "/" + Entry.modelName), to: built.model)
    guard diff.verdict > .cosmetic else {
      // Names in other letter case have another digest and are the same schema.
      if records == frozen { return .alreadyFrozen(item) }
      // The migrations differ and lead to the same schema.
      let names = current.filter { !frozen.contains("\($0.id) \($0.meaning)") }.map(\.path)
      return .differs(item, [.otherMigrations(item.entry.version.name, names, in: origin, remedy: .freezeAsNew)])
    }
    return .differs(item, [.schemaChanged(item.entry.version.name, diff, in: origin, remedy: .freezeAsNew)])
  }

  // MARK: Writing

  private func parentDiff(
    _ draft: EntryDraft, _ ledger: Ledger, _ context: LedgerContext
  ) throws -> SchemaDiff? {
    guard let parent = ledger.items.last(where: { draft.entry.parents.contains($0.id) }) else { return nil }
    let model = try context.file(parent.folder + "/" + Entry.modelName)
    if parent.entry.schema == draft.entry.schema {
      return SchemaDiff([]).adding(from: model, to: draft.files[Entry.modelName])
    }
    guard let fixture = try context.file(parent.folder + "/" + parent.entry.fixtureName) else { return nil }
    let before = try ScratchDatabase(file: fixture).schema(ignoring: parent.entry.ignoredTables)
    return SchemaDiff(from: before, to: draft.schema).adding(from: model, to: draft.files[Entry.modelName])
  }

  private func message(_ draft: EntryDraft, _ diff: SchemaDiff?) -> String {
    let name = configuration.name == Configuration.defaultDatabase ? "schema" : "\(configuration.name) schema"
    var lines = ["Freeze \(name) \(draft.entry.version)", ""]
    if let changes = diff?.meaningfulChanges, !changes.isEmpty {
      // A commit message is read in a terminal: the first changes tell the story.
      lines += changes.prefix(20).map { "* \(Self.line($0).prefix(100))" }
      if changes.count > 20 { lines.append("* and \(changes.count - 20) more") }
      lines.append("")
    }
    lines += ["Schema-Version: \(draft.entry.version)", "Schema-Entry: \(draft.entry.id)"]
    return lines.joined(separator: "\n") + "\n"
  }

  private static func line(_ change: SchemaChange) -> String {
    if let sentence = change.sentence { return "model \(sentence)" }
    return switch (change.before, change.after) {
    case (let before?, let after?): "\(change.kind) \(change.place): \(before) → \(after)"
    case (let text?, nil), (nil, let text?): "\(change.kind) \(change.place)" + (text == "table" ? "" : ": \(text)")
    case (nil, nil): "\(change.kind) \(change.place)"
    }
  }

  /// Source files that differ from HEAD: the entry would refer to what no commit has.
  private func uncommitted(_ text: SourceDefinition, _ context: LedgerContext) throws -> [String] {
    try text.paths.filter { path in try context.committed?.read(path) != context.workTree.read(path) }
  }
}
