#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

extension Repository {
  /// Makes the files on the disk what the changes say, without touching objects, references or the index.
  ///
  /// Each file is written under a temporary name, brought to the disk with `fsync`, and renamed, so at every instant
  /// there is the old file or the whole new one. The temporary file is in the repository's own folder, where one that a
  /// killed process leaves is in nobody's way, and the next one removes it; beside its place only when that is another
  /// file system. Folders are made
  /// as needed; those that a removal leaves empty go away, as with `git rm`. Bytes are written as they are, without
  /// line-end conversion.
  ///
  /// - Returns: the folders and files that were not there before, in the order they came.
  /// - Throws: what ``refuseObstacles(to:)`` throws; checked for all changes before the first is made. What was not there before has gone again then.
  @discardableResult
  public func writeWorkTree(_ changes: [FileChange]) throws(GitError) -> [String] {
    guard let root else { throw .bareRepository(path: gitDirectory) }
    try changes.check()
    try refuseObstacles(to: changes)
    guard let top = try Descriptor(opening: root, in: AT_FDCWD, O_RDONLY | O_DIRECTORY) else {
      throw .notARepository(path: root)
    }
    removeLeftovers()
    var new: [String] = []
    do throws(GitError) {
      for change in changes { try carryOut(change, in: top, &new) }
    } catch {
      removeFromWorkTree(new)
      throw error
    }
    return new
  }

  /// Takes away what ``writeWorkTree(_:)`` brought, as far as it can be: what follows has failed, and has an error to
  /// say already. A folder that something else is in stays.
  func removeFromWorkTree(_ new: [String]) {
    guard let root, let top = try? Descriptor(opening: root, in: AT_FDCWD, O_RDONLY | O_DIRECTORY) else { return }
    for path in new.reversed() {
      var unused: [String] = []
      guard let folder = try? folder(of: path, in: top, create: false, &unused) else { continue }
      let name = lastComponent(path)
      if unlinkat(folder.number, name, 0) != 0 { unlinkat(folder.number, name, AT_REMOVEDIR) }
    }
  }

  private func carryOut(_ change: FileChange, in top: Descriptor, _ new: inout [String]) throws(GitError) {
    switch change {
    case .write(let path, let bytes, let executable):
      guard let folder = try folder(of: path, in: top, create: true, &new) else { throw .fileInPath(folderName(path)) }
      if try folder.kind(of: lastComponent(path)) == nil { new.append(path) }
      try replace(lastComponent(path), in: folder, bytes, mode: executable ? 0o777 : 0o666, path: path)
    case .remove(let path):
      guard let folder = try folder(of: path, in: top, create: false, &new) else { return }
      guard unlinkat(folder.number, lastComponent(path), 0) == 0 || errno == ENOENT else { throw systemError(path) }
      try removeEmptyFolders(above: path, in: top)
    }
  }

  /// Says what stands in the way of writing these files, before anything is written at all.
  ///
  /// - Throws: ``GitError/symlinkInPath(_:)`` for a symbolic link on the way or in the place itself,
  ///   ``GitError/submoduleInPath(_:)``, ``GitError/fileInPath(_:)``, ``GitError/folderInPlace(_:)``.
  func refuseObstacles(to changes: [FileChange]) throws(GitError) {
    guard let root else { throw .bareRepository(path: gitDirectory) }
    let staged = IndexFiles(try openIndex(ownIndexPath), repository: self)
    for change in changes {
      let path = change.path
      let writes = if case .write = change { true } else { false }
      var prefix = ""
      for name in path.split(separator: "/") {
        prefix = joined(prefix, String(name))
        var status = stat()
        guard lstat(root + "/" + prefix, &status) == 0 else { break }
        if status.st_mode & S_IFMT == S_IFLNK { throw .symlinkInPath(root + "/" + prefix) }
        guard writes else { continue }
        switch (status.st_mode & S_IFMT, prefix == path) {
        case (S_IFDIR, true): throw .folderInPlace(root + "/" + prefix)
        case (S_IFDIR, false): if staged.isSubmodule(prefix) { throw .submoduleInPath(prefix) }
        case (_, false): throw .fileInPath(root + "/" + prefix)
        default: break
        }
      }
    }
  }

  /// Opens the folder of a path without following links; `nil` when it is not there, or a link has come in between.
  private func folder(
    of path: String, in top: Descriptor, create: Bool, _ new: inout [String]
  ) throws(GitError) -> Descriptor? {
    var folder = top
    var prefix = ""
    for name in folderName(path).split(separator: "/") {
      prefix = joined(prefix, String(name))
      if create {
        if mkdirat(folder.number, String(name), 0o777) == 0 {
          new.append(prefix)
        } else if errno != EEXIST {
          throw systemError(path)
        }
      }
      guard let next = try Descriptor(opening: String(name), in: folder.number, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
      else { return nil }
      folder = next
    }
    return folder
  }

  private func replace(
    _ name: String, in folder: Descriptor, _ bytes: [UInt8], mode: mode_t, path: String
  ) throws(GitError) {
    let own = try Descriptor(opening: gitDirectory, in: AT_FDCWD, O_RDONLY | O_DIRECTORY)
    let place = own.flatMap { isSameFileSystem($0, folder) ? $0 : nil } ?? folder
    // The dot keeps it out of any migration folder's naming scheme.
    let temporary = temporaryName(getpid())
    unlinkat(place.number, temporary, 0)
    let descriptor = openat(
      place.number, temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw systemError(path) }
    do throws(GitError) {
      defer { close(descriptor) }
      try writeAll(descriptor, bytes, path: path)
      guard renameat(place.number, temporary, folder.number, name) == 0 else { throw systemError(path) }
    } catch {
      unlinkat(place.number, temporary, 0)
      throw error
    }
    // The new name is in the folder; some file systems cannot sync a folder, and say EINVAL.
    guard sync(folder.number) == 0 || errno == EINVAL else { throw systemError(path) }
  }

  private func temporaryName(_ process: pid_t) -> String { ".schemaledger.\(process).tmp" }

  /// Removes temporary files of processes that are no more.
  private func removeLeftovers() {
    guard let own = try? Descriptor(opening: gitDirectory, in: AT_FDCWD, O_RDONLY | O_DIRECTORY) else { return }
    for name in (try? own.names(path: gitDirectory)) ?? [] {
      let parts = name.split(separator: ".", omittingEmptySubsequences: false)
      guard parts.count == 4, let owner = pid_t(parts[2]), owner > 0, name == temporaryName(owner),
        kill(owner, 0) != 0, errno == ESRCH
      else { continue }
      unlinkat(own.number, name, 0)
    }
  }

  private func isSameFileSystem(_ one: Descriptor, _ other: Descriptor) -> Bool {
    var (first, second) = (stat(), stat())
    return fstat(one.number, &first) == 0 && fstat(other.number, &second) == 0 && first.st_dev == second.st_dev
  }

  private func removeEmptyFolders(above path: String, in top: Descriptor) throws(GitError) {
    var empty = folderName(path)
    var unused: [String] = []
    while !empty.isEmpty {
      guard let parent = try folder(of: empty, in: top, create: false, &unused),
        unlinkat(parent.number, lastComponent(empty), AT_REMOVEDIR) == 0
      else { return }
      empty = folderName(empty)
    }
  }
}
