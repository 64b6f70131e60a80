extension Repository {
  /// The commit that introduced the content of `tip` at `path`, found by following parents with the same content; `nil`
  /// if nothing exists there.
  ///
  /// The search ends at the first commit whose parents all differ.
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
