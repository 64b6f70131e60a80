/// The changes of some paths in all commits reachable from some tips.
public struct PathHistory: Sendable {
  /// The content of a commit at a path.
  public enum Content: Hashable, Sendable {
    /// Nothing exists at the path.
    case absent
    /// The id of a blob, a tree, or a submodule's commit.
    case object(ObjectID)
    /// Unknown, because a tree on the path is missing from this clone.
    case unknown
  }

  /// A commit whose content at a path differs from that of a parent, or a root commit with content at a path.
  public struct Change: Hashable, Sendable {
    /// The commit.
    public let commit: ObjectID
    /// One of the requested paths.
    public let path: String
    /// The content in the commit.
    public let after: Content
    /// The content in each parent, in the order of the parents; empty for a root commit and at the boundary of a
    /// shallow clone.
    public let before: [Content]
  }

  /// A commit with a change at one path or more, and the content at all paths, in the order of ``paths``.
  public struct Step: Hashable, Sendable {
    /// The commit.
    public let commit: ObjectID
    /// The contents in the commit.
    public let after: [Content]
    /// The contents in each parent, in the order of the parents; empty for a root commit and at the boundary of a
    /// shallow clone.
    public let before: [[Content]]
    /// Whether the commit is the one whose line was asked for, or an ancestor of it.
    public let isOnLine: Bool
  }

  /// The commits with changes, ordered by committer's time so that a parent comes before its children.
  public internal(set) var steps: [Step] = []
  /// The changes, in the order of the commits; changes of one commit are in the order of the paths.
  public var changes: [Change] {
    steps.flatMap { step in
      paths.indices.compactMap { number in
        let (now, then) = (step.after[number], step.before.map { $0[number] })
        guard then.isEmpty ? now != .absent : then.contains(where: { $0 != now }) else { return nil }
        return Change(commit: step.commit, path: paths[number], after: now, before: then)
      }
    }
  }
  /// The number of commits reachable from the tips.
  public internal(set) var commitCount = 0
  /// The number of commits with ``Content/unknown`` at one path or more.
  public internal(set) var unreadableCommitCount = 0
  /// The missing tree of the oldest such commit; `nil` if there is none. `isPromised` is true in a partial clone, where
  /// the remote has it.
  public internal(set) var missingTree: (id: ObjectID, isPromised: Bool)?
  /// The number of commits with each combination of contents at the paths.
  var counts: [(contents: [Content], commits: Int)] = []
  /// The requested paths.
  public let paths: [String]

  /// The number of commits that have `content` at `path`, which must be one of the requested paths.
  public func commitCount(of content: Content, at path: String) -> Int {
    guard let position = paths.firstIndex(of: path) else { return 0 }
    return counts.reduce(0) { $1.contents[position] == content ? $0 + $1.commits : $0 }
  }
}

extension PathHistory {
  /// A history without missing trees.
  init(of paths: [String], steps: [Step], counts: [(contents: [Content], commits: Int)]) {
    self.paths = paths
    self.steps = steps
    self.counts = counts
    commitCount = counts.reduce(0) { $0 + $1.commits }
  }

  /// Compares the `reached` commits of a graph with their parents. Those `onLine` are marked.
  ///
  /// - Parameter missingTree: finds the first missing tree of a commit.
  init(
    of paths: [String], in graph: CommitGraph, reached: [Bool], onLine: [Bool],
    missingTree: (ObjectID) throws -> (id: ObjectID, isPromised: Bool)?
  ) rethrows {
    self.paths = paths
    var commits = [Int](repeating: 0, count: graph.contents.count)
    var changed: [Int] = []
    for position in reached.indices where reached[position] {
      let state = graph.states[position]
      commits[Int(state)] += 1
      let parents = graph.parents(of: position)
      if parents.isEmpty || parents.contains(where: { graph.states[Int($0)] != state }) { changed.append(position) }
    }
    counts = zip(graph.contents, commits).filter { $1 > 0 }.map { ($0, $1) }
    commitCount = commits.reduce(0, +)
    unreadableCommitCount = counts.reduce(0) { $1.contents.contains(.unknown) ? $0 + $1.commits : $0 }
    let ages = graph.ages()
    func isOlder(_ left: Int, _ right: Int) -> Bool {
      (ages[left].time, ages[left].depth, graph.ids[left]) < (ages[right].time, ages[right].depth, graph.ids[right])
    }
    changed.sort(by: isOlder)
    if unreadableCommitCount > 0 {
      let unknown = graph.contents.map { $0.contains(.unknown) }
      let oldest = reached.indices.filter { reached[$0] && unknown[Int(graph.states[$0])] }.min(by: isOlder)
      self.missingTree = try oldest.flatMap { try missingTree(graph.ids[$0]) }
    }
    for position in changed {
      let now = graph.contents[Int(graph.states[position])]
      let then = graph.parents(of: position).map { graph.contents[Int(graph.states[Int($0)])] }
      if then.isEmpty, now.allSatisfy({ $0 == .absent }) { continue }
      steps.append(Step(commit: graph.ids[position], after: now, before: then, isOnLine: onLine[position]))
    }
  }
}
