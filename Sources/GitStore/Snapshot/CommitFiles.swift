/// The files of a commit's tree.
struct CommitFiles: FileSource {
  let repository: Repository
  let tree: ObjectID
  var cache: ObjectCache?

  var blobs: Repository? { repository }

  func read(_ path: String) throws(GitError) -> [UInt8]? {
    guard let found = try locate(path) else { return nil }
    switch found.mode.kind {
    case .file, .executable:
      guard let cache else { return try repository.blob(found.id) }
      return try cache.blob(found.id, in: repository)
    case .symlink, .submodule, nil: return nil
    }
  }

  func list(_ folder: String) throws(GitError) -> [FileSnapshot.Child]? {
    guard let id = try folderID(folder) else { return nil }
    return try repository.treeChildren(tree: id).map { .init(name: $0.name, kind: $0.kind) }
  }

  func files(under folder: String) throws(GitError) -> [FileSnapshot.File] {
    guard let id = try folderID(folder) else { return [] }
    var files: [FileSnapshot.File] = []
    try collect(id, folder, into: &files)
    return files
  }

  func id(of path: String) throws(GitError) -> ObjectID? {
    try repository.treeEntry(tree: tree, path: path)
  }

  private func locate(_ path: String) throws(GitError) -> TreeEntryCache.Entry? {
    guard let cache else { return try repository.locate(path, in: tree) }
    return try cache.locate(path, in: tree, of: repository).map { TreeEntryCache.Entry(id: $0.id, mode: $0.mode) }
  }

  private func folderID(_ folder: String) throws(GitError) -> ObjectID? {
    if folder.isEmpty { return tree }
    guard let found = try locate(folder), found.mode == .tree else { return nil }
    return found.id
  }

  private func collect(_ id: ObjectID, _ folder: String, into files: inout [FileSnapshot.File]) throws(GitError) {
    for entry in try repository.treeChildren(tree: id) {
      let path = joined(folder, entry.name)
      if let kind = entry.kind {
        files.append(.init(path: path, kind: kind, id: entry.id))
      } else {
        try collect(entry.id, path, into: &files)
      }
    }
  }
}
