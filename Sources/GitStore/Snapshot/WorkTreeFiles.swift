internal import CLibgit2
internal import SystemCalls

/// The files of the work tree. Folders are opened one by one with `O_NOFOLLOW`, so symbolic links are never followed,
/// even if one is created during the read.
///
/// A tracked file that a sparse checkout leaves out has the content and the mode of the index, as for Git: "if the file is
/// not present in the working tree", its entry with the skip-worktree bit is "up to date". A file that is present counts
/// as it is, whatever the bit says.
/// <https://git-scm.com/docs/git-update-index#_skip_worktree_bit>
/// <https://git-scm.com/docs/git-sparse-checkout#_internals_sparse_checkout>
struct WorkTreeFiles: FileSource {
  let repository: Repository
  private let top: Descriptor
  /// The tracked files: ignore rules apply only to untracked files.
  private let tracked: IndexFiles
  /// The tracked files that may be left out of the work tree; `nil` if there are none.
  private let leftOut: IndexFiles?

  /// - Parameter onDisk: whether to leave out what is not on disk, although it counts as unchanged.
  init(_ repository: Repository, onDisk: Bool = false) throws(GitError) {
    guard let root = repository.root else { throw .bareRepository(path: repository.gitDirectory) }
    guard let top = try Descriptor(opening: root, in: AT_FDCWD, O_RDONLY | O_DIRECTORY) else {
      throw .notARepository(path: root)
    }
    self.repository = repository
    self.top = top
    tracked = IndexFiles(try repository.openIndex(repository.ownIndexPath), repository: repository)
    leftOut = onDisk ? nil : try tracked.skippingWorkTree()
  }

  var blobs: Repository? { nil }

  func read(_ path: String) throws(GitError) -> [UInt8]? {
    if try isLeftOut(path) { return try leftOut?.read(path) }
    guard let folder = try open(folderName(path)) else { return nil }
    return try read(lastComponent(path), in: folder, path: path)
  }

  private func read(_ name: String, in folder: Descriptor, path: String) throws(GitError) -> [UInt8]? {
    // Without O_NONBLOCK, opening a named pipe would block until it has a writer.
    guard let file = try Descriptor(opening: name, in: folder.number, O_RDONLY | O_NOFOLLOW | O_NONBLOCK),
      try file.isRegularFile(path: path)
    else { return nil }
    return try readAll(file.number, path: path)
  }

  func list(_ folder: String) throws(GitError) -> [FileSnapshot.Child]? {
    guard let descriptor = try open(folder) else { return try isLeftOut(folder) ? leftOut?.list(folder) : nil }
    return try list(folder, descriptor)
  }

  private func list(_ folder: String, _ descriptor: Descriptor) throws(GitError) -> [FileSnapshot.Child] {
    var children = try childrenLeftOut(of: folder, descriptor)
    for name in try descriptor.names(path: folder) where name != ".git" {
      let path = joined(folder, name)
      switch try descriptor.kind(of: name) {
      case .folder:
        if tracked.isSubmodule(path) {
          children.append(.init(name: name, kind: .submodule))
        } else if try !isIgnored(path, unless: tracked.hasEntries(under: path)),
          try descriptor.kind(of: name + "/.git") == nil
        {
          children.append(.init(name: name, kind: nil))
        }
      case .file(let isExecutable):
        if try isIgnored(path, unless: isTracked(path)) { continue }
        children.append(.init(name: name, kind: isExecutable ? .executable : .file))
      case .symlink:
        if try isIgnored(path, unless: isTracked(path)) { continue }
        children.append(.init(name: name, kind: .symlink))
      case .other, nil: continue
      }
    }
    return children
  }

  func files(under folder: String) throws(GitError) -> [FileSnapshot.File] {
    guard let children = try list(folder) else { return [] }
    var files: [FileSnapshot.File] = []
    for child in children {
      let path = joined(folder, child.name)
      if let kind = child.kind {
        files.append(.init(path: path, kind: kind))
      } else {
        files += try self.files(under: path)
      }
    }
    return files
  }

  /// Opens each folder once, not for each of its files.
  func contents(under folder: String) throws(GitError) -> [ByteName: [UInt8]] {
    guard let descriptor = try open(folder) else { return try readEachFile(under: folder) }
    var contents: [ByteName: [UInt8]] = [:]
    for child in try list(folder, descriptor) {
      let path = joined(folder, child.name)
      if child.isFolder {
        contents.merge(try self.contents(under: path)) { $1 }
      } else {
        contents[ByteName(path)] =
          try isLeftOut(path) ? leftOut?.read(path) : read(child.name, in: descriptor, path: path)
      }
    }
    return contents
  }

  func id(of path: String) -> ObjectID? { nil }

  /// The id in the index of a file that is left out of the work tree; `nil` for any other.
  func idLeftOut(of path: String) throws(GitError) -> ObjectID? {
    try isLeftOut(path) ? leftOut?.id(of: path) : nil
  }

  /// Whether a file or folder is not on disk, and the index has it with the skip-worktree bit.
  private func isLeftOut(_ path: String) throws(GitError) -> Bool {
    guard let leftOut, try leftOut.file(path) != nil || leftOut.hasEntries(under: path) else { return false }
    var folder = top
    for name in path.split(separator: "/") {
      guard let kind = try folder.kind(of: String(name)) else { return true }
      // What is in the place of a folder, such as a link, is a change.
      guard case .folder = kind,
        let next = try Descriptor(opening: String(name), in: folder.number, Descriptor.folderFlags | O_NOFOLLOW)
      else { return false }
      folder = next
    }
    return false
  }

  /// The entries of a folder on disk that are only in the index.
  private func childrenLeftOut(of folder: String, _ descriptor: Descriptor) throws(GitError) -> [FileSnapshot.Child] {
    guard let children = try leftOut?.list(folder), !children.isEmpty else { return [] }
    let present = Set(try descriptor.names(path: folder).map { Array($0.utf8) })
    return children.filter { !present.contains(Array($0.name.utf8)) }
  }

  private func open(_ folder: String) throws(GitError) -> Descriptor? {
    var descriptor = top
    for name in folder.split(separator: "/") {
      guard let next = try Descriptor(opening: String(name), in: descriptor.number, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
      else { return nil }
      descriptor = next
    }
    return descriptor
  }

  private func isTracked(_ path: String) -> Bool {
    (0...3 as ClosedRange<Int32>).contains { git_index_get_bypath(tracked.index.pointer, path, $0) != nil }
  }

  private func isIgnored(_ path: String, unless isTracked: Bool) throws(GitError) -> Bool {
    if isTracked { return false }
    var ignored: Int32 = 0
    try git(.readIgnoreRules) { git_ignore_path_is_ignored(&ignored, repository.handle.pointer, path) }
    return ignored != 0
  }
}
