internal import CanonicalJSON
public import GitStore
internal import SQLiteSchema

/// The results of upgrades, stored in the ``CacheFolder`` for later runs.
///
/// ``ResultKey`` is a digest of everything that an upgrade depends on. ``CachedResults`` decides which results are stored.
/// The file `results` is
///
///     schemaledger results 5
///     <digest> <milliseconds> <findings, statements and what is not covered, as canonical JSON>
///     <the authentication code of `CacheFolder`>
///
/// ``StoredLines`` says when the file counts as empty.
public struct ResultCache: Sendable {
  private let folder: CacheFolder
  /// The version of the program. Another version may judge differently.
  let program: String

  private var file: StoredLines { StoredLines(in: folder, "results", heading: "schemaledger results 5") }

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

  /// - Parameters:
  ///   - folder: the repository's ``Repository/caches``.
  ///   - program: the version of the program.
  public init(in folder: CacheFolder, program: String) {
    self.folder = folder
    self.program = program
  }

  /// By digest.
  func read() -> [String: Result] {
    Dictionary(lines(), uniquingKeysWith: { first, _ in first })
  }

  private func lines() -> [(String, Result)] {
    file.read().compactMap { line in
      let words = line.split(separator: " ", maxSplits: 2)
      guard words.count == 3, words[0].utf8.count == 64, let time = Int(words[1]), time >= 0,
        let result = Result(milliseconds: time, json: JSONValue(parsing: Array(words[2].utf8)))
      else { return nil }
      return (String(words[0]), result)
    }
  }

  /// Writes these results and then the stored ones, up to ``StoredLines/capacity``.
  func write(_ used: [(key: String, result: Result)]) {
    var seen: Set<String> = []
    let all = (used.map { ($0.key, $0.result) } + lines()).filter { seen.insert($0.0).inserted }
    file.write(all.lazy.map { "\($0) \($1.milliseconds) \($1.json.canonical)" })
  }

  /// The stored states of the source in earlier commits.
  var states: StoredStates { StoredStates(in: folder, program: program) }

  /// The entries whose content was found right.
  var checks: StoredChecks { StoredChecks(in: folder, program: program) }

  /// The stored effects of reverted changes.
  func reversals(_ key: ResultKey) -> CachedReversals { CachedReversals(in: folder, key: key) }
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
