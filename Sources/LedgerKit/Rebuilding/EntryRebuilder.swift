internal import GitStore
internal import LedgerCore
internal import LedgerEntries
internal import SQLiteSandbox
internal import SQLiteSchema

/// Builds again what an entry was made from, so that both can be compared.
final class EntryRebuilder {
  private let sources: PastSources
  /// The same sources without the scripts of `before`: a version that was frozen before the configuration got them was
  /// made without them.
  private let withoutScripts: PastSources
  /// The tables that the configuration ignores.
  private let ignoredTables: [String]

  /// - Parameter environment: the environment of commands, or `nil` if none may be run.
  init(_ configuration: DatabaseConfiguration, in repository: Repository, environment: CommandEnvironment?) {
    sources = PastSources(repository: repository, configuration: configuration, environment: environment)
    ignoredTables = configuration.ignoredTables
    var plain = configuration
    plain.source = plain.source.running(before: [])
    withoutScripts =
      plain == configuration
      ? sources : PastSources(repository: repository, configuration: plain, environment: environment)
  }

  /// A source in `snapshot` with the migrations of the entry, or else with its schema; `nil` if there is none.
  ///
  /// - Throws: `GitError`, `CancellationError`.
  func source(of entry: Entry, in snapshot: FileSnapshot) async throws -> PastSources.Made? {
    let made = try await inEachRelease(of: entry) { selection in
      try await sources(of: entry).source(in: snapshot, with: entry.migrations, selection) {
        try $0.hasTexts(of: entry)
      }
    }
    return entry.ignoredTables == ignoredTables ? made : try made?.ignoring(entry.ignoredTables)
  }

  /// The source in `snapshot` that is most similar to the entry's, whatever it makes; `nil` if none runs.
  ///
  /// - Throws: `GitError`, `CancellationError`.
  func mostSimilarSource(to entry: Entry, in snapshot: FileSnapshot) async throws -> PastSources.Made? {
    let similarity = SourceSimilarity(records: entry.migrations, tables: [])
    var first: PastSources.Made?
    let same = try await inEachRelease(of: entry) { selection -> PastSources.Made? in
      guard
        case .found(let found) = try await sources(of: entry).source(in: snapshot, near: similarity, selection)
      else { return nil }
      first = first ?? found.made
      return found.made.records == entry.migrations ? found.made : nil
    }
    return try (same ?? first)?.ignoring(entry.ignoredTables)
  }

  private func sources(of entry: Entry) -> PastSources { entry.before.isEmpty ? withoutScripts : sources }

  /// Tries the source as a program of the entry's version uses it, and then all of it: an older program froze the
  /// folders of later versions too.
  private func inEachRelease(
    of entry: Entry, _ source: (PastSources.Selection) async throws -> PastSources.Made?
  ) async throws -> PastSources.Made? {
    let name = entry.version.name
    if let made = try await source(.init(declared: name, release: name)) { return made }
    return try await source(.init(declared: name, release: nil))
  }
}

extension PastSources.Made {
  /// Whether the entry was made from this source. A version may have been frozen before its source was committed.
  func isSource(of entry: Entry) -> Bool {
    if entry.hasMigrations { return records == entry.migrations }
    return built.schema.digest == entry.schema && entry.hasModel(built.model)
  }

  /// Whether the entry lists the migrations of this source. Without migrations, the source is known by its schema.
  func hasTexts(of entry: Entry) throws -> Bool {
    if !entry.hasMigrations { return try ignoring(entry.ignoredTables).isSource(of: entry) }
    func texts(_ records: [MigrationRecord]) -> [[String]] { records.map { [$0.id, $0.text] } }
    return texts(records) == texts(entry.migrations) && texts(built.text.beforeRecords) == texts(entry.before)
  }

  /// Without the tables that the entry ignores.
  fileprivate func ignoring(_ tables: [String]) throws -> PastSources.Made {
    var built = built
    built.schema = try built.database.schema(ignoring: tables)
    return PastSources.Made(built: built, records: records)
  }
}
