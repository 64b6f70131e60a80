/// SQL with the statements in the lines of the code that contains them.
struct PlacedScript {
  private let firstLine: Int
  private var lines: [String] = [""]

  init(firstLine: Int) { self.firstLine = firstLine }

  var text: String { lines.joined(separator: "\n") + "\n" }

  /// Adds a statement that begins in a line of the file. A literal of several lines begins one line later.
  mutating func add(_ sql: String, at line: Int) {
    let parts = sql.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let start = line - firstLine + (parts.count > 1 ? 1 : 0)
    while lines.count <= start { lines.append("") }
    let isEnded = sql.reversed().first { !$0.isWhitespace } == ";"
    lines[lines.count - 1] += (lines[lines.count - 1].isEmpty ? "" : " ") + parts[0]
    lines += parts.dropFirst()
    // What follows must not be part of a comment.
    if sql.contains("--") {
      lines.append(";")
    } else if !isEnded {
      lines[lines.count - 1] += ";"
    }
  }
}
