import Foundation

/// A terminal session as a text: written files, commands, and their output.
///
///     # The gate stops a commit that changes a frozen migration.
///     # (a session begins with a comment that says what it shows)
///
///     normalise: [0-9a-f]{64} => <digest>
///
///     -- migrations/001_users.sql --
///     CREATE TABLE users (id INTEGER PRIMARY KEY);
///     -- end --
///
///     $ git init -q && git add . &&
///     > git commit -q -m 'One table'
///     $ schemaledger show 9.9.9
///     ! error: there is no version 9.9.9
///     [exit 2]
///
/// * `-- path --` … `-- end --` writes a file in the session's work folder, at that point of the session.
/// * `$ command` is run by `sh -c`. It continues on lines that start with `> `, and after a line that ends in a
///   backslash. Alone on a line, `cd` and `export NAME=VALUE` affect the following commands. Nothing else is carried
///   over.
/// * The lines after a command are its output: stdout unchanged, then stderr with `! ` before each line, then `[exit
///   N]` if the status is not 0. Trailing blank lines and trailing white space are ignored.
/// * A line of stdout that could be mistaken for another kind of line starts with a backslash: `\$ not a command`.
/// * `# ` starts a comment, which is kept when a session is recorded.
/// * `normalise: REGEX => TEMPLATE`, before the first file or command, rewrites the output of commands before it is
///   compared. Both parts are in the syntax of `NSRegularExpression`. `^` and `$` match at the ends of a line.
struct Session {
  /// A command and its expected output.
  struct Command {
    /// The line of its `$` in the session file, counted from 1.
    let line: Int
    /// Its lines in the file, including `$ ` and `> `.
    let source: [String]
    /// The script for `sh -c`.
    let script: String
    let expected: CommandOutput

    /// Whether it starts with `% `, which only `BadInputFile` uses.
    var mayChange: Bool { source.first?.hasPrefix("%") == true }
  }

  enum Step {
    /// Comments, directives and blank lines, kept for recording.
    case prose([String])
    case file(path: String, lines: [String])
    case command(Command)
  }

  let normalisations: [Normalisation]
  let steps: [Step]

  /// Reads a session.
  ///
  /// - Parameter text: the contents of a `.session` file.
  /// - Throws: `SessionSyntaxError`, which names the line.
  init(parsing text: String) throws(SessionSyntaxError) {
    var parser = SessionParser(text)
    try parser.parse()
    normalisations = parser.normalisations
    steps = parser.steps
  }

  var commands: [Command] {
    steps.compactMap { step in if case .command(let command) = step { command } else { nil } }
  }

  /// The text of the session with new outputs, one for each of `commands`. Everything else is unchanged.
  func recorded(with outputs: [CommandOutput]) -> String {
    var outputs = outputs[...]
    let lines = steps.flatMap { step -> [String] in
      switch step {
      case .prose(let lines): lines
      case .file(let path, let lines): ["-- \(path) --"] + lines + ["-- end --"]
      case .command(let command): command.source + (outputs.popFirst() ?? command.expected).picture
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

/// An error in a session file, with its position.
struct SessionSyntaxError: Error, Equatable, CustomStringConvertible {
  let line: Int
  let message: String

  var description: String { "line \(line): \(message)" }
}

/// A rewriting of output that a session cannot predict.
struct Normalisation {
  let pattern: NSRegularExpression
  let template: String

  /// - Throws: the error of `NSRegularExpression` for an invalid pattern.
  init(_ pattern: String, _ template: String) throws {
    self.pattern = try NSRegularExpression(pattern: pattern, options: .anchorsMatchLines)
    self.template = template
  }

  func applied(to text: String) -> String {
    pattern.stringByReplacingMatches(in: text, range: NSRange(text.startIndex..., in: text), withTemplate: template)
  }
}
