internal import GitStore
internal import LedgerEntries

/// Compares the entries of each commit that changed the fixtures folder with those of its parents, or the withdrawals
/// of each commit that changed their folder.
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
  /// The entry folders in a fixtures folder, by version, or `nil` if the folder cannot be read.
  private var folders: [ObjectID: [String: ObjectID]?] = [:]
  private var missingTree: LedgerHistory.MissingTree?

  init(of tracked: Content, in repository: Repository) {
    self.tracked = tracked
    self.repository = repository
  }

  /// Fixtures folders that cannot be read because their tree is missing from this clone.
  var unreadableFolders: [ObjectID] { folders.filter { $0.value == nil }.map(\.key) }

  struct Changes {
    var occurrences: [LedgerHistory.Occurrence] = []
    var events: [LedgerHistory.Event] = []
    var missingTree: LedgerHistory.MissingTree?
  }

  private struct State: Hashable {
    let version: String
    let tree: ObjectID
  }

  /// - Parameter path: the path of the folder in `history`.
  mutating func changes(at path: String, in history: PathHistory) throws -> Changes {
    var order: [State] = []
    var added: [State: [ObjectID]] = [:]
    var events: [(place: Int, event: LedgerHistory.Event)] = []
    var lostInMerge: [(place: Int, content: State, commit: ObjectID)] = []
    for (place, change) in history.changes.enumerated() where change.path == path {
      let commit = change.commit
      // An unknown content is not compared.
      guard let now = try entries(in: change.after) else { continue }
      let then = try change.before.compactMap { try entries(in: $0) }
      let introduced = now.filter { version, id in !then.contains { $0[version] == id } }
      for (version, id) in introduced.sorted(by: { Self.precedes($0.key, $1.key) }) {
        let content = State(version: version, tree: id)
        if added[content] == nil { order.append(content) }
        added[content, default: []].append(commit)
        for old in Set(then.compactMap { $0[version] }).sorted() {
          events.append((place, .rewritten(version: version, from: old, to: id, by: commit)))
        }
      }
      let missing = Set(then.flatMap { $0.keys.filter { now[$0] == nil } })
      for version in missing.sorted(by: Self.precedes) {
        guard let old = then.compactMap({ $0[version] }).first else { continue }
        if then.allSatisfy({ $0[version] != nil }) {
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
    let occurrences = order.enumerated().sorted { left, right in
      left.element.version == right.element.version
        ? left.offset < right.offset : Self.precedes(left.element.version, right.element.version)
    }
    return Changes(
      occurrences: occurrences.map { _, content in
        LedgerHistory.Occurrence(version: content.version, tree: content.tree, commits: added[content] ?? [])
      }, events: events.map(\.event), missingTree: missingTree)
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
      if let known = folders[tree] { return known }
      do {
        let entries = try folders(in: tree)
        folders[tree] = .some(entries)
        return entries
      } catch let error as GitError {
        guard case .missingObject(let id, let isPromised) = error else { throw error }
        missingTree = missingTree ?? LedgerHistory.MissingTree(id: id, isPromised: isPromised)
        folders[tree] = .some(nil)
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
