import GitStore
import LedgerEntries
import LedgerTestSupport
import SQLiteSyntax
import TestSupport
import Testing

@testable import LedgerCore
@testable import LedgerKit

/// What a run has found and tried, and how the records of shards are merged.
@Suite("Record of a run")
struct RunRecordTests {
  private let sandbox: Sandbox

  /// Both migrations were edited, and the first version has run only one of them. A table can have no rows.
  init() throws {
    sandbox = try Sandbox()
    let empty = ["db/3.sql": "CREATE TABLE none (a TEXT NOT NULL CHECK (a = 'a' AND a = 'b'));\n"]
    let one = try draft("1.0", users)
    let two = try draft("2.0", usersAndNotes, parents: [one.entry.id])
    let three = try draft("3.0", usersAndNotes.merging(empty) { $1 }, parents: [two.entry.id])
    let edited = usersAndNotes.mapValues { $0.replacing("TEXT", with: "TEXT DEFAULT ''") }.merging(empty) { $1 }
    try sandbox.freeze(
      one, two, three, over: edited.merging(["db/4.sql": "CREATE TABLE more (a);\n"]) { $1 })
  }

  private func verify(
    shard: String? = nil, triesOtherLineages: Bool = false, rows: Int = 40, strict: Bool = false,
    trials: Trials = Trials(), configuration: DatabaseConfiguration = numbered
  ) async throws -> Verification.Report {
    let repository = try sandbox.open()
    return try await Verification(
      repository: repository, configuration: configuration, present: try repository.snapshot(.workTree),
      environment: sandbox.commandEnvironment,
      options: .init(rows: rows, trials: trials, triesOtherLineages: triesOtherLineages, strict: strict)
    ).run(.tree, jobs: 1, deal: shard.flatMap(Shard.init).map { ShardDeal($0) }) { _ in }
  }

  /// The record that the reports of all shards have together, each read from its text.
  private func merged(_ count: Int) async throws -> Verification.Record {
    var shards: [(record: Verification.Record, places: [Int])] = []
    for number in (1...count).reversed() {
      let report = try await verify(shard: "\(number)/\(count)")
      let read = try #require(Verification.Record(text: try report.record.text()))
      shards.append((read, try #require(report.part).places))
    }
    return try #require(Verification.Record(merging: shards))
  }

  @Test("merged shards have the findings of one run, divided by the versions that share a difference")
  func shards() async throws {
    let plain = try await verify()
    let differences = plain.findings.filter { $0.code == .schemaDiffers && $0.version != nil }
    #expect(differences.map(\.versions) == [["1.0", "2.0", "3.0"], ["2.0", "3.0"]])
    #expect(plain.untried == [.withoutRows(tables: ["none"])])
    for count in 1...4 {
      let merged = try await merged(count)
      #expect(merged.findings() == plain.findings)
      #expect(merged.untried == plain.untried)
      #expect(merged == plain.record)
    }
  }

  @Test("shards with other options, or with another configuration, have other settings")
  func settings() async throws {
    func settings(_ report: Verification.Report) throws -> String { try #require(report.part).settings }
    let usual = try settings(await verify(shard: "1/2"))
    #expect(try settings(await verify(shard: "2/2")) == usual)
    #expect(try settings(await verify(shard: "1/2", triesOtherLineages: true)) != usual)
    #expect(try settings(await verify(shard: "1/2", rows: 3)) != usual)
    #expect(try settings(await verify(shard: "1/2", strict: true)) != usual)
    var trials = Trials()
    trials.interrupts = true
    #expect(try settings(await verify(shard: "1/2", trials: trials)) != usual)
    var configuration = numbered
    configuration.values = .strict
    #expect(try settings(await verify(shard: "1/2", configuration: configuration)) != usual)
    configuration = numbered
    configuration.history = .error
    #expect(try settings(await verify(shard: "1/2", configuration: configuration)) != usual)
  }

  private func record(
    _ upgrades: [Verification.Record.Upgrade] = [], source: [Finding] = [], unused: [Finding] = []
  ) -> Verification.Record {
    Verification.Record(
      ledger: [], source: source, expired: [], unused: unused, upgrades: upgrades, limits: [], brokenReferences: [])
  }

  @Test("a waiver is unused if no shard has used it")
  func waivers() throws {
    let waivers = ["a", "b"].map { Finding.forUnused(Waiver(.rowsLost, reason: $0), at: $0) }
    let merged = try #require(
      Verification.Record(merging: [(record(unused: waivers), []), (record(unused: [waivers[1]]), [])]))
    #expect(merged.findings() == [waivers[1]])
    #expect(record(unused: waivers).findings(isWhole: false).isEmpty)
  }

  @Test("a contradiction within the source that an upgrade of any shard shows is left out")
  func contradictions() throws {
    let finding = Finding.migrationFailed(nil, .notText(path: "a"))
    let upgrade = Verification.Record.Upgrade(
      version: "1.0", result: .failed, notCovered: [], findings: [finding.with(version: "1.0")])
    let merged = try #require(
      Verification.Record(merging: [(record(source: [finding]), []), (record([upgrade], source: [finding]), [0])]))
    #expect(merged.findings().map(\.version) == ["1.0"])
    #expect(record(source: [finding]).findings() == [finding])
  }

  @Test("records that do not fit together are not merged")
  func misfits() {
    #expect(Verification.Record(merging: []) == nil)
    #expect(Verification.Record(merging: [(record(), [1])]) == nil)
    for text in ["", "{}", "[]", String(repeating: "[", count: 100_000)] {
      #expect(Verification.Record(text: text) == nil)
    }
  }
}
