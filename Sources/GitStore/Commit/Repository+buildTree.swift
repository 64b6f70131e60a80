internal import CLibgit2

extension Repository {
  /// Writes the tree that results from the changes to a commit's tree. A `nil` commit stands for the empty tree of an
  /// unborn branch.
  ///
  /// - Throws: ``GitError/nothingToCommit`` if the tree does not change.
  func tree(of commit: ObjectID?, with changes: [StoredChange]) throws(GitError) -> ObjectID {
    var old: ObjectID?
    if let commit { old = try commitHeader(commit).tree }
    var effective: [StoredChange] = []
    for change in changes {
      // libgit2 fails if it is asked to remove a path that does not exist.
      if change.entry == nil {
        guard let old, try locate(change.path, in: old) != nil else { continue }
      }
      effective.append(change)
    }
    if effective.isEmpty { throw .nothingToCommit }

    var baseline: Handle?
    if let old { baseline = try lookUpTree(old) }
    var oid = git_oid()
    try withCStrings(effective.map(\.path)) { paths throws(GitError) in
      let updates = zip(effective, paths).map { change, path in
        git_tree_update(
          action: change.entry == nil ? GIT_TREE_UPDATE_REMOVE : GIT_TREE_UPDATE_UPSERT,
          id: (change.entry?.id ?? .zero).oid,
          filemode: git_filemode_t(rawValue: (change.entry?.mode ?? .file).rawValue),
          path: UnsafePointer(path))
      }
      try git(.buildTree) {
        git_tree_create_updated(&oid, handle.pointer, baseline?.pointer, updates.count, updates)
      }
    }
    if ObjectID(oid) == old { throw .nothingToCommit }
    try shareTrees(of: ObjectID(oid), effective)
    return ObjectID(oid)
  }

  /// Shares the trees that lead to the changes.
  private func shareTrees(of root: ObjectID, _ changes: [StoredChange]) throws(GitError) {
    share(root)
    var seen: Set<ByteName> = []
    for change in changes {
      var folder = folderName(change.path)
      while !folder.isEmpty, seen.insert(ByteName(folder)).inserted {
        if let tree = try subtree(of: root, path: folder) { share(tree) }
        folder = folderName(folder)
      }
    }
  }
}
