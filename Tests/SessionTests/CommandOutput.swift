/// The complete output of a command, by which sessions are compared.
struct CommandOutput: Equatable {
  let stdout: [String]
  let stderr: [String]
  let status: Int32

  static let silent = CommandOutput(stdout: "", stderr: "", status: 0)

  init(stdout: String, stderr: String, status: Int32) {
    self.stdout = Self.lines(of: stdout)
    self.stderr = Self.lines(of: stderr)
    self.status = status
  }

  /// Reads the lines that follow a command.
  ///
  /// - Parameter picture: the lines, with their indices in the session file.
  /// - Throws: `SessionSyntaxError` if the lines are not in the order stdout, stderr, status.
  init(picture: ArraySlice<String>) throws(SessionSyntaxError) {
    var stdout: [String] = []
    var stderr: [String] = []
    var status: Int32 = 0
    for (index, line) in zip(picture.indices, picture) {
      guard status == 0 else {
        throw SessionSyntaxError(line: index + 1, message: "'[exit \(status)]' is the last line of an output")
      }
      if line == "!" || line.hasPrefix("! ") {
        stderr.append(String(line.dropFirst(2)))
      } else if line.hasPrefix("[exit ") {
        guard let number = Int32(line.dropFirst("[exit ".count).dropLast()), line.hasSuffix("]"), number > 0 else {
          throw SessionSyntaxError(line: index + 1, message: "expected '[exit N]' with a number above 0")
        }
        status = number
      } else if stderr.isEmpty {
        stdout.append(line.hasPrefix("\\") ? String(line.dropFirst()) : line)
      } else {
        throw SessionSyntaxError(line: index + 1, message: "a line of stdout below stderr: stdout comes first")
      }
    }
    self.stdout = Self.settled(stdout)
    self.stderr = Self.settled(stderr)
    self.status = status
  }

  /// The lines as they are written in a session file.
  var picture: [String] {
    stdout.map { Self.wouldBeMisread($0) ? "\\" + $0 : $0 }
      + stderr.map { $0.isEmpty ? "!" : "! " + $0 }
      + (status == 0 ? [] : ["[exit \(status)]"])
  }

  private static func wouldBeMisread(_ line: String) -> Bool {
    switch SessionLine(line) {
    case .blank: false
    case .comment, .command, .file: true
    case .text: ["\\", "! ", "> ", "[exit "].contains(where: line.hasPrefix) || line == "!" || line == ">"
    }
  }

  /// A carriage return and an escape are written by name. They would be invisible to a reader, and `\r\n` is one
  /// `Character`.
  private static func lines(of text: String) -> [String] {
    let visible = text.unicodeScalars.reduce(into: "") { visible, scalar in
      switch scalar {
      case "\r": visible += "<CR>"
      case "\u{1B}": visible += "<ESC>"
      default: visible.unicodeScalars.append(scalar)
      }
    }
    return settled(visible.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
  }

  private static func settled(_ lines: [String]) -> [String] {
    var lines = lines.map { line in
      line.lastIndex { !$0.isWhitespace }.map { String(line[...$0]) } ?? ""
    }
    while lines.last == "" { lines.removeLast() }
    return lines
  }
}
