internal import CLibgit2

/// The files of an index, from which the next commit is made.
struct IndexFiles: FileSource {
  let index: Handle
  let repository: Repository

  init(_ index: Handle, repository: Repository) {
    self.index = index
    self.repository = repository
  }

  var blobs: Repository? { repository }

  func read(_ path: String) throws(GitError) -> [UInt8]? {
    guard let file = try file(path) else { return nil }
    switch file.kind {
    case .file, .executable:
      guard let id = file.id else { return nil }
      return try repository.blob(id)
    case .symlink, .submodule: return nil
    }
  }

  func list(_ folder: String) throws(GitError) -> [FileSnapshot.Child]? {
    var children: [FileSnapshot.Child] = []
    let prefix = folder.isEmpty ? 0 : folder.utf8.count + 1
    for entry in entries(under: folder) {
      let rest = entry.path.utf8.dropFirst(prefix)
      let name = rest.prefix { $0 != UInt8(ascii: "/") }
      let isFolder = name.count < rest.count
      // Entries are sorted, so those of one folder, and the stages of one path, are adjacent.
      let child = FileSnapshot.Child(
        name: String(decoding: name, as: UTF8.self), kind: isFolder ? nil : entry.mode.kind)
      if children.last.map({ ByteName($0.name) }) != ByteName(child.name) { children.append(child) }
    }
    return children.isEmpty && !folder.isEmpty ? nil : children
  }

  func files(under folder: String) throws(GitError) -> [FileSnapshot.File] {
    var files: [FileSnapshot.File] = []
    for entry in entries(under: folder) {
      guard entry.stage == 0 else { throw .unmergedPath(entry.path) }
      if let kind = entry.mode.kind { files.append(.init(path: entry.path, kind: kind, id: entry.id)) }
    }
    return files
  }

  func isSubmodule(_ path: String) -> Bool {
    guard let entry = git_index_get_bypath(index.pointer, path, 0) else { return false }
    return TreeEntry.Mode(rawValue: entry.pointee.mode).kind == .submodule
  }

  func id(of path: String) throws(GitError) -> ObjectID? {
    try file(path)?.id
  }

  /// The entry at a path, of any kind.
  func file(_ path: String) throws(GitError) -> FileSnapshot.File? {
    if let entry = git_index_get_bypath(index.pointer, path, 0) {
      let found = IndexEntry(entry.pointee)
      guard let kind = found.mode.kind, !found.isIntentToAdd else { return nil }
      return .init(path: path, kind: kind, id: found.id)
    }
    for stage in 1...3 as ClosedRange<Int32> where git_index_get_bypath(index.pointer, path, stage) != nil {
      throw .unmergedPath(path)
    }
    return nil
  }

  /// The entries with the skip-worktree bit, as an index of their own; `nil` if there are none.
  func skippingWorkTree() throws(GitError) -> IndexFiles? {
    var skipped: Handle?
    for position in 0..<git_index_entrycount(index.pointer) {
      guard let entry = git_index_get_byindex(index.pointer, position),
        UInt32(entry.pointee.flags_extended) & GIT_INDEX_ENTRY_SKIP_WORKTREE.rawValue != 0
      else { continue }
      if skipped == nil {
        skipped = try Handle(.openIndex, release: git_index_free, acquire: { git_index_new(&$0) })
      }
      try git(.openIndex) { [skipped] in git_index_add(skipped?.pointer, entry) }
    }
    return skipped.map { IndexFiles($0, repository: repository) }
  }

  /// Whether the index has entries below a folder.
  func hasEntries(under folder: String) -> Bool {
    var position = 0
    return git_index_find_prefix(&position, index.pointer, folder + "/") >= 0
  }

  private func entries(under folder: String) -> some Sequence<IndexEntry> {
    let prefix = folder.isEmpty ? "" : folder + "/"
    var position = 0
    let found = prefix.isEmpty || git_index_find_prefix(&position, index.pointer, prefix) >= 0
    let end = found ? git_index_entrycount(index.pointer) : 0
    return (min(position, end)..<end).lazy
      .compactMap { git_index_get_byindex(index.pointer, $0).map { IndexEntry($0.pointee) } }
      .prefix { $0.path.utf8.starts(with: prefix.utf8) }
      .filter { !$0.isIntentToAdd }
  }
}

/// An entry of an index, as a value.
struct IndexEntry {
  let path: String
  let id: ObjectID
  let mode: TreeEntry.Mode
  let stage: Int
  let isIntentToAdd: Bool

  init(_ entry: git_index_entry) {
    path = entry.path.map { String(cString: $0) } ?? ""
    id = ObjectID(entry.id)
    mode = .init(rawValue: entry.mode)
    stage = Int(entry.flags & UInt16(GIT_INDEX_ENTRY_STAGEMASK)) >> Int(GIT_INDEX_ENTRY_STAGESHIFT)
    isIntentToAdd = UInt32(entry.flags_extended) & GIT_INDEX_ENTRY_INTENT_TO_ADD.rawValue != 0
  }
}
