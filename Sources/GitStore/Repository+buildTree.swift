internal import CLibgit2

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

extension Repository {
  /// Writes the tree of a commit with the changes made to it; `nil` stands for the empty tree of an unborn branch.
  ///
  /// - Throws: ``GitError/nothingToCommit`` when that is the same tree.
  func tree(of commit: ObjectID?, with changes: [StoredChange]) throws(GitError) -> ObjectID {
    var old: ObjectID?
    if let commit { old = try commitHeader(commit).tree }
    var effective: [StoredChange] = []
    for change in changes {
      // libgit2 fails when it is to remove what is not there.
      if change.entry == nil {
        guard let old, try locate(change.path, in: old) != nil else { continue }
      }
      effective.append(change)
    }
    if effective.isEmpty { throw .nothingToCommit }

    let paths = effective.map { strdup($0.path) }
    defer { for path in paths { free(path) } }
    let updates = zip(effective, paths).map { change, path in
      git_tree_update(
        action: change.entry == nil ? GIT_TREE_UPDATE_REMOVE : GIT_TREE_UPDATE_UPSERT,
        id: (change.entry?.id ?? .zero).oid,
        filemode: git_filemode_t(rawValue: (change.entry?.mode ?? .file).rawValue),
        path: UnsafePointer(path))
    }
    var baseline: Handle?
    if let old { baseline = try lookUpTree(old) }
    var oid = git_oid()
    try git(.buildTree) {
      git_tree_create_updated(&oid, handle.pointer, baseline?.pointer, updates.count, updates)
    }
    if ObjectID(oid) == old { throw .nothingToCommit }
    return ObjectID(oid)
  }

  func lookUpTree(_ id: ObjectID) throws(GitError) -> Handle {
    var oid = id.oid
    return try Handle(
      .readObject, parent: handle, release: { git_tree_free($0) },
      acquire: { git_tree_lookup(&$0, handle.pointer, &oid) })
  }
}
