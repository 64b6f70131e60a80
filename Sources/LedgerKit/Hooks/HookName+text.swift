public import LedgerCore

extension HookName {
  /// What is written to its file.
  public var text: String {
    switch self {
    case .preCommit, .preMergeCommit: HookText.preCommit
    case .prePush: HookText.prePush
    case .preReceive: HookText.preReceive
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
