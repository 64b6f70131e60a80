internal import GitStore
internal import LedgerCore
internal import LedgerEntries
internal import MigrationSources
internal import SQLiteSandbox
internal import SQLiteSchema
internal import SQLiteSyntax

/// A query of the program that a frozen version shipped with.
struct OldQuery: Sendable, Hashable {
  enum Place: Sendable, Hashable {
    case file(String, line: Int)
    case view(Identifier)
  }

  let place: Place
  let sql: String
  /// Whether the query compiles only if words in double quotes may be strings.
  let quotesStrings: Bool

  init(place: Place, sql: String, quotesStrings: Bool = false) {
    self.place = place
    self.sql = sql
    self.quotesStrings = quotesStrings
  }
}

/// The queries of old programs. After a downgrade, or on a device that shares a database, an old program may open a
/// database that a newer program has upgraded.
///
/// The queries are read from the commit that froze the version (for a version that was frozen from the past, from the
/// commit that it was read from), by the paths that are configured now. For an entry that is not committed yet, they are
/// read from the work tree. A query that does not compile against the frozen database itself proves nothing: it belongs to
/// another database, or a program fills in parts of it.
struct OldQueries {
  /// The queries to compile after each upgrade, in the order of the plans.
  let queries: [[OldQuery]]
  /// The queries that cannot be compiled.
  let limits: [TrialLimit]

  /// - Parameters:
  ///   - upgrades: the upgrade of each fixture to today's schema.
  ///   - commits: the commit that froze each entry, by entry id.
  /// - Throws: `GitError`.
  init(
    _ upgrades: [UpgradePlan], of configuration: DatabaseConfiguration, in repository: Repository,
    present: FileSnapshot, commits: [String: ObjectID], settings: BuildSettings
  ) throws {
    var queries: [[OldQuery]] = Array(repeating: [], count: upgrades.count)
    let wanted = configuration.queries
    var untried = 0
    var total = 0
    var without = 0
    for (index, upgrade) in upgrades.enumerated() where !wanted.isEmpty && upgrade.standing.integrity != .damaged {
      let fixture = upgrade.fixture
      let commit = fixture.entry.commitID ?? commits[fixture.id]
      let snapshot = try commit.map { try repository.snapshot(.commit($0)) } ?? present
      var all = try Self.read(wanted, configuration.name, snapshot)
      if all.isEmpty, !wanted.files.isEmpty || wanted.sql != nil { without += 1 }
      guard let database = try? ScratchDatabase(file: fixture.database, tracking: .known, stubs: settings.stubs) else {
        continue
      }
      if wanted.views { all += try database.viewQueries().map { OldQuery(place: .view($0.name), sql: $0.sql) } }
      queries[index] = all.compactMap { $0.compiled(by: database) }
      total += all.count
      untried += all.count - queries[index].count
    }
    self.queries = queries
    limits =
      (untried > 0 ? [.queriesUntried(untried, of: total)] : [])
      + (without > 0 ? [.withoutQueries(versions: without)] : [])
  }

  private static func read(
    _ wanted: QueryConfiguration, _ database: String, _ snapshot: FileSnapshot
  ) throws -> [OldQuery] {
    var queries: [OldQuery] = []
    func add(_ path: String, _ sql: String) {
      queries += Script.queries(of: sql).map { OldQuery(place: .file(path, line: $0.line), sql: $0.sql) }
    }
    for path in wanted.files {
      if let bytes = try snapshot.read(path) { add(path, String(decoding: bytes, as: UTF8.self)) }
      for file in try snapshot.files(under: path) where file.path.hasSuffix(".sql") && file.kind != .symlink {
        add(file.path, String(decoding: try snapshot.read(file.path) ?? [], as: UTF8.self))
      }
    }
    // The text in that commit, not today's.
    if wanted.sql != nil,
      let past = try Configuration.former(in: snapshot)?.databases.first(where: { $0.name == database }),
      let sql = past.queries.sql
    {
      add(Configuration.fileName, sql)
    }
    return queries
  }
}

extension OldQuery {
  /// The query as it compiles against its own version, or `nil` if it does not compile.
  fileprivate func compiled(by database: ScratchDatabase) -> OldQuery? {
    for quotesStrings in [false, true] where database.failure(ofStatement: sql, quotesStrings: quotesStrings) == nil {
      return OldQuery(place: place, sql: sql, quotesStrings: quotesStrings)
    }
    return nil
  }
}
