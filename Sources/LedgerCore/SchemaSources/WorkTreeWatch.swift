internal import Foundation
internal import GitStore

/// Detects tracked files of the work tree that commands change. After such a change, the checked files differ from the
/// work tree.
///
/// `@unchecked Sendable`: the lock guards the repository and the set of known paths.
final class WorkTreeWatch: @unchecked Sendable {
  private let lock = NSLock()
  private let repository: Repository
  private var known: Set<String>

  /// Opens the repository a second time, since commands run concurrently with other readers of the repository.
  ///
  /// - Parameter variables: the environment, without variables that name a repository or an index.
  /// - Throws: `GitError`.
  init(root: String, variables: [String: String]) throws(GitError) {
    repository = try Repository.discover(from: root, environment: Environment(variables))
    known = Set(try repository.unstagedPaths())
  }

  /// Paths of files that have changed since the last call, or since the start.
  func changes() -> [String] {
    lock.withLock {
      // A command may have made the repository unreadable. The next step reports that.
      let new = ((try? repository.unstagedPaths()) ?? []).filter { !known.contains($0) }
      known.formUnion(new)
      return new
    }
  }
}
