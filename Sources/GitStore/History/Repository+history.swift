extension Repository {
  /// Compares each commit reachable from `tips` with its parents, at each of `paths`, in one walk.
  ///
  /// A commit that `refs/replace/` or `info/grafts` change is included in its original form; the commits that they lead
  /// to are included as well. Memory use is about 100 bytes per commit.
  ///
  /// - Parameters:
  ///   - paths: folders or files, from the top of the repository; the empty path is the whole tree. A path that ends
  ///     with `/` matches only a folder; anything else there counts as absent.
  ///   - tips: commits, in any order.
  ///   - line: one of them, whose ancestors are marked in the steps of the result.
  ///   - cache: whether commits, and the result for these tips, are cached for the next call. It does not affect the
  ///     result.
  /// - Throws: ``GitError/missingObject(_:promised:)`` for a missing commit, ``GitError/corrupt(_:reason:)``.
  public func history(
    of paths: [String], from tips: [ObjectID], marking line: ObjectID? = nil, cache: HistoryCache = .none
  ) throws -> PathHistory {
    let overrides = try parentOverrides()
    guard let minimum = cache.minimumCommits else {
      let found = try reach(tips, line, paths, overrides, known: CommitGraph(), believing: cache.trust)
      return try history(of: paths, in: found)
    }
    func result(isFiltered: Bool) -> HistoryResultFile {
      HistoryResultFile(
        in: caches, paths: paths, tips: tips, line: line, overrides: overrides, isFiltered: isFiltered)
    }
    func file(isFiltered: Bool) -> HistoryCacheFile {
      HistoryCacheFile(in: caches, paths: paths, overrides: overrides, isFiltered: isFiltered)
    }
    // What filters say is used only by those that believe filters.
    let kinds = cache.trust == .filters ? [true, false] : [false]
    for isFiltered in kinds {
      if let known = result(isFiltered: isFiltered).read(), exist(known.places) { return known.history }
    }
    for isFiltered in kinds {
      guard
        let (history, places) = try extended(of: paths, from: tips, marking: line, overrides, isFiltered: isFiltered)
      else { continue }
      result(isFiltered: isFiltered).write(history, places: places)
      FormerTips(in: caches, paths: paths, isFiltered: isFiltered).add(FormerTips.Tips(commits: tips, line: line))
      return history
    }
    let stored = kinds.lazy.compactMap { isFiltered in file(isFiltered: isFiltered).read().map { ($0, isFiltered) } }
      .first
    let kept = stored?.0 ?? CommitGraph()
    let known = withoutPrunedCommits(kept)
    let found = try reach(tips, line, paths, overrides, known: known, believing: cache.trust)
    let history = try history(of: paths, in: found)
    let isFiltered = found.isFiltered || stored?.1 == true
    guard found.graph.count >= minimum else { return history }
    let changeCount = kept.count - known.count + found.graph.count - known.count
    if changeCount >= minimum { file(isFiltered: isFiltered).write(found.graph) }
    if history.unreadableCommitCount == 0 {
      let loose = found.unpacked ?? unpacked(of: found.sortedCommits)
      result(isFiltered: isFiltered).write(history, places: places(loose: loose))
      if overrides == ParentOverrides() {
        FormerTips(in: caches, paths: paths, isFiltered: isFiltered).add(FormerTips.Tips(commits: tips, line: line))
      }
    }
    return history
  }

  /// The history from `tips` and where its commits are, made from that of an earlier run and the commits since; `nil` if these
  /// are many, or if one of them changed one of the paths.
  private func extended(
    of paths: [String], from tips: [ObjectID], marking line: ObjectID?, _ overrides: ParentOverrides, isFiltered: Bool
  ) throws -> (PathHistory, CommitPlaces)? {
    guard overrides == ParentOverrides() else { return nil }
    for former in FormerTips(in: caches, paths: paths, isFiltered: isFiltered).read() {
      guard let new = NewCommits(from: tips, marking: line, since: former, in: self) else { continue }
      let file = HistoryResultFile(
        in: caches, paths: paths, tips: former.commits, line: former.line, overrides: overrides, isFiltered: isFiltered)
      guard let (known, places) = file.read(), exist(places), let history = try new.added(to: known, in: self) else {
        continue
      }
      let loose = places.loose + unpacked(of: new.headers.keys.sorted())
      return (history, self.places(loose: Set(loose).sorted()))
    }
    return nil
  }

  private func history(of paths: [String], in found: Reached) throws -> PathHistory {
    try PathHistory(of: paths, in: found.graph, reached: found.isReached, onLine: found.isOnLine) {
      try missingTree(of: $0, paths: paths)
    }
  }

  /// Removes commits that are no longer in the object database, and their descendants. Git prunes unreachable objects.
  private func withoutPrunedCommits(_ known: CommitGraph) -> CommitGraph {
    let vanished = missing(of: known.order.map { known.ids[Int($0)] })
    if vanished.isEmpty { return known }
    var isKept = [Bool](repeating: true, count: known.count)
    for id in vanished { if let position = known.position(of: id) { isKept[Int(position)] = false } }
    var rest = known.filtered(isKept)
    rest.sort()
    return rest
  }

  /// Adds the commits reachable from `tips` to the known graph, and marks the reachable ones and those on the line.
  private func reach(
    _ tips: [ObjectID], _ line: ObjectID?, _ paths: [String], _ overrides: ParentOverrides, known: CommitGraph,
    believing trust: HistoryCache.Trust
  ) throws -> Reached {
    // Like Git, do not use a commit-graph file if there are grafts, replacements or a shallow boundary.
    let graphFile = overrides == ParentOverrides() ? try commitGraphFile(for: paths, believing: trust) : nil
    let trees = ParallelTreeReader(of: paths, in: self, batch: graphFile?.isFiltered == true ? .small : .standard)
    var walk = CommitWalk(database, overrides: overrides, known: known, graphFile: graphFile)
    try walk.read(from: tips + overrides.replacements.values.sorted()) { try trees.add($0) }
    let taken = graphFile?.taken ?? []
    let unpacked = unpacked(of: taken)
    if let gone = missing(amongUnpacked: unpacked).first {
      throw GitError.missingObject(gone, promised: isPartialClone)
    }
    // Trees that were missing before may have been fetched since.
    let unknown = known.unknownPositions
    for position in unknown { try trees.add(commitHeader(known.ids[position]).tree) }
    let found = try trees.finish()

    var graph = known
    let translation = graph.add(found.contents)
    let states = found.states.map { translation[Int($0)] }
    for (position, state) in zip(unknown, states[walk.visitCount...]) { graph.states[position] = state }
    walk.append(to: &graph, states: states)
    // Where a tree is missing, its commit's children may have theirs.
    if walk.usesFilters, walk.refutesFilters || found.contents.contains(where: { $0.contains(.unknown) }) {
      return try reach(tips, line, paths, overrides, known: known, believing: .commits)
    }

    var isReached = [Bool](repeating: false, count: graph.count)
    func position(_ commit: ObjectID) -> Int? { graph.position(of: commit).map { Int($0) } }
    graph.mark(from: tips.compactMap(position), in: &isReached)
    // A replacement is reachable if the replaced commit is, which another replacement may make reachable.
    var replacements = overrides.replacements.compactMap { pair in position(pair.key).map { ($0, position(pair.value)) }
    }
    while let next = replacements.firstIndex(where: { isReached[$0.0] }) {
      let (_, replacement) = replacements.remove(at: next)
      graph.mark(from: [replacement].compactMap { $0 }, in: &isReached)
    }
    var isOnLine = [Bool](repeating: false, count: graph.count)
    graph.mark(from: [line.flatMap(position)].compactMap { $0 }, in: &isOnLine)
    // Without known commits, all that were read are reached.
    return Reached(
      graph: graph, isReached: isReached, isOnLine: isOnLine, isFiltered: walk.usesFilters,
      unpacked: taken.count == graph.count ? unpacked : nil)
  }

  /// Git's commit-graph file; `nil` if there is none that may be used. As for Git, the configuration decides whether it is
  /// read, and whether its filters are.
  private func commitGraphFile(
    for paths: [String], believing trust: HistoryCache.Trust
  ) throws(GitError) -> CommitGraphFile? {
    guard trust != .objects, try configuration.bool("core.commitgraph") ?? true else { return nil }
    let readsFilters = try configuration.bool("commitgraph.readchangedpaths") ?? true
    // The children of a commit whose tree is missing may have theirs.
    let usesFilters = readsFilters && trust == .filters && !isPartialClone
    return CommitGraphFile(in: commonDirectory + "/objects", filtering: usesFilters ? paths : [])
  }

  /// The first missing tree of a commit on one of the paths.
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

/// A graph, and the commits in it that are reachable from the tips, and from the line's.
private struct Reached {
  let graph: CommitGraph
  let isReached: [Bool]
  let isOnLine: [Bool]
  /// Whether the states may come from the filters in Git's commit graph.
  let isFiltered: Bool
  /// The reached commits that are in no pack; `nil` if this is not known yet.
  let unpacked: [ObjectID]?

  /// The reached commits in the order of their ids.
  var sortedCommits: [ObjectID] {
    graph.order.lazy.map { Int($0) }.filter { isReached[$0] }.map { graph.ids[$0] }
  }
}
