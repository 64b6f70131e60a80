/// The parser for `Session.init(parsing:)`. It reads the lines in one pass.
struct SessionParser {
  private(set) var normalisations: [Normalisation] = []
  private(set) var steps: [Session.Step] = []

  private let lines: [String]
  private var next = 0

  init(_ text: String) {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    self.lines = lines
  }

  mutating func parse() throws(SessionSyntaxError) {
    guard let first = lines.first, SessionLine(first) == .comment else {
      throw SessionSyntaxError(line: 1, message: "a session begins with a comment that says what it shows")
    }
    var hasCommand = false
    while next < lines.count {
      switch SessionLine(lines[next]) {
      case .comment, .blank:
        steps.append(.prose([lines[next]]))
        next += 1
      case .file(let path):
        try parseFile(path)
      case .command:
        try parseCommand()
        hasCommand = true
      case .text:
        try parseDirective()
      }
    }
    if !hasCommand {
      throw SessionSyntaxError(line: lines.count, message: "a session has at least one line that begins with '$ '")
    }
  }

  private func error(at index: Int, _ message: String) -> SessionSyntaxError {
    SessionSyntaxError(line: index + 1, message: message)
  }

  private mutating func parseDirective() throws(SessionSyntaxError) {
    let line = lines[next]
    let isHead = steps.allSatisfy { step in if case .prose = step { true } else { false } }
    guard isHead else { throw error(at: next, "'\(line)' is not the output of any command") }
    guard line.hasPrefix("normalise: ") else {
      throw error(at: next, "'\(line)' is neither a comment, a directive, a file nor a command")
    }
    let halves = line.dropFirst("normalise: ".count).split(separator: " => ", maxSplits: 1)
    guard halves.count == 2 else { throw error(at: next, "expected 'normalise: REGEX => TEXT'") }
    do {
      normalisations.append(try Normalisation(String(halves[0]), String(halves[1])))
    } catch let problem {
      throw error(at: next, "'\(halves[0])' is not a regular expression: \(problem)")
    }
    steps.append(.prose([line]))
    next += 1
  }

  private mutating func parseFile(_ path: String) throws(SessionSyntaxError) {
    guard path != "end" else { throw error(at: next, "'-- end --' without a file before it") }
    guard !path.hasPrefix("/"), !path.split(separator: "/").contains("..") else {
      throw error(at: next, "'\(path)' is not inside the work folder")
    }
    guard let end = lines[next...].firstIndex(of: "-- end --") else {
      throw error(at: next, "'-- \(path) --' has no '-- end --'")
    }
    steps.append(.file(path: path, lines: Array(lines[(next + 1)..<end])))
    next = end + 1
  }

  private mutating func parseCommand() throws(SessionSyntaxError) {
    let start = next
    var script = String(lines[start].dropFirst(2))
    next += 1
    while next < lines.count {
      let line = lines[next]
      let continued = line == ">" || line.hasPrefix("> ")
      guard continued || script.hasSuffix("\\") else { break }
      script += "\n" + (continued ? String(line.dropFirst(2)) : line)
      next += 1
    }
    guard script.contains(where: { !$0.isWhitespace }) else { throw error(at: start, "'$' without a command") }
    guard !script.hasSuffix("\\") else { throw error(at: next - 1, "the command goes on, but the session ends") }

    let source = Array(lines[start..<next])
    let output = next
    while next < lines.count, SessionLine(lines[next]).isOutput { next += 1 }
    // Blank lines between the output and the next element are separators, and belong to neither.
    while next > output, SessionLine(lines[next - 1]) == .blank { next -= 1 }

    let expected = try CommandOutput(picture: lines[output..<next])
    steps.append(.command(.init(line: start + 1, source: source, script: script, expected: expected)))
  }
}

/// The kind of a line, determined by its start.
enum SessionLine: Equatable {
  case blank, comment, command
  case file(path: String)
  /// A directive at the top of a session, and output everywhere else.
  case text

  init(_ line: String) {
    if line.allSatisfy(\.isWhitespace) {
      self = .blank
    } else if line == "#" || line.hasPrefix("# ") {
      self = .comment
    } else if ["$", "%"].contains(line) || line.hasPrefix("$ ") || line.hasPrefix("% ") {
      self = .command
    } else if line.hasPrefix("-- "), line.hasSuffix(" --"), line.count > 6 {
      self = .file(path: String(line.dropFirst(3).dropLast(3)))
    } else {
      self = .text
    }
  }

  var isOutput: Bool { self == .text || self == .blank }
}
