/// What `verify` makes of values that migrations change on purpose: `values` in the configuration.
public enum ValuePolicy: String, Sendable, Hashable, CaseIterable {
  /// What is lost is a finding; what is changed and not lost is said.
  case standard
  /// The same, and rows that the WHERE or the JOIN of a copy leaves out are said too.
  case report
  /// Whatever a migration changes is a finding.
  case strict
}
