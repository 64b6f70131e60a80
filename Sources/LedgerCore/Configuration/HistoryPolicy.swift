/// `history` in the configuration: how `verify` reports a failure of a frozen migration that users' databases may not have.
public enum HistoryPolicy: String, Sendable, Hashable, CaseIterable {
  /// As a warning.
  case warning
  /// As an error.
  case error
}
