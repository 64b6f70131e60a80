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
  private let differences: TreeDifferences
  /// Fixtures folders that cannot be read because their tree is missing from this clone.
  private(set) var unreadableFolders: Set<ObjectID> = []
  private var missingTree: LedgerHistory.MissingTree?

  init(of tracked: Content, in repository: Repository, differences: TreeDifferences) {
    self.tracked = tracked
    self.repository = repository
    self.differences = differences
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
      guard let comparison = try comparison(of: step, positions) else { continue }
      for version in comparison.changedVersions.sortedAsVersions {
        let trees = comparison.trees(of: version)
        let former = comparison.formerTrees(of: version)
        for tree in trees where !former.contains(where: { $0.contains(tree) }) {
          let content = State(version: version, tree: tree)
          if added[content] == nil { order.append(content) }
          added[content, default: []].append(commit)
          for old in Set(former.joined()).sorted() where !trees.contains(old) {
            events.append((place, .rewritten(version: version, from: old, to: tree, by: commit)))
          }
        }
      }
      for folder in positions.indices {
        for (version, tree) in comparison.newEntries(in: folder) {
          let content = State(version: version, tree: tree)
          if places[content]?.contains(where: { $0.path == paths[folder] }) == true { continue }
          places[content, default: []].append(LedgerHistory.Place(path: paths[folder], commit: commit))
        }
      }
      moves += comparison.moves.map { LedgerHistory.Move(from: paths[$0.from], to: paths[$0.to], commit: commit) }
      for version in comparison.lostVersions.sortedAsVersions {
        let former = comparison.formerTrees(of: version)
        guard let old = former.lazy.compactMap(\.first).first else { continue }
        if former.allSatisfy({ !$0.isEmpty }) {
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

  /// The entries that a commit changed, or `nil` if they cannot be read: an unknown content is not compared.
  private mutating func comparison(of step: PathHistory.Step, _ positions: [Int]) throws -> EntryComparison? {
    // Most commits have one parent, and most ledgers have had one folder.
    let single = positions.count == 1 && step.before.count == 1 ? positions.first : nil
    if let single, let known = differences.known(from: step.before[0][single], to: step.after[single]) {
      return EntryComparison(of: known, tracked)
    }
    guard let now = try listings(step.after, positions) else { return nil }
    let then = try step.before.compactMap { try listings($0, positions) }
    guard let single, then.count == 1 else { return EntryComparison(of: now, with: then, tracked) }
    let difference = now[0].differences(from: then[0][0])
    differences.add(difference, from: step.before[0][single], to: step.after[single])
    return EntryComparison(of: difference, tracked)
  }

  /// The content of the folders at these positions, or `nil` if one of them cannot be read.
  private mutating func listings(
    _ contents: [PathHistory.Content], _ positions: [Int]
  ) throws(GitError) -> [TreeListing]? {
    var listings: [TreeListing] = []
    for position in positions {
      switch contents[position] {
      case .absent: listings.append(TreeListing())
      case .unknown: return nil
      case .object(let tree):
        if unreadableFolders.contains(tree) { return nil }
        do {
          listings.append(try repository.listing(of: tree))
        } catch {
          guard case .missingObject(let id, let isPromised) = error else { throw error }
          missingTree = missingTree ?? LedgerHistory.MissingTree(id: id, isPromised: isPromised)
          unreadableFolders.insert(tree)
          return nil
        }
      }
    }
    return listings
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

extension Collection<String> {
  /// The names of folders in the order of the versions that they name. Others are compared as texts.
  fileprivate var sortedAsVersions: [String] {
    map { (name: $0, version: try? Version($0)) }.sorted { left, right in
      guard let one = left.version, let other = right.version else { return left.name < right.name }
      return one < other
    }.map(\.name)
  }
}
