import Foundation

/// A file of test cases in which the program must report invalid input and change nothing.
///
///     # Version names
///
///     normalise: \b[0-9a-f]{40}\b => <commit>
///
///     == a name that is a path
///     $ schemaledger freeze ../x
///     ! error: '../x' is not a valid version name: it looks like a path
///     [exit 2]
///
/// Each case starts with `== ` and its name, and is written like a `Session`. It runs in its own copy of the starting
/// repository. There are two prompts:
///
/// * `$ command` is the command under test. After it has ended, every file in the work folder, the home folder and the
///   temporary folder must be unchanged: the work tree, the index, references, objects, configuration and hooks.
/// * `% command` prepares the case, or is expected to change something.
///
/// `(mounts)` after the name means that the case mounts file systems, which needs Linux and root.
struct BadInputFile {
  struct Case: CustomStringConvertible {
    let name: String
    /// The line of its `== `, counted from 1.
    let line: Int
    let session: Session

    var mounts: Bool { name.hasSuffix("(mounts)") }

    /// The exit statuses of the commands under test, in order.
    var statuses: [Int32] { session.commands.filter { !$0.mayChange }.map(\.expected.status) }

    var description: String { name }
  }

  /// The first line, without its comment mark.
  let title: String
  let normalisations: [Normalisation]
  let cases: [Case]
  private let head: [String]

  /// - Throws: `SessionSyntaxError`, which names the line.
  init(parsing text: String) throws(SessionSyntaxError) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let starts = lines.indices.filter { lines[$0].hasPrefix("== ") }
    guard let first = starts.first, lines[0].hasPrefix("# ") else {
      throw SessionSyntaxError(
        line: 1, message: "expected '# ' and what the cases are about, then cases, '== ' and a name")
    }
    head = Array(lines[..<first])
    title = String(lines[0].dropFirst(2))
    // To keep the line numbers of the file, all lines outside the case are turned into comments.
    normalisations = try Session(parsing: (head + ["$ true"]).joined(separator: "\n")).normalisations
    var cases: [Case] = []
    for (start, end) in zip(starts, starts.dropFirst() + [lines.count]) {
      let before = Array(repeating: "#", count: start + 1)
      let session = try Session(parsing: (before + lines[(start + 1)..<end]).joined(separator: "\n"))
      guard session.commands.contains(where: { !$0.mayChange }) else {
        throw SessionSyntaxError(line: start + 1, message: "a case has at least one line that begins with '$ '")
      }
      cases.append(Case(name: String(lines[start].dropFirst(3)), line: start + 1, session: session))
    }
    self.cases = cases
  }

  /// The text of the file with new outputs, a list for each of `cases`. `nil` leaves a case unchanged.
  func recorded(with outputs: [[CommandOutput]?]) -> String {
    let bodies = zip(cases, outputs).map { item, outputs in
      let text = item.session.recorded(with: outputs ?? item.session.commands.map(\.expected))
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst(item.line)
      let body = lines.reversed().drop(while: \.isEmpty).reversed().joined(separator: "\n")
      return "== \(item.name)\n\(body)\n"
    }
    return head.map { $0 + "\n" }.joined() + bodies.joined(separator: "\n")
  }
}
