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
    fileprivate let document: VerifyDocument
    fileprivate let shard: ShardDocument
    fileprivate let number: Int
    /// The record of each database, in the order of the configuration.
    fileprivate let records: [Verification.Record]

    /// - Parameter name: the path that the user gave.
    /// - Throws: `LedgerError.file` if the file cannot be read, `Failure` if it is not the report of a shard.
    init(at place: String, named path: String) throws {
      guard let bytes = FileManager.default.contents(atPath: place) else {
        throw LedgerError.file(path: path, reason: "cannot be read")
      }
      let json = Array(bytes)
      guard let heading = try? JSONValue.decode(VerifyDocument.Heading.self, from: json), let part = heading.shard
      else {
        throw Failure(
          message: "\(path) is not the report of a shard",
          hint: "schemaledger verify --all-history --shard 1/2 --format json > \(path)")
      }
      if part.missing != nil {
        throw Failure(
          message: "\(path) is a merged report that lacks shards", hint: "merge the reports of the shards themselves")
      }
      // Another version may write other members.
      guard heading.schemaledger == programVersion,
        let document = try? JSONValue.decode(VerifyDocument.self, from: json),
        let shard = document.shard, let number = shard.number, shard.of > 0, (1...shard.of).contains(number)
      else { throw Self.damaged(path) }
      records = shard.records.compactMap(Verification.Record.init(text:))
      guard records.count == shard.databases.count else { throw Self.damaged(path) }
      (self.path, self.document, self.shard, self.number) = (path, document, shard, number)
    }

    private static func damaged(_ path: String) -> Failure {
      Failure(
        message: "\(path) is the report of another version of schemaledger, or damaged",
        hint: "run all shards with the version that merges them: \(programVersion)")
    }

    /// The first thing that must be the same in each shard of a run and is not.
    fileprivate func difference(from other: File) -> (name: DisplayText, hint: DisplayText)? {
      let commit: DisplayText = "run all shards at the same commit, with the same branches and tags"
      let durations: DisplayText = "give each shard the same file of --durations"
      let options: DisplayText = "run all shards with the same options and the same configuration"
      func differs(_ part: KeyPath<File, some Equatable>) -> Bool { self[keyPath: part] != other[keyPath: part] }
      func differ(_ part: KeyPath<Verification.Record, some Equatable>) -> Bool {
        zip(records, other.records).contains { $0[keyPath: part] != $1[keyPath: part] }
      }
      let parts: [(name: DisplayText, hint: DisplayText, differs: Bool)] = [
        ("the numbers of shards", commit, differs(\.shard.of)), ("the scopes", commit, differs(\.document.scope)),
        ("the databases", commit, differs(\.shard.databases)),
        ("the ledger folders", commit, differs(\.shard.ledgers)), ("the fixtures", commit, differs(\.shard.work)),
        ("today's sources", commit, differs(\.shard.goal)), ("the durations", durations, differs(\.shard.durations)),
        ("the options", options, differs(\.shard.settings)),
        ("the numbers of commits", commit, differs(\.document.commitsWalked)),
        ("the broken references", commit, differ(\.brokenReferences)), ("the limits", commit, differ(\.limits)),
        ("the findings about the ledger", commit, differ(\.ledger)),
        ("the findings about the source", commit, differ(\.source)),
        ("the expired waivers", commit, differ(\.expired)),
      ]
      return parts.first(where: \.differs).map { ($0.name, $0.hint) }
    }
  }

  /// What the shard, or all shards together, have found for each database, in the order of the configuration.
  let databases: [DatabaseResult]
  /// The shards that a merged report lacks; `nil` if it is complete.
  var missing: MissingShards? { MissingShards(document) }

  /// The JSON report.
  let document: VerifyDocument

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
  var commitCount: Int? { document.scope == .allHistory ? document.commitsWalked : nil }

  /// Whether versions were migrated to other versions, and not only to today's schema.
  var hasVersionTargets: Bool { document.fixtures.contains { $0.to != nil } }

  /// Creates the report of one shard.
  ///
  /// - Throws: `EncodingError` for a finding that `verify` cannot have.
  init(_ report: VerifyReport, _ shard: Shard) throws {
    let parts = report.reports.compactMap { report in report.part.map { (report: report, part: $0) } }
    func digest(_ value: (Verification.Part) -> String) -> String {
      sha256(parts.map { value($0.part) }.joined(separator: "\n"))
    }
    var document = try report.document
    document.fixtures = parts.flatMap { report, part in
      zip(report.outcomes, part.places).map { FixtureDocument($0, database: report.database).inShard(at: $1) }
    }
    // One shard has everything, whatever the durations.
    let weights = shard.count == 1 ? [] : parts.compactMap(\.part.weights)
    document.shard = ShardDocument(
      databases: parts.map(\.report.database),
      durations: weights.isEmpty ? nil : sha256(weights.map { "\($0)" }.joined(separator: "\n")),
      fixtures: parts.map(\.part.total).reduce(0, +), goal: digest(\.target), ledgers: parts.map(\.report.ledger),
      number: shard.number, of: shard.count, records: [], settings: digest(\.settings), work: digest(\.work))
    let databases = parts.map { part in
      DatabaseResult(
        name: part.report.database, ledger: part.report.ledger, record: part.report.record, isWhole: shard == .whole)
    }
    try self.init(document, databases)
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
      let shards = MissingShards(numbers: missing, count: first.shard.of, fixtures: 0)
      throw Failure(
        message: "\(shards.names) \(missing.count == 1 ? "is" : "are") missing",
        hint: .text(shards.hint + "\nto merge the others: --allow-missing"))
    }
    var document = first.document
    document.fixtures = files.flatMap(\.document.fixtures).sorted { Self.place($0) < Self.place($1) }
    let databases = zip(first.shard.databases, first.shard.ledgers).enumerated().compactMap { index, place in
      Verification.Record(
        merging: files.map { file in
          (file.records[index], file.document.fixtures.filter { $0.database == place.0 }.map(Self.place))
        }
      ).map { DatabaseResult(name: place.0, ledger: place.1, record: $0, isWhole: missing.isEmpty) }
    }
    let places = document.fixtures.map(Self.place)
    let total = first.shard.fixtures
    let isFitting =
      missing.isEmpty
      ? places == Array(0..<places.count) && places.count == total
      : Set(places).count == places.count && places.allSatisfy { $0 >= 0 && $0 < total }
    guard databases.count == first.shard.databases.count, isFitting else {
      throw Failure(message: "these reports lack fixtures, or contain some twice", hint: nil)
    }
    document.shard?.durations = nil
    document.shard?.number = missing.isEmpty ? 1 : nil
    if missing.isEmpty { document.shard?.of = 1 } else { document.shard?.missing = missing }
    try self.init(document, databases)
  }

  /// The numbers of the shards that are missing.
  ///
  /// - Throws: `Failure` if a shard is given twice.
  private static func missing(in files: [File]) throws -> [Int] {
    let count = files[0].shard.of
    let named = Dictionary(grouping: files, by: \.number)
    if let (number, duplicates) = named.filter({ $0.value.count > 1 }).min(by: { $0.key < $1.key }) {
      throw Failure(
        message: "shard \(number)/\(count) is given twice: \(duplicates.map(\.path).shown())",
        hint: nil)
    }
    return (1...count).filter { named[$0] == nil }
  }

  private static func place(_ fixture: FixtureDocument) -> Int { fixture.place ?? -1 }

  /// Adds to a document what the records say.
  ///
  /// - Parameter document: has its fixtures in the order of databases and, for each, of the upgrades in its record.
  private init(_ document: VerifyDocument, _ databases: [DatabaseResult]) throws {
    var document = document
    let ownFindings = try databases.flatMap { database in
      try database.record.upgrades.map { try $0.findings.documents(database: database.name) }
    }
    for (place, findings) in zip(document.fixtures.indices, ownFindings) {
      document.fixtures[place].findings = findings
    }
    document.brokenReferences = databases.first?.record.brokenReferences ?? []
    document.findings = try databases.flatMap { try $0.findings.documents(database: $0.name) }
    document.shard?.records = try databases.map { try $0.record.text() }
    document.summary = SummaryDocument(document.findings)
    document.untried = databases.flatMap { database in
      database.record.untried.map { UntriedDocument($0, database: database.name) }
    }
    self.document = document
    self.databases = databases
  }
}
