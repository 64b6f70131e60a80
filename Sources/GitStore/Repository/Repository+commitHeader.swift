extension Repository {
  /// Reads the header of a commit. Grafts and replacements are ignored.
  ///
  /// - Throws: ``GitError/missingObject(_:promised:)``, ``GitError/corrupt(_:reason:)``.
  public func commitHeader(_ id: ObjectID) throws(GitError) -> CommitHeader {
    var header = CommitHeader(id: id, parents: [], tree: .zero, time: 0)
    try database.readCommit(id, into: &header, overrides: ParentOverrides(boundary: shallowBoundary))
    return header
  }
}
