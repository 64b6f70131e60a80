internal import CLibgit2

extension Repository {
  /// Writes all files of a commit or of the index into a folder, as a checkout does, with conversion of line ends and
  /// `ident`.
  ///
  /// The repository's index and work tree do not change. Submodules are left out, and filter programs
  /// (`filter.<name>.smudge`) are not run.
  ///
  /// - Parameter folder: created if it does not exist.
  /// - Throws: ``GitError``.
  public func checkOut(_ place: FileSnapshot.Place, into folder: String) throws(GitError) {
    var options = git_checkout_options()
    try git(.checkOut) { git_checkout_options_init(&options, UInt32(GIT_CHECKOUT_OPTIONS_VERSION)) }
    options.checkout_strategy =
      GIT_CHECKOUT_FORCE.rawValue | GIT_CHECKOUT_DONT_UPDATE_INDEX.rawValue | GIT_CHECKOUT_DONT_WRITE_INDEX.rawValue
      | GIT_CHECKOUT_DISABLE_PATHSPEC_MATCH.rawValue
    let index = try openIndex(indexPath)
    var tree: Handle?
    if case .commit(let id) = place { tree = try lookUpTree(try commitHeader(id).tree) }
    try using(index) { () throws(GitError) in
      try git(.checkOut) {
        folder.withCString { path in
          options.target_directory = path
          return tree.map { git_checkout_tree(handle.pointer, $0.pointer, &options) }
            ?? git_checkout_index(handle.pointer, index.pointer, &options)
        }
      }
    }
  }
}
