internal import Foundation

/// The regular expression of a ``VersionRule``, in which `^` and `$` stand for the ends of a line.
///
/// ICU's, through `NSRegularExpression`, because a match can be stopped there: `(a+)+$` takes for ever on a few dozen
/// letters, and `Regex` cannot be interrupted. https://unicode-org.github.io/icu/userguide/strings/regexp.html
package struct VersionPattern {
  private let expression: NSRegularExpression

  /// Nil for what is no regular expression.
  package init?(_ pattern: String) {
    guard let expression = try? NSRegularExpression(pattern: pattern, options: .anchorsMatchLines) else { return nil }
    self.expression = expression
  }

  /// Of a search.
  package enum Outcome: Equatable {
    /// What the first group of the first match holds.
    case found(String)
    /// There is no match, or no group.
    case nothing
    case tookTooLong
  }

  /// The first group of the first match in `text`.
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
        outcome = .tookTooLong
        stop.pointee = true
      }
    }
    return outcome
  }
}
