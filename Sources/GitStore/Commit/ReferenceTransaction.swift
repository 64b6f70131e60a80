internal import CLibgit2

/// Updates `HEAD` or its branch to a new commit, while both are locked.
///
/// The locks are `HEAD.lock` and the lock of the branch, which `git` respects, so the compared values cannot change
/// before the update. `git_reference_create_matching` compares and updates in one step: if it failed, the files written
/// before it would remain. It also writes the reflog with the time of the system clock, not with the committer's date.
final class ReferenceTransaction {
  private let transaction: Handle
  private let reference: String

  /// Takes the locks and checks that `HEAD` has the expected value. The locks are released on deinitialization.
  init(_ repository: Repository, expecting head: Head) throws(GitError) {
    let transaction = try Handle(
      .moveReference, parent: repository.handle, release: git_transaction_free,
      acquire: { git_transaction_new(&$0, repository.handle.pointer) })
    for name in Set(["HEAD", head.reference]).sorted() {
      do {
        try git(.moveReference) { git_transaction_lock_ref(transaction.pointer, name) }
      } catch .other(_, GIT_ELOCKED.rawValue, _) {
        throw .referenceLocked(name: name)
      }
    }
    let found = try repository.head
    guard found == head else {
      throw found.reference == head.reference
        ? .referenceMoved(name: head.reference, expected: head.commit, found: found.commit)
        : .headMoved(expected: head.description, found: found.description)
    }
    self.transaction = transaction
    reference = head.reference
  }

  /// Updates the reference, and appends to its reflog and to the reflog of `HEAD`.
  func update(to commit: ObjectID, by committer: Identity, message: String) throws(GitError) {
    // libgit2 1.5 writes the time into the reflog with 32 bits.
    var person = committer
    person.time.seconds = min(person.time.seconds, Int64(UInt32.max))
    let signature = try person.signature()
    var oid = commit.oid
    try git(.moveReference) {
      git_transaction_set_target(transaction.pointer, reference, &oid, signature.signature, message)
    }
    try git(.moveReference) { git_transaction_commit(transaction.pointer) }
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
