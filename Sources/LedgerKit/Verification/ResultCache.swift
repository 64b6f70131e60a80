internal import Foundation
internal import SQLiteSchema
internal import Synchronization

/// Fixtures that were migrated and had nothing against them, kept below Git's common folder for the next time.
///
/// A fixture is known by a digest of everything that its migration depends on, ``ResultKey``. Only that nothing was found
/// is kept: whoever has a finding is at work on it, and what a time limit or the memory decides is found anew. The file
/// `schemaledger/results` is
///
///     schemaledger results 1
///     <digest> <milliseconds>      for each fixture, those asked for last first
///     <SHA-256 of the lines above>
///
/// What cannot be read, is damaged or of another format is not there; what cannot be written is not kept. Nobody is told.
public struct ResultCache: Sendable {
  private let path: String
  /// The version of the program: another one may judge otherwise.
  let program: String

  private static let heading = "schemaledger results 1"
  /// About 80 bytes each.
  static let capacity = 10_000

  /// - Parameter commonFolder: the repository's, which all its worktrees share.
  public init(in commonFolder: String, program: String) {
    path = commonFolder + "/schemaledger/results"
    self.program = program
  }

  /// Milliseconds by digest.
  func read() -> [String: Int] {
    Dictionary(lines(), uniquingKeysWith: { first, _ in first })
  }

  private func lines() -> [(String, Int)] {
    guard let bytes = FileManager.default.contents(atPath: path), bytes.count < Self.capacity * 100,
      let text = String(validating: bytes, as: UTF8.self)
    else { return [] }
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.popLast()?.isEmpty == true, let sum = lines.popLast(), lines.first == Self.heading[...],
      sha256(lines.joined(separator: "\n")) == sum
    else { return [] }
    return lines.dropFirst().compactMap { line in
      let words = line.split(separator: " ")
      guard words.count == 2, words[0].utf8.count == 64, let time = Int(words[1]), time >= 0 else { return nil }
      return (String(words[0]), time)
    }
  }

  /// Puts these before what is there by now, and drops what is beyond ``capacity``.
  func write(_ used: [(key: String, milliseconds: Int)]) {
    var seen: Set<String> = []
    let all = (used.map { ($0.key, $0.milliseconds) } + lines()).filter { seen.insert($0.0).inserted }
    let lines = [Self.heading] + all.prefix(Self.capacity).map { "\($0) \($1)" }
    let content = lines.joined(separator: "\n")
    let url = URL(fileURLWithPath: path)
    try? FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    // By a rename, so that another process reads the one or the other.
    try? Data("\(content)\n\(sha256(content))\n".utf8).write(to: url, options: .atomic)
  }
}

/// What a run finds in the cache, and leaves there.
final class KeptResults: Sendable {
  private let cache: ResultCache
  private let key: ResultKey
  private let before: [String: Int]
  private let used = Mutex<[(key: String, milliseconds: Int)]>([])

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
    if let milliseconds = before[digest] {
      used.withLock { $0.append((digest, milliseconds)) }
      return migration.outcome(keptWith: milliseconds)
    }
    let outcome = try await migration.outcome()
    let isGood = outcome.findings.isEmpty && outcome.isGood
    if isGood { used.withLock { $0.append((digest, Int(outcome.seconds * 1000))) } }
    return outcome
  }

  /// Keeps what is new.
  func write() {
    let used = used.withLock { $0 }
    if used.contains(where: { before[$0.key] == nil }) { cache.write(used.sorted { $0.key < $1.key }) }
  }
}
