/// A hook of Git's that the gate can stand in.
public enum HookName: String, Sendable, Hashable, CaseIterable {
  /// Before a commit is made. <https://git-scm.com/docs/githooks#_pre_commit>
  case preCommit = "pre-commit"
  /// Before `git merge` makes a commit by itself. <https://git-scm.com/docs/githooks#_pre_merge_commit>
  case preMergeCommit = "pre-merge-commit"
  /// Before anything is sent. <https://git-scm.com/docs/githooks#_pre_push>
  case prePush = "pre-push"
  /// On the receiving side, before any reference is moved. <https://git-scm.com/docs/githooks#pre-receive>
  case preReceive = "pre-receive"

  /// What runs the gate in a hook that is not ours.
  public var command: String {
    switch self {
    case .preCommit, .preMergeCommit: "schemaledger check --staged"
    case .prePush, .preReceive: "schemaledger hook run \(rawValue)"
    }
  }
}
