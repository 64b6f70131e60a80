public import GitStore
public import LedgerCore

/// The hooks of a repository that make up its gate, and the diff driver that shows fixtures as their schema.
public struct HookInstallation {
  /// What Git runs to show a fixture as text.
  public static let textConversion = "schemaledger show --describe --file"
  private static let driverKey = "diff.schemaledger.textconv"

  /// The repository whose commits or pushes are judged.
  public let repository: Repository

  /// Nothing is read yet.
  public init(repository: Repository) {
    self.repository = repository
  }

  /// The hooks without which there is a gap. What is pushed to a bare repository is judged there; everywhere else
  /// commits are, also those that `git merge` makes.
  public var needed: [HookName] { repository.isBare ? [.preReceive] : [.preCommit, .preMergeCommit] }

  /// Hooks that close what `--no-verify`, `git rebase`, `git cherry-pick` and `git revert` leave open.
  public var optional: [HookName] { repository.isBare ? [] : [.prePush] }

  /// Whether the hooks' folder is outside of the repository, so that other repositories may have the same hooks.
  public var isShared: Bool {
    get throws(GitError) {
      let folder = try repository.hooksDirectory
      return ![repository.root, repository.commonDirectory].contains { $0.map { folder.hasPrefix($0 + "/") } == true }
    }
  }

  /// One hook of it.
  ///
  /// - Throws: `GitError` when the configuration cannot be read.
  public func hook(_ name: HookName) throws(GitError) -> Hook {
    try Hook(repository: repository, name: name)
  }

  /// Writes hooks, and sets the diff driver.
  ///
  /// - Parameters:
  ///   - names: which; nil for those that are needed.
  ///   - chaining: keep a stranger's hook under another name and run it first.
  /// - Throws: `LedgerError.foreignHook`, `.managedHook`, `.foreignDiffDriver`, `.file`, `GitError`. Hooks that were
  ///   written before are taken away again.
  public func install(_ names: [HookName]? = nil, chaining: Bool = false) throws {
    let hooks = try (names ?? needed).map(hook)
    for hook in hooks {
      if let objection = try hook.objection(chaining: chaining) { throw objection }
    }
    let isDriverNew = try setDriver()
    var written: [Hook] = []
    do {
      for hook in hooks {
        let isNew = try [.missing, .foreign].contains(hook.status())
        try hook.write()
        if isNew { written.append(hook) }
      }
    } catch {
      for hook in written { _ = try? hook.remove() }
      if isDriverNew { try repository.removeKey(Self.driverKey) }
      throw error
    }
  }

  /// - Returns: whether it was not set before.
  private func setDriver() throws -> Bool {
    let driver = try repository.string(Self.driverKey)
    if let driver, driver != Self.textConversion { throw LedgerError.foreignDiffDriver(command: driver) }
    guard driver == nil, !repository.isBare else { return false }
    try repository.setString(Self.driverKey, Self.textConversion)
    return true
  }

  /// Removes all hooks of ours and the diff driver, and gives back what was kept.
  ///
  /// - Returns: the hooks that were removed.
  /// - Throws: `LedgerError.notOurHook` when there are others' alone, `.file`, `GitError`.
  public func uninstall() throws -> [Hook] {
    let hooks = try (needed + optional).map(hook)
    let removed = try hooks.filter { try $0.remove() }
    if removed.isEmpty, let stranger = try hooks.first(where: { try $0.status() != .missing }) {
      throw LedgerError.notOurHook(path: stranger.path)
    }
    if try repository.string(Self.driverKey) == Self.textConversion { try repository.removeKey(Self.driverKey) }
    return removed
  }
}
