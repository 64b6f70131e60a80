/// A program that manages a repository's hooks and overwrites their files. The gate is then configured in that program.
public enum HookManager: String, Sendable, Hashable {
  /// Version 9: `core.hooksPath` is `.husky/_`, with a script for each hook that runs the user's file of that name in
  /// `.husky`. In earlier versions `core.hooksPath` is `.husky`, and its hooks are the user's own.
  /// <https://typicode.github.io/husky/how-to.html>
  case husky
  /// Hooks come from `lefthook.yml`; other hooks are renamed to `<hook>.old` and not run. It checks on each run
  /// whether they are unchanged. <https://lefthook.dev/configuration/>
  case lefthook
  /// Hooks come from `.pre-commit-config.yaml`; other hooks are renamed to `<hook>.legacy` and run.
  /// <https://pre-commit.com/#running-in-migration-mode>
  case preCommit = "pre-commit"
  /// The same, in Rust. <https://prek.j178.dev>
  case prek

  /// Its name.
  public var title: String { rawValue }
}
