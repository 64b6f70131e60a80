public import GitStore
internal import LedgerCore

/// The changes that each commit made to a source.
public struct SourceHistory: Sendable {
  /// A commit that changed files which the source reads. A merge is included only for changes that are in none of its
  /// parents.
  public struct Step: Sendable {
    /// The commit.
    public let commit: ObjectID
    /// Whether it has several parents.
    public let isMerge: Bool
    /// Empty if the commit changed files but no migrations.
    public let changes: [SourceChange]
    /// The changed files, as paths from the top of the repository. Empty for a merge, and if nobody asked for them.
    public let files: [String]
    /// The reason why the source cannot be read at this commit. Its changes are then attributed to the next readable
    /// commit.
    public let problem: String?
  }

  /// Ordered by committer time. A parent always precedes its children.
  public private(set) var steps: [Step] = []
  /// The positions in that order of all commits that changed the source or the ledger.
  let places: [ObjectID: Int]
  /// The number of commits reachable from the tips.
  public let commitCount: Int

  /// Compares each commit with its parents. An unreadable source is not an error; it is recorded in ``Step/problem``.
  ///
  /// - Parameters:
  ///   - frozen: the migration records of entries.
  ///   - ledgers: folders whose commits are included in the order.
  ///   - cache: whether commits are cached in the Git folder.
  ///   - listsFiles: whether ``Step/files`` are read.
  /// - Throws: `GitError`.
  init(
    _ reader: SourceReader, ledgers: [String], from tips: [ObjectID], cache: HistoryCache = .standard,
    listsFiles: Bool = true
  ) throws {
    let paths = reader.configuration.source.paths
    let repository = reader.repository
    let history = try repository.history(of: paths + ledgers, from: tips, cache: cache)
    commitCount = history.commitCount
    var places: [ObjectID: Int] = [:]
    var order: [ObjectID] = []
    var touched: Set<ObjectID> = []
    for change in history.changes {
      if places[change.commit] == nil {
        places[change.commit] = order.count
        order.append(change.commit)
      }
      if !ledgers.contains(change.path) { touched.insert(change.commit) }
    }
    self.places = places
    var readable: [[PathHistory.Content]: SourceState] = [:]
    var unreadable: [[PathHistory.Content]: String] = [:]
    for commit in order where reader.readsAnything && touched.contains(commit) {
      let parents = try repository.commitHeader(commit).parents
      let contents = try reader.contents(at: commit)
      let former = try parents.map { parent in
        let contents = try reader.contents(at: parent)
        return try readable[contents] ?? reader.state(at: parent, contents)
      }
      var state = try readable[contents] ?? reader.state(at: commit, contents)
      let problem = state.problem
      unreadable[contents] = problem
      // It was as unreadable before.
      if problem != nil, !parents.isEmpty,
        try parents.allSatisfy({ unreadable[try reader.contents(at: $0)] == problem })
      {
        continue
      }
      // An unknown state is not compared.
      if problem != nil { state = former.first { $0.problem == nil } ?? SourceState() }
      readable[contents] = readable[contents] ?? state
      let changes = Self.changes(from: former.map { $0.problem == nil ? $0 : state }, to: state)
      // Most files of a program's source have nothing to do with its migrations.
      let isProgram = reader.configuration.source.migrations?.isOfProgram == true
      if changes.isEmpty, parents.count > 1 || isProgram && problem == nil { continue }
      let files = parents.count > 1 || !listsFiles ? [] : try Self.files(commit, parents.first, paths, repository)
      steps.append(Step(commit: commit, isMerge: parents.count > 1, changes: changes, files: files, problem: problem))
    }
  }

  private static func changes(from parents: [SourceState], to state: SourceState) -> [SourceChange] {
    let migrations = SourceChange.changes(from: parents.map(\.migrations), to: state.migrations)
    let schemas = SourceChange.changes(
      from: parents.map { $0.schema.map { [$0] } ?? [] }, to: state.schema.map { [$0] } ?? [])
    return migrations
      + schemas.map { change in
        var change = change
        change.isSchema = true
        return change
      }
  }

  private static func files(
    _ commit: ObjectID, _ parent: ObjectID?, _ paths: [String], _ repository: Repository
  ) throws -> [String] {
    let before = try parent.map { try repository.commitHeader($0).tree }
    let after = try repository.commitHeader(commit).tree
    do {
      let files = try paths.flatMap { try repository.changedPaths(at: $0, from: before, to: after) }
      return Set(files).sorted()
    } catch GitError.missingObject {
      return []
    }
  }
}
