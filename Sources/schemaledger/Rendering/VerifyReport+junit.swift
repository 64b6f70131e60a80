import LedgerCore
import LedgerKit
import MigrationSources

extension VerifyReport {
  /// A report with a suite for each database, and a test case for each fixture and for each finding without a fixture.
  var junit: JUnitReport { JUnitReport(name: "schemaledger verify", suites: reports.map(suite)) }

  private func suite(_ report: Verification.Report) -> JUnitReport.Suite {
    let findings = FindingsByFixture(report)
    var cases = zip(report.outcomes, findings.ofFixtures).map { outcome, findings in
      JUnitReport.Case(
        name: "\(outcome.name) \(outcome.fixture.id.prefix(12))", seconds: outcome.seconds,
        findings: findings, otherwise: outcome.isUntried ? .skipped(reason: words(outcome)) : .passed)
    }
    cases += findings.ofLedger.map { JUnitReport.Case($0) }
    if cases.isEmpty {
      cases = [JUnitReport.Case(name: "ledger", result: .skipped(reason: summary(report)))]
    }
    let limits = StatementText(report).lines + report.limits.map(Wording.limit)
    let output = limits + report.notices.messages + report.brokenReferences.map(Wording.brokenReference)
    return JUnitReport.Suite(name: report.database, cases: cases, output: output)
  }
}

extension Verification.FixtureOutcome {
  /// Whether the fixture had no migrations to run, or no reason to run them.
  var isUntried: Bool { [.noUpgradePath, .anotherLineage, .notWhole].contains(result) }
}

/// The findings of a report, including its hints, grouped by the fixtures that they concern.
struct FindingsByFixture {
  /// The findings of each fixture, in the order of the outcomes. A finding common to two fixtures is listed for both.
  let ofFixtures: [[Finding]]
  /// The findings that concern no fixture.
  let ofLedger: [Finding]

  init(_ report: Verification.Report) {
    let said = Dictionary(report.findings.map { ($0.fact, $0) }, uniquingKeysWith: { first, _ in first })
    ofFixtures = report.outcomes.map { outcome in outcome.findings.map { said[$0.fact] ?? $0 } }
    let taken = Set(report.outcomes.flatMap(\.findings).map(\.fact))
    ofLedger = report.findings.filter { !taken.contains($0.fact) }
  }
}

extension Finding {
  /// The finding without its hint and commits, which depend on the location of its file.
  fileprivate var fact: Finding {
    var finding = helped(by: nil)
    finding.commits = []
    return finding
  }
}
