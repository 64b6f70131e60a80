/// Whether the history of paths is cached in the Git directory.
///
/// The cache contains only immutable facts: the parents of a commit, its content at some paths, and the commits that
/// changed these paths among those that given tips reach. References are read each time, and each commit that they reach
/// must exist in the object database. Therefore references may change, and objects may be repacked or pruned, without affecting the result: it equals that of
/// a walk without a cache. ``CacheFolder`` says which file is accepted.
public struct HistoryCache: Hashable, Sendable {
  /// The cache is neither read nor written.
  public static let none = HistoryCache(minimumCommits: nil)
  /// Only objects are read, and nothing that was derived from them: neither the cache nor Git's commit graph.
  public static let objectsOnly = HistoryCache(minimumCommits: nil, trust: .objects)
  /// The cache is read. It is written if at least a thousand commits were not in it; fewer can be read again in the
  /// same time.
  public static let standard = HistoryCache(minimumCommits: 1000)
  /// The same for what only lists the history and judges nothing. The filters in Git's commit graph are believed, so that
  /// the trees of most commits are not read.
  public static let listing = HistoryCache(minimumCommits: 1000, usesFilters: true)

  /// Creates a cache that is written if at least this many commits were not in it; `nil` disables the cache.
  ///
  /// - Parameter usesFilters: whether the filters in Git's commit graph are believed. What they say is cached in a file
  ///   of its own.
  public init(minimumCommits commits: Int?, usesFilters: Bool = false) {
    self.init(minimumCommits: commits, trust: usesFilters ? .filters : .commits)
  }

  private init(minimumCommits: Int?, trust: Trust) {
    self.minimumCommits = minimumCommits
    self.trust = trust
  }

  /// The part of Git's commit graph that is accepted.
  enum Trust {
    /// Nothing.
    case objects
    /// The parents, trees and times of commits.
    case commits
    /// The filters of changed paths, too.
    case filters
  }

  /// Whether files in the ``CacheFolder`` are read and written.
  public var isUsed: Bool { minimumCommits != nil }

  let minimumCommits: Int?
  let trust: Trust
}
