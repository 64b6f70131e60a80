import Findings
import SQLiteSandbox
import Testing

@testable import LedgerCore

@Suite("Severity by evidence")
struct FindingSeverityTests {
  private func failure(
    _ evidence: Finding.Evidence, pending: Bool, foreignKeys: Bool? = nil, path: String = "db/2.sql"
  ) -> Finding {
    var finding = Finding.migrationFailed(
      "1.0.0", .sqlFailed(path: path, line: 1, error: .sqlite(code: 1299, message: "NOT NULL", sql: nil))
    ).setting(\.evidence, to: evidence).setting(\.isPending, to: pending)
    if let foreignKeys { finding = finding.setting(\.foreignKeys, to: foreignKeys) }
    return finding
  }

  @Test("only generated rows and a frozen migration make a warning", arguments: Finding.Evidence.allCases)
  func evidence(evidence: Finding.Evidence) {
    #expect([failure(evidence, pending: true)].weighed(history: .warning).worst == .error)
    let frozen = [failure(evidence, pending: false)].weighed(history: .warning)
    #expect(frozen.worst == (evidence == .generated ? .warning : .error))
    #expect([failure(evidence, pending: false)].weighed(history: .error).worst == .error)
  }

  @Test("what frozen migrations do only with foreign keys on is one finding about the setting")
  func foreignKeys() throws {
    let findings = [
      failure(.empty, pending: false, foreignKeys: true, path: "db/2.sql"),
      failure(.generated, pending: false, foreignKeys: true, path: "db/3.sql"),
      failure(.generated, pending: true, foreignKeys: true, path: "db/4.sql"),
      failure(.generated, pending: false, foreignKeys: false, path: "db/2.sql"),
    ]
    let weighed = findings.weighed(history: .warning)
    #expect(weighed.map(\.severity) == [.error, .warning, .warning])
    #expect(weighed[0].path == "db/4.sql")
    let summary = try #require(weighed.last)
    #expect(summary.code == .dependsOnForeignKeys && summary.version == "1.0.0" && summary.evidence == .empty)
    #expect((summary.kind as? ForeignKeysUnknown)?.migrations == ["db/2.sql", "db/3.sql"])
    #expect(findings.weighed(history: .error) == findings)
  }

  @Test("findings that differ in version, samples and counts have one cause")
  func groups() {
    var other = failure(.generated, pending: true)
    other.version = "2.0.0"
    other.samples = ["t: a NULL"]
    let groups = [failure(.generated, pending: true), other, failure(.empty, pending: true)].groupedByCause
    #expect(groups.map(\.versions) == [["1.0.0", "2.0.0"], ["1.0.0"]])
  }
}
