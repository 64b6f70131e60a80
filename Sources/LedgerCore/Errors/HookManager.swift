/// A program that owns a repository's hooks: what stands in their files is its own, and is written again when it likes.
/// The gate then stands where the user tells that program what to run.
public enum HookManager: String, Sendable, Hashable {
  /// Version 9: `core.hooksPath` is `.husky/_`, with a script for each hook that runs the user's file of that name in
  /// `.husky`. In former versions `core.hooksPath` is `.husky`, and its hooks are the user's own.
  /// <https://typicode.github.io/husky/how-to.html>
  case husky
  /// Hooks come from `lefthook.yml`; others' are renamed to `<hook>.old` and not run. It looks whether they are as it
  /// wrote them each time it runs. <https://lefthook.dev/configuration/>
  case lefthook
  /// Hooks come from `.pre-commit-config.yaml`; others' are renamed to `<hook>.legacy`, and run.
  /// <https://pre-commit.com/#running-in-migration-mode>
  case preCommit = "pre-commit"
  /// The same, in Rust. <https://prek.j178.dev>
  case prek

  /// Its name.
  public var title: String { rawValue }
}
