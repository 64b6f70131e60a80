internal import GitStore
internal import LedgerEntries

/// Compares the entries of each commit that changed the fixtures folder with those of its parents, or the withdrawals
/// of each commit that changed their folder. A ledger may have had several folders: an entry that moves from one to the
/// other stays the same.
struct EntryTracker {
  /// What the folder contains.
  enum Content {
    /// Entries, which are folders.
    case entries
    /// Withdrawals, which are files.
    case withdrawals
  }

  private let repository: Repository
  private let tracked: Content
  /// The entry folders in a fixtures folder, by version. Each commit is compared with its parents, so only a few are kept.
  private var folders: [ObjectID: [String: ObjectID]] = [:]
  private var entryCount = 0
  /// Fixtures folders that cannot be read because their tree is missing from this clone.
  private(set) var unreadableFolders: Set<ObjectID> = []
  private var missingTree: LedgerHistory.MissingTree?

  init(of tracked: Content, in repository: Repository) {
    self.tracked = tracked
    self.repository = repository
  }

  struct Changes {
    var occurrences: [LedgerHistory.Occurrence] = []
    var events: [LedgerHistory.Event] = []
    var moves: [LedgerHistory.Move] = []
    var missingTree: LedgerHistory.MissingTree?
  }

  private struct State: Hashable {
    let version: String
    let tree: ObjectID
  }

  /// The contents of each version in one commit, in all folders, and those in each folder.
  private struct Snapshot {
    var contents: [String: [ObjectID]] = [:]
    var folders: [[String: ObjectID]] = []

    func has(_ version: String, _ tree: ObjectID) -> Bool { contents[version]?.contains(tree) == true }
  }

  /// The snapshots that were made last. A commit's parent is usually the step before it.
  private var recent: [(contents: [PathHistory.Content], snapshot: Snapshot)] = []
  private static let recentCount = 4

  /// - Parameter paths: the paths in `history` of folders that are the same ledger at different times.
  mutating func changes(at paths: [String], in history: PathHistory) throws -> Changes {
    let positions = paths.compactMap { history.paths.firstIndex(of: $0) }
    var order: [State] = []
    var added: [State: [ObjectID]] = [:]
    var places: [State: [LedgerHistory.Place]] = [:]
    var events: [(place: Int, event: LedgerHistory.Event)] = []
    var lostInMerge: [(place: Int, content: State, commit: ObjectID)] = []
    var moves: [LedgerHistory.Move] = []
    for (place, step) in history.steps.enumerated() where step.changes(at: positions) {
      let commit = step.commit
      // An unknown content is not compared.
      guard let now = try snapshot(step.after, positions) else { continue }
      let then = try step.before.compactMap { try snapshot($0, positions) }
      // Most commits change few entries, so only these are sorted.
      let changed = now.contents.filter { version, trees in
        trees.contains { tree in !then.contains { $0.has(version, tree) } }
      }
      for (version, trees) in changed.sorted(by: { Self.precedes($0.key, $1.key) }) {
        for tree in trees where !then.contains(where: { $0.has(version, tree) }) {
          let content = State(version: version, tree: tree)
          if added[content] == nil { order.append(content) }
          added[content, default: []].append(commit)
          for old in Set(then.flatMap { $0.contents[version] ?? [] }).sorted() where !trees.contains(old) {
            events.append((place, .rewritten(version: version, from: old, to: tree, by: commit)))
          }
        }
      }
      for (folder, entries) in now.folders.enumerated() {
        for (version, tree) in entries where !then.contains(where: { $0.folders[folder][version] == tree }) {
          let content = State(version: version, tree: tree)
          if places[content]?.contains(where: { $0.path == paths[folder] }) == true { continue }
          places[content, default: []].append(LedgerHistory.Place(path: paths[folder], commit: commit))
        }
      }
      moves += Self.moves(from: then, to: now, paths, by: commit)
      let missing = Set(then.flatMap { $0.contents.keys.filter { now.contents[$0] == nil } })
      for version in missing.sorted(by: Self.precedes) {
        guard let old = then.compactMap({ $0.contents[version]?.first }).first else { continue }
        if then.allSatisfy({ $0.contents[version] != nil }) {
          events.append((place, .deleted(version: version, tree: old, by: commit)))
        } else {
          // Another parent of the merge does not have the entry: it may have deleted it earlier, or never had it.
          lostInMerge.append((place, State(version: version, tree: old), commit))
        }
      }
    }
    let deleted = Set(events.compactMap { if case .deleted(let version, _, _) = $0.event { version } else { nil } })
    for (place, content, commit) in lostInMerge where !deleted.contains(content.version) {
      let event = LedgerHistory.Event.deleted(version: content.version, tree: content.tree, by: commit)
      events.insert((place, event), at: events.firstIndex { $0.place > place } ?? events.count)
    }
    let versions = Dictionary(
      order.map { ($0.version, try? Version($0.version)) }, uniquingKeysWith: { first, _ in first })
    let occurrences = order.enumerated().sorted { left, right in
      let (one, other) = (left.element.version, right.element.version)
      if one == other { return left.offset < right.offset }
      guard let first = versions[one] ?? nil, let second = versions[other] ?? nil else { return one < other }
      return first < second
    }
    return Changes(
      occurrences: occurrences.map { _, content in
        LedgerHistory.Occurrence(
          version: content.version, tree: content.tree, commits: added[content] ?? [], places: places[content] ?? [])
      }, events: events.map(\.event), moves: moves, missingTree: missingTree)
  }

  /// The folders that gained versions which other folders of a parent had.
  private static func moves(
    from then: [Snapshot], to now: Snapshot, _ paths: [String], by commit: ObjectID
  ) -> [LedgerHistory.Move] {
    guard paths.count > 1 else { return [] }
    return paths.indices.flatMap { new in
      let gained = now.folders[new].keys.filter { version in !then.contains { $0.folders[new][version] != nil } }
      return paths.indices.compactMap { old -> LedgerHistory.Move? in
        let isSource = old != new && gained.contains { version in then.contains { $0.folders[old][version] != nil } }
        return isSource ? LedgerHistory.Move(from: paths[old], to: paths[new], commit: commit) : nil
      }
    }
  }

  /// The entries of a commit in the folders at these positions, or `nil` if some cannot be read.
  private mutating func snapshot(_ contents: [PathHistory.Content], _ positions: [Int]) throws -> Snapshot? {
    let contents = positions.map { contents[$0] }
    if let known = recent.first(where: { $0.contents == contents }) { return known.snapshot }
    var snapshot = Snapshot()
    for content in contents {
      guard let entries = try entries(in: content) else { return nil }
      snapshot.folders.append(entries)
      for (version, tree) in entries where !snapshot.has(version, tree) {
        snapshot.contents[version, default: []].append(tree)
      }
    }
    if recent.count == Self.recentCount { recent.removeFirst() }
    recent.append((contents, snapshot))
    return snapshot
  }

  private static func precedes(_ left: String, _ right: String) -> Bool {
    guard let one = try? Version(left), let other = try? Version(right) else { return left < right }
    return one < other
  }

  /// The entry folders, by version, or `nil` if they cannot be read.
  private mutating func entries(in fixtures: PathHistory.Content) throws -> [String: ObjectID]? {
    switch fixtures {
    case .absent: return [:]
    case .unknown: return nil
    case .object(let tree):
      if unreadableFolders.contains(tree) { return nil }
      if let known = folders[tree] { return known }
      do {
        let entries = try folders(in: tree)
        if entryCount + entries.count > 1 << 17 {
          folders = [:]
          entryCount = 0
        }
        folders[tree] = entries
        entryCount += entries.count
        return entries
      } catch let error as GitError {
        guard case .missingObject(let id, let isPromised) = error else { throw error }
        missingTree = missingTree ?? LedgerHistory.MissingTree(id: id, isPromised: isPromised)
        unreadableFolders.insert(tree)
        return nil
      }
    }
  }

  private func folders(in tree: ObjectID) throws -> [String: ObjectID] {
    let children = try repository.treeChildren(tree: tree).filter { child in
      switch tracked {
      case .entries: child.kind == nil
      case .withdrawals: child.kind != nil && child.name.hasSuffix(".json")
      }
    }
    return Dictionary(children.map { ($0.name, $0.id) }, uniquingKeysWith: { first, _ in first })
  }
}

extension PathHistory.Step {
  /// Whether the content at one of the positions differs from that of a parent.
  fileprivate func changes(at positions: [Int]) -> Bool {
    before.isEmpty
      ? positions.contains { after[$0] != .absent }
      : before.contains { parent in positions.contains { parent[$0] != after[$0] } }
  }
}
