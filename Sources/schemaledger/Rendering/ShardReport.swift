import CanonicalJSON
import Digests
import Foundation
import LedgerCore
import LedgerKit
internal import SQLiteData
internal import SQLiteSchema

/// The JSON of `verify --shard`. The merged shards of a run are byte for byte identical to the output of `--shard 1/1`:
/// the report contains no time, and only this type assembles the findings, from the common findings that each shard
/// reports and the findings of its own fixtures.
struct ShardReport {
  /// A report that a shard has written.
  struct File {
    let path: String
    let json: JSONValue

    /// - Throws: `LedgerError.file` if the file cannot be read, `Failure` if it is not the report of a shard.
    init(path: String) throws {
      guard let bytes = FileManager.default.contents(atPath: path) else {
        throw LedgerError.file(path: path, reason: "cannot be read")
      }
      guard let json = JSONValue(parsing: Array(bytes)), json["command"]?.string == "verify", json["shard"] != nil
      else {
        throw Failure(
          message: "\(path) is not the report of a shard",
          hint: "schemaledger verify --all-history --shard 1/2 --format json > \(path)")
      }
      self.path = path
      self.json = json
    }

    fileprivate var number: Int { json["shard"]?["number"]?.number ?? 0 }
    fileprivate var count: Int { json["shard"]?["of"]?.number ?? 0 }

    /// The values that must be the same in each shard of a run, with readable names.
    fileprivate var common: [(name: String, value: JSONValue)] {
      let shard = json["shard"] ?? .null
      let parts: [(String, JSONValue?)] = [
        ("the numbers of shards", shard["of"]), ("the versions of schemaledger", json["schemaledger"]),
        ("the scopes", json["scope"]), ("the databases", shard["databases"]), ("the fixtures", shard["work"]),
        ("today's sources", shard["goal"]), ("the numbers of commits", json["commitsWalked"]),
        ("the broken references", json["brokenReferences"]),
        ("the limits", json["limits"]), ("the findings about the ledger", shard["ledger"]),
        ("the findings about the source", shard["source"]),
        ("the expired waivers", shard["expired"]),
      ]
      return parts.map { ($0, $1 ?? .null) }
    }
  }

  private let document: JSONValue

  /// Whether the report contains an error or, if `strict`, something that was not tried.
  func isFailure(strict: Bool) -> Bool { document["summary"]?["errors"]?.number != 0 || strict && isIncomplete }

  /// Whether something was not tried; see `Verification.Report.untried`.
  private var isIncomplete: Bool {
    func list(_ key: String, of value: JSONValue) -> [JSONValue] { value[key]?.array ?? [] }
    return !list("brokenReferences", of: document).isEmpty
      || list("limits", of: document).contains { $0["isUntried"] == .bool(true) }
      || list("fixtures", of: document).contains { fixture in
        ["anotherLineage", "noUpgradePath", "notWhole"].contains(fixture["outcome"]?.string)
          || list("notCovered", of: fixture).contains { $0["column"] == nil }
      }
      || list("findings", of: document).contains { finding in
        let codes: [Finding.Code] = [.shallowClone, .objectMissing]
        return finding["waived"] == nil && codes.map(\.rawValue).contains(finding["code"]?.string)
      }
  }

  /// Creates the report of one shard.
  init(_ report: VerifyReport, _ shard: Shard) {
    let databases = report.reports.map(\.database)
    let parts = report.reports.compactMap { report in report.part.map { (report: report, part: $0) } }
    func findings(_ findings: (Verification.Part) -> [Finding]) -> JSONValue {
      .array(parts.flatMap { report, part in findings(part).map { $0.json(database: report.database) } })
    }
    let fixtures = parts.flatMap { report, part in
      zip(report.outcomes, zip(part.places, part.fixtures)).map { outcome, own in
        var json = VerifyReport.json(outcome, report.database).object ?? [:]
        json["seconds"] = nil
        json["cached"] = nil
        json["measured"] = nil
        json["place"] = .number(own.0)
        json["findings"] = .array(own.1.map { $0.shardJSON(database: report.database) })
        return JSONValue.object(json)
      }
    }
    var shardMembers: [String: JSONValue] = [
      "databases": .array(databases.map { .string($0) }),
      "fixtures": .number(parts.map(\.part.total).reduce(0, +)),
      "goal": .string(sha256(parts.map(\.part.target).joined(separator: "\n"))),
      "ledger": findings(\.ledger),
      "number": .number(shard.number),
      "of": .number(shard.count),
      "source": findings(\.source),
      "work": .string(sha256(parts.map(\.part.work).joined(separator: "\n"))),
    ]
    if parts.contains(where: { !$0.part.expired.isEmpty }) { shardMembers["expired"] = findings(\.expired) }
    if parts.contains(where: { !$0.part.unused.isEmpty }) { shardMembers["unused"] = findings(\.unused) }
    var document: [String: JSONValue] = [
      "brokenReferences": .array(report.brokenReferences.map { .string($0) }),
      "command": "verify",
      "commitsWalked": .number(report.reports.map(\.commitCount).max() ?? 0),
      "schemaledger": .string(programVersion),
      "scope": .string(report.scope),
    ]
    document["limits"] = report.limits
    self.document = Self.document(document, shard: shardMembers, fixtures: fixtures)
  }

  /// Merges the reports of all shards of one run.
  ///
  /// - Throws: `Failure` naming a shard that is missing, is given twice, or belongs to a different run.
  init(merging files: [File]) throws {
    let first = files[0]
    for file in files.dropFirst() {
      for (one, other) in zip(first.common, file.common) where one.value != other.value {
        throw Failure(
          message: "\(first.path) and \(file.path) are from different runs: \(one.name) differ",
          hint: "run all shards at the same commit, with the same branches and tags")
      }
    }
    let named = Dictionary(grouping: files, by: \.number)
    if let (number, duplicates) = named.filter({ $0.value.count > 1 }).min(by: { $0.key < $1.key }) {
      throw Failure(
        message: "shard \(number)/\(first.count) is given twice: \(duplicates.map(\.path).joined(separator: ", "))",
        hint: nil)
    }
    let missing = (1...max(1, first.count)).filter { named[$0] == nil }
    if let number = missing.first {
      let names = missing.prefix(5).map { "\($0)/\(first.count)" }.joined(separator: ", ")
      throw Failure(
        message:
          "\(missing.count == 1 ? "shard" : "shards") \(names)\(missing.count > 5 ? " and more" : "") \(missing.count == 1 ? "is" : "are") missing",
        hint: "schemaledger verify --all-history --shard \(number)/\(first.count) --format json")
    }
    let fixtures = files.flatMap { $0.json["fixtures"]?.array ?? [] }.sorted { Self.place($0) < Self.place($1) }
    guard var shard = first.json["shard"]?.object, let document = first.json.object,
      fixtures.map(Self.place) == Array(0..<(shard["fixtures"]?.number ?? -1))
    else { throw Failure(message: "these reports lack fixtures, or contain some twice", hint: nil) }
    // A waiver is unused if no shard has used it.
    let unused = (first.json["shard"]?["unused"]?.array ?? []).filter { waiver in
      files.allSatisfy { $0.json["shard"]?["unused"]?.array?.contains(waiver) == true }
    }
    shard["unused"] = unused.isEmpty ? nil : .array(unused)
    shard["number"] = 1
    shard["of"] = 1
    self.document = Self.document(document, shard: shard, fixtures: fixtures)
  }

  func write(to terminal: Terminal) { terminal.out(String(document.pretty.dropLast())) }

  private static func place(_ fixture: JSONValue) -> Int { fixture["place"]?.number ?? -1 }

  /// Adds the findings of each database: those of the ledger, those of the source that no fixture reports, and those of
  /// the fixtures, in the order of versions. A finding that occurs in two places is listed once.
  private static func document(
    _ document: [String: JSONValue], shard: [String: JSONValue], fixtures: [JSONValue]
  ) -> JSONValue {
    var seen: Set<JSONValue> = []
    var findings: [JSONValue] = []
    for database in shard["databases"]?.array ?? [] {
      func own(_ list: JSONValue?) -> [JSONValue] { (list?.array ?? []).filter { $0["database"] == database } }
      let ofFixtures = fixtures.filter { $0["database"] == database }.flatMap { $0["findings"]?.array ?? [] }
      let ofSource = own(shard["source"]).filter { finding in
        !ofFixtures.contains { $0["code"] == finding["code"] && $0["changes"] == finding["changes"] }
      }
      let ofWaivers = own(shard["expired"]) + (shard["of"]?.number == 1 ? own(shard["unused"]) : [])
      let all = (own(shard["ledger"]) + ofSource + ofFixtures + ofWaivers).filter { seen.insert($0.claim).inserted }
      findings += all.groupedByCause
    }
    var document = document
    document["findings"] = .array(findings)
    document["fixtures"] = .array(fixtures)
    document["shard"] = .object(shard)
    var summary: [String: JSONValue] = [:]
    let waived = findings.count { $0["waived"] != nil }
    if waived > 0 { summary["waived"] = .number(waived) }
    for severity in ["error", "note", "warning"] {
      summary[severity + "s"] = .number(findings.count { $0["severity"]?.string == severity && $0["waived"] == nil })
    }
    document["summary"] = .object(summary)
    return .object(document)
  }
}

extension JSONValue {
  /// The facts and the location of a finding, without its commits and the version to which the fixture was migrated.
  fileprivate var claim: JSONValue {
    var members = object ?? [:]
    for key in ["commit", "commits", "message", "to"] { members[key] = nil }
    return .object(members)
  }
}

extension Finding {
  /// The finding with a digest of its cause, by which merged reports group findings.
  fileprivate func shardJSON(database: String) -> JSONValue {
    var members = json(database: database).object ?? [:]
    let cause =
      switch sharedCause {
      case .equal(let part, _): part.json().canonical
      case .actions(let path, let foreignKeys, let severity, _):
        "actions \(path) \(foreignKeys.map { "\($0)" } ?? "") \(severity)"
      case .assumption(let path, let assumption, let severity, _):
        "assumption \(path) \(assumption.table) \(assumption.condition) \(severity)"
      case .foreignKeysUnknown: "foreign keys unknown"
      case nil: ""
      }
    members["cause"] = sharedCause == nil ? nil : .string(sha256(cause + " " + (waiver?.reason ?? "")))
    return .object(members)
  }
}

extension [JSONValue] {
  /// One finding for each cause, as ``Verification/Report/findings`` has them.
  fileprivate var groupedByCause: [JSONValue] {
    var order: [[String: JSONValue]] = []
    var groups: [JSONValue: (versions: [JSONValue], places: [JSONValue])] = [:]
    for finding in self {
      guard let cause = finding["cause"] else {
        order.append(finding.object ?? [:])
        continue
      }
      if groups[cause] == nil {
        order.append(finding.object ?? [:])
        groups[cause] = ([], [])
      }
      if let version = finding["version"], groups[cause]?.versions.contains(version) == false {
        groups[cause]?.versions.append(version)
      }
      if let place = finding.place, groups[cause]?.places.contains(place) == false {
        groups[cause]?.places.append(place)
      }
    }
    return order.map { members in
      var members = members
      let group = members["cause"].flatMap { groups[$0] }
      if let group, group.versions.count > 1 { members["versions"] = .array(group.versions) }
      if let group, group.places.count > 1 { members["places"] = .array(group.places) }
      members["cause"] = nil
      return .object(members)
    }
  }
}

extension JSONValue {
  /// The table of a finding, or `table.column`.
  fileprivate var place: JSONValue? {
    self["object"]?.string.map { object in .string(object + (self["column"]?.string.map { ".\($0)" } ?? "")) }
  }
}
