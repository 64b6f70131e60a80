internal import MigrationSources

/// How long earlier runs took for each upgrade, by which shards are balanced. A file of them has a line for each upgrade:
///
///     <digest of the upgrade> <milliseconds>
///
/// Files of several shards, one after the other, are such a file. If a digest has several times, the longest counts, so the
/// order of lines does not matter.
public struct Durations: Sendable, Hashable {
  /// By the digest of the upgrade.
  private var milliseconds: [String: Int] = [:]

  /// The greatest time that a line may have: a year.
  private static let limit = 31_536_000_000

  /// - Parameter outcomes: the digest and the duration in seconds of each upgrade.
  public init(_ outcomes: [(digest: String, seconds: Double)]) {
    for (digest, seconds) in outcomes { add(digest, Int((seconds * 1000).rounded(.up))) }
  }

  /// A line that is not a digest and a time.
  public struct Unreadable: Error {
    /// From 1.
    public let line: Int
  }

  /// Reads a file.
  ///
  /// - Throws: `Unreadable` for the first line that is something else.
  public init(text: String) throws(Unreadable) {
    for (index, line) in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated()
    where !line.isEmpty {
      let words = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
      guard words.count == 2, words[0].count == 64,
        words[0].allSatisfy({ $0.isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0) }),
        words[1].allSatisfy(\.isDigit), let time = Int(Substring(words[1])), time <= Self.limit
      else { throw Unreadable(line: index + 1) }
      add(String(Substring(words[0])), time)
    }
  }

  private mutating func add(_ digest: String, _ time: Int) {
    milliseconds[digest] = max(milliseconds[digest] ?? 0, time)
  }

  /// The content of a file, in the order of digests.
  public var text: String {
    milliseconds.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)\n" }.joined()
  }

  /// The weight of each upgrade, at least 1. One without a time has the median of the others, and if none has a time, all
  /// weigh the same.
  func weights(of digests: [String]) -> [Int] {
    let known = digests.compactMap { milliseconds[$0] }.sorted()
    let usual = known.isEmpty ? 1 : known[known.count / 2]
    return digests.map { max(1, milliseconds[$0] ?? usual) }
  }
}
