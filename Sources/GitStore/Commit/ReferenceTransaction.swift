/// Updates `HEAD` or its branch to a new commit, while both are locked.
///
/// The locks are `HEAD.lock` and the lock of the branch, which `git` respects, so the compared values cannot change
/// before the update. `git_reference_create_matching` compares and updates in one step: if it failed, the files written
/// before it would remain. `git_transaction_new` would lock them, too, but what it leaves if the process is killed cannot
/// be distinguished from a lock of a living Git; see ``LockFile``.
final class ReferenceTransaction {
  private let repository: Repository
  private let head: Head
  private let locks: [LockFile]

  /// Takes the locks and checks that `HEAD` has the expected value. The locks are released on deinitialization.
  init(_ repository: Repository, expecting head: Head) throws(GitError) {
    var locks: [LockFile] = []
    for name in Set(["HEAD", head.reference]).sorted() {
      locks.append(try repository.lock(repository.referencePath(name), else: .referenceLocked(name: name)))
    }
    let found = try repository.head
    guard found == head else {
      throw found.reference == head.reference
        ? .referenceMoved(name: head.reference, expected: head.commit, found: found.commit)
        : .headMoved(expected: head.description, found: found.description)
    }
    self.repository = repository
    self.head = head
    self.locks = locks
  }

  /// Updates the reference, and appends to its reflog and to the reflog of `HEAD`. As in Git, the reflogs come first.
  func update(to commit: ObjectID, by committer: Identity, message: String) throws(GitError) {
    for name in Set(["HEAD", head.reference]) {
      try repository.appendReflog(of: name, from: head.commit, to: commit, by: committer, message: message)
    }
    try repository.replaceReference(head.reference, with: commit)
    withExtendedLifetime(locks) {}
  }
}

extension Head {
  fileprivate var description: String {
    switch self {
    case .unborn(let name), .branch(let name, _): "on \(name)"
    case .detached(let id): "detached at \(id.short)"
    }
  }
}
