internal import CLibgit2
internal import SystemCalls

/// Holds the lock of the index, `index.lock`, as `git` does. The next index is prepared in a file beside the index, which
/// ``replaceIndex()`` then renames to the index. If the object is deallocated before that, the file is removed and the
/// index is unchanged.
///
/// `git_index_write` takes and releases the lock itself, so another process could change the index between a check and
/// the write. Therefore the lock is taken here, and libgit2 is given the other file as *the index*, which it locks as
/// well. Git prepares the next index in `index.lock` itself; here that file must stay a link by which a later run
/// recognises it (``LockFile``).
final class IndexLock {
  private let repository: Repository
  private let lock: LockFile
  private let nextPath: String
  /// The permissions of the index; `nil` if there was none.
  private let indexMode: mode_t?
  private let index: Handle

  /// - Throws: ``GitError/indexLocked(path:)``, ``GitError/unsupportedIndex(path:extension:)``.
  init(_ repository: Repository) throws(GitError) {
    let indexPath = repository.ownIndexPath
    lock = try repository.lock(indexPath, else: .indexLocked(path: indexPath + ".lock"))
    let nextPath = repository.gitDirectory + "/schemaledger.index"
    // Only a process that was killed while it held the lock can have left these files; the last one is of an earlier
    // version.
    unlink(nextPath)
    unlink(nextPath + ".lock")
    unlink(indexPath + ".lock.lock")
    let descriptor = open(nextPath, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw systemError(nextPath) }
    defer { close(descriptor) }
    do {
      indexMode = try Self.copyIndex(indexPath, to: descriptor, nextPath)
      index = try repository.openIndex(nextPath, writable: descriptor)
      // With a repository, libgit2 checks files that may have changed within the clock tick of the last write.
      try git(.openIndex) { [index] in git_repository_set_index(repository.handle.pointer, index.pointer) }
    } catch {
      unlink(nextPath)
      throw error
    }
    self.repository = repository
    self.nextPath = nextPath
  }

  deinit {
    git_repository_set_index(repository.handle.pointer, nil)
    unlink(nextPath)
    withExtendedLifetime(lock) {}
  }

  /// Copies content, permissions and modification time. The time matters: an entry that is not older than its index is
  /// "racily clean" and must be compared by content; see <https://git-scm.com/docs/racy-git>.
  private static func copyIndex(
    _ indexPath: String, to descriptor: Int32, _ path: String
  ) throws(GitError)
    -> mode_t?
  {
    guard let content = try readFile(indexPath) else {
      try writeAll(descriptor, emptyIndexContent, path: path)
      return nil
    }
    var status = stat()
    guard stat(indexPath, &status) == 0 else { throw systemError(indexPath) }
    // libgit2 replaces this copy before it becomes the index.
    try writeWithoutSync(descriptor, content, path: path)
    try setTimes(of: descriptor, to: status, path: path)
    return status.st_mode & 0o777
  }

  /// Throws ``GitError/unmergedPath(_:)`` for a path with a merge conflict.
  func checkMerged(_ changes: [FileChange]) throws(GitError) {
    let files = IndexFiles(index, repository: repository)
    for change in changes { _ = try files.file(change.path) }
  }

  /// Writes exactly these paths to the next index; all other entries stay unchanged.
  func prepare(_ changes: [StoredChange]) throws(GitError) {
    for change in changes {
      guard let entry = change.entry else {
        // The path may be missing from the index already.
        _ = try gitFinds(.writeIndex) { git_index_remove(index.pointer, change.path, 0) }
        continue
      }
      var next = git_index_entry()
      next.id = entry.id.oid
      next.mode = entry.mode.rawValue
      try describeFile(change.path, entry.bytes, in: &next)
      try git(.writeIndex) {
        change.path.withCString { path in
          next.path = path
          return git_index_add(index.pointer, &next)
        }
      }
    }
    try git(.writeIndex) { git_index_write(index.pointer) }
    if let indexMode, chmod(nextPath, indexMode) != 0 { throw systemError(nextPath) }
    repository.sharing.apply(to: nextPath)
  }

  /// Replaces the index with the next one.
  func replaceIndex() throws(GitError) {
    guard rename(nextPath, repository.ownIndexPath) == 0 else { throw systemError(repository.ownIndexPath) }
  }

  /// Records size, times and inode of the file on disk if its content is that of the blob, so that `git status` need not
  /// read it. Without them the entry is still valid, and `git` compares the content.
  private func describeFile(_ path: String, _ bytes: [UInt8], in entry: inout git_index_entry) throws(GitError) {
    guard let root = repository.root else { return }
    let file = root + "/" + path
    var before = stat()
    var after = stat()
    guard lstat(file, &before) == 0, before.st_mode & S_IFMT == S_IFREG,
      before.st_size == bytes.count, (try? readFile(file)) == bytes,
      lstat(file, &after) == 0, entry.take(before), case let first = entry, entry.take(after),
      first.mtime.seconds == entry.mtime.seconds, first.mtime.nanoseconds == entry.mtime.nanoseconds,
      first.file_size == entry.file_size, first.ino == entry.ino
    else {
      entry.clearFile()
      return
    }
  }
}

extension git_index_entry {
  /// Copies the stat data that the index records, truncated to 32 bits as the format requires.
  fileprivate mutating func take(_ status: stat) -> Bool {
    let (changed, modified) = (status.changed, status.modified)
    ctime = git_index_time(
      seconds: Int32(truncatingIfNeeded: changed.tv_sec), nanoseconds: UInt32(truncatingIfNeeded: changed.tv_nsec))
    mtime = git_index_time(
      seconds: Int32(truncatingIfNeeded: modified.tv_sec), nanoseconds: UInt32(truncatingIfNeeded: modified.tv_nsec))
    dev = UInt32(truncatingIfNeeded: status.st_dev)
    ino = UInt32(truncatingIfNeeded: status.st_ino)
    uid = status.st_uid
    gid = status.st_gid
    file_size = UInt32(truncatingIfNeeded: status.st_size)
    return true
  }

  fileprivate mutating func clearFile() {
    ctime = git_index_time()
    mtime = git_index_time()
    (dev, ino, uid, gid, file_size) = (0, 0, 0, 0, 0)
  }
}
