internal import GitStore

/// Compares each commit's entries with those of its parents.
///
/// Only commits whose fixtures folder differs from a parent's are kept; a history has few of them, however long it is.
struct EntryTracker {
  private let repository: Repository
  /// The fixtures folder's tree at every commit that has one.
  private var fixtures: [ObjectID: ObjectID] = [:]
  private var parents: [ObjectID: [ObjectID]] = [:]
  private var children: [ObjectID: [String: ObjectID]] = [:]

  init(repository: Repository) {
    self.repository = repository
  }

  mutating func note(_ header: CommitHeader, fixtures tree: ObjectID?) {
    if let tree { fixtures[header.id] = tree }
    parents[header.id] = header.parents
  }

  struct Changes {
    var sightings: [LedgerHistory.Sighting] = []
    var events: [LedgerHistory.Event] = []
  }

  private struct Content: Hashable {
    let version: String
    let tree: ObjectID
  }

  mutating func changes() throws -> Changes {
    var added: [Content: [ObjectID]] = [:]
    var events: [ObjectID: [LedgerHistory.Event]] = [:]
    var lostInMerge: [(content: Content, commit: ObjectID)] = []
    for (commit, parents) in parents {
      let tree = fixtures[commit]
      let before = parents.map { fixtures[$0] }
      if before.isEmpty ? tree == nil : before.allSatisfy({ $0 == tree }) { continue }
      let now = try entries(tree)
      let then = try before.map { try entries($0) }
      for (version, id) in now.sorted(by: { Self.precedes($0.key, $1.key) })
      where !then.contains(where: { $0[version] == id }) {
        added[Content(version: version, tree: id), default: []].append(commit)
        for old in Set(then.compactMap { $0[version] }).sorted() {
          events[commit, default: []].append(.rewritten(version: version, from: old, to: id, by: commit))
        }
      }
      for version in Set(then.flatMap(\.keys)).sorted(by: Self.precedes) where now[version] == nil {
        guard let old = then.compactMap({ $0[version] }).first else { continue }
        if then.allSatisfy({ $0[version] != nil }) {
          events[commit, default: []].append(.deleted(version: version, tree: old, by: commit))
        } else {
          // One side of the merge did not have it: it may have deleted it before, or never had it.
          lostInMerge.append((Content(version: version, tree: old), commit))
        }
      }
    }
    let deleted = Set(
      events.values.joined().compactMap { if case .deleted(let version, _, _) = $0 { version } else { nil } })
    for (content, commit) in lostInMerge where !deleted.contains(content.version) {
      events[commit, default: []].append(.deleted(version: content.version, tree: content.tree, by: commit))
    }
    return try ordered(added, events)
  }

  private func ordered(
    _ added: [Content: [ObjectID]], _ events: [ObjectID: [LedgerHistory.Event]]
  ) throws -> Changes {
    var times: [ObjectID: Int64] = [:]
    for commit in Set(added.values.joined()).union(events.keys) {
      times[commit] = try repository.commitInfo(commit).committer.seconds
    }
    // Commits of one second are common where a program makes them: then the one that is behind the other is older.
    let depths = Set(times.values).count < times.count ? depths(of: times.keys) : [:]
    func isOlder(_ left: ObjectID, _ right: ObjectID) -> Bool {
      (times[left] ?? 0, depths[left] ?? 0, left) < (times[right] ?? 0, depths[right] ?? 0, right)
    }
    let sightings = added.map { content, commits in
      LedgerHistory.Sighting(version: content.version, tree: content.tree, commits: commits.sorted(by: isOlder))
    }
    return Changes(
      sightings: sightings.sorted { left, right in
        left.version == right.version
          ? isOlder(left.commits[0], right.commits[0]) : Self.precedes(left.version, right.version)
      },
      events: events.keys.sorted(by: isOlder).flatMap { events[$0] ?? [] })
  }

  /// How many commits lie on the longest way from each commit back to a root.
  private func depths(of commits: some Sequence<ObjectID>) -> [ObjectID: Int] {
    var depths: [ObjectID: Int] = [:]
    var waiting = Array(commits)
    while let commit = waiting.last {
      let unknown = (parents[commit] ?? []).filter { depths[$0] == nil }
      if unknown.isEmpty {
        depths[commit] = ((parents[commit] ?? []).compactMap { depths[$0] }.max() ?? 0) + 1
        waiting.removeLast()
      } else {
        waiting += unknown
      }
    }
    return depths
  }

  private static func precedes(_ left: String, _ right: String) -> Bool {
    guard let one = try? Version(left), let other = try? Version(right) else { return left < right }
    return one < other
  }

  /// The entry folders of a fixtures tree, by version.
  private mutating func entries(_ tree: ObjectID?) throws -> [String: ObjectID] {
    guard let tree else { return [:] }
    if let known = children[tree] { return known }
    let folders = try repository.treeChildren(tree: tree).filter { $0.kind == nil }
    let entries = Dictionary(folders.map { ($0.name, $0.id) }, uniquingKeysWith: { first, _ in first })
    children[tree] = entries
    return entries
  }
}
