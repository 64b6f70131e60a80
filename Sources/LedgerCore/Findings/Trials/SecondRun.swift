package import Findings

extension FindingCode {
  package static let secondRunChanges = FindingCode("SL311", "Second run fails or changes the database")
}

/// A script that may run a second time changes something then, or fails.
package struct SecondRun: TrialFinding {
  let isRepeatable: Bool
  let outcome: TrialOutcome

  package init(isRepeatable: Bool, _ outcome: TrialOutcome) {
    (self.isRepeatable, self.outcome) = (isRepeatable, outcome)
  }

  package init(from decoder: any Decoder) throws {
    self.init(isRepeatable: try decoder.member("isRepeatable"), try decoder.member("outcome"))
  }

  package func encode(to encoder: any Encoder) throws {
    try outcome.encodeMembers(to: encoder)
    try encoder.add(isRepeatable, "isRepeatable")
  }

  package var code: FindingCode { .secondRunChanges }

  package func message(of finding: Finding) -> String { "a second run of \(finding.path ?? "") \(outcome.predicate)" }

  package func help(for finding: Finding) -> Help? {
    isRepeatable
      ? "it runs again whenever its text changes: use DROP … IF EXISTS and INSERT OR IGNORE"
      : "it contains IF NOT EXISTS, so it may run at every start: use INSERT OR IGNORE, or remove what must run once"
  }
}

/// The same of a command.
package struct SecondRunOfCommand: TrialFinding {
  let command: String
  let outcome: TrialOutcome

  package init(command: String, _ outcome: TrialOutcome) { (self.command, self.outcome) = (command, outcome) }

  package init(from decoder: any Decoder) throws {
    self.init(command: try decoder.member("command"), try decoder.member("outcome"))
  }

  package func encode(to encoder: any Encoder) throws {
    try outcome.encodeMembers(to: encoder)
    try encoder.add(command, "command")
  }

  package var code: FindingCode { .secondRunChanges }

  package func message(of finding: Finding) -> String {
    "a second run of the command, on a migrated \(finding.version ?? "") database, \(outcome.predicate)"
  }

  package func help(for finding: Finding) -> Help? {
    "the command must leave an up-to-date database unchanged: \(command)"
  }
}
