extension Repository {
  /// Compares each commit that one of `tips` reaches with its parents, at each of `paths`, in one walk.
  ///
  /// Memory: some 80 bytes for each commit.
  ///
  /// - Parameters:
  ///   - paths: folders or files, from the top of the repository; the empty path is the whole tree. With a `/` at its
  ///     end a path is that of a folder, and what else stands there counts as absent.
  ///   - tips: commits, in any order.
  /// - Throws: ``GitError/missingObject(_:promised:)`` for a commit that is not there, ``GitError/corrupt(_:reason:)``.
  public func history(of paths: [String], from tips: [ObjectID]) throws -> PathHistory {
    var graph = CommitGraph()
    var walk = CommitWalk(database, shape: shape, placeOfKnown: { _ in nil })
    let trees = TreeReading(of: paths, in: self)
    try walk.read(from: tips) { try trees.add($0) }
    let found = try trees.finish()
    graph.contents = found.contents
    walk.append(to: &graph, states: found.states)
    return try PathHistory(of: paths, in: graph, reached: Array(repeating: true, count: graph.count)) {
      try missingTree(of: $0, paths: paths)
    }
  }

  /// The first tree that a commit lacks on the way to the paths.
  func missingTree(of commit: ObjectID, paths: [String]) throws(GitError) -> (id: ObjectID, isPromised: Bool)? {
    let tree = try commitHeader(commit).tree
    for path in paths {
      do {
        _ = try treeEntry(tree: tree, path: path.hasSuffix("/") ? String(path.dropLast()) : path)
      } catch .missingObject(let id, let isPromised) {
        return (id, isPromised)
      }
    }
    return nil
  }
}
