public import Foundation
public import GitStore
public import LedgerCore

extension Freeze {
  /// The values that a freeze would otherwise read from the process.
  public struct ProcessContext: Sendable {
    /// Git's environment variables: identity, dates and others.
    public var environment: Environment
    /// The date of the commit, unless the environment sets one.
    public var now: GitTime
    /// The environment of the repository's commands.
    public var commandEnvironment: CommandEnvironment
    /// Called with true before the repository is written to, and with false afterwards.
    public var willWrite: @Sendable (Bool) -> Void

    /// Creates the context.
    ///
    /// - Parameters:
    ///   - temporaryFolder: the folder of the repository's commands, if there is no `commandEnvironment`.
    public init(
      environment: Environment, now: GitTime, temporaryFolder: URL, commandEnvironment: CommandEnvironment? = nil,
      willWrite: @escaping @Sendable (Bool) -> Void = { _ in }
    ) {
      self.environment = environment
      self.now = now
      self.commandEnvironment =
        commandEnvironment
        ?? .init(
          variables: [:], temporaryFolder: temporaryFolder.path, trust: .allowed(in: environment.stateFolder))
      self.willWrite = willWrite
    }
  }
}
