// Names that SQLite gives only in the text of an error: no result code and no function of its API returns them. This file
// reads the text, and tests compare it with the linked SQLite. Apart from this file, only the lint rules for ADD COLUMN
// compare such texts.

public import SQLiteSyntax

/// A name that SQLite does not know.
public enum UnknownName: Sendable, Hashable {
  case table(Identifier)
  case function(Identifier)
  case collation(Identifier)
  case module(Identifier)
}

extension SchemaError {
  /// The table, function, collation or module whose absence caused the error; `nil` for other errors.
  public var unknownName: UnknownName? {
    if let name = rest(after: "no such table: ") { return .table(name.identifier) }
    if let name = rest(after: "no such function: ") { return .function(name.identifier) }
    if let name = rest(after: "unknown function: ") {
      return .function(Identifier(name.hasSuffix("()") ? String(name.dropLast(2)) : name))
    }
    if let name = rest(after: "no such collation sequence: ") { return .collation(name.identifier) }
    return rest(after: "no such module: ").map { .module($0.identifier) }
  }

  /// The columns of the UNIQUE or NOT NULL constraint that failed: `title` for `UNIQUE constraint failed: notes.title`.
  /// Empty for other errors, and for an index on expressions, of which SQLite gives the name.
  public var failedColumns: [Identifier] {
    guard constraint == .unique || constraint == .notNull,
      let places = rest(after: "UNIQUE constraint failed: ") ?? rest(after: "NOT NULL constraint failed: ")
    else { return [] }
    return places.split(separator: ", ").compactMap { place in
      place.firstIndex(of: ".").map { Identifier(String(place[place.index(after: $0)...])) }
    }
  }

  /// The name or the expression of the CHECK that failed; `nil` for other errors.
  public var failedCheck: String? { constraint == .check ? rest(after: "CHECK constraint failed: ") : nil }

  /// The column of a STRICT table that cannot store a value, and its type; `nil` for other errors.
  /// https://www.sqlite.org/stricttables.html
  public var failedType: (column: Identifier, type: String)? {
    guard let words = rest(after: "cannot store ")?.split(separator: " "), words.count == 6, words[1] == "value",
      let dot = words[5].firstIndex(of: ".")
    else { return nil }
    return (Identifier(String(words[5][words[5].index(after: dot)...])), String(words[3]))
  }

  /// Whether a JSON function got a text that is not JSON.
  public var isMalformedJSON: Bool { rest(after: "malformed JSON") != nil }

  /// The column that a statement names and that no table in its reach has; `nil` for other errors.
  public var unknownColumn: Identifier? {
    if let name = rest(after: "no such column: ") {
      return name.split(separator: ".").last.map { Identifier(String($0)) }
    }
    guard let rest = rest(after: "table "), let range = rest.firstRange(of: " has no column named ") else { return nil }
    return Identifier(String(rest[range.upperBound...]))
  }

  /// The virtual table on which a statement tried to create an index; `nil` for other errors.
  public var virtualTableOfIndex: Identifier? {
    guard case .sqlite(_, _, let sql?) = self, rest(after: "virtual tables may not be indexed") != nil else {
      return nil
    }
    let statement = Script.statements(of: sql).first.map { Array(sql.utf8)[$0.range] } ?? []
    var parser = Parser(String(decoding: statement, as: UTF8.self))
    return (try? parser.createIndex())?.table
  }

  private func rest(after start: String) -> String? {
    guard case .sqlite(_, let message, _) = self, message.hasPrefix(start) else { return nil }
    return String(message.dropFirst(start.count))
  }
}
