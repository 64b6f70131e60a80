internal import LedgerCore
internal import SQLiteData
internal import SQLiteSandbox
internal import SQLiteSchema

/// The judgement on one upgrade.
struct FixtureVerdict: Sendable {
  let findings: [Finding]
  /// Rows and values that migrations have dropped on purpose or converted.
  let statements: [DataStatement]
  /// What was not judged.
  let notCovered: [NotCovered]
  /// Whether the upgrade has arrived, so that ``findings`` is complete.
  private(set) var hasArrived = true
  /// What the upgrade of a user's database needed; `nil` for that of a fixture.
  private(set) var cost: UpgradeCost?
  /// Every change to rows, of findings and of statements. Used to compare two runs; `nil` if the rows of a single run were
  /// not compared.
  let changes: [DataChange]?
  /// Whether the upgraded database is small enough for a comparison of its content with that of another run.
  let isComparable: Bool

  init(
    findings: [Finding] = [], statements: [DataStatement] = [], notCovered: [NotCovered] = [],
    changes: [DataChange]? = nil, isComparable: Bool = false
  ) {
    self.findings = findings
    self.statements = statements
    self.notCovered = notCovered
    self.changes = changes
    self.isComparable = isComparable
  }

  /// The verdict with other findings.
  func with(_ findings: [Finding]) -> FixtureVerdict {
    FixtureVerdict(
      findings: findings, statements: statements, notCovered: notCovered, changes: changes, isComparable: isComparable
    ).arrived(hasArrived).costing(cost)
  }

  /// The verdict without some of its statements.
  func without(_ isLeftOut: (DataStatement) -> Bool) -> FixtureVerdict {
    FixtureVerdict(
      findings: findings, statements: statements.filter { !isLeftOut($0) }, notCovered: notCovered, changes: changes,
      isComparable: isComparable
    ).arrived(hasArrived).costing(cost)
  }

  /// The verdict on an upgrade that needed this.
  func costing(_ cost: UpgradeCost?) -> FixtureVerdict {
    var verdict = self
    verdict.cost = cost
    return verdict
  }

  /// The verdict on an upgrade that has or has not arrived.
  func arrived(_ hasArrived: Bool) -> FixtureVerdict {
    var verdict = self
    verdict.hasArrived = hasArrived
    return verdict
  }

  /// The verdict with more findings.
  func adding(_ more: [Finding]) -> FixtureVerdict { with(findings + more) }
}
