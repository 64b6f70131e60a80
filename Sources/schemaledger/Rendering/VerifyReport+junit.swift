import LedgerCore
import LedgerKit
import MigrationSources

extension VerifyReport {
  /// A report with a suite for each database, and a test case for each fixture and for each finding without a fixture.
  var junit: JUnitReport { JUnitReport(name: "schemaledger verify", suites: reports.map(suite)) }

  private func suite(_ report: Verification.Report) -> JUnitReport.Suite {
    let findings = FindingsByFixture(report)
    var cases = zip(report.outcomes, zip(findings.ofFixtures, findings.repeated)).map { outcome, findings in
      let (own, repeated) = findings
      let same = repeated.first { $0.waiver == nil && $0.severity == .error }.map { first in
        JUnitReport.Result.skipped(reason: "fails as \(first.version ?? "") does: \(first.code.rawValue) \(first.message)")
      }
      return JUnitReport.Case(
        name: "\(outcome.name) \(outcome.fixture.id.prefix(12))", seconds: outcome.seconds,
        findings: own, otherwise: same ?? (outcome.isUntried ? .skipped(reason: words(outcome)) : .passed))
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

/// The findings of a report, including its hints, by the fixtures that they concern. A finding that stands for several
/// versions belongs to the first of them.
struct FindingsByFixture {
  /// The findings of each fixture, in the order of the outcomes.
  let ofFixtures: [[Finding]]
  /// The findings that each fixture has in common with an earlier fixture, to which they belong.
  let repeated: [[Finding]]
  /// The findings that concern no fixture.
  let ofLedger: [Finding]

  init(_ report: Verification.Report) {
    let said = Dictionary(report.findings.map { ($0.fact, $0) }, uniquingKeysWith: { first, _ in first })
    var taken: Set<Finding> = []
    var ofFixtures: [[Finding]] = []
    var repeated: [[Finding]] = []
    for outcome in report.outcomes {
      let findings = outcome.findings.map { (fact: $0.fact, finding: said[$0.fact] ?? $0) }
      let new = findings.filter { taken.insert($0.fact).inserted }
      ofFixtures.append(new.map(\.finding))
      repeated.append(findings.filter { finding in !new.contains { $0.fact == finding.fact } }.map(\.finding))
    }
    self.ofFixtures = ofFixtures
    self.repeated = repeated
    ofLedger = report.findings.filter { !taken.contains($0.fact) }
  }
}

extension Finding {
  /// What the findings of one cause have in common, without the hint and the commits, which depend on the location of
  /// its file.
  fileprivate var fact: Finding {
    var finding = (commonPart ?? self).helped(by: nil).toward(nil)
    finding.commits = []
    return finding
  }
}
