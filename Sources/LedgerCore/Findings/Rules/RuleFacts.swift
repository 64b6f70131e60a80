package import Findings
package import SQLiteLint

/// A violation of a rule of `lint`: SL4xx. SQLiteLint has the rules, with what each finds and its words.
package struct RuleFacts: LedgerFinding {
  /// The beginning of the statement, or of the comment.
  package let statement: String
  package let violation: any LintViolation
  /// That of the rule, or of the configuration.
  package var severity: Severity
  /// Whether it is true only if foreign keys are on, which is not known.
  package let needsForeignKeys: Bool

  package init(
    _ violation: any LintViolation, in statement: String, severity: Severity = .warning, needsForeignKeys: Bool = false
  ) {
    self.statement = statement
    self.violation = violation
    self.severity = severity
    self.needsForeignKeys = needsForeignKeys
  }

  /// Nothing stores what `lint` finds.
  ///
  /// - Throws: `DecodingError`.
  package init(from decoder: any Decoder) throws {
    throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "rules are not stored"))
  }

  package func encode(to encoder: any Encoder) throws {
    try violation.encode(to: encoder)
    try encoder.add(statement, "statement")
  }

  package var code: FindingCode { violation.code }
  package var name: String { violation.name }

  package func message(of finding: Finding) -> String {
    let place = "\(finding.path ?? ""):\(finding.line ?? 1): "
    return place + (finding.excerpt == nil ? "\(statement): " : "") + violation.message
  }

  package func help(for finding: Finding) -> Help? {
    needsForeignKeys
      ? violation.help.preceded(by: "set foreign-keys: on or off in \(Configuration.fileName); if they are on, ")
      : violation.help
  }

  private var identity: [AnyHashable] { [statement, AnyHashable(violation), severity, needsForeignKeys] }

  package static func == (left: RuleFacts, right: RuleFacts) -> Bool { left.identity == right.identity }

  package func hash(into hasher: inout Hasher) { hasher.combine(identity) }
}
