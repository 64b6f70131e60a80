// What a user tells each manager to run, and whether that has been done. The files are the user's own, tracked and shared
// with people who may not have the program: they are not edited here.

extension HookManager {
  /// The lines to add and the file to add them to, with the command that activates them.
  public func instruction(for hook: HookName) -> String {
    switch self {
    case .husky:
      """
      \(title) runs the file of the same name in .husky:
        echo '\(hook.command)\(hook == .prePush ? #" "$@""# : "")' >> .husky/\(hook.rawValue)
      """
    case .lefthook:
      """
      add to lefthook.yml, then: lefthook install
        \(hook.rawValue):
          commands:
            schemaledger:
              run: \(hook.command)\(hook == .prePush ? " {1} {2}\n        use_stdin: true" : "")
      """
    case .preCommit, .prek:
      """
      add to 'repos' in .pre-commit-config.yaml, then: \(title) install\(hook == .preCommit ? " -t pre-commit -t pre-merge-commit" : " -t \(hook.rawValue)")
        - repo: local
          hooks:
            - id: schemaledger\(hook == .prePush ? "-push" : "")
              name: schemaledger
              entry: \(entry(for: hook))
              language: system
              always_run: true
              pass_filenames: false
              stages: [\(hook == .prePush ? "pre-push" : "pre-commit, pre-merge-commit")]
      """
    }
  }

  /// The framework reads the pushed updates itself and passes one range of commits in the environment, or none if all
  /// commits are new. The hook's input is reconstructed from that.
  private func entry(for hook: HookName) -> String {
    guard hook == .prePush else { return hook.command }
    return """
      >-
                sh -c 'test -z "$PRE_COMMIT_FROM_REF" || echo HEAD "$PRE_COMMIT_TO_REF" "$PRE_COMMIT_REMOTE_BRANCH"
                "$PRE_COMMIT_FROM_REF" | schemaledger hook run pre-push'
      """
  }
}
