public import LedgerCore

extension HookName {
  /// The text of the hook's file.
  public var text: String {
    switch self {
    case .preCommit, .preMergeCommit: HookText.preCommit
    case .prePush: HookText.prePush
    case .preReceive: HookText.preReceive
    }
  }

  /// The text with lint and verify for pending migrations; `nil` for a hook that does not run before a commit.
  public var verifyingText: String? {
    switch self {
    case .preCommit, .preMergeCommit: HookText.verifyingPreCommit
    case .prePush, .preReceive: nil
    }
  }

  /// The line that makes a foreign hook run the gate. `nil` for hooks that read standard input, since two programs
  /// cannot read the same input.
  public var line: String? {
    switch self {
    case .preCommit, .preMergeCommit: command + " || exit $?"
    case .prePush, .preReceive: nil
    }
  }

  /// The name under which a foreign hook is kept while this one runs it.
  public var chainedName: String { rawValue + ".before-schemaledger" }
}
