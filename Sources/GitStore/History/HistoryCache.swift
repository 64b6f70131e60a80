/// Whether the history of paths is cached in the Git directory.
///
/// The cache contains only immutable facts: the parents of a commit, and its content at some paths. The commits
/// reachable from the tips are determined each time, and each of them must exist in the object database. Therefore
/// references may change, and objects may be repacked or pruned, without affecting the result: it equals that of a walk
/// without a cache. ``CacheFolder`` says which file is believed.
public struct HistoryCache: Hashable, Sendable {
  /// The cache is neither read nor written.
  public static let none = HistoryCache(minimumCommits: nil)
  /// The cache is read. It is written if at least a thousand commits were not in it; fewer can be read again in the
  /// same time.
  public static let standard = HistoryCache(minimumCommits: 1000)

  /// Creates a cache that is written if at least this many commits were not in it; `nil` disables the cache.
  public init(minimumCommits commits: Int?) { minimumCommits = commits }

  let minimumCommits: Int?
}
