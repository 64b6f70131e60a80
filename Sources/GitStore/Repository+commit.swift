internal import CLibgit2

/// Whether a commit also writes the files into the work tree.
public enum WorkTreeUpdate: Hashable, Sendable {
  /// The files on the disk become what is committed.
  case write
  /// The files on the disk stay as they are.
  case leave
}

extension Repository {
  /// Commits exactly these changes on top of `head`, and nothing else that is staged.
  ///
  /// In this order:
  /// 1. objects: blobs, trees, the commit, signed when `commit.gpgSign` says so. Nothing refers to them yet, and
  ///    `git gc` removes them when it comes to nothing. No lock is held while a signing program asks for a passphrase.
  /// 2. locks: the index, `HEAD` and the branch. What they say must still be `head`; otherwise all locks are given
  ///    back and nothing has changed.
  /// 3. files on the disk, each as a whole: ``writeWorkTree(_:)``.
  /// 4. the next index, in `index.lock`.
  /// 5. the reference, with its reflog: at this instant the commit is made.
  /// 6. the index, by a rename. It gets exactly the changed paths; everything else staged stays staged.
  ///
  /// What fails before 5 takes the new files away again. Killed before 5, the branch is as it was, and files may stand in
  /// the work tree that are not committed. Killed between 5 and 6, the commit is whole, and the index still has the paths
  /// as they were, which ``completeIndex(_:)`` or `git reset -- <paths>` brings up to date. A killed process leaves its
  /// lock files, as `git` does when killed with SIGKILL.
  ///
  /// Hooks are not run. The caller asks ``state`` first: a commit made in the middle of a merge would end it.
  ///
  /// `head` is what ``head`` was when the changes were planned. The message is cleaned as
  /// `git commit --cleanup=whitespace` does it, and ends with one line feed. The reflog says `commit: <first line>`, or
  /// `commit (initial): …`, unless told otherwise.
  ///
  /// - Throws: ``GitError/referenceMoved(name:expected:found:)``, ``GitError/headMoved(expected:found:)``,
  ///   ``GitError/indexLocked(path:)``, ``GitError/referenceLocked(name:)``, ``GitError/nothingToCommit``,
  ///   ``GitError/indexLeftBehind(commit:reason:)`` when 6 fails,
  ///   ``GitError/signingFailed(program:output:)``, ``GitError/unmergedPath(_:)`` and what stands in the way of the
  ///   files: ``GitError/symlinkInPath(_:)`` and the like.
  public func commit(
    _ changes: [FileChange], message: String, onto head: Head, author: Identity, committer: Identity,
    reflogMessage: String? = nil, workTree: WorkTreeUpdate = .write
  ) async throws(GitError) -> ObjectID {
    if isBare { throw .bareRepository(path: gitDirectory) }
    try changes.check()
    try refuseLocks(of: head)
    if workTree == .write { try refuseObstacles(to: changes) }
    let stored = try store(changes)
    let message = try cleaned(message)
    let commit = try await createCommit(
      tree: try tree(of: head.commit, with: stored), parent: head.commit, message: message, author: author,
      committer: committer)

    let lock = try IndexLock(self)
    try lock.checkMerged(changes)
    let move = try ReferenceMove(self, expecting: head)
    let new = workTree == .write ? try writeWorkTree(changes) : []
    let firstLine = message.prefix { $0 != "\n" }
    let kind = head.commit == nil ? "commit (initial)" : "commit"
    do throws(GitError) {
      try lock.prepare(stored)
      try move.carryOut(to: commit, by: committer, message: reflogMessage ?? "\(kind): \(firstLine)")
    } catch {
      if (try? self.head.commit) != commit { removeFromWorkTree(new) }
      throw error
    }
    do throws(GitError) {
      try lock.replaceIndex()
    } catch {
      throw .indexLeftBehind(commit: commit, reason: error.message)
    }
    return commit
  }

  /// Stages those files that HEAD has, the index has not, and the work tree has as HEAD does: a commit that was stopped
  /// after 5 leaves them so.
  public func completeIndex(_ paths: [String]) throws(GitError) {
    guard let head = try head.commit else { return }
    let (committed, index, present) = (try snapshot(.commit(head)), try snapshot(.index), try snapshot(.workTree))
    var missing: [FileChange] = []
    for path in paths where try index.id(of: path) == nil {
      guard let bytes = try committed.read(path), try present.read(path) == bytes else { continue }
      missing.append(.write(path: path, bytes: bytes))
    }
    if !missing.isEmpty { try stage(missing, workTree: .leave) }
  }

  /// Stages exactly these changes, for the user to commit; what is staged already stays.
  ///
  /// In order: blobs, the lock of the index, files on the disk, the index.
  public func stage(_ changes: [FileChange], workTree: WorkTreeUpdate = .write) throws(GitError) {
    if isBare { throw .bareRepository(path: gitDirectory) }
    try changes.check()
    try refuseLockedIndex()
    if workTree == .write { try refuseObstacles(to: changes) }
    let stored = try store(changes)
    let lock = try IndexLock(self)
    try lock.checkMerged(changes)
    let new = workTree == .write ? try writeWorkTree(changes) : []
    do throws(GitError) {
      try lock.prepare(stored)
      try lock.replaceIndex()
    } catch {
      removeFromWorkTree(new)
      throw error
    }
  }

  /// Says early, before anything is stored and anyone is asked for a passphrase, what ``IndexLock`` and
  /// ``ReferenceMove`` would say.
  private func refuseLocks(of head: Head) throws(GitError) {
    try refuseLockedIndex()
    for (folder, name) in [(gitDirectory, "HEAD"), (commonDirectory, head.reference)] {
      let path = "\(folder)/\(name).lock"
      if try Descriptor(opening: path, in: -1, 0) != nil { throw .referenceLocked(name: name) }
    }
  }

  private func refuseLockedIndex() throws(GitError) {
    let path = ownIndexPath + ".lock"
    if try Descriptor(opening: path, in: -1, 0) != nil { throw .indexLocked(path: path) }
  }

  private func cleaned(_ message: String) throws(GitError) -> String {
    String(decoding: try bytes(.createCommit) { git_message_prettify($0, message, 0, 0) }, as: UTF8.self)
  }
}
