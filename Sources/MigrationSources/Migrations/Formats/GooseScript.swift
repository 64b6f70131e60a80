internal import SQLiteSyntax

/// A file as goose's parser reads it, line by line: the positions of its two parts, and whether goose would run it.
///
/// Goose ends a statement at a line that ends in a semicolon, regardless of context, and passes SQLite one statement at
/// a time. https://pressly.github.io/goose/documentation/annotations
struct GooseScript {
  /// The file up to its Down part, so that line numbers match those of the file.
  let up: String
  /// The Down part, preceded by empty lines that keep its line numbers; `nil` without a Down annotation.
  let down: String?
  let runsInTransaction: Bool
  /// Variables without a value.
  let missing: [MissingValue]

  /// - Parameter variables: values in place of the environment, where the file contains `ENVSUB ON`.
  /// - Throws: `MigrationFolderError.refusedText`.
  init(_ text: String, path: String, variables: [String: String]) throws(MigrationFolderError) {
    var lines = text.lines
    var reader = GooseReader(path: path, text: text, variables: EnvironmentVariables(values: variables))
    var downLine: Int?
    for index in lines.indices {
      if let replaced = try reader.read(lines[index].withoutCarriageReturn, number: index + 1) {
        lines[index] = replaced
      }
      if downLine == nil, reader.place == .down { downLine = index }
    }
    try reader.finish(lineCount: lines.count)
    runsInTransaction = reader.runsInTransaction
    missing = reader.variables.missing
    up = downLine.map { lines[..<$0].map { $0 + "\n" }.joined() } ?? lines.joined(separator: "\n")
    down = downLine.map { String(repeating: "\n", count: $0) + lines[$0...].joined(separator: "\n") }
  }
}

private struct GooseReader {
  enum Place { case start, up, upStatement, down, downStatement }

  let path: String
  let text: String
  var variables: EnvironmentVariables
  var place = Place.start
  var runsInTransaction = true
  var substitutes = false
  /// The statement that goose has collected so far; ``firstLine`` is the line at which it begins.
  var statement = ""
  var firstLine = 0

  private func refuse(_ line: Int, _ reason: String, _ hint: String) -> MigrationFolderError {
    .refusedText(path, line: line, reason: reason, hint: hint)
  }

  /// - Returns: the line with its variables replaced; `nil` if the line is unchanged.
  mutating func read(_ line: Substring, number: Int) throws(MigrationFolderError) -> Substring? {
    let words = line.trimmed
    let isComment = words.hasPrefix("--")
    if place == .start, words.isEmpty { return nil }
    if isComment, line.contains("+goose") {
      try apply(annotation(line, number), number)
      return nil
    }
    // Goose skips comments and empty lines before a statement, not those within a statement.
    if statement.isEmpty, isComment || line.isEmpty { return nil }
    guard place != .start else {
      throw refuse(
        number, "has SQL before -- +goose Up",
        ForeignText.hint(in: text, of: .goose) ?? "put the line -- +goose Up at the top of the file")
    }
    let replaced = substitutes ? try variables.replaced(in: line, path, number) : nil
    // The Down part does not run here, and the ends of its statements do not matter.
    guard place == .up || place == .upStatement else { return replaced }
    if statement.isEmpty { firstLine = number }
    statement += (replaced ?? line) + "\n"
    if place == .up, (replaced ?? line).endsStatement { try endStatement(number) }
    return replaced
  }

  private mutating func endStatement(_ number: Int) throws(MigrationFolderError) {
    if Script.endsInTrigger(statement) {
      throw refuse(
        number, "goose ends the statement of line \(firstLine) here, within the trigger",
        "put -- +goose StatementBegin before the trigger and -- +goose StatementEnd after it")
    }
    statement = ""
  }

  func finish(lineCount: Int) throws(MigrationFolderError) {
    switch place {
    case .start: throw refuse(1, "has no -- +goose Up", "put the line -- +goose Up at the top of the file")
    case .upStatement, .downStatement:
      throw refuse(lineCount, "ends before -- +goose StatementEnd", "put -- +goose StatementEnd after the statement")
    case .up, .down: try refuseRemainder()
    }
  }

  /// Refuses a remainder. Goose runs no part of a file whose last statement does not end.
  private func refuseRemainder() throws(MigrationFolderError) {
    guard !statement.trimmed.isEmpty else { return }
    throw refuse(firstLine, "begins a statement that has no semicolon at the end of a line", "end it with a semicolon")
  }

  // MARK: Annotations

  private enum Annotation: String, CaseIterable {
    case up = "up"
    case down = "down"
    case statementBegin = "statementbegin"
    case statementEnd = "statementend"
    case noTransaction = "no transaction"
    case environmentOn = "envsub on"
    case environmentOff = "envsub off"
  }

  private func annotation(_ line: Substring, _ number: Int) throws(MigrationFolderError) -> Annotation {
    guard line.first != " ", line.first != "\t" else {
      throw refuse(number, "goose does not accept white space before an annotation", "move it to the start of the line")
    }
    let words = line.replacing("--", with: "").replacing("+goose", with: "", maxReplacements: 1).trimmed
    guard let annotation = Annotation(rawValue: words.lowercased()) else {
      throw refuse(
        number, "goose has no annotation '\(words)'",
        "it has Up, Down, StatementBegin, StatementEnd, NO TRANSACTION, ENVSUB ON and ENVSUB OFF")
    }
    return annotation
  }

  private mutating func apply(_ annotation: Annotation, _ number: Int) throws(MigrationFolderError) {
    switch (annotation, place) {
    case (.up, .start): place = .up
    case (.down, .up):
      try refuseRemainder()
      (statement, place) = ("", .down)
    case (.statementBegin, .up): place = .upStatement
    case (.statementBegin, .down): place = .downStatement
    case (.statementEnd, .upStatement): (statement, place) = ("", .up)
    case (.statementEnd, .downStatement): place = .down
    case (.noTransaction, _): runsInTransaction = false
    case (.environmentOn, _): substitutes = true
    case (.environmentOff, _): substitutes = false
    case (.up, _):
      throw refuse(number, "contains -- +goose Up a second time", "a file has one Up, followed by one Down")
    case (.down, _):
      throw refuse(number, "contains -- +goose Down without -- +goose Up before it", "put the Up first")
    case (.statementBegin, .start):
      throw refuse(number, "begins a statement before -- +goose Up", "put the Up first")
    case (.statementBegin, _), (.statementEnd, _):
      throw refuse(
        number, "StatementBegin and StatementEnd do not pair here", "each StatementBegin has one StatementEnd behind it"
      )
    }
  }
}

extension Substring {
  /// Whether goose and sql-migrate end a statement at this line: the last word before a comment ends in a semicolon.
  var endsStatement: Bool {
    split(whereSeparator: \.isWhitespace).prefix { !$0.hasPrefix("--") }.last?.hasSuffix(";") ?? false
  }
}
