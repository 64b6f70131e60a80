/// A Git hook that can run the gate.
public enum HookName: String, Sendable, Hashable, CaseIterable {
  /// Runs before a commit is created. <https://git-scm.com/docs/githooks#_pre_commit>
  case preCommit = "pre-commit"
  /// Runs before `git merge` creates a commit. <https://git-scm.com/docs/githooks#_pre_merge_commit>
  case preMergeCommit = "pre-merge-commit"
  /// Runs before objects are sent. <https://git-scm.com/docs/githooks#_pre_push>
  case prePush = "pre-push"
  /// Runs on the receiving side, before references are updated. <https://git-scm.com/docs/githooks#pre-receive>
  case preReceive = "pre-receive"

  /// The command that lints and verifies pending migrations, after the gate.
  public static let verification = "schemaledger hook run pre-commit"

  /// The command that runs the gate in a hook of another program.
  public var command: String {
    switch self {
    case .preCommit, .preMergeCommit: "schemaledger check --staged"
    case .prePush, .preReceive: "schemaledger hook run \(rawValue)"
    }
  }
}
