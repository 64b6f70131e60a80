public import GitStore
public import LedgerCore
public import LedgerEntries
public import MigrationSources
internal import ProjectModels
public import SQLiteSandbox
public import SQLiteSchema

/// Freezes a version: records an entry and the commit that adds it.
public struct Freeze {
  /// The result of a freeze.
  public enum Outcome: Sendable {
    /// The entry is new. `commit` is `nil` if it was only staged.
    case frozen(Frozen)
    /// The version was already frozen, with this schema.
    case alreadyFrozen(Ledger.Item)
    /// The version was already frozen, with a different schema or different migrations.
    case differs(Ledger.Item, [Finding])
  }

  /// A newly frozen version.
  public struct Frozen: Sendable {
    /// The content of its `entry.json`.
    public let entry: Entry
    /// The entry's id: the SHA-256 of `entry.json`.
    public let id: String
    /// `<ledger>/Fixtures/<version>`, relative to the top of the repository.
    public let folder: String
    /// The commit that adds the entry, or `nil` if it was only written and staged.
    public internal(set) var commit: ObjectID?
    /// The changes since the parent, or `nil` for the first entry.
    public let diff: SchemaDiff?
    /// The number of tables, indexes, views and triggers in the schema, together.
    public let objectCount: Int
    /// Why the tables of the model are not known, as clauses; empty if they are.
    public let unknownTables: [String]
    /// Files in the source's folder that are not run, or that are run in an unexpected way.
    public let notices: [MigrationNotice]
    /// Paths of the source whose committed content is not the frozen one.
    public let uncommitted: [String]
    /// Information about the store that was read, or `nil` if the source made the schema.
    public let store: StoreReading?
    /// Views and triggers that SQLite accepted but cannot compile: any statement that uses them fails.
    public let broken: [CompilationFailure]
    /// The source's place at the frozen commit if it had to be detected, or `nil` if it is the configured one.
    public let place: SourceConfiguration?
    /// The previous version, if it has migrations and none of them is among those of this version.
    public let replaced: Version?
    /// The outcome of ``HistoryControl``, or `nil` for a current version.
    public let control: HistoryControl.Outcome?
    /// What may not have been intended.
    public let warnings: [Warning]
    /// Whether the commit has a parent.
    public let hasParentCommit: Bool
  }

  /// The repository that gets the commit.
  public let repository: Repository
  /// The database whose version is recorded.
  public let configuration: DatabaseConfiguration
  /// The environment, the time and a folder for temporary files.
  public let processContext: ProcessContext
  /// What was just read of the work tree, so that it need not be read again.
  private let present: PresentSource?

  /// Creates a freeze. It reads nothing before ``run(_:at:commits:)``.
  ///
  /// - Parameter present: what was just read of the work tree, if it was; nothing may have run since.
  public init(
    repository: Repository, configuration: DatabaseConfiguration, processContext: ProcessContext,
    present: PresentSource? = nil
  ) {
    self.repository = repository
    self.configuration = configuration
    self.processContext = processContext
    self.present = present
  }

  /// Freezes the source as `version`.
  ///
  /// - Parameters:
  ///   - revision: the revision at which to read the source, without a checkout; `nil` for the work tree.
  ///   - store: a database file whose schema is recorded instead of the source's.
  ///   - rows: which rows of the store to keep; `nil` for none.
  ///   - commits: whether to commit, or only to write and stage.
  ///   - controls: whether to run ``HistoryControl`` before a past version is recorded.
  ///   - allowsEmpty: whether to freeze a schema without objects, which usually means that the source was not read as its
  ///     tool reads it.
  /// - Throws: `LedgerError`, `MigrationFolderError`, `SchemaError`, `GitError`. Nothing has been changed in that case.
  public func run(
    _ version: Version, at revision: String?, from store: Store? = nil, keeping rows: Entry.Rows? = nil, commits: Bool,
    controls: Bool = true, allowsEmpty: Bool = false
  ) async throws -> Outcome {
    let request = Request(
      version: version, revision: revision, store: store, rows: rows, commits: commits, controls: controls,
      allowsEmpty: allowsEmpty)
    switch try await prepare(request) {
    case .settled(let outcome): return outcome
    case .ready(var entry):
      entry.frozen.commit = try await record([entry], message: Self.message(entry), commits: commits)
      return .frozen(entry.frozen)
    }
  }

  /// Builds the entry of a version and checks everything that can prevent the freeze. Records nothing.
  func prepare(_ request: Request) async throws -> Preparation {
    let candidate = try await candidate(for: request)
    if let outcome = try settled(candidate, request) { return .settled(outcome) }
    let (context, commit) = (candidate.context, candidate.commit)
    try refuse(
      candidate.version, saidBy: candidate.built, in: candidate.source, candidate.ledger,
      isPast: request.revision != nil || request.store != nil, isFromStore: request.store != nil)
    if request.commits { _ = try processContext.identities(in: repository) }
    // An entry that is staged, or that a killed process wrote without committing it, is committed unchanged.
    let written = candidate.ledger[candidate.version]
    let draft = try draft(candidate, request, parents: written?.entry.parents)
    if let written, written.id != draft.entry.id { return .settled(.alreadyFrozen(written)) }
    if draft.isEmpty, written == nil, !request.allowsEmpty {
      throw LedgerError.emptySchema(version: candidate.version.name, revision: request.revision)
    }
    var control: HistoryControl.Outcome?
    if commit != nil, request.controls {
      control = try await HistoryControl(context: context, processContext: processContext).run()
    }
    // Checked before anything is written: after the commit, nothing may fail.
    let frozen = try frozen(candidate, draft, request, control)
    return .ready(Ready(configuration: configuration, context: context, draft: draft, frozen: frozen))
  }

  /// What a freeze would record, if nothing prevents it.
  private struct Candidate {
    let context: LedgerContext
    let ledger: Ledger
    /// The commit of the source; `nil` for the work tree.
    let commit: ObjectID?
    let source: FileSnapshot
    let found: PastSources.Found
    let reading: StoreReading?
    /// The requested version, or that which one of several databases says of itself.
    let version: Version
    /// Whether all frozen versions come before this one.
    let isLatest: Bool

    var built: BuiltSource { found.made.built }
  }

  private func candidate(for request: Request) async throws -> Candidate {
    let context = try LedgerContext(of: configuration, in: repository)
    if request.commits { try context.refuseUncommittedWithdrawals() }
    let ledger = try context.ledger(present: present?.ledger)
    let commit = try request.revision.map { try repository.resolve($0) }
    let source = try commit.map { try repository.snapshot(.commit($0)) } ?? context.workTree
    if !request.isOfSeveral { try ledger.refuse(request.version) }
    let (found, reading) = try await build(request.version, source, commit, request.store, request.rows, ledger)
    let built = found.made.built
    var version = request.version
    if request.isOfSeveral {
      version = try number(of: built, in: source) ?? version
      try ledger.refuse(version)
    }
    return Candidate(
      context: context, ledger: ledger, commit: commit, source: source, found: found, reading: reading,
      version: version, isLatest: isLatest(built, commit, request.store))
  }

  /// The outcome if there is nothing to record, because the version is frozen, or because one of several databases has not
  /// changed.
  private func settled(_ candidate: Candidate, _ request: Request) throws -> Outcome? {
    let (built, records, context) = (candidate.built, candidate.found.made.records, candidate.context)
    if let item = candidate.ledger[candidate.version] {
      let origin: SourceOrigin =
        request.store.map { .store($0.name) } ?? request.revision.map { .revision($0) } ?? .today
      var outcome = try compare(item, with: built, records, from: origin, context)
      if case .alreadyFrozen = outcome, request.store == nil {
        let forgeries = try forgeries(in: item, built, candidate.ledger, context)
        if !forgeries.isEmpty { outcome = .differs(item, forgeries) }
      }
      if case .alreadyFrozen = outcome, try !isFinished(item, context, commits: request.commits) { return nil }
      return outcome
    }
    guard request.isOfSeveral else { return nil }
    for item in candidate.ledger.neighbours(of: candidate.version, isLatest: candidate.commit == nil) {
      let outcome = try compare(item, with: built, records, from: .today, context)
      if case .alreadyFrozen = outcome { return outcome }
    }
    return nil
  }

  /// - Parameter parents: those of the entry that is written already; `nil` if there is none.
  private func draft(_ candidate: Candidate, _ request: Request, parents: [String]?) throws -> EntryDraft {
    let records = candidate.found.made.records
    do {
      return try EntryDraft(
        candidate.version, of: candidate.built, recording: records, database: configuration.name,
        parents: parents
          ?? candidate.ledger.parents(for: records, below: candidate.isLatest ? nil : candidate.version),
        commit: candidate.commit, ignoredTables: configuration.ignoredTables, isFromStore: request.store != nil,
        rows: request.rows)
    } catch let error as SchemaError {
      throw candidate.built.text.blame(for: error)
    }
  }

  private func frozen(
    _ candidate: Candidate, _ draft: EntryDraft, _ request: Request, _ control: HistoryControl.Outcome?
  ) throws -> Frozen {
    let (built, context, ledger) = (candidate.built, candidate.context, candidate.ledger)
    return Frozen(
      entry: draft.entry, id: draft.entry.id,
      folder: Ledger.folder(of: candidate.version, in: configuration.ledger),
      commit: nil, diff: try parentDiff(draft, ledger, context), objectCount: draft.schema.objectCount,
      unknownTables: built.unknownTables,
      notices: configuration.withoutSilenced(built.text.notices),
      uncommitted: candidate.commit == nil ? try uncommitted(built.text, context) : [],
      store: candidate.reading, broken: try built.database.compilationFailures(),
      place: candidate.found.isDetected ? candidate.found.source : nil,
      replaced: ledger.itemReplaced(by: draft.entry)?.entry.version, control: control,
      warnings: try FreezeReview(context: context, ledger: ledger, today: processContext.today).warnings(
        for: draft.entry, isLatest: candidate.isLatest, commits: request.commits),
      hasParentCommit: context.head.commit != nil)
  }

  /// Whether all frozen versions come before this one. A package also makes its older versions, and so does Room.
  private func isLatest(_ built: BuiltSource, _ commit: ObjectID?, _ store: Store?) -> Bool {
    guard commit == nil, store == nil else { return false }
    if let declared = built.text.declared { return declared.current.name == built.version }
    return built.text.package == nil && built.text.room == nil
  }

  private func build(
    _ version: Version, _ source: FileSnapshot, _ commit: ObjectID?, _ store: Store?, _ rows: Entry.Rows?,
    _ ledger: Ledger
  ) async throws -> (PastSources.Found, StoreReading?) {
    if let commit, store == nil {
      let past = PastSources(
        repository: repository, configuration: configuration, environment: processContext.commandEnvironment)
      let selection = PastSources.Selection(declared: version.name, release: version.name)
      switch try await past.source(at: commit, near: try past.present(), selection) {
      case .found(let found): return (found, nil)
      case .absent(let error, _, _), .failed(let error): throw error
      }
    }
    let definition = try present?.definition ?? configuration.schemaSource.read(from: source)
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
    let released = definition.running(in: version.name)
    return (found(try await released.build(configuration.buildSettings(), with: runner, as: version.name)), nil)
  }

  /// Whether an existing entry needs nothing more. An entry that is committed but not in the index is left by a freeze
  /// that was killed in between. The next commit would delete it, so it is staged.
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

  /// The gate compares the schema with the version that the source states. An entry with another name would never be
  /// checked.
  private func refuse(
    _ version: Version, saidBy built: BuiltSource, in source: FileSnapshot, _ ledger: Ledger, isPast: Bool,
    isFromStore: Bool
  ) throws {
    guard let rule = configuration.version else { return }
    // A literal in the configuration states only the current version. A file of the source does not state the version
    // of a store.
    if isPast, case .literal = rule { return }
    if isFromStore, case .file = rule { return }
    guard let current = try rule.current(of: built, in: source), current != version.name else { return }
    throw LedgerError.otherVersion(
      name: version.name, current: current, isFrozen: ledger.items.contains { $0.entry.version.name == current })
  }

  // MARK: Describing

  private func parentDiff(
    _ draft: EntryDraft, _ ledger: Ledger, _ context: LedgerContext
  ) throws -> SchemaDiff? {
    guard let parent = ledger.items.last(where: { draft.entry.parents.contains($0.id) }) else { return nil }
    let model = try context.file(parent.folder + "/" + Entry.modelName)
    if parent.entry.schema == draft.entry.schema {
      return SchemaDiff([]).adding(from: model, to: draft.files[Entry.modelName])
    }
    let file = try context.file(parent.folder + "/" + parent.entry.fixtureName)
    guard let fixture = parent.entry.hasTables ? file : [] else { return nil }
    let before = try parent.entry.schema(of: fixture, ignoring: parent.entry.ignoredTables)
    return SchemaDiff(from: before, model, to: draft.schema, draft.files[Entry.modelName])
  }

  /// The message of a commit with this entry alone.
  static func message(_ entry: Ready) -> String {
    let (draft, diff) = (entry.draft, entry.frozen.diff)
    let database = entry.configuration.name
    let name = database == Configuration.defaultDatabase ? "schema" : "\(database) schema"
    var lines = ["Freeze \(name) \(draft.entry.version)", ""]
    if let changes = diff?.meaningfulChanges, !changes.isEmpty {
      // A commit message is read in a terminal, so only the first changes are listed.
      lines += changes.prefix(20).map { "* \(line($0).prefix(100))" }
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

  /// Source files that differ from HEAD. The entry would refer to content that is in no commit.
  private func uncommitted(_ text: SourceDefinition, _ context: LedgerContext) throws -> [String] {
    try text.paths.filter { path in
      guard try context.committed?.read(path) != context.workTree.read(path) else { return false }
      // A checkout may have converted line ends (`core.autocrlf`), which a commit converts back.
      return try context.committed?.id(of: path) != repository.idInCommit(ofFile: path)
    }
  }
}
