public import GitStore
internal import LedgerCore
public import LedgerEntries
internal import SQLiteSandbox
internal import SQLiteSchema

/// The positive control before a past version is recorded: a version that is already frozen must be reproduced from the
/// history byte for byte. If it is not, other versions read from the history may be wrong as well.
///
/// One version is rebuilt: the latest one that was read from a commit or, if there is none, the latest one whose commit
/// contains the source it was made from. If there is no such version, nothing is compared.
public struct HistoryControl {
  /// The result of the comparison.
  public enum Outcome: Sendable, Hashable {
    /// The same bytes as the frozen ones.
    case same(Version, ObjectID)
    /// The same schema in different bytes, for a known reason: a different version of SQLite made the frozen one, or a
    /// command of the repository makes it.
    case otherBytes(Version, ObjectID, reason: Reason)
  }

  /// Why bytes may differ.
  public enum Reason: Sendable, Hashable {
    /// Made by this version of SQLite.
    case sqlite(String)
    case command
  }

  let context: LedgerContext
  let processContext: Freeze.ProcessContext

  /// The number of versions to try until one can be rebuilt.
  private static let attempts = 3

  /// - Throws: `LedgerError.notReproduced`, `GitError`, `CancellationError`.
  func run() async throws -> Outcome? {
    let items = Array(try context.committedLedger().items.filter { !$0.entry.isFromStore }.reversed())
    let repository = context.repository
    let rebuilder = EntryRebuilder(
      context.configuration, in: repository, environment: processContext.commandEnvironment)
    func made(_ entry: Entry, at commit: ObjectID) async throws -> PastSources.Made? {
      try await rebuilder.mostSimilarSource(to: entry, in: repository.snapshot(.commit(commit)))
    }
    for item in items.filter({ $0.entry.commit != nil }).prefix(Self.attempts) {
      guard let commit = item.entry.commitID, try repository.commit(at: commit) != nil else { continue }
      if let made = try await made(item.entry, at: commit) {
        return try compare(item, made, commit)
      }
    }
    if items.contains(where: { $0.entry.commit != nil }) { return nil }
    for (item, commit) in try firstCommits(of: Array(items.prefix(Self.attempts))) {
      if let made = try await made(item.entry, at: commit), made.isSource(of: item.entry) {
        return try compare(item, made, commit)
      }
    }
    return nil
  }

  /// The commits that first added these entries, in the order of the entries.
  private func firstCommits(of items: [Ledger.Item]) throws -> [(Ledger.Item, ObjectID)] {
    guard let head = context.head.commit, let committed = context.committed else { return [] }
    let commits = try context.repository.firstCommits(of: items, in: committed, from: head)
    return items.compactMap { item in commits[item.id].map { (item, $0) } }
  }

  private func compare(_ item: Ledger.Item, _ made: PastSources.Made, _ commit: ObjectID) throws -> Outcome {
    let entry = item.entry
    var built = made.built
    // Which values can be read is what the version of this program knew that froze the entry.
    built.values = try context.committed?.read(item.folder + "/" + Entry.valuesName)
    let draft = try EntryDraft(
      entry.version, of: built, recording: made.records, database: entry.database, parents: entry.parents,
      commit: entry.commitID,
      ignoredTables: entry.ignoredTables, tags: entry.tags, isComplete: !entry.hasScript)
    let different = try draft.files.keys.sorted().filter { name in
      try context.committed?.read(item.folder + "/" + name) != draft.files[name]
    }
    // This version of the program may know tables that another did not.
    let isModelOnly = !entry.hasTables || !draft.entry.hasTables
    if different.isEmpty || isModelOnly && !different.contains(Entry.modelName) { return .same(entry.version, commit) }
    let frozen = try context.committed?.read(item.folder + "/" + entry.fixtureName) ?? []
    let diff = SchemaDiff(
      from: try StoredFile.schema(of: frozen, ignoring: entry.ignoredTables),
      try context.committed?.read(item.folder + "/" + Entry.modelName), to: draft.schema, draft.files[Entry.modelName])
    if diff.verdict <= .cosmetic, made.records == entry.migrations {
      if entry.sqlite != ScratchDatabase.sqliteVersion {
        return .otherBytes(entry.version, commit, reason: .sqlite(entry.sqlite))
      }
      if case .command = made.built.text.creation { return .otherBytes(entry.version, commit, reason: .command) }
    }
    throw LedgerError.notReproduced(
      version: entry.version.name, commit: commit, files: different, changes: diff.meaningfulChanges)
  }
}
