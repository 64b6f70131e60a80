internal import CanonicalJSON
internal import Digests
internal import Foundation
internal import SQLiteSchema
internal import Synchronization

/// Fixtures that were migrated and had nothing against them, kept below Git's common folder for the next time.
///
/// A fixture is known by a digest of everything that its migration depends on, ``ResultKey``. Only that nothing was found
/// is kept: whoever has a finding is at work on it, and what a time limit or the memory decides is found anew. The file
/// `schemaledger/results` is
///
///     schemaledger results 2
///     <digest> <milliseconds> <statements and what is not covered, as canonical JSON>
///     <SHA-256 of the lines above>
///
/// What cannot be read, is damaged or of another format is not there; what cannot be written is not kept. Nobody is told.
public struct ResultCache: Sendable {
  private let path: String
  /// The version of the program: another one may judge otherwise.
  let program: String

  private static let heading = "schemaledger results 2"
  /// Mostly less than a kilobyte each.
  static let capacity = 10_000
  private static let largestFile = 64 << 20

  /// What is kept of one fixture.
  struct Result: Sendable {
    let milliseconds: Int
    var statements: [DataStatement] = []
    var notCovered: [NotCovered] = []
  }

  /// - Parameter commonFolder: the repository's, which all its worktrees share.
  public init(in commonFolder: String, program: String) {
    path = commonFolder + "/schemaledger/results"
    self.program = program
  }

  /// By digest.
  func read() -> [String: Result] {
    Dictionary(lines(), uniquingKeysWith: { first, _ in first })
  }

  private func lines() -> [(String, Result)] {
    guard let bytes = FileManager.default.contents(atPath: path), bytes.count < Self.largestFile,
      let text = String(validating: bytes, as: UTF8.self)
    else { return [] }
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.popLast()?.isEmpty == true, let sum = lines.popLast(), lines.first == Self.heading[...],
      sha256(lines.joined(separator: "\n")) == sum
    else { return [] }
    return lines.dropFirst().compactMap { line in
      let words = line.split(separator: " ", maxSplits: 2)
      guard words.count == 3, words[0].utf8.count == 64, let time = Int(words[1]), time >= 0,
        let result = Result(milliseconds: time, json: JSONValue(parsing: Array(words[2].utf8)))
      else { return nil }
      return (String(words[0]), result)
    }
  }

  /// Puts these before what is there by now, and drops what is beyond ``capacity``.
  func write(_ used: [(key: String, result: Result)]) {
    var seen: Set<String> = []
    let all = (used.map { ($0.key, $0.result) } + lines()).filter { seen.insert($0.0).inserted }
    var room = Self.largestFile - 1000
    let kept = all.prefix(Self.capacity).map { "\($0) \($1.milliseconds) \($1.json.canonical)" }.prefix { line in
      room -= line.utf8.count + 1
      return room >= 0
    }
    let lines = [Self.heading] + kept
    let content = lines.joined(separator: "\n")
    let url = URL(fileURLWithPath: path)
    try? FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    // By a rename, so that another process reads the one or the other.
    try? Data("\(content)\n\(sha256(content))\n".utf8).write(to: url, options: .atomic)
  }
}

extension ResultCache.Result {
  fileprivate var json: JSONValue {
    ["notCovered": .array(notCovered.map(\.json)), "statements": .array(statements.map(\.json))]
  }

  fileprivate init?(milliseconds: Int, json: JSONValue?) {
    guard let statements = json?["statements"]?.array, let notCovered = json?["notCovered"]?.array else { return nil }
    self.init(
      milliseconds: milliseconds, statements: statements.compactMap(DataStatement.init(json:)),
      notCovered: notCovered.compactMap(NotCovered.init(json:)))
    if self.statements.count < statements.count || self.notCovered.count < notCovered.count { return nil }
  }
}

/// What a run finds in the cache, and leaves there.
final class CachedResults: Sendable {
  private let cache: ResultCache
  private let key: ResultKey
  private let before: [String: ResultCache.Result]
  private let used = Mutex<[(key: String, result: ResultCache.Result)]>([])

  init(_ cache: ResultCache, key: ResultKey) {
    self.cache = cache
    self.key = key
    before = cache.read()
  }

  /// As in an earlier run, or as it is found out now.
  ///
  /// - Throws: `CancellationError`.
  func outcome(of migration: FixtureMigration) async throws -> Verification.FixtureOutcome {
    let digest = key.digest(of: migration)
    if let result = before[digest], !migration.isMeasuredAnew {
      used.withLock { $0.append((digest, result)) }
      return migration.outcome(cached: result)
    }
    let outcome = try await migration.outcome()
    let isGood = outcome.findings.isEmpty && outcome.isGood
    if isGood {
      let result = ResultCache.Result(
        milliseconds: Int(outcome.seconds * 1000), statements: outcome.statements, notCovered: outcome.notCovered)
      used.withLock { $0.append((digest, result)) }
    }
    return outcome
  }

  /// Keeps what is new.
  func write() {
    let used = used.withLock { $0 }
    if used.contains(where: { before[$0.key] == nil }) { cache.write(used.sorted { $0.key < $1.key }) }
  }
}
