/// Whether what was found out about commits is kept below the Git folder for the next time.
///
/// A cache answers which parents a commit has and what it has at some paths, which never changes. What the tips reach is
/// found anew each time, and each commit that they reach has to be in the object database. So a reference may move or
/// vanish, objects may be packed anew or thrown away, and the answer is that of a walk without a cache.
public struct HistoryCache: Hashable, Sendable {
  /// Nothing is read from a cache and nothing written.
  public static let none = HistoryCache(worth: nil)
  /// A cache is read, and written where at least a thousand commits were not in it: fewer are read as fast.
  public static let standard = HistoryCache(worth: 1000)

  /// A cache that is written as soon as this many commits were not in it.
  public init(worth commits: Int?) { worth = commits }

  let worth: Int?
}
