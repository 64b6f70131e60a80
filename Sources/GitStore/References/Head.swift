/// The state of `HEAD`.
public enum Head: Hashable, Sendable {
  /// A branch without a commit. `branch` is its short name, such as `main`.
  case unborn(branch: String)
  /// A branch, given by its short name, and its commit.
  case branch(name: String, ObjectID)
  /// A commit; `HEAD` is detached.
  case detached(ObjectID)

  /// The commit; `nil` on an unborn branch.
  public var commit: ObjectID? {
    switch self {
    case .unborn: nil
    case .branch(_, let id), .detached(let id): id
    }
  }

  /// The reference that a commit updates.
  public var reference: String {
    switch self {
    case .unborn(let name), .branch(let name, _): name.hasPrefix("refs/") ? name : "refs/heads/" + name
    case .detached: "HEAD"
    }
  }
}

/// The operation in progress, if any.
public enum RepositoryState: String, Hashable, Sendable {
  case clean, merge, rebase, cherryPick, revert, bisect, applyMailbox
}
