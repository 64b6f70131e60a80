public import SQLiteSyntax

/// The result of comparing two schemas, as one word. The cases are in order, from the same text to a different meaning.
public enum Verdict: String, Sendable, Hashable, Comparable, CaseIterable, Codable {
  /// The stored text is the same.
  case identical
  /// Only the text or the letter case of names differs; SQLite treats both schemas as equal.
  case cosmetic
  /// Only the order of columns differs, which affects `SELECT *` and INSERT without a column list.
  case reordered
  /// Any other difference.
  case changed

  /// Orders verdicts from `identical` to `changed`.
  public static func < (left: Verdict, right: Verdict) -> Bool { left.rank < right.rank }

  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// One difference between two schemas.
public struct SchemaChange: Sendable, Hashable, CustomStringConvertible, Codable {
  /// The kind of difference, such as `column.type`; `Docs/SchemaIdentity.md` lists all kinds.
  public let kind: Kind
  /// The verdict that this change would give alone.
  public let verdict: Verdict
  /// The name of the table, index, view or trigger.
  public let object: Identifier
  /// A column of ``object``, as it was declared; `nil` if the change is about the object.
  public let column: Identifier?
  /// The canonical SQL before the change; `nil` if there was none.
  public let before: String?
  /// The canonical SQL after the change; `nil` if there is none.
  public let after: String?

  /// The change in words, such as `User.email: was optional, is required`; `nil` if ``before`` and ``after`` are SQL.
  public let sentence: String?

  init(kind: Kind, verdict: Verdict, object: Identifier, column: Identifier?, before: String?, after: String?) {
    self.kind = kind
    self.verdict = verdict
    self.object = object
    self.column = column
    self.before = before
    self.after = after
    sentence = nil
  }

  /// Creates a change of something that a program declares and that SQLite does not see.
  package init(
    declared kind: String, object: Identifier, column: Identifier?, before: String?, after: String?, sentence: String
  ) {
    self.kind = Kind(.model, .declared(kind))
    self.verdict = .changed
    self.sentence = sentence
    self.object = object
    self.column = column
    self.before = before
    self.after = after
  }

  /// `table.column`, or the object alone; names are not quoted.
  public var place: String { column.map { "\(object).\($0)" } ?? object.text }

  /// What a program declares: `entity` or `property`.
  package var declaredPart: String { column == nil ? "entity" : "property" }

  /// The change as text, such as `column.type users.age: INT → INTEGER`, with `-` for a missing side.
  public var description: String {
    if let sentence { return "\(declaredPart) \(sentence)" }
    if before == nil, after == nil { return "\(kind) \(place)" }
    return "\(kind) \(place): \(before ?? "-") → \(after ?? "-")"
  }
}

/// The differences between two schemas, and the verdict on them.
public struct SchemaDiff: Sendable {
  /// The differences, sorted by their text.
  public let changes: [SchemaChange]
  /// The strongest verdict of ``changes``; `identical` if there are none.
  public let verdict: Verdict

  /// Compares the canonical forms without running anything. `before` and `after` become the two sides of each change.
  public init(from before: CanonicalSchema, to after: CanonicalSchema) {
    var comparison = SchemaComparison()
    comparison.compare(before, after)
    self.init(comparison.changes)
  }

  /// Creates a diff of known differences.
  package init(_ differences: [SchemaChange]) {
    changes = differences.sorted { $0.description < $1.description }
    verdict = changes.map(\.verdict).max() ?? .identical
  }
}
