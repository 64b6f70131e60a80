/// How two schemas compare, as one word. From `identical` to `changed` each includes less.
public enum Verdict: String, Sendable, Hashable, Comparable, CaseIterable {
  /// The stored text is the same.
  case identical
  /// Only text differs, or the letter case of names: SQLite treats both alike.
  case cosmetic
  /// Columns stand in another order, which `SELECT *` and INSERT without a column list see; nothing else differs.
  case reordered
  /// Anything else.
  case changed

  /// From `identical` to `changed`.
  public static func < (left: Verdict, right: Verdict) -> Bool { left.rank < right.rank }

  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// One difference between two schemas.
public struct SchemaChange: Sendable, Hashable, CustomStringConvertible {
  /// What differs, e.g. `column.type`; the whole list is in `Docs/SchemaIdentity.md`.
  public let kind: Kind
  /// The verdict this change alone would give.
  public let verdict: Verdict
  /// The table, index, view or trigger.
  public let object: String
  /// A column of ``object``, as it was declared; nil when the change is about the object.
  public let column: String?
  /// Canonical SQL; nil where there was nothing.
  public let before: String?
  /// Canonical SQL; nil where there is nothing.
  public let after: String?

  /// The change in words, such as `User.email: was optional, is required`; nil where ``before`` and ``after`` are SQL.
  public let sentence: String?

  init(kind: Kind, verdict: Verdict, object: String, column: String?, before: String?, after: String?) {
    self.kind = kind
    self.verdict = verdict
    self.object = object
    self.column = column
    self.before = before
    self.after = after
    sentence = nil
  }

  /// A change of what a program declares and SQLite does not see.
  package init(
    declared kind: String, object: String, column: String?, before: String?, after: String?, sentence: String
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
  public var place: String { column.map { "\(object).\($0)" } ?? object }

  /// `column.type users.age: INT → INTEGER`, with `-` for what is not there.
  public var description: String {
    if let sentence { return "model \(sentence)" }
    if before == nil, after == nil { return "\(kind) \(place)" }
    return "\(kind) \(place): \(before ?? "-") → \(after ?? "-")"
  }
}

/// What differs between two schemas, and the verdict on it.
public struct SchemaDiff: Sendable {
  /// Sorted by their text.
  public let changes: [SchemaChange]
  /// The strongest of ``changes``; identical when there are none.
  public let verdict: Verdict

  /// Compares the canonical forms; runs nothing. `before` and `after` are told as the two sides of each change.
  public init(from before: CanonicalSchema, to after: CanonicalSchema) {
    var comparison = SchemaComparison()
    comparison.compare(before, after)
    self.init(comparison.changes)
  }

  /// What is known to differ.
  package init(_ differences: [SchemaChange]) {
    changes = differences.sorted { $0.description < $1.description }
    verdict = changes.map(\.verdict).max() ?? .identical
  }
}
