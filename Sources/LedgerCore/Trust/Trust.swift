public import GitStore

/// Which commands of a repository may be run.
public enum Trust: Sendable {
  /// Every command. The user, or the configuration of a CI system, says so for this run.
  case everything
  /// The ``TrustedCommands`` in this folder; none if there is no folder.
  case allowed(in: StateFolder?)

  /// - Throws: `LedgerError.commandsNotAllowed` if a command of the source must not be run, `.file`.
  func require(_ source: SourceConfiguration, of repository: Repository) throws(LedgerError) {
    guard case .allowed(let state) = self else { return }
    let known = state == nil ? [] : try TrustedCommands(of: repository, in: state).all()
    let missing = source.repositoryCommands.filter { command in !known.contains { $0.digest == command.digest } }
    if !missing.isEmpty { throw .commandsNotAllowed(missing, isChanged: !known.isEmpty) }
  }
}
