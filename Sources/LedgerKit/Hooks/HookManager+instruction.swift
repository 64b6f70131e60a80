internal import Foundation

// What a user tells each manager to run, and whether that has been done. The files are the user's own, tracked and shared
// with people who may not have the program: they are not edited here.

extension HookManager {
  /// What to put where, with the command that makes it count.
  public func instruction(for hook: Hook.Name) -> String {
    switch self {
    case .husky:
      """
      \(title) runs the file of the same name beside its folder:
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
      add to 'repos' in .pre-commit-config.yaml, then: \(title) install\(hook == .preCommit ? "" : " -t \(hook.rawValue)")
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

  /// The framework reads what is pushed by itself, and hands over one range of commits in the environment; none when
  /// everything is new. From that its input is made again.
  private func entry(for hook: Hook.Name) -> String {
    guard hook == .prePush else { return hook.command }
    return """
      >-
                sh -c 'test -z "$PRE_COMMIT_FROM_REF" || echo HEAD "$PRE_COMMIT_TO_REF" "$PRE_COMMIT_REMOTE_BRANCH"
                "$PRE_COMMIT_FROM_REF" | schemaledger hook run pre-push'
      """
  }
}

extension HookManager {
  /// Whether the user's file has the command that runs the gate. It is looked for, not understood.
  ///
  /// - Parameters:
  ///   - folder: where hooks are, absolute.
  ///   - root: the top of the work tree.
  func runsGate(in hook: Hook.Name, folder: String, root: String?) -> Bool {
    let files: [String] =
      switch self {
      case .husky: [String(folder.dropLast(2)) + "/" + hook.rawValue]
      case .lefthook: Self.lefthookFiles.compactMap { file in root.map { $0 + "/" + file } }
      case .preCommit, .prek: [".yaml", ".yml"].compactMap { end in root.map { $0 + "/.pre-commit-config" + end } }
      }
    let texts = files.compactMap(Self.text)
    switch self {
    case .husky: return texts.contains { HookText.runs(hook.command, in: $0) }
    case .lefthook:
      return texts.contains { HookText.runs(hook.command, in: $0) && HookText.runs(hook.rawValue, in: $0) }
    case .preCommit, .prek:
      // In migration mode our own hook is run first.
      let legacy = folder + "/" + hook.rawValue + ".legacy"
      if Self.text(legacy) == hook.text { return FileManager.default.isExecutableFile(atPath: legacy) }
      let push = "id: schemaledger-push"
      return texts.contains { text in
        hook == .prePush
          ? HookText.runs(push, in: text) : HookText.runs("id: schemaledger", in: text.replacing(push, with: ""))
      }
    }
  }

  static func text(_ path: String) -> String? {
    FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
  }

  static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }
}
