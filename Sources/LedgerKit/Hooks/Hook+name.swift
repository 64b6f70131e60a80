extension Hook {
  /// A hook of Git's that the gate can stand in.
  public enum Name: String, Sendable, Hashable, CaseIterable {
    /// Before a commit is made. <https://git-scm.com/docs/githooks#_pre_commit>
    case preCommit = "pre-commit"
    /// Before `git merge` makes a commit by itself. <https://git-scm.com/docs/githooks#_pre_merge_commit>
    case preMergeCommit = "pre-merge-commit"
    /// Before anything is sent. <https://git-scm.com/docs/githooks#_pre_push>
    case prePush = "pre-push"
    /// On the receiving side, before any reference is moved. <https://git-scm.com/docs/githooks#pre-receive>
    case preReceive = "pre-receive"

    /// What is written to its file.
    public var text: String {
      switch self {
      case .preCommit, .preMergeCommit: HookText.preCommit
      case .prePush: HookText.prePush
      case .preReceive: HookText.preReceive
      }
    }

    /// What runs the gate in a hook that is not ours.
    public var command: String {
      switch self {
      case .preCommit, .preMergeCommit: "schemaledger check --staged"
      case .prePush, .preReceive: "schemaledger hook run \(rawValue)"
      }
    }

    /// What a stranger's hook would have to contain. Two programs cannot read one input, so there is no line for hooks
    /// that have one.
    public var line: String? {
      switch self {
      case .preCommit, .preMergeCommit: command + " || exit $?"
      case .prePush, .preReceive: nil
      }
    }

    /// Where a stranger's hook waits while ours runs it.
    public var chainedName: String { rawValue + ".before-schemaledger" }
  }
}
