/// What commits did to some paths, over every commit that some tips reach.
public struct PathHistory: Sendable {
  /// What a commit has at a path.
  public enum Content: Hashable, Sendable {
    /// Nothing stands there.
    case absent
    /// A blob, a folder's tree, or a submodule's commit.
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
  /// For each content that commits have at the paths, how many have it.
  var counts: [(contents: [Content], commits: Int)] = []
  let paths: [String]

  /// How many commits have `content` at `path`, which is one of those asked for.
  public func commitCount(of content: Content, at path: String) -> Int {
    guard let place = paths.firstIndex(of: path) else { return 0 }
    return counts.reduce(0) { $1.contents[place] == content ? $0 + $1.commits : $0 }
  }
}

extension PathHistory {
  /// Compares the commits of a graph that are `reached` with their parents.
  ///
  /// - Parameter missingTree: finds the first tree that a commit lacks.
  init(
    of paths: [String], in graph: CommitGraph, reached: [Bool],
    missingTree: (ObjectID) throws -> (id: ObjectID, isPromised: Bool)?
  ) rethrows {
    self.paths = paths
    var commits = [Int](repeating: 0, count: graph.contents.count)
    var changed: [Int] = []
    for place in reached.indices where reached[place] {
      let state = graph.states[place]
      commits[Int(state)] += 1
      let parents = graph.parents(of: place)
      if parents.isEmpty || parents.contains(where: { graph.states[Int($0)] != state }) { changed.append(place) }
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
    for place in changed {
      let now = graph.contents[Int(graph.states[place])]
      let then = graph.parents(of: place).map { graph.contents[Int(graph.states[Int($0)])] }
      for (number, path) in paths.enumerated() {
        guard then.isEmpty ? now[number] != .absent : then.contains(where: { $0[number] != now[number] }) else {
          continue
        }
        changes.append(
          Change(commit: graph.ids[place], path: path, after: now[number], before: then.map { $0[number] }))
      }
    }
  }
}
