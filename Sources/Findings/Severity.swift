/// How much a finding matters: only an error makes the exit status 1.
public enum Severity: String, Sendable, Hashable, Comparable, CaseIterable, Codable {
  case note, warning, error

  private var rank: Int { self == .note ? 0 : self == .warning ? 1 : 2 }

  /// note < warning < error.
  public static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }
}
