import LedgerKit

/// The line that says what `verify` has not tried.
struct UntriedText {
  private let untried: [Verification.Untried]
  private let isStrict: Bool

  init(_ untried: [Verification.Untried], isStrict: Bool) {
    self.untried = untried
    self.isStrict = isStrict
  }

  /// `nil` if everything was tried.
  var line: String? {
    if untried.isEmpty { return nil }
    var parts: [String] = []
    // Each limit of a trial has a line of its own.
    for message in untried.map(\.message) where !parts.contains(message) { parts.append(message) }
    let list = parts.joined(separator: ", ")
    return isStrict
      ? "not tried, which --strict makes a failure: \(list)" : "not tried: \(list). --strict makes this a failure"
  }
}
