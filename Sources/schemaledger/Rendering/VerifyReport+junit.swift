import LedgerCore
import LedgerKit
import MigrationSources

extension VerifyReport {
  /// A suite for each database, with a test case for each fixture and one for each finding that has none.
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
  /// Whether there was nothing to run, or no reason to.
  var isUntried: Bool { [.noUpgradePath, .anotherLineage, .notWhole].contains(result) }
}

/// The findings of a report, with the advice it gives, put to the fixtures that they are about.
struct FindingsByFixture {
  /// In the order of the outcomes. What two fixtures have in common stands with both.
  let ofFixtures: [[Finding]]
  /// Those of no fixture.
  let ofLedger: [Finding]

  init(_ report: Verification.Report) {
    let said = Dictionary(report.findings.map { ($0.fact, $0) }, uniquingKeysWith: { first, _ in first })
    ofFixtures = report.outcomes.map { outcome in outcome.findings.map { said[$0.fact] ?? $0 } }
    let taken = Set(report.outcomes.flatMap(\.findings).map(\.fact))
    ofLedger = report.findings.filter { !taken.contains($0.fact) }
  }
}

extension Finding {
  /// The finding without what depends on where its file is.
  fileprivate var fact: Finding {
    var finding = helped(by: nil)
    finding.commits = []
    return finding
  }
}
