internal import GitStore
internal import Synchronization

/// Detects tracked files of the work tree that commands change. After such a change, the checked files differ from the
/// work tree.
final class WorkTreeWatch: Sendable {
  private struct State {
    let repository: Repository
    var known: Set<String>
  }

  private let state: Mutex<State>

  /// Opens the repository a second time, since commands run concurrently with other readers of the repository.
  ///
  /// - Parameter variables: the environment, without variables that name a repository or an index.
  /// - Throws: `GitError`.
  init(root: String, variables: [String: String]) throws(GitError) {
    let repository = try Repository.discover(from: root, environment: Environment(variables))
    state = Mutex(State(repository: repository, known: Set(try repository.unstagedPaths())))
  }

  /// Paths of files that have changed since the last call, or since the start.
  func changes() -> [String] {
    state.withLock { state in
      // A command may have made the repository unreadable. The next step reports that.
      let new = ((try? state.repository.unstagedPaths()) ?? []).filter { !state.known.contains($0) }
      state.known.formUnion(new)
      return new
    }
  }
}
