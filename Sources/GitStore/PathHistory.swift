/// What commits did to some paths, over every commit that some tips reach.
public struct PathHistory: Sendable {
  /// What a commit has at a path.
  public enum Content: Hashable, Sendable {
    /// Nothing stands there.
    case absent
    /// A blob, or a folder's tree.
    case object(ObjectID)
    /// A tree on the way there is not in this clone.
    case unknown
  }

  /// A commit that has something else at a path than one of its parents, or that is a root and has something there.
  public struct Change: Hashable, Sendable {
    /// The commit.
    public let commit: ObjectID
    /// One of those asked for.
    public let path: String
    /// What the commit has there.
    public let after: Content
    /// What each of its parents has there, in their order; empty at a root and at the boundary of a shallow clone.
    public let before: [Content]
  }

  /// Ordered by the committer's time, and a parent never behind its child; those of one commit in the order of the paths.
  public internal(set) var changes: [Change] = []
  /// Commits that the tips reach.
  public internal(set) var commitCount = 0
  /// Commits of which at least one path is ``Content/unknown``.
  public internal(set) var unreadableCommitCount = 0
  /// The first tree that was missed; nil when none was. `isPromised` in a partial clone, where the remote has it.
  public internal(set) var missingTree: (id: ObjectID, isPromised: Bool)?
}

extension Repository {
  /// Compares each commit that one of `tips` reaches with its parents, at each of `paths`, in one walk.
  ///
  /// - Parameters:
  ///   - paths: folders or files, from the top of the repository; the empty path is the whole tree.
  ///   - tips: commits, in any order.
  /// - Throws: ``GitError/missingObject(_:promised:)`` for a commit that is not there.
  public func history(of paths: [String], from tips: [ObjectID]) throws -> PathHistory {
    var history = PathHistory()
    var contents: [ObjectID: [PathHistory.Content]] = [:]
    var headers: [CommitHeader] = []
    try walk(from: tips) { header in
      headers.append(header)
      contents[header.id] = try paths.map { path in
        do {
          return try treeEntry(tree: header.tree, path: path).map { .object($0) } ?? .absent
        } catch GitError.missingObject(let id, let isPromised) {
          history.missingTree = history.missingTree ?? (id, isPromised)
          return .unknown
        }
      }
    }
    history.commitCount = headers.count
    history.unreadableCommitCount = contents.values.count { $0.contains(.unknown) }
    var changes: [(time: Int64, depth: Int, change: PathHistory.Change)] = []
    let depths = Self.depths(of: headers)
    for header in headers {
      let now = contents[header.id] ?? []
      let then = header.parents.map { contents[$0] ?? [] }
      for (place, path) in paths.enumerated() {
        let before = then.map { $0[place] }
        guard header.parents.isEmpty ? now[place] != .absent : before.contains(where: { $0 != now[place] }) else {
          continue
        }
        let change = PathHistory.Change(commit: header.id, path: path, after: now[place], before: before)
        changes.append((try commitInfo(header.id).committer.seconds, depths[header.id] ?? 0, change))
      }
    }
    changes.sort { ($0.time, $0.depth, $0.change.commit) < ($1.time, $1.depth, $1.change.commit) }
    history.changes = changes.map(\.change)
    return history
  }

  /// How many commits lie on the longest way from each commit back to a root.
  private static func depths(of headers: [CommitHeader]) -> [ObjectID: Int] {
    let parents = Dictionary(headers.map { ($0.id, $0.parents) }, uniquingKeysWith: { first, _ in first })
    var depths: [ObjectID: Int] = [:]
    var waiting = headers.map(\.id)
    while let commit = waiting.last {
      let unknown = parents[commit, default: []].filter { depths[$0] == nil && parents[$0] != nil }
      if unknown.isEmpty {
        depths[commit] = (parents[commit, default: []].compactMap { depths[$0] }.max() ?? 0) + 1
        waiting.removeLast()
      } else {
        waiting += unknown
      }
    }
    return depths
  }
}
