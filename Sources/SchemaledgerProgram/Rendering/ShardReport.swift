import CanonicalJSON
import Digests
import Findings
import Foundation
import LedgerCore
import LedgerKit

/// The JSON of `verify --shard`. The merged shards of a run are byte for byte identical to the output of `--shard 1/1`:
/// the report contains no time, and everything else is made from the records of the databases, which can be merged.
struct ShardReport {
  /// A report that a shard has written.
  struct File {
    let path: String
    fileprivate let json: JSONValue
    /// The record of each database, in the order of the configuration.
    fileprivate let records: [Verification.Record]

    /// - Parameter name: the path that the user gave.
    /// - Throws: `LedgerError.file` if the file cannot be read, `Failure` if it is not the report of a shard.
    init(at place: String, named path: String) throws {
      guard let bytes = FileManager.default.contents(atPath: place) else {
        throw LedgerError.file(path: path, reason: "cannot be read")
      }
      guard let json = JSONValue(parsing: Array(bytes), allowsFractions: true), json["command"]?.string == "verify",
        let shard = json["shard"], let records = shard["records"]?.array
      else {
        throw Failure(
          message: "\(path) is not the report of a shard",
          hint: "schemaledger verify --all-history --shard 1/2 --format json > \(path)")
      }
      self.path = path
      self.json = json
      self.records = records.compactMap { $0.string.flatMap(Verification.Record.init(text:)) }
      if shard["missing"] != nil {
        throw Failure(
          message: "\(path) is a merged report that lacks shards", hint: "merge the reports of the shards themselves")
      }
      guard json["schemaledger"]?.string == programVersion, self.records.count == shard["databases"]?.array?.count,
        (1...max(1, count)).contains(number)
      else {
        throw Failure(
          message: "\(path) is the report of another version of schemaledger, or damaged",
          hint: "run all shards with the version that merges them: \(programVersion)")
      }
    }

    fileprivate var number: Int { json["shard"]?["number"]?.number ?? 0 }
    fileprivate var count: Int { json["shard"]?["of"]?.number ?? 0 }
    fileprivate var fixtures: [JSONValue] { json["fixtures"]?.array ?? [] }

    /// The first thing that must be the same in each shard of a run and is not.
    fileprivate func difference(from other: File) -> (name: DisplayText, hint: DisplayText)? {
      let commit: DisplayText = "run all shards at the same commit, with the same branches and tags"
      let parts: [(name: DisplayText, path: [String])] = [
        ("the numbers of shards", ["shard", "of"]), ("the scopes", ["scope"]),
        ("the databases", ["shard", "databases"]), ("the ledger folders", ["shard", "ledgers"]),
        ("the fixtures", ["shard", "work"]), ("today's sources", ["shard", "goal"]),
      ]
      func value(_ file: File, _ path: [String]) -> JSONValue? { path.reduce(file.json) { $0?[$1] } }
      if let part = parts.first(where: { value(self, $0.path) != value(other, $0.path) }) { return (part.name, commit) }
      if value(self, ["shard", "durations"]) != value(other, ["shard", "durations"]) {
        return ("the durations", "give each shard the same file of --durations")
      }
      if value(self, ["shard", "settings"]) != value(other, ["shard", "settings"]) {
        return ("the options", "run all shards with the same options and the same configuration")
      }
      if json["commitsWalked"] != other.json["commitsWalked"] { return ("the numbers of commits", commit) }
      for (one, other) in zip(records, other.records) {
        if one.brokenReferences != other.brokenReferences { return ("the broken references", commit) }
        if one.limits != other.limits { return ("the limits", commit) }
        if one.ledger != other.ledger { return ("the findings about the ledger", commit) }
        if one.source != other.source { return ("the findings about the source", commit) }
        if one.expired != other.expired { return ("the expired waivers", commit) }
      }
      return nil
    }
  }

  /// What the shard, or all shards together, have found for each database, in the order of the configuration.
  let databases: [DatabaseResult]
  /// The shards that a merged report lacks; `nil` if it is complete.
  var missing: MissingShards? { MissingShards(document) }

  /// The JSON report.
  let document: JSONValue

  /// What is known about one database.
  struct DatabaseResult {
    let name: String
    /// The folder of its ledger.
    let ledger: String
    let record: Verification.Record
    let findings: [Finding]

    fileprivate init(name: String, ledger: String, record: Verification.Record, isWhole: Bool) {
      (self.name, self.ledger, self.record) = (name, ledger, record)
      findings = record.findings(isWhole: isWhole)
    }
  }

  /// Whether the report contains an error or, if `strict`, something that was not tried.
  func isFailure(strict: Bool) -> Bool {
    databases.contains { $0.findings.worst == .error || strict && !$0.record.untried.isEmpty }
  }

  /// The number of commits walked; `nil` if the work tree was verified.
  var commitCount: Int? { document["scope"]?.string == "allHistory" ? document["commitsWalked"]?.number : nil }

  /// Whether versions were migrated to other versions, and not only to today's schema.
  var hasVersionTargets: Bool { document["fixtures"]?.array?.contains { $0["to"] != nil } ?? false }

  /// Creates the report of one shard.
  ///
  /// - Throws: `EncodingError` for a finding that `verify` cannot have.
  init(_ report: VerifyReport, _ shard: Shard) throws {
    let parts = report.reports.compactMap { report in report.part.map { (report: report, part: $0) } }
    func digest(_ value: (Verification.Part) -> String) -> JSONValue {
      .string(sha256(parts.map { value($0.part) }.joined(separator: "\n")))
    }
    let fixtures = parts.flatMap { report, part in
      zip(report.outcomes, part.places).map { outcome, place in
        var json = VerifyReport.json(outcome, report.database).object ?? [:]
        json["seconds"] = nil
        json["cached"] = nil
        json["measured"] = nil
        json["place"] = .number(place)
        return JSONValue.object(json)
      }
    }
    var document: [String: JSONValue] = [
      "command": "verify", "commitsWalked": .number(report.reports.map(\.commitCount).max() ?? 0),
      "schemaledger": .string(programVersion), "scope": .string(report.scope),
    ]
    // One shard has everything, whatever the durations.
    let weights = shard.count == 1 ? [] : parts.compactMap(\.part.weights)
    document["limits"] = report.limits
    document["notes"] = report.notes.json
    document["options"] = report.options
    try self.init(
      document,
      shard: JSONValue(present: [
        "databases": .array(parts.map { .string($0.report.database) }),
        "fixtures": .number(parts.map(\.part.total).reduce(0, +)), "goal": digest(\.target),
        "ledgers": .array(parts.map { .string($0.report.ledger) }),
        "number": .number(shard.number), "of": .number(shard.count), "settings": digest(\.settings),
        "durations": weights.isEmpty ? nil : .string(sha256(weights.map { "\($0)" }.joined(separator: "\n"))),
        "work": digest(\.work),
      ]).object ?? [:],
      fixtures: fixtures,
      parts.map { part in
        DatabaseResult(
          name: part.report.database, ledger: part.report.ledger, record: part.report.record, isWhole: shard == .whole)
      })
  }

  /// Merges the reports of the shards of one run.
  ///
  /// - Parameter allowsMissing: whether shards may be missing. The report then has no number, so that nothing mistakes it for
  ///   that of a whole run.
  /// - Throws: `Failure` naming a shard that is missing, is given twice, or belongs to a different run.
  init(merging files: [File], allowsMissing: Bool = false) throws {
    let first = files[0]
    for file in files.dropFirst() {
      if let (name, hint) = first.difference(from: file) {
        throw Failure(
          message: "\(first.path) and \(file.path) are from different runs: \(name) differ", hint: hint)
      }
    }
    let missing = try Self.missing(in: files)
    if !missing.isEmpty, !allowsMissing {
      let shards = MissingShards(numbers: missing, count: first.count, fixtures: 0)
      throw Failure(
        message: "\(shards.names) \(missing.count == 1 ? "is" : "are") missing",
        hint: .text(shards.hint + "\nto merge the others: --allow-missing"))
    }
    let fixtures = files.flatMap(\.fixtures).sorted { Self.place($0) < Self.place($1) }
    let names = (first.json["shard"]?["databases"]?.array ?? []).compactMap(\.string)
    let ledgers = (first.json["shard"]?["ledgers"]?.array ?? []).compactMap(\.string)
    let databases = zip(names, ledgers).enumerated().compactMap { index, place in
      Verification.Record(
        merging: files.map { file in
          (file.records[index], file.fixtures.filter { $0["database"]?.string == place.0 }.map(Self.place))
        }
      ).map { DatabaseResult(name: place.0, ledger: place.1, record: $0, isWhole: missing.isEmpty) }
    }
    let places = fixtures.map(Self.place)
    let total = first.json["shard"]?["fixtures"]?.number ?? -1
    let isFitting =
      missing.isEmpty
      ? places == Array(0..<places.count) && places.count == total
      : Set(places).count == places.count && places.allSatisfy { $0 >= 0 && $0 < total }
    guard var shard = first.json["shard"]?.object, let document = first.json.object, databases.count == names.count,
      isFitting
    else { throw Failure(message: "these reports lack fixtures, or contain some twice", hint: nil) }
    shard["durations"] = nil
    shard["number"] = missing.isEmpty ? 1 : nil
    if missing.isEmpty { shard["of"] = 1 } else { shard["missing"] = .array(missing.map { .number($0) }) }
    try self.init(document, shard: shard, fixtures: fixtures, databases)
  }

  /// The numbers of the shards that are missing.
  ///
  /// - Throws: `Failure` if a shard is given twice.
  private static func missing(in files: [File]) throws -> [Int] {
    let count = files[0].count
    let named = Dictionary(grouping: files, by: \.number)
    if let (number, duplicates) = named.filter({ $0.value.count > 1 }).min(by: { $0.key < $1.key }) {
      throw Failure(
        message: "shard \(number)/\(count) is given twice: \(duplicates.map(\.path).shown())",
        hint: nil)
    }
    return (1...max(1, count)).filter { named[$0] == nil }
  }

  /// Writes the JSON report.
  func writeJSON(to terminal: Terminal) { terminal.document(.json(document)) }

  private static func place(_ fixture: JSONValue) -> Int { fixture["place"]?.number ?? -1 }

  /// Adds to a document what the records say.
  ///
  /// - Parameter fixtures: in the order of databases and, for each database, of the upgrades in its record.
  private init(
    _ document: [String: JSONValue], shard: [String: JSONValue], fixtures: [JSONValue], _ databases: [DatabaseResult]
  ) throws {
    let untried = databases.flatMap { database in database.record.untried.map { $0.json(database: database.name) } }
    let ownFindings = databases.flatMap { database in
      database.record.upgrades.map { $0.findings.map { $0.json(database: database.name) } }
    }
    var document = document
    document["brokenReferences"] = .array(
      (databases.first?.record.brokenReferences ?? []).map { .string($0) })
    document["findings"] = .array(
      databases.flatMap { database in database.findings.map { $0.json(database: database.name) } })
    document["fixtures"] = .array(
      zip(fixtures, ownFindings).map { fixture, findings in
        .object((fixture.object ?? [:]).merging(["findings": .array(findings)]) { $1 })
      })
    document["summary"] = databases.flatMap(\.findings).summaryJSON
    document["untried"] = .array(untried)
    var shard = shard
    shard["records"] = .array(try databases.map { .string(try $0.record.text()) })
    document["shard"] = .object(shard)
    self.document = .object(document)
    self.databases = databases
  }
}
