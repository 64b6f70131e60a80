import Foundation

/// A story told as a picture of a terminal: files that are written, commands that are typed, what they answered.
///
///     # A migration that is frozen cannot be edited unseen.
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
/// * `-- path --` … `-- end --` writes a file, at that point of the story, below the session's work folder.
/// * `$ command` is run by `sh -c`. It goes on in lines beginning with `> `, and after a line that ends in a backslash.
///   Alone on a line, `cd` and `export NAME=VALUE` hold for the commands after it; nothing else carries over.
/// * The lines below a command are its output: stdout as it is, then stderr with `! ` before each line, then
///   `[exit N]` when the status is not 0. Blank lines at the end, and white space at the ends of lines, do not count.
/// * A line of stdout that would be read as something else has a backslash before it: `\$ not a command`.
/// * `# ` begins a comment; it stays where it is when a session is recorded.
/// * `normalise: REGEX => TEMPLATE`, before the first file or command, rewrites what commands print before it is
///   compared. Both halves are `NSRegularExpression`'s; `^` and `$` stand for the ends of a line.
struct Session {
  /// A command and what the session says it prints.
  struct Command {
    /// The line of its `$` in the session file, counted from 1.
    let line: Int
    /// Its lines as they stand in the file, `$ ` and `> ` included.
    let source: [String]
    /// What `sh -c` is given.
    let script: String
    let expected: CommandOutput

    /// Whether it began with `% `, which means something to `BadInputFile` alone.
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

  /// The text of the session with other outputs, one for each of `commands`, and everything else as it was.
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

/// A session file that cannot be read, and where.
struct SessionSyntaxError: Error, Equatable, CustomStringConvertible {
  let line: Int
  let message: String

  var description: String { "line \(line): \(message)" }
}

/// A rewriting of what commands print, for what no session can know beforehand.
struct Normalisation {
  let pattern: NSRegularExpression
  let template: String

  /// - Throws: what `NSRegularExpression` says about a pattern it cannot compile.
  init(_ pattern: String, _ template: String) throws {
    self.pattern = try NSRegularExpression(pattern: pattern, options: .anchorsMatchLines)
    self.template = template
  }

  func applied(to text: String) -> String {
    pattern.stringByReplacingMatches(in: text, range: NSRange(text.startIndex..., in: text), withTemplate: template)
  }
}
