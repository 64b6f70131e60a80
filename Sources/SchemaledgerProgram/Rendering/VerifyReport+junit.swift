import Findings
import LedgerCore
import LedgerEntries
import LedgerKit
import MigrationSources

extension VerifyReport {
  /// A report with a suite for each database, and a test case for each fixture and for each finding without a fixture. If
  /// the run is strict, what was not tried is a failure of a fixture, or of a test case of its own.
  var junit: JUnitReport? { JUnitReport(name: "schemaledger verify", suites: reports.map(suite)) }

  private func suite(_ report: Verification.Report) -> JUnitReport.Suite {
    let findings = FindingsByFixture(report)
    var cases = zip(report.outcomes, zip(findings.ofFixtures, findings.repeated)).map { outcome, findings in
      let (own, repeated) = findings
      let untried = isStrict && outcome.isUntried ? JUnitReport.Result.untried("\(words(outcome))") : nil
      let same = repeated.first { $0.waiver == nil && $0.severity == .error }.map { first in
        let reason: DisplayText = "fails as \(first.version ?? "") does: \(first.code.rawValue) \(first.message)"
        return JUnitReport.Result.failed(type: "\(first.code.rawValue)", message: reason, text: reason)
      }
      return JUnitReport.Case(
        name: "\(outcome.name) \(outcome.fixture.id.prefix(12))", seconds: outcome.seconds,
        findings: own,
        otherwise: untried ?? same ?? (outcome.isUntried ? .skipped(reason: "\(words(outcome))") : .passed))
    }
    cases += findings.ofLedger.map { JUnitReport.Case($0) }
    if isStrict { cases += report.untried.flatMap { UntriedText.cases(of: $0, in: report) } }
    if cases.isEmpty {
      cases = [JUnitReport.Case(name: "ledger", result: .skipped(reason: summary(report)))]
    }
    let limits = StatementText(report).lines + report.limits.map { "\(Wording.limit($0))" as DisplayText }
    let broken = report.brokenReferences.map { "\(Wording.brokenReference($0))" as DisplayText }
    let output = limits + VerifyReport.notes(of: report).map(\.text) + broken
    return JUnitReport.Suite(name: "\(report.database)", cases: cases, output: output)
  }
}

extension JUnitReport.Result {
  /// The failure that `--strict` makes of something that was not tried.
  static func untried(_ reason: DisplayText) -> JUnitReport.Result {
    .failed(
      type: "untried", message: "not tried: \(reason)", text: "not tried, which --strict makes a failure: \(reason)")
  }
}

extension Verification.FixtureOutcome {
  /// Whether the fixture had no migrations to run, or no reason to run them.
  var isUntried: Bool { result.isUntried }
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
    var ofFixtures: [[Finding]] = []
    var repeated: [[Finding]] = []
    var taken: Set<Finding> = []
    for outcome in report.outcomes {
      let (version, destination) = (outcome.fixture.entry.version.name, outcome.destination)
      // A finding about a migration names no version, and belongs to the first that runs it.
      let facts = Set(outcome.findings.filter { $0.commonPart == nil }.map(\.fact))
      let own = report.findings.filter { finding in
        finding.commonPart == nil
          ? facts.contains(finding.fact)
          : finding.version == version && (finding.entry ?? outcome.fixture.id) == outcome.fixture.id
            && (finding.destination ?? destination) == destination
      }
      ofFixtures.append(own.filter { taken.insert($0).inserted })
      repeated.append(report.findings.filter { $0.otherVersions.contains(version) })
    }
    self.ofFixtures = ofFixtures
    self.repeated = repeated
    ofLedger = report.findings.filter { !taken.contains($0) }
  }
}

extension Finding {
  /// The finding without the hint, the commits and the excerpt, which depend on the location of its file.
  fileprivate var fact: Finding {
    var finding = setting(\.remedy, to: nil)
    finding.commits = []
    finding.exhibits.excerpt = nil
    return finding
  }
}
