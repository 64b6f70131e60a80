internal import CLibgit2

/// The move of `HEAD` or its branch to a new commit, under the locks of both.
///
/// The locks are `HEAD.lock` and the branch's own, which `git` honours, so what is compared here cannot change before
/// it is carried out: a compare-and-swap with time in between. `git_reference_create_matching` compares and moves at
/// once, and would leave the files that are to be written before it in place when it loses; it also writes the reflog
/// with the clock of the machine, not with the committer's date.
final class ReferenceMove {
  private let transaction: Handle
  private let reference: String

  /// Takes the locks, and looks whether `HEAD` is what it was. They are given back when this goes away.
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
        : .headMoved(expected: head.words, found: found.words)
    }
    self.transaction = transaction
    reference = head.reference
  }

  /// Moves the reference, and appends to its reflog and to that of `HEAD`.
  func carryOut(to commit: ObjectID, by committer: Identity, message: String) throws(GitError) {
    let signature = try committer.signature()
    var oid = commit.oid
    try git(.moveReference) {
      git_transaction_set_target(transaction.pointer, reference, &oid, signature.signature, message)
    }
    try git(.moveReference) { git_transaction_commit(transaction.pointer) }
  }
}

extension Head {
  fileprivate var words: String {
    switch self {
    case .unborn(let name), .branch(let name, _): "on \(name)"
    case .detached(let id): "detached at \(id.short)"
    }
  }
}
