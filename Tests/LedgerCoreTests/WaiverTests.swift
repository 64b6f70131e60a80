import Findings
import GitStore
import LedgerEntries
import LedgerTestSupport
import SQLiteSchema
import TestSupport
import Testing

@testable import LedgerCore

@Suite("Waiver")
struct WaiverTests {
  private static let place = "SchemaLedger/waivers.yml"

  private static func waiver(_ yaml: String) throws -> Waiver {
    let waivers = try Waivers.read(yaml: yaml)
    try #require(waivers.count == 1)
    return waivers[0]
  }

  private static func finding(
    _ code: Finding.Code, version: String? = nil, path: String? = nil, object: String? = nil, column: String? = nil
  ) -> Finding {
    var finding = FindingExamples.kind(of: code).map { Finding($0) } ?? Finding(ShallowClone())
    finding.version = version
    finding.path = path
    finding.object = object
    finding.column = column
    return finding
  }

  @Test("a waiver contains the finding, the reason and the expiry")
  func item() throws {
    let waiver = try Self.waiver(
      """
      # What we live with.

      - finding: SL302
        version: 1.10
        path: ./db/2.sql
        object: users
        column: name
        reason: >
          Nobody has
          such a database.
        until: 2.0
      """)
    #expect(waiver.code == .schemaDiffers)
    #expect(try waiver.versions == [Version("1.10")])
    #expect(waiver.path == "db/2.sql")
    #expect(waiver.object == "users")
    #expect(waiver.column == "name")
    #expect(waiver.reason == "Nobody has such a database.")
    #expect(try waiver.limit == .version(Version("2.0")))
    #expect(waiver.line == 3)
  }

  static let mistakes: [(yaml: String, line: Int?, words: String)] = [
    ("finding: SL302", 1, "a list"),
    ("- SL302", 1, "must have keys"),
    ("- {finding: SL302}", 1, "'reason' is missing"),
    ("- reason: so", 1, "'finding' is missing"),
    ("- {finding: SL302, reason: ''}", 1, "must not be empty"),
    ("- {finding: SL302, reason: '  '}", 1, "must not be empty"),
    ("- {finding: SL302, reason: [a]}", 1, "must not be empty"),
    ("- {finding: SL302, reason: so, versoin: 1}", 1, "did you mean 'version'?"),
    ("\n- {finding: SL999, reason: so}", 2, "code 'SL999'"),
    ("- {finding: sl302, reason: so}", 1, "code 'sl302'"),
    ("- {finding: SL302, reason: so, version: a/b}", 1, "path"),
    ("- {finding: SL302, reason: so, version: [1.0, a/b]}", 1, "path"),
    ("- {finding: SL302, reason: so, version: []}", 1, "must not be empty"),
    ("- {finding: SL32, reason: so}", 1, "did you mean SL302"),
    ("- {finding: SL302, reason: so, path: ../b}", 1, "inside the repository"),
    ("- {finding: SL302, reason: so, column: b}", 1, "needs its 'object'"),
    ("- {finding: SL302, reason: so, until: 2026-02-30}", 1, "is not a date"),
    ("- {finding: SL302, reason: so, until: 2026-2-3}", 1, "is not a date"),
    ("- {finding: SL302, reason: so, until: soon enough}", 1, "only ASCII letters"),
    ("- {finding: SL301, reason: so, path: db/1.sql}", 1, "needs the 'version'"),
    ("- {finding: SL302, finding: SL303, reason: so}", 1, "twice"),
    ("- finding: SL302\n reason: so", 2, ""),
  ]

  @Test("an invalid waiver is reported with its line", arguments: mistakes)
  func unreadable(yaml: String, line: Int?, words: String) throws {
    let snapshot = FileSnapshot(texts: [Self.place: yaml])
    let error = try #require(throws: LedgerError.self) {
      try Waivers(at: "SchemaLedger", in: snapshot, today: nil)
    }
    guard case .invalidWaivers(Self.place, line, let reason) = error else { throw Unexpected(value: "\(error)") }
    #expect(reason.contains(words) || words.isEmpty)
    #expect(error.hint?.contains("schemaledger help waivers") == true)
  }

  @Test(
    "findings about the ledger and about waivers cannot be waived",
    arguments: ["SL101", "SL102", "SL103", "SL104", "SL106", "SL107", "SL109", "SL110", "SL111", "SL501", "SL502"])
  func integrity(code: String) {
    #expect(throws: LedgerError.self) { try Waivers.read(yaml: "- {finding: \(code), version: 1.0, reason: so}") }
  }

  @Test("an empty file or only comments contain no waiver", arguments: ["", "# nothing yet\n", "[]"])
  func none(yaml: String) throws {
    #expect(try Waivers.read(yaml: yaml) == [])
  }

  static let pairs: [(waiver: String, finding: Finding, names: Bool)] = [
    ("version: 1.0", finding(.schemaDiffers, version: "1.0", object: "users"), true),
    ("version: 1.0", finding(.schemaDiffers, version: "1.0.0"), false),
    ("version: 1.0", finding(.columnOrderDiffers, version: "1.0"), false),
    ("version: v1.0", finding(.schemaDiffers, version: "1.0"), true),
    ("version: [1.0, 1.1]", finding(.schemaDiffers, version: "1.1", object: "users"), true),
    ("version: [1.0, 1.1]", finding(.schemaDiffers, version: "1.2"), false),
    ("version: [1.0]", finding(.schemaDiffers), false),
    ("object: Users", finding(.schemaDiffers, version: "1.0", object: "users", column: "a"), true),
    ("object: users, column: a", finding(.schemaDiffers, object: "users", column: "A"), true),
    ("object: users, column: a", finding(.schemaDiffers, object: "users"), false),
    ("object: users", finding(.schemaDiffers, version: "1.0"), false),
    ("path: db/1.sql", finding(.schemaDiffers, path: "db/1.sql"), true),
    ("path: db/1.sql", finding(.schemaDiffers, path: "db/1.SQL"), false),
    // A waiver without a place is not one of everything.
    ("", finding(.schemaDiffers), true),
    ("", finding(.schemaDiffers, version: "1.0"), false),
    ("", finding(.schemaDiffers, object: "users"), false),
  ]

  @Test("a waiver matches findings by its properties", arguments: pairs)
  func names(waiver: String, finding: Finding, names: Bool) throws {
    let yaml = "- {finding: SL302, reason: so\(waiver.isEmpty ? "" : ", " + waiver)}"
    #expect(try Self.waiver(yaml).names(finding) == names)
  }

  static let limits: [(until: String, today: String, frozen: [String], isExpired: Bool)] = [
    ("2026-01-31", "2026-01-31", [], false),
    ("2026-01-31", "2026-02-01", [], true),
    ("2026-01-31", "2025-12-31", ["9.0"], false),
    ("2.0", "2030-01-01", ["1.0", "1.9"], false),
    ("2.0", "2000-01-01", ["1.0", "2.0"], true),
    ("2.0", "2000-01-01", ["2.1"], true),
    ("2.0", "2000-01-01", ["2.0-rc.1"], false),
  ]

  @Test("a waiver is valid until the end of its day, or until its version is frozen", arguments: limits)
  func limit(until: String, today: String, frozen: [String], isExpired: Bool) throws {
    let waiver = try Self.waiver("- {finding: SL302, reason: so, until: \(until)}")
    #expect(try waiver.isExpired(on: CalendarDay(today), frozen: frozen.map { try Version($0) }) == isExpired)
  }

  @Test("a waived finding does not count; one with an expired waiver does")
  func judged() throws {
    let snapshot = FileSnapshot(texts: [
      Self.place: """
      - {finding: SL302, version: 1.0, reason: so, until: 2026-01-31}
      - {finding: SL303, version: 1.0, reason: so}
      - {finding: SL310, version: 1.0, reason: so, until: 2026-01-31}
      """
    ])
    let findings = [Self.finding(.schemaDiffers, version: "1.0"), Self.finding(.columnOrderDiffers, version: "1.0")]
    func judged(_ day: String) throws -> [Finding] {
      try Waivers(at: "SchemaLedger", in: snapshot, today: CalendarDay(day)).judged(findings)
    }
    #expect(try judged("2026-01-31").worst == nil)
    let after = try judged("2026-02-01")
    #expect(after.map(\.brief) == ["SL302 error 1.0", "SL303 warning 1.0", "SL502 error 1.0 \(Self.place)"])
    #expect(after.waived.map(\.code) == [.columnOrderDiffers])
    #expect(after.last?.line == 1)
  }

  @Test("the waiver that a finding suggests matches it and no other finding")
  func line() throws {
    let finding = Self.finding(.schemaDiffers, version: "1.0", object: "it's, {so}", column: "a: b")
    let waiver = try Self.waiver(finding.waiverLine)
    #expect(waiver.names(finding))
    #expect(!waiver.names(Self.finding(.schemaDiffers, version: "1.0", object: "it's, {so}")))
  }

  @Test("a waiver without a place accepts no finding that has one, and the finding says what to add")
  func tooBroad() throws {
    let snapshot = FileSnapshot(texts: [Self.place: "- {finding: SL302, reason: so}"])
    let waivers = try Waivers(at: "SchemaLedger", in: snapshot, today: nil)
    let finding = waivers.applied(to: [Self.finding(.schemaDiffers, version: "1.0", object: "users")])[0]
    #expect(finding.waiver == nil)
    #expect(finding.broadWaiver == Self.place + ":1")
    #expect(finding.waiverKeys == "version: '1.0', object: users")
    let other = waivers.applied(to: [Self.finding(.columnOrderDiffers, version: "1.0")])[0]
    #expect(other.broadWaiver == nil)
    let unused = waivers.unused(after: [finding], seeking: [.schemaDiffers])
    #expect(unused.map(\.code) == [.unusedWaiver])
    #expect(unused[0].help?.text.contains("\n  version: '1.0', object: users") == true)
  }

  @Test("each version in the list of a waiver must be used")
  func unusedVersions() throws {
    let snapshot = FileSnapshot(texts: [Self.place: "- {finding: SL302, version: [1.0, 1.1, 1.2], reason: so}"])
    let waivers = try Waivers(at: "SchemaLedger", in: snapshot, today: nil)
    let findings = waivers.applied(to: [Self.finding(.schemaDiffers, version: "1.1")])
    let unused = waivers.unused(after: findings, seeking: [.schemaDiffers])
    #expect(unused.map(\.message) == ["\(Self.place):1: no finding matches this waiver of SL302 of 1.0, 1.2"])
    #expect(unused[0].help?.text == "remove these versions from the list of the waiver")
  }

  @Test("a finding of several versions suggests a waiver with a list")
  func listOfVersions() throws {
    let finding = Self.finding(.schemaDiffers, version: "1.0").also(of: ["1.1", "2.0"])
    #expect(finding.waiverLine == "- {finding: SL302, version: ['1.0', '1.1', '2.0'], reason: …}")
    #expect(try Self.waiver(finding.waiverLine).versions.map(\.name) == ["1.0", "1.1", "2.0"])
  }

  static let days: [(seconds: Int64, day: String)] = [
    (0, "1970-01-01"), (86_399, "1970-01-01"), (86_400, "1970-01-02"), (951_782_400, "2000-02-29"),
    (951_868_800, "2000-03-01"), (4_107_542_400, "2100-03-01"), (1_798_675_199, "2026-12-30"), (-1, "1970-01-01"),
  ]

  @Test("a time is on a day", arguments: days)
  func day(seconds: Int64, day: String) {
    #expect(CalendarDay(of: GitTime(seconds: seconds, offsetMinutes: 600)).description == day)
    #expect(CalendarDay(day)?.description == day)
  }

  @Test(
    "a text that is not a day is rejected",
    arguments: ["2026-02-29", "2026-13-01", "2026-00-01", "2026-01-00", "26-01-01", "2026-1-01", "x026-01-01", "1.0"])
  func noDay(text: String) { #expect(CalendarDay(text) == nil) }
}
