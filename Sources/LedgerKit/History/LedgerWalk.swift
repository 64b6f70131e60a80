internal import GitStore
internal import LedgerCore
internal import LedgerEntries

/// The history of the configuration and of every ledger that it has ever named, and of the folders from which entries
/// were moved into one of these.
///
/// A folder counts as a ledger if it is the default one, if the configuration of some commit names it, or if a commit
/// removed entries from it that a ledger gained in the same commit. Other folders of the same form, such as the sample
/// ledgers of a test, belong to no project.
struct LedgerWalk {
  let repository: Repository
  let history: PathHistory
  /// The ledgers that each content of the configuration names.
  private let configurations: [ObjectID: NamedLedgers]
  /// The folders that are one ledger at different times.
  let folders: LedgerFolders
  /// A configuration that cannot be read because its object is missing from this clone.
  let missingConfiguration: LedgerHistory.MissingTree?
  /// What commits changed in folders.
  let differences: TreeDifferences

  /// Walks all commits reachable from `tips`.
  ///
  /// - Parameters:
  ///   - present: the ledgers that are configured now, which no commit may name yet.
  ///   - line: one of the tips, whose ancestors are marked.
  /// - Throws: `GitError`.
  init(
    of present: NamedLedgers, in repository: Repository, from tips: [ObjectID], marking line: ObjectID? = nil,
    cache: HistoryCache = .standard
  ) throws {
    self.repository = repository
    differences = TreeDifferences(in: repository, cache: cache)
    var search = FormerFolders(repository: repository, cache: cache, differences: differences)
    var reader = ConfigurationBlobs(repository: repository)
    // Usually the first walk has all folders that it finds. The default folder counts even if no configuration was
    // committed when the first version was frozen.
    var names = Set(present.ledgers.map(\.folder)).union([Configuration.defaultLedger])
    names.formUnion(try Self.configured(at: line ?? tips.first, in: repository))
    var history: PathHistory
    var moves: [FormerFolders.Move] = []
    while true {
      let paths = [Configuration.fileName] + names.sorted().flatMap(Self.paths)
      history = try repository.history(of: paths, from: tips, marking: line, cache: cache)
      try reader.read(history)
      moves += try search.moves(in: history, into: names.sorted())
      let configured = reader.configurations.values.flatMap { $0.ledgers.map(\.folder) }
      let found = names.union(configured).union(moves.map(\.from))
      if found == names { break }
      names = found
    }
    self.history = history
    configurations = reader.configurations
    missingConfiguration = reader.missing
    folders = try LedgerFolders(
      names.sorted(), configurations: [present] + reader.inOrder(history), changes: reader.changes(in: history),
      moves: moves, contents: search.contents(of: names.sorted(), in: history))
  }

  /// The ledgers that the configuration of a commit names.
  private static func configured(at commit: ObjectID?, in repository: Repository) throws -> [String] {
    guard let commit else { return [] }
    guard let tree = try? repository.commitHeader(commit).tree,
      let blob = try? repository.treeEntry(tree: tree, path: Configuration.fileName),
      let bytes = try? repository.blob(blob)
    else { return [] }
    return NamedLedgers(yaml: String(decoding: bytes, as: UTF8.self)).ledgers.map(\.folder)
  }

  /// The paths of a ledger's entries and withdrawals. The trailing slash excludes a file of the same name.
  static func paths(of ledger: String) -> [String] {
    [Ledger.fixturesFolder(of: ledger) + "/", Ledger.withdrawnFolder(of: ledger) + "/"]
  }

  /// The ledgers that a step's configuration names, after it or before it.
  func named(_ content: PathHistory.Content) -> NamedLedgers? {
    if case .object(let blob) = content { configurations[blob] } else { nil }
  }
}

/// Reads the contents of the configuration that a history has.
private struct ConfigurationBlobs {
  let repository: Repository
  private(set) var configurations: [ObjectID: NamedLedgers] = [:]
  private(set) var missing: LedgerHistory.MissingTree?

  init(repository: Repository) { self.repository = repository }

  mutating func read(_ history: PathHistory) throws(GitError) {
    for step in history.steps {
      for case .object(let blob) in [step.after[0]] + step.before.map({ $0[0] }) where configurations[blob] == nil {
        do {
          // A configuration larger than this is not accepted, and was not accepted then.
          let bytes = try repository.blob(blob, limit: 1 << 20)
          configurations[blob] = NamedLedgers(yaml: String(decoding: bytes, as: UTF8.self))
        } catch {
          guard error.isAboutObject else { throw error }
          if case .missingObject(let id, let isPromised) = error, missing == nil {
            missing = LedgerHistory.MissingTree(id: id, isPromised: isPromised)
          }
          configurations[blob] = NamedLedgers([])
        }
      }
    }
  }

  /// Each configuration once, the oldest first.
  func inOrder(_ history: PathHistory) -> [NamedLedgers] {
    var seen: Set<ObjectID> = []
    return history.steps.compactMap { step in
      guard case .object(let blob) = step.after[0], seen.insert(blob).inserted else { return nil }
      return configurations[blob]
    }
  }

  /// The configurations before and after each commit that changed one.
  func changes(in history: PathHistory) -> [(before: NamedLedgers, after: NamedLedgers)] {
    var seen: Set<[ObjectID]> = []
    return history.steps.flatMap { step in
      step.before.compactMap { before in
        guard case .object(let old) = before[0], case .object(let new) = step.after[0], old != new,
          seen.insert([old, new]).inserted, let then = configurations[old], let now = configurations[new]
        else { return nil }
        return (then, now)
      }
    }
  }
}
