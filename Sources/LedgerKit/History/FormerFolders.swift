internal import GitStore
internal import LedgerEntries

/// Finds the folders from which commits moved entries into a ledger, by comparing trees.
struct FormerFolders {
  /// Entries of `from` disappeared in the commit in which entries of the same versions appeared in `to`.
  struct Move: Hashable {
    let from: String
    let to: String
  }

  /// An entry of a version: the tree of its folder.
  struct Content: Hashable {
    let version: String
    let tree: ObjectID
  }

  private let repository: Repository
  private let differences: TreeDifferences
  private var unreadable: Set<ObjectID> = []
  private var known: [ObjectID: [String: Set<String>]]
  private let file: RemovedEntriesFile?
  /// The number of commits that are in ``known`` and could be in the file, and are not.
  private var newCount = 0
  /// Commits of which a parent or a tree is missing. It may be fetched before the next run.
  private var incomplete: Set<ObjectID> = []
  /// Fewer can be read again in the time that it takes to write a file.
  private static let minimumNewCount = 20

  /// - Parameter cache: whether the file with what commits removed is read and written.
  init(repository: Repository, cache: HistoryCache, differences: TreeDifferences) {
    self.repository = repository
    self.differences = differences
    file = cache.isUsed ? RemovedEntriesFile(in: repository.caches) : nil
    known = file?.read() ?? [:]
  }

  /// The moves into one of `ledgers`, which are among the paths of the history.
  ///
  /// A folder counts only if every version that the commit removed from it is one that the ledger gained.
  ///
  /// - Throws: `GitError`.
  mutating func moves(in history: PathHistory, into ledgers: [String]) throws -> [Move] {
    let positions = ledgers.compactMap { ledger in
      history.paths.firstIndex(of: LedgerWalk.paths(of: ledger)[0]).map { (ledger: ledger, position: $0) }
    }
    var moves: [Move] = []
    defer {
      if newCount >= Self.minimumNewCount {
        file?.write(known.filter { !incomplete.contains($0.key) })
        newCount = 0
      }
    }
    for step in history.steps where !step.before.isEmpty {
      for (ledger, position) in positions where step.before.allSatisfy({ $0[position] != step.after[position] }) {
        let gained = try gained(by: step.after[position], since: step.before.map { $0[position] })
        if gained.isEmpty { continue }
        for (folder, lost) in try lost(by: step.commit) where folder != ledger && lost.isSubset(of: gained) {
          let move = Move(from: folder, to: ledger)
          if !moves.contains(move) { moves.append(move) }
        }
      }
    }
    return moves
  }

  /// The contents that each ledger has had.
  ///
  /// - Throws: `GitError`.
  mutating func contents(of ledgers: [String], in history: PathHistory) throws -> [String: Set<Content>] {
    // A single ledger shares its contents with no other.
    guard ledgers.count > 1 else { return [:] }
    var contents: [String: Set<Content>] = [:]
    for ledger in ledgers {
      guard let position = history.paths.firstIndex(of: LedgerWalk.paths(of: ledger)[0]) else { continue }
      for trees in Set(history.steps.map { $0.after[position] }) {
        contents[ledger, default: []].formUnion(try entries(trees).map { Content(version: $0, tree: $1) })
      }
    }
    return contents
  }

  /// The versions whose `entry.json` a commit removed, by the ledger's folder.
  private mutating func lost(by commit: ObjectID) throws(GitError) -> [String: Set<String>] {
    if let known = known[commit] { return known }
    let header = try repository.commitHeader(commit)
    var lost: [String: Set<String>] = [:]
    var isComplete = true
    for parent in header.parents {
      do {
        let tree = try repository.commitHeader(parent).tree
        for path in try repository.removedFiles(from: tree, to: header.tree) {
          guard let (folder, version) = Self.entry(path) else { continue }
          lost[folder, default: []].insert(version)
        }
      } catch {
        // The history has a finding about what this clone lacks.
        guard error.isAboutObject else { throw error }
        isComplete = false
      }
    }
    known[commit] = lost
    if isComplete { newCount += 1 } else { incomplete.insert(commit) }
    return lost
  }

  /// The ledger's folder and the version, if a path is that of an entry's `entry.json`.
  private static func entry(_ path: String) -> (folder: String, version: String)? {
    let names = path.split(separator: "/", omittingEmptySubsequences: false)
    guard names.count > 3, let last = names.last, last == Entry.fileName, names[names.count - 3] == "Fixtures" else {
      return nil
    }
    return (names.dropLast(3).joined(separator: "/"), String(names[names.count - 2]))
  }

  /// The versions that none of the folders `before` has.
  private mutating func gained(
    by after: PathHistory.Content, since before: [PathHistory.Content]
  ) throws(GitError) -> Set<String> {
    var gained: Set<String>?
    for content in before {
      let difference = try difference(from: content, to: after)
      let added = Self.folders(difference.after).subtracting(Self.folders(difference.before))
      gained = gained?.intersection(added) ?? added
    }
    return gained ?? []
  }

  private mutating func difference(
    from before: PathHistory.Content, to after: PathHistory.Content
  ) throws(GitError) -> TreeDifference {
    if let known = differences.known(from: before, to: after) { return known }
    let difference = try listing(after).differences(from: listing(before))
    if !isUnreadable(before), !isUnreadable(after) { differences.add(difference, from: before, to: after) }
    return difference
  }

  private func isUnreadable(_ content: PathHistory.Content) -> Bool {
    if case .object(let tree) = content { unreadable.contains(tree) } else { false }
  }

  private static func folders(_ entries: [TreeEntry]) -> Set<String> {
    Set(entries.lazy.filter { $0.kind == nil }.map(\.name))
  }

  private mutating func entries(_ content: PathHistory.Content) throws(GitError) -> [String: ObjectID] {
    let folders = try listing(content).entries.filter { $0.kind == nil }
    return Dictionary(folders.map { ($0.name, $0.id) }, uniquingKeysWith: { first, _ in first })
  }

  /// The entries of a folder; none if there is no such folder, or if this clone cannot read it.
  private mutating func listing(_ content: PathHistory.Content) throws(GitError) -> TreeListing {
    guard case .object(let tree) = content, !unreadable.contains(tree) else { return TreeListing() }
    do {
      return try repository.listing(of: tree)
    } catch {
      guard error.isAboutObject else { throw error }
      unreadable.insert(tree)
      return TreeListing()
    }
  }
}
