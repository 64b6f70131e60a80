public import GitStore
public import SharedCache

/// Which commands of a repository may be run.
public enum Trust: Sendable {
  /// Every command. The user, or the configuration of a CI system, says so for this run.
  case everything
  /// The ``TrustedCommands`` in this folder; none if there is no folder.
  case allowed(in: StateFolder?)

  /// Whether the cache that the repository names may be used. A list of commands that cannot be read allows none.
  public func allows(_ cache: CacheAddress, of repository: Repository) -> Bool {
    guard case .allowed(let state) = self else { return true }
    let known = (try? TrustedCommands(of: repository, in: state).all()) ?? []
    return known.contains { $0.digest == RepositoryCommand(cache).digest }
  }

  /// - Throws: `LedgerError.commandsNotAllowed` if a command of the source must not be run, `.file`.
  func require(_ source: SourceConfiguration, of repository: Repository) throws(LedgerError) {
    guard case .allowed(let state) = self else { return }
    let known = state == nil ? [] : try TrustedCommands(of: repository, in: state).all()
    let missing = source.repositoryCommands.filter { command in !known.contains { $0.digest == command.digest } }
    if !missing.isEmpty { throw .commandsNotAllowed(missing, isChanged: !known.isEmpty) }
  }
}
