internal import CanonicalJSON
internal import Digests
internal import Foundation
internal import SQLiteSchema

/// The results of upgrades, stored below Git's common folder for later runs.
///
/// ``ResultKey`` is a digest of everything that an upgrade depends on. ``CachedResults`` decides which results are stored.
/// The file `schemaledger/results` is
///
///     schemaledger results 4
///     <digest> <milliseconds> <findings, statements and what is not covered, as canonical JSON>
///     <SHA-256 of the lines above>
///
/// A file that cannot be read, is damaged or has another format counts as empty. A failure to write it is ignored. The
/// digest in the last line detects damage, not forgery: whoever can write to the Git folder can also change the
/// program's hooks there. A verification that must not trust the folder uses `--no-cache`.
public struct ResultCache: Sendable {
  private let path: String
  /// The version of the program. Another version may judge differently.
  let program: String

  private static let heading = "schemaledger results 4"
  /// The number of results to store. Most have less than a kilobyte.
  static let capacity = 10_000
  private static let largestFile = 64 << 20

  /// The stored result of one upgrade.
  struct Result: Sendable {
    let milliseconds: Int
    /// The findings, as `[Finding].stored` makes them. They are decoded only if the result is used.
    let findings: JSONValue
    let statements: [DataStatement]
    let notCovered: [NotCovered]

    init(
      milliseconds: Int, findings: JSONValue = [], statements: [DataStatement] = [], notCovered: [NotCovered] = []
    ) {
      self.milliseconds = milliseconds
      self.findings = findings
      self.statements = statements
      self.notCovered = notCovered
    }
  }

  /// - Parameter commonFolder: the common Git folder of all worktrees.
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

  /// Writes these results and then the stored ones, up to ``capacity``.
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
    // The file is replaced by a rename, so that another process reads either the old or the new content.
    try? Data("\(content)\n\(sha256(content))\n".utf8).write(to: url, options: .atomic)
  }
}

extension ResultCache.Result {
  fileprivate var json: JSONValue {
    [
      "findings": findings, "notCovered": .array(notCovered.map(\.json)),
      "statements": .array(statements.map(\.json)),
    ]
  }

  fileprivate init?(milliseconds: Int, json: JSONValue?) {
    guard let findings = json?["findings"], let statements = json?["statements"]?.array,
      let notCovered = json?["notCovered"]?.array
    else { return nil }
    self.init(
      milliseconds: milliseconds, findings: findings, statements: statements.compactMap(DataStatement.init(json:)),
      notCovered: notCovered.compactMap(NotCovered.init(json:)))
    if self.statements.count < statements.count || self.notCovered.count < notCovered.count { return nil }
  }
}
