internal import CanonicalJSON
public import GitStore
internal import SQLiteSchema

/// The results of upgrades, stored in the ``CacheFolder`` for later runs.
///
/// ``ResultKey`` is a digest of everything that an upgrade depends on. ``CachedResults`` decides which results are stored.
public struct ResultCache: Sendable {
  private let folder: CacheFolder
  /// The version of the program. Another version may judge differently.
  let program: String

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
  func results() -> StoredTable<Result> { table("results", as: "results 6") }

  /// The values of one kind.
  func table<Value>(_ name: String, as kind: String) -> StoredTable<Value> {
    StoredTable(StoredValues(in: folder, name, as: kind))
  }

  /// The stored states of the source in earlier commits.
  var states: StoredStates { StoredStates(in: folder, program: program) }

  /// The ids of entries whose content is right. Each run compares the files of every entry with their digests.
  var contents: StoredChecks { StoredChecks(in: folder, "entries", format: 2, program: program) }

  /// The entries that a commit's source makes; see ``EntryReview``.
  var origins: StoredChecks { StoredChecks(in: folder, "origins", format: 1, program: program) }

  /// Pairs of a frozen schema and another one that differ in more than their form.
  var differences: StoredChecks { StoredChecks(in: folder, "schemas", format: 1, program: program) }

  /// The stored effects of reverted changes.
  func reversals(_ key: ResultKey) -> CachedReversals { CachedReversals(in: folder, key: key) }
}

extension ResultCache.Result: StorableValue {
  var stored: [UInt8] {
    let json: JSONValue = [
      "findings": findings, "milliseconds": .number(milliseconds), "notCovered": .array(notCovered.map(\.json)),
      "statements": .array(statements.map(\.json)),
    ]
    return Array(json.canonical.utf8)
  }

  init?(stored: ArraySlice<UInt8>) {
    let json = JSONValue(parsing: Array(stored))
    guard let time = json?["milliseconds"]?.number, time >= 0, let findings = json?["findings"],
      let statements = json?["statements"]?.array, let notCovered = json?["notCovered"]?.array
    else { return nil }
    self.init(
      milliseconds: time, findings: findings, statements: statements.compactMap(DataStatement.init(json:)),
      notCovered: notCovered.compactMap(NotCovered.init(json:)))
    if self.statements.count < statements.count || self.notCovered.count < notCovered.count { return nil }
  }
}
