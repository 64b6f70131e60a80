internal import GitStore

/// Compares each commit's entries with those of its parents.
///
/// Of a commit only a number is kept, which stands for its fixtures folder: memory is flat where history has 200,000
/// commits. Commits whose folder differs from a parent's are looked at again; a history has few of them, however long
/// it is.
struct EntryTracker {
  /// The fixtures folder of a commit.
  enum Fixtures: Hashable {
    /// Its tree; nil where there is no such folder.
    case read(ObjectID?)
    case missing
  }

  private let repository: Repository
  /// Every fixtures folder that a commit has, and its place in that list.
  private var folders: [Fixtures] = []
  private var places: [Fixtures: UInt32] = [:]
  /// The place of each commit's folder.
  private var commits: [ObjectID: UInt32] = [:]
  /// Children of commits that are not visited yet.
  private var waiting: [ObjectID: [ObjectID]] = [:]
  /// Commits with another folder than a parent, and roots with one.
  private var changed: Set<ObjectID> = []
  private var children: [ObjectID: [String: ObjectID]?] = [:]
  private var missingTree: LedgerHistory.MissingTree?

  init(repository: Repository) {
    self.repository = repository
  }

  mutating func note(_ header: CommitHeader, fixtures: Fixtures) {
    let place = place(of: fixtures)
    commits[header.id] = place
    if header.parents.isEmpty, fixtures != .read(nil) { changed.insert(header.id) }
    for parent in header.parents {
      if let other = commits[parent] {
        if other != place { changed.insert(header.id) }
      } else {
        waiting[parent, default: []].append(header.id)
      }
    }
    for child in waiting.removeValue(forKey: header.id) ?? [] where commits[child] != place { changed.insert(child) }
  }

  private mutating func place(of fixtures: Fixtures) -> UInt32 {
    if let known = places[fixtures] { return known }
    let place = UInt32(folders.count)
    folders.append(fixtures)
    places[fixtures] = place
    return place
  }

  /// How many commits' folders could not be read.
  var unreadableCommitCount: Int {
    let unreadable = Set(folders.indices.filter { isUnreadable(folders[$0]) }.map(UInt32.init))
    return unreadable.isEmpty ? 0 : commits.values.count(where: unreadable.contains)
  }

  private func isUnreadable(_ fixtures: Fixtures) -> Bool {
    switch fixtures {
    case .missing: true
    case .read(nil): false
    case .read(let tree?): children[tree] == .some(nil)
    }
  }

  struct Changes {
    var sightings: [LedgerHistory.Sighting] = []
    var events: [LedgerHistory.Event] = []
    var missingTree: LedgerHistory.MissingTree?
  }

  private struct Content: Hashable {
    let version: String
    let tree: ObjectID
  }

  mutating func changes() throws -> Changes {
    var added: [Content: [ObjectID]] = [:]
    var events: [ObjectID: [LedgerHistory.Event]] = [:]
    var lostInMerge: [(content: Content, commit: ObjectID)] = []
    for commit in changed {
      // What is not known is held against nothing.
      guard let now = try entries(of: commit) else { continue }
      let then = try repository.commitHeader(commit).parents.compactMap { try entries(of: $0) }
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
    let depths = Set(times.values).count < times.count ? try depths(of: times.keys) : [:]
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
      events: events.keys.sorted(by: isOlder).flatMap { events[$0] ?? [] }, missingTree: missingTree)
  }

  /// How many commits lie on the longest way from each commit back to a root.
  private func depths(of commits: some Sequence<ObjectID>) throws -> [ObjectID: Int] {
    var depths: [ObjectID: Int] = [:]
    var waiting = Array(commits)
    while let commit = waiting.last {
      let parents = try repository.commitHeader(commit).parents
      let unknown = parents.filter { depths[$0] == nil }
      if unknown.isEmpty {
        depths[commit] = (parents.compactMap { depths[$0] }.max() ?? 0) + 1
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

  /// The entry folders at a commit, by version; nil where they cannot be read.
  private mutating func entries(of commit: ObjectID) throws -> [String: ObjectID]? {
    guard let place = commits[commit], case .read(let tree) = folders[Int(place)] else { return nil }
    guard let tree else { return [:] }
    if let known = children[tree] { return known }
    do {
      let entries = try entries(in: tree)
      children[tree] = .some(entries)
      return entries
    } catch let error as GitError {
      guard case .missingObject(let id, let isPromised) = error else { throw error }
      missingTree = missingTree ?? LedgerHistory.MissingTree(id: id, isPromised: isPromised)
      children[tree] = .some(nil)
      return nil
    }
  }

  private func entries(in tree: ObjectID) throws -> [String: ObjectID] {
    let folders = try repository.treeChildren(tree: tree).filter { $0.kind == nil }
    return Dictionary(folders.map { ($0.name, $0.id) }, uniquingKeysWith: { first, _ in first })
  }
}
