public import GitStore

extension Repository {
  /// The snapshot with the current source and ledger: the work tree, or HEAD in a bare repository.
  ///
  /// - Throws: `GitError`.
  public func present() throws -> FileSnapshot {
    if isBare, let head = try head.commit { return try snapshot(.commit(head)) }
    return try snapshot(.workTree)
  }
}
