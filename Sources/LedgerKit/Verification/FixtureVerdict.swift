internal import LedgerCore
internal import SQLiteData
internal import SQLiteSandbox
internal import SQLiteSchema

/// What came of migrating one fixture.
struct FixtureVerdict: Sendable {
  var findings: [Finding] = []
  /// What was dropped on purpose, and what was made of values.
  var statements: [DataStatement] = []
  /// What was not judged.
  var notCovered: [NotCovered] = []
  /// What became of the rows, findings and statements alike; for one run.
  var changes: [DataChange] = []
  /// What the database holds in the end, where it is small enough to ask; for one run.
  var content: DatabaseContent?
}
