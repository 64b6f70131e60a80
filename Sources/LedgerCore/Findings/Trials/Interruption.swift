package import Findings

extension FindingCode {
  package static let doesNotRecover = FindingCode("SL312", "Interrupted migration does not recover", canBeNote: true)
}

/// A migration that was interrupted after a line does not recover.
package struct Interrupted: TrialFinding {
  let afterLine: Int
  let endsTransaction: Bool
  let isFrozen: Bool
  let outcome: TrialOutcome

  package init(afterLine: Int, endsTransaction: Bool, isFrozen: Bool, _ outcome: TrialOutcome) {
    (self.afterLine, self.endsTransaction) = (afterLine, endsTransaction)
    (self.isFrozen, self.outcome) = (isFrozen, outcome)
  }

  package init(from decoder: any Decoder) throws {
    self.init(
      afterLine: try decoder.member("afterLine"), endsTransaction: try decoder.member("endsTransaction"),
      isFrozen: try decoder.member("isFrozen"), try decoder.member("outcome"))
  }

  package func encode(to encoder: any Encoder) throws {
    try outcome.encodeMembers(to: encoder)
    try encoder.add(afterLine, "afterLine")
    try encoder.add(endsTransaction, "endsTransaction")
    try encoder.add(isFrozen, "isFrozen")
  }

  package var code: FindingCode { .doesNotRecover }
  package var severity: Severity { isFrozen ? .warning : .error }

  package func message(of finding: Finding) -> String {
    "\(finding.path ?? ""), interrupted after line \(afterLine) and run again, \(outcome.ending)"
  }

  package func help(for finding: Finding) -> Help? {
    if isFrozen {
      return "it is released: an application that runs it must detect and repair what an interruption leaves behind"
    }
    return endsTransaction
      ? "it ends the transaction of the migration tool: keep all of it in one transaction"
      : "put all of it into one transaction, or make each statement safe to run again (IF NOT EXISTS, OR IGNORE)"
  }
}

/// The same of a command that was killed.
package struct CommandInterrupted: TrialFinding {
  let outcome: TrialOutcome

  package init(_ outcome: TrialOutcome) { self.outcome = outcome }

  package init(from decoder: any Decoder) throws { outcome = try decoder.member("outcome") }

  package func encode(to encoder: any Encoder) throws { try outcome.encodeMembers(to: encoder) }

  package var code: FindingCode { .doesNotRecover }

  package func message(of finding: Finding) -> String {
    "the command, killed while it migrates \(finding.version ?? "") and run again, \(outcome.ending)"
  }

  package func help(for finding: Finding) -> Help? { "make each step and the record that it is done one transaction" }
}

/// Two whole runs of the command make different schemas, so it is not interrupted.
package struct CommandNotInterrupted: TrialFinding {
  let command: String

  package init(command: String) { self.command = command }

  package var code: FindingCode { .doesNotRecover }
  package var severity: Severity { .note }

  package func message(of finding: Finding) -> String {
    "the command was not interrupted on \(finding.version ?? ""), because two complete runs produce different schemas"
  }

  package func help(for finding: Finding) -> Help? { "its result must depend on the database alone: \(command)" }
}
