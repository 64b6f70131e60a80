internal import CLibgit2

extension Repository {
  /// The current `HEAD`. A reference outside `refs/heads/` is treated as a branch with its full name.
  public var head: Head {
    get throws(GitError) {
      guard let head = try lookUpReference("HEAD") else {
        throw .other(operation: .readHead, code: GIT_ENOTFOUND.rawValue, message: "there is no HEAD")
      }
      guard let target = git_reference_symbolic_target(head.pointer) else {
        return .detached(try targetID(head))
      }
      var full = String(cString: target)
      // A branch may itself be a symbolic reference; a commit updates the last one in the chain. Git follows at most
      // five.
      for _ in 0..<5 {
        guard let next = try lookUpReference(full), let target = git_reference_symbolic_target(next.pointer) else {
          break
        }
        full = String(cString: target)
      }
      let short = full.hasPrefix("refs/heads/") ? String(full.dropFirst("refs/heads/".count)) : full
      // A branch may be called `refs/x`; then only its full name is unambiguous.
      let name = short.hasPrefix("refs/") ? full : short
      var id = git_oid()
      let exists = try gitFinds(.readHead) { git_reference_name_to_id(&id, handle.pointer, full) }
      return exists ? .branch(name: name, ObjectID(id)) : .unborn(branch: name)
    }
  }

  /// The operation in progress, such as a merge or a rebase.
  public var state: RepositoryState {
    switch git_repository_state_t(UInt32(bitPattern: git_repository_state(handle.pointer))) {
    case GIT_REPOSITORY_STATE_MERGE: .merge
    case GIT_REPOSITORY_STATE_REVERT, GIT_REPOSITORY_STATE_REVERT_SEQUENCE: .revert
    case GIT_REPOSITORY_STATE_CHERRYPICK, GIT_REPOSITORY_STATE_CHERRYPICK_SEQUENCE: .cherryPick
    case GIT_REPOSITORY_STATE_BISECT: .bisect
    case GIT_REPOSITORY_STATE_REBASE, GIT_REPOSITORY_STATE_REBASE_INTERACTIVE, GIT_REPOSITORY_STATE_REBASE_MERGE,
      GIT_REPOSITORY_STATE_APPLY_MAILBOX_OR_REBASE:
      .rebase
    case GIT_REPOSITORY_STATE_APPLY_MAILBOX: .applyMailbox
    default: .clean
    }
  }

  /// The commit that a revision names, such as `HEAD~2`, `v1.0`, `main@{yesterday}` or an abbreviated id.
  ///
  /// - Throws: ``GitError/unknownRevision(_:)`` if the revision does not exist, is ambiguous, or is not a commit.
  public func resolve(_ revision: String) throws(GitError) -> ObjectID {
    do {
      let object = try Handle(
        .resolveRevision, parent: handle, release: git_object_free,
        acquire: { git_revparse_single(&$0, handle.pointer, revision) })
      let commit = try Handle(
        .resolveRevision, parent: handle, release: git_object_free,
        acquire: { git_object_peel(&$0, object.pointer, GIT_OBJECT_COMMIT) })
      return ObjectID(git_object_id(commit.pointer).pointee)
    } catch .other(let operation, let code, let message) {
      switch code {
      case GIT_ENOTFOUND.rawValue, GIT_EINVALIDSPEC.rawValue, GIT_EAMBIGUOUS.rawValue, GIT_EPEEL.rawValue,
        GIT_EUNBORNBRANCH.rawValue:
        throw .unknownRevision(revision)
      default:
        throw .other(operation: operation, code: code, message: message)
      }
    }
  }

  func lookUpReference(_ name: String) throws(GitError) -> Handle? {
    do {
      return try Handle(
        .readReferences, parent: handle, release: git_reference_free,
        acquire: { git_reference_lookup(&$0, handle.pointer, name) })
    } catch .other(_, GIT_ENOTFOUND.rawValue, _) {
      return nil
    } catch {
      try? forgetReferences()
      throw error
    }
  }

  /// Makes libgit2 read `packed-refs` again. It reports a damaged file only once: a later call would find no packed
  /// reference, and the repository would look as if it had no branches.
  private func forgetReferences() throws(GitError) {
    let database = try Handle(
      .readReferences, parent: handle, release: git_refdb_free, acquire: { git_refdb_open(&$0, handle.pointer) })
    try git(.readReferences) { git_repository_set_refdb(handle.pointer, database.pointer) }
  }

  /// The object that a direct reference points to.
  func targetID(_ reference: Handle) throws(GitError) -> ObjectID {
    guard let id = git_reference_target(reference.pointer) else {
      throw .other(operation: .readReferences, code: GIT_ERROR.rawValue, message: "a reference without a target")
    }
    return ObjectID(id.pointee)
  }
}
