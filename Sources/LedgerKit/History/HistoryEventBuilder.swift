internal import GitStore
internal import LedgerCore
internal import LedgerEntries
internal import SQLiteSchema

/// Builds the history events of a database's ledger and source.
struct HistoryEventBuilder {
  let ledger: LedgerHistory
  let repository: Repository
  let configuration: DatabaseConfiguration
  private let references: [Reference]
  let reader: SourceReader
  let source: SourceHistory
  private let frozen: FrozenMigrations
  /// The entries that could be read, by the tree of their folder.
  private let fixtures: [ObjectID: FrozenFixture]
  /// The entries in the work tree.
  private let current: Ledger

  init(
    _ configuration: DatabaseConfiguration, in repository: Repository, present: FileSnapshot,
    references selection: ReferenceSelection, cache: HistoryCache
  ) throws {
    self.configuration = configuration
    self.repository = repository
    references = try repository.references(selection).all
    let head = try repository.head.commit
    let tips = try repository.historyTips(selection).commits
    ledger = try LedgerHistory(
      of: configuration.ledger, named: configuration.name, in: repository, references: selection, cache: cache)
    current = try Ledger(at: configuration.ledger, in: present)
    var fixtures: [ObjectID: FrozenFixture] = [:]
    for occurrence in ledger.occurrences {
      fixtures[occurrence.tree] = try? occurrence.read(
        from: repository, ledger: configuration.ledger, only: [Entry.fileName])
    }
    self.fixtures = fixtures
    let known = Set(fixtures.values.map(\.id))
    let frozenEntries =
      try ledger.occurrences.compactMap { fixtures[$0.tree] }
      + current.items.filter { !known.contains($0.id) }.map { try FrozenFixture($0, in: present) }
    reader = SourceReader(
      configuration, in: repository, reading: .migrationsAndSchema,
      knowing: frozenEntries.flatMap(\.entry.migrations))
    source = try SourceHistory(reader, ledgers: ledger.folders, from: tips, cache: cache)
    frozen = try FrozenMigrations(
      try frozenEntries.map { try FrozenMigrations.FrozenEntry($0, in: repository, head: head) }, in: source,
      of: repository, from: tips, head: head)
  }

  /// All versions that any commit contains or that are in the ledger now.
  var versions: [String] {
    let names = Set(ledger.occurrences.map(\.version) + current.items.map(\.entry.version.name))
    return names.compactMap { try? Version($0) }.sorted().map(\.name)
  }

  /// The names of ``versions``.
  var names: VersionNames {
    let read = current.items.map(\.entry) + ledger.occurrences.compactMap { fixtures[$0.tree]?.entry }
    let names = Set(read.map(\.version.name))
    return VersionNames(
      read, unreadable: versions.filter { !names.contains($0) }, last: current.latest?.entry.version.name,
      ledger: configuration.ledger, repository)
  }

  /// The folder of a version's entry.
  func folder(of version: String) -> String { Ledger.fixturesFolder(of: configuration.ledger) + "/" + version }

  func inOrder(_ events: [HistoryEvents.Event]) -> [HistoryEvents.Event] {
    events.enumerated().sorted { one, other in
      let places = (place(one.element.commit.id), place(other.element.commit.id))
      return (places.0, one.offset) < (places.1, other.offset)
    }.map(\.element)
  }

  /// The position of a commit in the order of the history.
  func place(_ commit: ObjectID) -> Int { source.places[commit] ?? .max }

  // MARK: Entries

  func contents(of version: String) throws -> [HistoryEvents.Content] {
    let tags = try repository.tagsByCommit()
    let present = current.items.first { $0.entry.version.name == version }
    var contents: [HistoryEvents.Content] = try ledger.occurrences.filter { $0.version == version }.compactMap {
      occurrence in
      guard let fixture = fixtures[occurrence.tree] else { return nil }
      let commits = occurrence.commits + [fixture.entry.commitID].compactMap { $0 }
      return HistoryEvents.Content(
        entry: fixture.entry, id: fixture.id, isPresent: present?.id == fixture.id,
        branches: try references.filter { try $0.kind != .tag && tree(of: version, at: $0.commit) == occurrence.tree }
          .map(\.shortName),
        tags: Set(commits.flatMap { tags[$0] ?? [] }).sorted())
    }
    if let present, !contents.contains(where: \.isPresent) {
      contents.append(
        HistoryEvents.Content(
          entry: present.entry, id: present.id, isPresent: true, branches: [],
          tags: present.entry.commitID.flatMap { tags[$0] } ?? []))
    }
    return contents
  }

  private func tree(of version: String, at commit: ObjectID) throws -> ObjectID? {
    try? repository.treeEntry(tree: try repository.commitHeader(commit).tree, path: folder(of: version))
  }

  /// The events of the entries of the matching versions.
  func events(_ isWanted: (String) -> Bool) throws -> [HistoryEvents.Event] {
    var events: [HistoryEvents.Event] = []
    let origins = ledger.origins()
    var deleted: [String: [ObjectID]] = [:]
    var rewriters: [String: Set<ObjectID>] = [:]
    for event in ledger.events {
      switch event {
      case .deleted(let version, let tree, let commit) where isWanted(version):
        deleted[version, default: []].append(commit)
        events.append(try self.event(commit, withdrew(tree, by: commit) ?? .deleted(version: version)))
      case .rewritten(let version, let from, let to, let commit) where isWanted(version):
        guard rewriters[version, default: []].insert(commit).inserted else { continue }
        let kind: HistoryEvents.Kind =
          origins.contains(to)
          ? .restored(version: version, entry: id(to)) : .rewrote(version: version, files: try files(from, to))
        var rewritten = try self.event(commit, kind)
        if !origins.contains(to) { rewritten.effect = try effect(from, to) }
        events.append(rewritten)
      default: continue
      }
    }
    for occurrence in ledger.occurrences where isWanted(occurrence.version) {
      for (number, commit) in occurrence.commits.filter({ rewriters[occurrence.version]?.contains($0) != true })
        .enumerated()
      {
        let wasDeleted = deleted[occurrence.version, default: []].contains { place($0) < place(commit) }
        let kind: HistoryEvents.Kind =
          number > 0 && wasDeleted
          ? .restored(version: occurrence.version, entry: id(occurrence.tree))
          : .froze(
            version: occurrence.version, entry: id(occurrence.tree), source: fixtures[occurrence.tree]?.entry.commitID,
            isAgain: number > 0)
        events.append(try event(commit, kind))
      }
    }
    // What moved the ledger moved each of its versions.
    if versions.contains(where: isWanted) {
      events += try ledger.moves.map { try event($0.commit, .movedLedger(from: $0.from, to: $0.to)) }
    }
    return events
  }

  /// The withdrawal of an entry that a commit deleted, or `nil` if the commit does not withdraw it.
  private func withdrew(_ tree: ObjectID, by commit: ObjectID) throws -> HistoryEvents.Kind? {
    let added = ledger.withdrawals.filter { $0.commits.contains(commit) }
    let withdrawals = try added.compactMap { try ledger.withdrawal($0.tree, $0.version, in: repository) }
    return withdrawals.first { $0.entryID == id(tree) }.map {
      .withdrew(version: $0.entry.version.name, entry: $0.entryID, reason: $0.reason)
    }
  }

  private func id(_ tree: ObjectID) -> String { fixtures[tree]?.id ?? "" }

  private func event(_ commit: ObjectID, _ kind: HistoryEvents.Kind) throws -> HistoryEvents.Event {
    let info = try repository.commitInfo(commit)
    let isEnd = try repository.isShallow && repository.commitHeader(commit).parents.isEmpty
    return HistoryEvents.Event(commit: info, kind: kind, isBoundary: isEnd && !info.parents.isEmpty)
  }

  private func files(_ before: ObjectID, _ after: ObjectID) throws -> [String] {
    (try? repository.changedPaths(at: "", from: before, to: after)) ?? []
  }

  private func effect(_ before: ObjectID, _ after: ObjectID) throws -> ChangeEffect? {
    func schema(_ tree: ObjectID) throws -> CanonicalSchema? {
      guard let name = fixtures[tree]?.entry.fixtureName,
        let id = try repository.treeEntry(tree: tree, path: name)
      else { return nil }
      return try? StoredFile.schema(of: repository.blob(id))
    }
    guard let old = try schema(before), let new = try schema(after) else { return nil }
    return ChangeEffect(diff: SchemaDiff(from: old, to: new))
  }

  // MARK: Source

  /// The changes to the migrations of a version after it was frozen.
  func changes(of version: String) throws -> [HistoryEvents.Event] {
    var commits: [ObjectID] = []
    let changes = frozen.changes.filter { $0.versions.contains(version) }
    for change in changes where commits.last != change.commit { commits.append(change.commit) }
    return try commits.flatMap { commit in
      try grouped(changes.filter { $0.commit == commit }.map(\.change), by: commit, alone: false)
    }
  }

  /// A path, and the earlier and later names of the file at that path.
  func names(of path: String) -> Set<String> {
    var names: Set<String> = [path]
    let moves = source.steps.flatMap(\.changes).filter { $0.kind == .renamed || $0.kind == .moved }
    for change in moves.reversed() where change.after.contains(where: { names.contains($0.path) }) {
      names.formUnion(change.before.map(\.path))
    }
    for change in moves where change.before.contains(where: { names.contains($0.path) }) {
      names.formUnion(change.after.map(\.path))
    }
    return names
  }

  /// The changes to files, or to folders with all their content.
  func changes(at names: Set<String>) throws -> [HistoryEvents.Event] {
    func isNamed(_ path: String) -> Bool { names.contains { path.isWithin($0) } }
    return try source.steps.flatMap { step -> [HistoryEvents.Event] in
      let changes = step.changes.filter { change in
        // A merge of two branches with new migrations is not an event, unless one branch has frozen the later
        // migration.
        change.paths.contains(where: isNamed)
          && (!step.isMerge || change.kind != .inserted || frozen.change(change, by: step.commit) != nil)
      }
      let files = step.files.filter(isNamed)
      if let problem = step.problem, !files.isEmpty { return [try event(step.commit, .unreadable(reason: problem))] }
      if changes.isEmpty { return files.isEmpty ? [] : [try event(step.commit, .touched(files: files))] }
      let isFile = step.changes.flatMap(\.paths).contains(where: names.contains)
      return try grouped(changes, by: step.commit, alone: isFile)
    }
  }

  /// One event for all changes of a kind. Changes of meaning and squashes are reported one by one if they affect frozen
  /// migrations or the files of a schema.
  ///
  /// - Parameter alone: whether the request is for a single file. If so, changes of meaning and squashes are always
  ///   reported one by one.
  private func grouped(_ changes: [SourceChange], by commit: ObjectID, alone: Bool) throws -> [HistoryEvents.Event] {
    struct Group: Hashable {
      let kind: SourceChange.Kind
      let isSchema: Bool
      let isRestoring: Bool
      let isFrozen: Bool
      let single: SourceChange?
    }
    var order: [Group] = []
    var groups: [Group: [SourceChange]] = [:]
    var merged: [Group: Bool] = [:]
    var versions: [Group: [String]] = [:]
    for change in changes {
      let known = frozen.change(change, by: commit)
      let isSingle = [.changed, .squashed].contains(change.kind) && (alone || known != nil || change.isSchema)
      let group = Group(
        kind: change.kind, isSchema: change.isSchema, isRestoring: known?.isRestoring ?? false,
        isFrozen: known != nil, single: isSingle ? change : nil)
      if groups[group] == nil { order.append(group) }
      for version in known?.versions ?? [] where versions[group]?.contains(version) != true {
        versions[group, default: []].append(version)
      }
      groups[group, default: []].append(change)
      if let known { merged[group] = known.isMerged }
    }
    return try order.map { group in
      var event = try event(commit, .changed(groups[group] ?? [], isRestoring: group.isRestoring))
      event.versions = versions[group] ?? []
      event.isMerged = merged[group]
      if let change = group.single { event.effect = try reader.effect(of: change, by: commit) }
      return event
    }
  }
}
