public import GitStore
public import LedgerCore

/// The hooks that form the gate of a repository, and the diff driver that shows fixtures as their schema.
public struct HookInstallation {
  /// The command that Git runs to show a fixture as text.
  public static let textConversion = "schemaledger show --describe --file"
  private static let driverKey = "diff.schemaledger.textconv"

  /// The repository whose commits or pushes are checked.
  public let repository: Repository

  /// Creates an installation. It reads nothing yet.
  public init(repository: Repository) {
    self.repository = repository
  }

  /// The hooks that a complete gate needs. In a bare repository, pushes are checked when they are received. In any
  /// other repository, commits are checked, including those made by `git merge`.
  public var needed: [HookName] { repository.isBare ? [.preReceive] : [.preCommit, .preMergeCommit] }

  /// Hooks that check commits made with `--no-verify` or by `git rebase`, `git cherry-pick` and `git revert` before
  /// they are pushed.
  public var optional: [HookName] { repository.isBare ? [] : [.prePush] }

  /// Whether the hooks' folder is outside of the repository, and so possibly shared with other repositories.
  public var isShared: Bool {
    get throws(GitError) {
      let folder = try repository.hooksDirectory
      return ![repository.root, repository.commonDirectory].contains { $0.map { folder.hasPrefix($0 + "/") } == true }
    }
  }

  /// Returns the hook with this name.
  ///
  /// - Throws: `GitError` if the configuration cannot be read.
  public func hook(_ name: HookName) throws(GitError) -> Hook {
    try Hook(repository: repository, name: name)
  }

  /// Writes hooks, and sets the diff driver.
  ///
  /// - Parameters:
  ///   - names: the hooks to write, or `nil` for the needed ones.
  ///   - chaining: whether to keep a foreign hook under another name and run it first.
  ///   - verifies: whether the hooks of commits lint and verify pending migrations; `nil` for no change.
  /// - Throws: `LedgerError.foreignHook`, `.managedHook`, `.foreignDiffDriver`, `.file`, `GitError`. Hooks that were
  ///   already written are removed again.
  public func install(_ names: [HookName]? = nil, chaining: Bool = false, verifies: Bool? = nil) throws {
    let hooks = try (names ?? needed).map(hook)
    for hook in hooks {
      if let error = try hook.installationError(chaining: chaining) { throw error }
    }
    let isDriverNew = try setDriver()
    var written: [Hook] = []
    do {
      for hook in hooks {
        let isNew = try [.missing, .foreign].contains(hook.status())
        try hook.write(verifies: verifies)
        repository.share(hook.path)
        if isNew { written.append(hook) }
      }
    } catch {
      for hook in written { _ = try? hook.remove() }
      if isDriverNew { try repository.removeKey(Self.driverKey) }
      throw error
    }
  }

  /// - Returns: Whether the driver was not set before.
  private func setDriver() throws -> Bool {
    let driver = try repository.string(Self.driverKey)
    if let driver, driver != Self.textConversion { throw LedgerError.foreignDiffDriver(command: driver) }
    guard driver == nil, !repository.isBare else { return false }
    try repository.setString(Self.driverKey, Self.textConversion)
    return true
  }

  /// Removes all hooks that schemaledger installed and the diff driver, and restores foreign hooks.
  ///
  /// - Returns: the hooks that were removed.
  /// - Throws: `LedgerError.notOurHook` if there are only foreign hooks, `.file`, `GitError`.
  public func uninstall() throws -> [Hook] {
    let hooks = try (needed + optional).map(hook)
    let removed = try hooks.filter { try $0.remove() }
    if removed.isEmpty, let foreign = try hooks.first(where: { try $0.status() != .missing }) {
      throw LedgerError.notOurHook(path: foreign.path)
    }
    if try repository.string(Self.driverKey) == Self.textConversion { try repository.removeKey(Self.driverKey) }
    return removed
  }
}
