extension Repository {
  /// Compares each commit that one of `tips` reaches with its parents, at each of `paths`, in one walk.
  ///
  /// A commit that `refs/replace/` or `info/grafts` change counts as it was made, and what they lead to counts too.
  /// Memory: some 100 bytes for each commit.
  ///
  /// - Parameters:
  ///   - paths: folders or files, from the top of the repository; the empty path is the whole tree. With a `/` at its
  ///     end a path is that of a folder, and what else stands there counts as absent.
  ///   - tips: commits, in any order.
  ///   - cache: whether commits are kept for the next time. The answer is the same.
  /// - Throws: ``GitError/missingObject(_:promised:)`` for a commit that is not there, ``GitError/corrupt(_:reason:)``.
  public func history(
    of paths: [String], from tips: [ObjectID], cache: HistoryCache = .none
  ) throws -> PathHistory {
    let shape = try historyShape()
    let file = cache.worth.map { _ in HistoryCacheFile(in: commonDirectory, paths: paths, shape: shape) }
    let kept = file?.read() ?? CommitGraph()
    let known = withoutVanished(kept)
    let found = try reach(tips, paths, shape, known: known)
    let changeCount = kept.count - known.count + found.graph.count - known.count
    if let file, let worth = cache.worth, changeCount >= worth { file.write(found.graph) }
    return try PathHistory(of: paths, in: found.graph, reached: found.isReached) {
      try missingTree(of: $0, paths: paths)
    }
  }

  /// Commits are thrown away when nothing leads to them, and those that come after them with them.
  private func withoutVanished(_ known: CommitGraph) -> CommitGraph {
    let vanished = missing(of: known.order.map { known.ids[Int($0)] })
    if vanished.isEmpty { return known }
    var isKept = [Bool](repeating: true, count: known.count)
    for id in vanished { if let place = known.place(of: id) { isKept[Int(place)] = false } }
    var rest = known.filtered(isKept)
    rest.sort()
    return rest
  }

  /// Adds what `tips` reach to what is known, and says what they reach.
  private func reach(
    _ tips: [ObjectID], _ paths: [String], _ shape: HistoryShape, known: CommitGraph
  ) throws -> (graph: CommitGraph, isReached: [Bool]) {
    let trees = TreeReading(of: paths, in: self)
    // Git does not use one either where something changes what commits say.
    let graphFile = shape == HistoryShape() ? CommitGraphFile(in: commonDirectory + "/objects") : nil
    var walk = CommitWalk(database, shape: shape, known: known, graphFile: graphFile)
    try walk.read(from: tips + shape.replacements.values.sorted()) { try trees.add($0) }
    if let gone = missing(of: graphFile?.taken ?? []).first {
      throw GitError.missingObject(gone, promised: isPartialClone)
    }
    // What was not there the last time may have been fetched since.
    let unknown = known.unknownPlaces
    for place in unknown { try trees.add(commitHeader(known.ids[place]).tree) }
    let found = try trees.finish()

    var graph = known
    let translation = graph.add(found.contents)
    let states = found.states.map { translation[Int($0)] }
    walk.append(to: &graph, states: states)
    for (place, state) in zip(unknown, states[walk.count...]) { graph.states[place] = state }

    var isReached = [Bool](repeating: false, count: graph.count)
    func place(_ commit: ObjectID) -> Int? { (known.place(of: commit) ?? walk.place(of: commit)).map { Int($0) } }
    graph.mark(from: tips.compactMap(place), in: &isReached)
    // A replacement is reached when what it replaces is, which another one may lead to.
    var replacements = shape.replacements.compactMap { pair in place(pair.key).map { ($0, place(pair.value)) } }
    while let next = replacements.firstIndex(where: { isReached[$0.0] }) {
      let (_, replacement) = replacements.remove(at: next)
      graph.mark(from: [replacement].compactMap { $0 }, in: &isReached)
    }
    return (graph, isReached)
  }

  /// The first tree that a commit lacks on the way to the paths.
  private func missingTree(
    of commit: ObjectID, paths: [String]
  ) throws(GitError) -> (id: ObjectID, isPromised: Bool)? {
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
