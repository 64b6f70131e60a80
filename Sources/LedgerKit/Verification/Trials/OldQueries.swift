internal import GitStore
internal import LedgerCore
internal import LedgerEntries
internal import SQLiteSandbox
internal import SQLiteSyntax

/// A query of the program that a frozen version shipped with.
struct OldQuery: Sendable, Hashable {
  enum Place: Sendable, Hashable {
    case file(String, line: Int)
    case view(String)
  }

  let place: Place
  let sql: String
  /// Whether it compiles only where words in double quotes may be strings.
  var quotesStrings = false
}

/// What a version's program asked of its database: an older program may meet a database that a newer one has migrated,
/// after a downgrade or on a device that shares it.
///
/// The queries are read in the commit that froze the version (for one that was frozen from the past, in the commit it was
/// read from), by the paths that are configured now; what is not committed yet, in the work tree. Those that do not compile
/// against the frozen database itself, because they are for another one or are filled in by a program, tell nothing.
struct OldQueries {
  /// What is to be tried, by the place of the fixture.
  private(set) var queries: [[OldQuery]]
  /// What is not.
  private(set) var limits: [TrialLimit] = []

  /// - Parameter commits: by entry id, that which froze it.
  /// - Throws: `GitError`.
  init(
    _ work: [FixtureMigration], of configuration: DatabaseConfiguration, in repository: Repository,
    present: FileSnapshot, commits: [String: ObjectID]
  ) throws {
    queries = Array(repeating: [], count: work.count)
    let wanted = configuration.queries
    if wanted.isEmpty { return }
    var untried = 0
    var total = 0
    var without = 0
    for (index, migration) in work.enumerated() where !migration.isDamaged {
      let fixture = migration.fixture
      let commit = fixture.entry.commitID ?? commits[fixture.id]
      let snapshot = try commit.map { try repository.snapshot(.commit($0)) } ?? present
      var all = try Self.read(wanted, configuration.name, snapshot)
      if all.isEmpty, !wanted.files.isEmpty || wanted.sql != nil { without += 1 }
      guard let database = try? ScratchDatabase(file: fixture.database, stubs: migration.settings.stubs) else {
        continue
      }
      if wanted.views { all += try database.viewQueries().map { OldQuery(place: .view($0.name), sql: $0.sql) } }
      queries[index] = try all.compactMap { try $0.compiled(by: database) }
      total += all.count
      untried += all.count - queries[index].count
    }
    if untried > 0 { limits.append(.queriesUntried(untried, of: total)) }
    if without > 0 { limits.append(.withoutQueries(versions: without)) }
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
    // The text of then, not of now.
    if wanted.sql != nil, let sql = try? Configuration(from: snapshot).database(database).queries.sql {
      add(Configuration.fileName, sql)
    }
    return queries
  }
}

extension OldQuery {
  /// The query as it compiles against its own version; nil when it does not.
  fileprivate func compiled(by database: ScratchDatabase) throws -> OldQuery? {
    for quotesStrings in [false, true] where try database.failure(ofStatement: sql, quotesStrings: quotesStrings) == nil
    {
      var query = self
      query.quotesStrings = quotesStrings
      return query
    }
    return nil
  }

  /// Finding SL316.
  ///
  /// - Throws: `SchemaError`.
  func finding(_ version: String, on migrated: ScratchDatabase) throws -> Finding? {
    try migrated.failure(ofStatement: sql, quotesStrings: quotesStrings).map {
      .queryNoLongerCompiles(version, self, $0)
    }
  }
}

extension Verification {
  /// The commit that first had each entry of the tree, by the entry's id.
  ///
  /// - Throws: `GitError`.
  func freezingCommits(_ fixtures: [FrozenFixture]) throws -> [String: ObjectID] {
    var commits: [String: ObjectID] = [:]
    for fixture in fixtures { commits[fixture.id] = fixture.commits.first }
    guard fixtures.contains(where: { $0.commits.isEmpty }), let head = try repository.head.commit else {
      return commits
    }
    let history = try LedgerHistory(of: configuration.ledger, in: repository, from: [head], cache: cache)
    for occurrence in history.occurrences {
      let seen = try? occurrence.read(from: repository, ledger: configuration.ledger, only: [Entry.fileName])
      if let seen, commits[seen.id] == nil { commits[seen.id] = occurrence.commits.first }
    }
    return commits
  }
}
