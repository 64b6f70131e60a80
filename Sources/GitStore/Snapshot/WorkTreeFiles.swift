internal import CLibgit2

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The files of the work tree. Folders are opened one by one with `O_NOFOLLOW`, so symbolic links are never followed,
/// even if one is created during the read.
struct WorkTreeFiles: FileSource {
  let repository: Repository
  private let top: Descriptor
  /// The tracked files: ignore rules apply only to untracked files.
  private let tracked: IndexFiles

  init(_ repository: Repository) throws(GitError) {
    guard let root = repository.root else { throw .bareRepository(path: repository.gitDirectory) }
    guard let top = try Descriptor(opening: root, in: AT_FDCWD, O_RDONLY | O_DIRECTORY) else {
      throw .notARepository(path: root)
    }
    self.repository = repository
    self.top = top
    tracked = IndexFiles(try repository.openIndex(repository.ownIndexPath), repository: repository)
  }

  func read(_ path: String) throws(GitError) -> [UInt8]? {
    guard let folder = try open(folderName(path)) else { return nil }
    // Without O_NONBLOCK, opening a named pipe would block until it has a writer.
    guard let file = try Descriptor(opening: lastComponent(path), in: folder.number, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    else { return nil }
    guard try file.isRegularFile(path: path) else { return nil }
    return try readAll(file.number, path: path)
  }

  func list(_ folder: String) throws(GitError) -> [FileSnapshot.Child]? {
    guard let descriptor = try open(folder) else { return nil }
    var children: [FileSnapshot.Child] = []
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

  func id(of path: String) -> ObjectID? { nil }

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
