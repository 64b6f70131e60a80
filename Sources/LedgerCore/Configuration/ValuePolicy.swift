/// `values` in the configuration: how `verify` reports values that migrations change on purpose.
public enum ValuePolicy: String, Sendable, Hashable, CaseIterable {
  /// Lost values are findings. Changes without loss are only mentioned.
  case standard
  /// As ``standard``, and rows that the WHERE or JOIN of a copy leaves out are mentioned.
  case report
  /// Every change is a finding.
  case strict
}
