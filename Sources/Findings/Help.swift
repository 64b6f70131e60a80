/// Advice for one finding: a sentence, and the commands in it that can be run as they are.
///
/// Interpolate a command as `\(fix:)` or `\(inspect:)`, so that it is both part of the sentence and listed in ``commands``:
///
///     "new databases would lack it. Restore it: \(fix: "git restore -- \(path.shellWord)")"
package struct Help: Sendable, Hashable, ExpressibleByStringInterpolation {
  /// A line for `sh`, to be run in the root of the repository.
  package struct Command: Sendable, Hashable {
    /// What the command is for.
    package enum Purpose: String, Sendable {
      /// It removes the finding.
      case fix
      /// It changes nothing, and shows what the finding is about.
      case inspect
    }

    package let line: String
    package let purpose: Purpose
  }

  /// The sentence, without a full stop at its end.
  package private(set) var text: String
  /// In the order of the sentence.
  package private(set) var commands: [Command]

  /// A sentence without commands.
  package init(_ text: String) {
    self.text = text
    commands = []
  }

  package init(stringLiteral text: String) { self.init(text) }

  package init(stringInterpolation: StringInterpolation) {
    text = stringInterpolation.text
    commands = stringInterpolation.commands
  }

  /// The help with another sentence before it.
  package func preceded(by sentence: String) -> Help {
    var help = self
    help.text = sentence + text
    return help
  }

  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""
    fileprivate var commands: [Command] = []

    package init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity * 2) }

    package mutating func appendLiteral(_ literal: String) { text += literal }

    package mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      text += value.description.onOneLine
    }

    /// Appends a command that removes the finding.
    package mutating func appendInterpolation(fix line: String) { append(line, .fix) }

    /// Appends a command that changes nothing.
    package mutating func appendInterpolation(inspect line: String) { append(line, .inspect) }

    private mutating func append(_ line: String, _ purpose: Command.Purpose) {
      text += line
      commands.append(Command(line: line, purpose: purpose))
    }
  }
}
