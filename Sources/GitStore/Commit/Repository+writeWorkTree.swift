internal import SystemCalls

extension Repository {
  /// Applies the changes to the files on disk, without touching objects, references or the index.
  ///
  /// Each file is written under a temporary name, passed to the disk and renamed, so at any time, and after a power failure,
  /// either the old file or the complete new one exists. In the end each folder is flushed once with `fsync`. The temporary
  /// file is in the Git directory, where a leftover of a killed process does no harm and is removed by the next call; it is in
  /// the target folder only if that is on another file system. Folders are created as needed, and folders that become empty by
  /// a removal are removed, as by `git rm`. Bytes are written unchanged, without line-end conversion.
  ///
  /// - Returns: the folders and files that did not exist before, in the order of their creation.
  /// - Throws: the errors of ``checkWorkTreePaths(of:)``, which is called for all changes before the first one is
  ///   applied. If a later change fails, the files and folders that were created are removed again.
  @discardableResult
  public func writeWorkTree(_ changes: [FileChange]) throws(GitError) -> [String] {
    try writeWorkTree(changes, flushes: true)
  }

  /// - Parameter flushes: whether to flush the folders. A caller that flushes another file of the repository afterwards need not.
  func writeWorkTree(_ changes: [FileChange], flushes: Bool) throws(GitError) -> [String] {
    guard let root else { throw .bareRepository(path: gitDirectory) }
    try changes.check()
    try checkWorkTreePaths(of: changes)
    guard let top = try Descriptor(opening: root, in: AT_FDCWD, O_RDONLY | O_DIRECTORY) else {
      throw .notARepository(path: root)
    }
    removeLeftovers()
    var new: [String] = []
    var written: [String: Descriptor] = [:]
    do throws(GitError) {
      for change in changes { try apply(change, in: top, &new, &written) }
      // Some file systems cannot flush a folder and return EINVAL.
      for (path, folder) in flushes ? written : [:] {
        guard synchronize(folder.number) == 0 || errno == EINVAL else { throw systemError(path) }
      }
    } catch {
      remove(new, in: top)
      throw error
    }
    return new
  }

  /// Removes what ``writeWorkTree(_:)`` created, after a later step has failed. Errors are ignored, because the caller
  /// already has an error to report. A folder with other content stays.
  func removeFromWorkTree(_ new: [String]) {
    guard let root, let top = try? Descriptor(opening: root, in: AT_FDCWD, O_RDONLY | O_DIRECTORY) else { return }
    remove(new, in: top)
  }

  private func remove(_ new: [String], in top: Descriptor) {
    for path in new.reversed() {
      var unused: [String] = []
      guard let folder = try? folder(of: path, in: top, create: false, &unused) else { continue }
      let name = lastComponent(path)
      if unlinkat(folder.number, name, 0) != 0 { unlinkat(folder.number, name, AT_REMOVEDIR) }
    }
  }

  private func apply(
    _ change: FileChange, in top: Descriptor, _ new: inout [String], _ written: inout [String: Descriptor]
  ) throws(GitError) {
    switch change {
    case .write(let path, let bytes, let executable):
      guard let folder = try folder(of: path, in: top, create: true, &new) else { throw .fileInPath(folderName(path)) }
      if try folder.kind(of: lastComponent(path)) == nil { new.append(path) }
      try replace(lastComponent(path), in: folder, bytes, mode: executable ? 0o777 : 0o666, path: path)
      written[folderName(path)] = folder
    case .remove(let path):
      guard let folder = try folder(of: path, in: top, create: false, &new) else { return }
      guard unlinkat(folder.number, lastComponent(path), 0) == 0 || errno == ENOENT else { throw systemError(path) }
      try removeEmptyFolders(above: path, in: top)
    }
  }

  /// Checks that these files can be written, before anything is written.
  ///
  /// - Throws: ``GitError/symlinkInPath(_:)`` if the path or a folder in it is a symbolic link,
  ///   ``GitError/submoduleInPath(_:)``, ``GitError/fileInPath(_:)``, ``GitError/folderInPlace(_:)``.
  func checkWorkTreePaths(of changes: [FileChange]) throws(GitError) {
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

  /// Opens the folder of a path without following links; `nil` if it does not exist, or has been replaced by a link.
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
    // A name that begins with a dot matches no migration tool's naming scheme.
    let temporary = temporaryName(getpid())
    unlinkat(place.number, temporary, 0)
    let descriptor = openat(
      place.number, temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw systemError(path) }
    do throws(GitError) {
      defer { close(descriptor) }
      try writeBeforeNaming(descriptor, bytes, path: path)
      guard renameat(place.number, temporary, folder.number, name) == 0 else { throw systemError(path) }
    } catch {
      unlinkat(place.number, temporary, 0)
      throw error
    }
  }

  private func temporaryName(_ process: pid_t) -> String { ".schemaledger.\(process).tmp" }

  /// Removes temporary files of processes that no longer exist.
  private func removeLeftovers() {
    guard let own = try? Descriptor(opening: gitDirectory, in: AT_FDCWD, O_RDONLY | O_DIRECTORY) else { return }
    for name in (try? own.names(path: gitDirectory)) ?? [] {
      let parts = name.split(separator: ".", omittingEmptySubsequences: false)
      guard parts.count == 4, parts[0].isEmpty, parts[1] == "schemaledger", ["tmp", "ref"].contains(parts[3]),
        let owner = pid_t(parts[2]), owner > 0,
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
