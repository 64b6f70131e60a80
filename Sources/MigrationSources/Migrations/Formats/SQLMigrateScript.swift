internal import SQLiteSyntax

/// A file as sql-migrate's parser reads it, line by line.
///
/// sql-migrate ends a statement at a line that ends in a semicolon, also within a trigger, and leaves out what comes before
/// the first `-- +migrate Up` or `-- +migrate Down`. https://github.com/rubenv/sql-migrate#writing-migrations
struct SQLMigrateScript {
  /// The lines of all Up parts, at their original line numbers; the other lines are empty.
  let up: String
  /// The lines of all Down parts, at their original line numbers; the other lines are empty.
  let down: String
  let runsInTransaction: Bool

  /// - Throws: `MigrationFolderError.refusedText` if sql-migrate refuses the file.
  init(_ text: String, path: String) throws(MigrationFolderError) {
    var reader = SQLMigrateReader(path: path)
    var (ups, downs): ([Substring], [Substring]) = ([], [])
    for (index, line) in text.lines.enumerated() {
      try reader.read(line.withoutCarriageReturn, number: index + 1)
      let isHead = reader.direction == nil && line.hasPrefix("--")
      ups.append(isHead || reader.direction == .up ? line : "")
      downs.append(reader.direction == .down ? line : "")
    }
    try reader.finish()
    while ups.last?.isEmpty == true { ups.removeLast() }
    up = ups.map { $0 + "\n" }.joined()
    down = downs.joined(separator: "\n")
    runsInTransaction = reader.runsInTransaction
  }
}

private struct SQLMigrateReader {
  enum Direction { case up, down }

  let path: String
  var direction: Direction?
  var runsInTransaction = true
  /// The line of the `StatementBegin` whose statement has not ended.
  private var blockLine: Int?
  /// The statement that has been collected so far; ``firstLine`` is the line at which it begins.
  private var statement = ""
  private var firstLine = 0

  init(path: String) { self.path = path }

  private func refuse(_ line: Int, _ reason: String, _ hint: String) -> MigrationFolderError {
    .refusedText(path, line: line, reason: reason, hint: hint)
  }

  mutating func read(_ line: Substring, number: Int) throws(MigrationFolderError) {
    if line.hasPrefix("-- +migrate ") {
      return try apply(line.dropFirst(12).split(whereSeparator: \.isWhitespace), number)
    }
    guard direction != nil, !line.hasPrefix("-- ") else { return }
    if statement.trimmed.isEmpty { firstLine = number }
    statement += line + "\n"
    guard blockLine == nil, line.endsStatement else { return }
    if Script.endsInTrigger(statement) {
      throw refuse(
        number, "sql-migrate ends the statement of line \(firstLine) here, within the trigger",
        "put -- +migrate StatementBegin before the trigger and -- +migrate StatementEnd after it")
    }
    statement = ""
  }

  private mutating func apply(_ words: [Substring], _ number: Int) throws(MigrationFolderError) {
    switch words.first {
    case "Up", "Down":
      try refuseRemainder()
      direction = words[0] == "Up" ? .up : .down
      if direction == .up, words.contains("notransaction") { runsInTransaction = false }
    case "StatementBegin" where direction != nil: blockLine = number
    case "StatementEnd" where direction != nil:
      if blockLine != nil { statement = "" }
      blockLine = nil
    case nil: throw refuse(number, "has an incomplete annotation", "it has Up, Down, StatementBegin and StatementEnd")
    default: break
    }
  }

  func finish() throws(MigrationFolderError) {
    if let blockLine {
      throw refuse(
        blockLine, "begins a statement that no -- +migrate StatementEnd ends",
        "put -- +migrate StatementEnd after the statement")
    }
    guard direction != nil else {
      throw refuse(1, "has no -- +migrate Up", "put the line -- +migrate Up at the top of the file")
    }
    try refuseRemainder()
  }

  private func refuseRemainder() throws(MigrationFolderError) {
    guard !statement.trimmed.isEmpty else { return }
    throw refuse(firstLine, "begins a statement that has no semicolon at the end of a line", "end it with a semicolon")
  }
}
