internal import Foundation

/// The regular expression of a ``VersionRule``, in which `^` and `$` match at the ends of a line.
///
/// Uses ICU's expressions, through `NSRegularExpression`, because a match can be stopped: `(a+)+$` takes practically
/// forever on a few dozen letters, and `Regex` cannot be interrupted.
/// https://unicode-org.github.io/icu/userguide/strings/regexp.html
package struct VersionPattern {
  private let expression: NSRegularExpression

  /// Returns `nil` if `pattern` is not a regular expression.
  package init?(_ pattern: String) {
    guard let expression = try? NSRegularExpression(pattern: pattern, options: .anchorsMatchLines) else { return nil }
    self.expression = expression
  }

  /// The result of a search.
  package enum Outcome: Equatable {
    /// The text of the first group in the first match.
    case found(String)
    /// There is no match, or the pattern has no group.
    case nothing
    case timedOut
  }

  /// Searches for the first group of the first match in `text`.
  package func search(_ text: String, timeLimit: Duration = .seconds(5)) -> Outcome {
    let end = ContinuousClock.now + timeLimit
    var outcome = Outcome.nothing
    let whole = NSRange(text.startIndex..., in: text)
    expression.enumerateMatches(in: text, options: .reportProgress, range: whole) { match, _, stop in
      if let match {
        if match.numberOfRanges > 1, let range = Range(match.range(at: 1), in: text) {
          outcome = .found(String(text[range]))
        }
        stop.pointee = true
      } else if ContinuousClock.now > end {
        outcome = .timedOut
        stop.pointee = true
      }
    }
    return outcome
  }
}
