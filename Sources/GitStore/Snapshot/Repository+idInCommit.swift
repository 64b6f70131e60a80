internal import CLibgit2

extension Repository {
  /// The id of the blob that `git add` would write for a file of the work tree: line ends are converted as the configuration
  /// and the attributes say. `nil` if there is no such file, or if the conversion is refused (`core.safecrlf`).
  ///
  /// Filters that are programs are not run. A file that a sparse checkout leaves out has its id in the index.
  ///
  /// - Parameter path: from the top of the repository.
  /// - Throws: ``GitError``.
  public func idInCommit(ofFile path: String) throws(GitError) -> ObjectID? {
    guard root != nil, let path = normalized(path) else { return nil }
    let files = try WorkTreeFiles(self)
    if let id = try files.idLeftOut(of: path) { return id }
    guard try files.read(path) != nil else { return nil }
    var id = git_oid()
    do {
      try git(.compareWorkTree) { git_repository_hashfile(&id, handle.pointer, path, GIT_OBJECT_BLOB, nil) }
    } catch {
      return nil
    }
    return ObjectID(id)
  }
}
