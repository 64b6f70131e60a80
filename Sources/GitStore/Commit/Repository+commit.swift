internal import CLibgit2

/// Whether a commit also writes the files to the work tree.
public enum WorkTreeUpdate: Hashable, Sendable {
  /// Write the committed files to the work tree.
  case write
  /// Leave the work tree unchanged.
  case leave
}

extension Repository {
  /// Commits exactly these changes on top of `head`; other staged changes stay staged and are not committed.
  ///
  /// The steps are:
  ///
  /// 1. Objects: write the blobs, the trees and the commit, signed if `commit.gpgSign` is set. Nothing refers to them
  ///    yet; if the commit fails, `git gc` removes them. No lock is held while a signing program asks for a passphrase.
  /// 2. Locks: lock the index, `HEAD` and the branch. Their values must still be `head`; otherwise all locks are
  ///    released and nothing has changed.
  /// 3. Work tree: write the files, each of them atomically; see ``writeWorkTree(_:)``.
  /// 4. Next index: write it to a file beside the index.
  /// 5. Reference: update it with its reflog. At this point the commit is made. The file of the reference is the only one that
  ///    is flushed with `fsync`: on a file system with a journal, what was written before it is then on the disk, too. The data
  ///    of loose objects is an exception, as in Git, unless `core.fsyncObjectFiles` is set.
  /// 6. Index: replace it by a rename. Only the changed paths differ; everything else stays staged.
  ///
  /// If a step before 5 fails, the new files are removed again, and the removed ones are written again. If the process is
  /// killed before 5, the branch is unchanged, and the work tree may contain files that are not committed. If it is killed
  /// between 5 and 6, the commit is complete, and the index still has the old state of the paths, which
  /// ``completeIndex(_:)`` or `git reset -- <paths>` corrects. A killed process leaves its lock files behind, as `git` does
  /// after SIGKILL; the next run takes them over (``LockFile``).
  ///
  /// Hooks are not run. The caller must check ``state`` first: a commit during a merge would conclude the merge.
  ///
  /// `head` is the value of ``head`` when the changes were planned. The message is cleaned up as by
  /// `git commit --cleanup=whitespace` and ends with one line feed. The default reflog message is
  /// `commit: <first line>` or `commit (initial): …`.
  ///
  /// - Throws: ``GitError/referenceMoved(name:expected:found:)``, ``GitError/headMoved(expected:found:)``,
  ///   ``GitError/indexLocked(path:)``, ``GitError/referenceLocked(name:)``, ``GitError/nothingToCommit``,
  ///   ``GitError/indexNotUpdated(commit:reason:)`` if step 6 fails, ``GitError/signingFailed(program:output:)``,
  ///   ``GitError/unmergedPath(_:)``, and the errors of ``writeWorkTree(_:)``, such as ``GitError/symlinkInPath(_:)``.
  public func commit(
    _ changes: [FileChange], message: String, onto head: Head, author: Identity, committer: Identity,
    reflogMessage: String? = nil, workTree: WorkTreeUpdate = .write
  ) async throws(GitError) -> ObjectID {
    if isBare { throw .bareRepository(path: gitDirectory) }
    try changes.check()
    try startWriting()
    defer { endWriting() }
    try checkUnlocked(of: head)
    if workTree == .write { try checkWorkTreePaths(of: changes) }
    let stored = try store(changes)
    let message = try cleaned(message)
    let commit = try await createCommit(
      tree: try tree(of: head.commit, with: stored), parent: head.commit, message: message, author: author,
      committer: committer)

    try MemoryShortage.check()
    let lock = try IndexLock(self)
    try lock.checkMerged(changes)
    let transaction = try ReferenceTransaction(self, expecting: head)
    let removed = workTree == .write ? try removedFiles(of: changes) : []
    let new = workTree == .write ? try writeWorkTree(changes, restoring: removed, flushes: false) : []
    let firstLine = message.prefix { $0 != "\n" }
    let kind = head.commit == nil ? "commit (initial)" : "commit"
    do throws(GitError) {
      try lock.prepare(stored)
      try transaction.update(to: commit, by: committer, message: reflogMessage ?? "\(kind): \(firstLine)")
    } catch {
      if (try? self.head.commit) != commit { undo(new, restoring: removed) }
      throw error
    }
    for name in ["HEAD", head.reference] { shareReference(name) }
    do throws(GitError) {
      try lock.replaceIndex()
    } catch {
      throw .indexNotUpdated(commit: commit, reason: error.message)
    }
    MemoryShortage.settle()
    return commit
  }

  /// Stages the given files that are in HEAD and unchanged in the work tree, if the index does not have them, or has them
  /// as the parent of HEAD. An
  /// interrupted ``commit(_:message:onto:author:committer:reflogMessage:workTree:)`` leaves files in this state after
  /// step 5.
  ///
  /// - Parameter removed: files to remove from the index if they are neither in HEAD nor in the work tree.
  public func completeIndex(_ paths: [String], removing removed: [String] = []) throws(GitError) {
    guard let head = try head.commit else { return }
    let (committed, index) = (try snapshot(.commit(head)), try snapshot(.index))
    let present = try WorkTreeFiles(self, onDisk: true)
    var changes: [FileChange] = []
    var parent: FileSnapshot?
    if let id = try? resolve("\(head.hex)~1") { parent = try snapshot(.commit(id)) }
    for path in paths {
      let staged = try index.id(of: path)
      let former = try parent?.id(of: path)
      guard try staged != committed.id(of: path), staged == nil || staged == former,
        let bytes = try committed.read(path), try present.read(path) == bytes
      else { continue }
      changes.append(.write(path: path, bytes: bytes))
    }
    for path in removed where try index.id(of: path) != nil {
      if try committed.id(of: path) == nil, try present.read(path) == nil { changes.append(.remove(path: path)) }
    }
    if !changes.isEmpty { try stage(changes, workTree: .leave) }
  }

  /// Stages exactly these changes without committing them; what is already staged stays staged.
  ///
  /// The steps are: write the blobs, lock the index, write the files to the work tree, replace the index.
  public func stage(_ changes: [FileChange], workTree: WorkTreeUpdate = .write) throws(GitError) {
    if isBare { throw .bareRepository(path: gitDirectory) }
    try changes.check()
    try startWriting()
    defer { endWriting() }
    try checkIndexUnlocked()
    if workTree == .write { try checkWorkTreePaths(of: changes) }
    let stored = try store(changes)
    try MemoryShortage.check()
    let lock = try IndexLock(self)
    try lock.checkMerged(changes)
    let removed = workTree == .write ? try removedFiles(of: changes) : []
    let new = workTree == .write ? try writeWorkTree(changes, restoring: removed, flushes: true) : []
    do throws(GitError) {
      try lock.prepare(stored)
      try lock.replaceIndex()
    } catch {
      undo(new, restoring: removed)
      throw error
    }
    MemoryShortage.settle()
  }

  /// The files on disk that the changes remove, as changes that write them again.
  private func removedFiles(of changes: [FileChange]) throws(GitError) -> [FileChange] {
    // Most commits remove nothing, and reading the index takes time.
    guard changes.contains(where: { if case .remove = $0 { true } else { false } }) else { return [] }
    let present = try WorkTreeFiles(self, onDisk: true)
    var files: [FileChange] = []
    for case .remove(let path) in changes {
      guard let bytes = try present.read(path) else { continue }
      let siblings = try present.list(folderName(path)) ?? []
      let isExecutable = siblings.contains {
        ByteName($0.name) == ByteName(lastComponent(path)) && $0.kind == .executable
      }
      files.append(.write(path: path, bytes: bytes, executable: isExecutable))
    }
    return files
  }

  /// Writes the files as ``writeWorkTree(_:)``. If a change fails, the files that were removed are written again.
  private func writeWorkTree(
    _ changes: [FileChange], restoring removed: [FileChange], flushes: Bool
  ) throws(GitError) -> [String] {
    do throws(GitError) {
      return try writeWorkTree(changes, flushes: flushes)
    } catch {
      _ = try? writeWorkTree(removed)
      throw error
    }
  }

  /// Removes new files and writes removed ones again, after a later step has failed. Errors are ignored, because the
  /// caller already has an error to report.
  private func undo(_ new: [String], restoring removed: [FileChange]) {
    removeFromWorkTree(new)
    _ = try? writeWorkTree(removed)
  }

  /// Checks for existing locks before anything is written and before a signing program asks for a passphrase.
  /// ``IndexLock`` and ``ReferenceTransaction`` would fail with the same errors later.
  private func checkUnlocked(of head: Head) throws(GitError) {
    try checkIndexUnlocked()
    for name in Set(["HEAD", head.reference]).sorted() {
      try checkUnlocked(referencePath(name), else: .referenceLocked(name: name))
    }
    if case .unborn = head { try checkNoConflict(head.reference) }
  }

  private func checkIndexUnlocked() throws(GitError) {
    try checkUnlocked(ownIndexPath, else: .indexLocked(path: ownIndexPath + ".lock"))
  }

  private func cleaned(_ message: String) throws(GitError) -> String {
    String(decoding: try bytes(.createCommit) { git_message_prettify($0, message, 0, 0) }, as: UTF8.self)
  }
}
