extension Repository {
  /// The commit that brought what `tip` has at `path`, along the parents that have the same; nil when nothing is there.
  ///
  /// It goes no further back than that: what a branch has added is found in its own commits.
  ///
  /// - Throws: ``GitError/missingObject(_:promised:)``.
  public func origin(of path: String, at tip: ObjectID) throws(GitError) -> ObjectID? {
    var header = try commitHeader(tip)
    guard let content = try treeEntry(tree: header.tree, path: path) else { return nil }
    while true {
      var before: CommitHeader?
      for id in header.parents {
        let parent = try commitHeader(id)
        if try treeEntry(tree: parent.tree, path: path) == content {
          before = parent
          break
        }
      }
      guard let next = before else { return header.id }
      header = next
    }
  }
}
