import GitStore
import LedgerCore
import LedgerTestSupport
import SQLiteSyntax
import TestSupport
import Testing

@testable import LedgerKit

/// Names that are the same to Unicode, and not to SQLite and Git.
@Suite("Canonically equal names")
struct CanonicalNamesTests {
  @Test("of two such columns, the one is dropped that the migration names")
  func columns() async throws {
    let source = ["db/1.sql": "CREATE TABLE t (id INTEGER PRIMARY KEY, \"\u{E9}\" TEXT, \"e\u{301}\" TEXT);\n"]
    let sandbox = try Sandbox()
    try sandbox.freeze(try draft("1.0.0", source), over: source)
    try sandbox.commit("db/2.sql", "ALTER TABLE t DROP COLUMN \"e\u{301}\";\n")
    let repository = try sandbox.open()
    let verification = Verification(
      repository: repository, configuration: numbered, present: try repository.snapshot(.workTree),
      environment: sandbox.commandEnvironment, options: .init(timeLimit: 60))
    let report = try await verification.run(.tree, jobs: 1, progress: { _ in })
    #expect(report.outcomes.map(\.result.rawValue) == ["migrated"])
    let columns =
      report.outcomes.flatMap(\.statements).compactMap(\.column) + report.findings.compactMap { $0.column?.identifier }
    #expect(!columns.isEmpty)
    #expect(Set(columns) == ["e\u{301}"])
  }
}
