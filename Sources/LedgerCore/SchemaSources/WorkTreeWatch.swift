internal import Foundation
internal import GitStore

/// Sees which tracked files of the work tree commands change: what was judged is then not what lies there.
///
/// `@unchecked Sendable`: the lock guards both the repository and what is known.
final class WorkTreeWatch: @unchecked Sendable {
  private let lock = NSLock()
  private let repository: Repository
  private var known: Set<String>

  /// Opens the repository once more, as commands run side by side with what else reads it.
  ///
  /// - Parameter variables: without those that name a repository or an index.
  /// - Throws: `GitError`.
  init(root: String, variables: [String: String]) throws(GitError) {
    repository = try Repository.discover(from: root, environment: Environment(variables))
    known = Set(try repository.unstagedPaths())
  }

  /// Paths of files that are changed, and were neither at the beginning nor the last time that this was asked.
  func changes() -> [String] {
    lock.withLock {
      // A command may have made the repository unreadable; the next step says that.
      let new = ((try? repository.unstagedPaths()) ?? []).filter { !known.contains($0) }
      known.formUnion(new)
      return new
    }
  }
}
