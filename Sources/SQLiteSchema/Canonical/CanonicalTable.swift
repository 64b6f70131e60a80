internal import SQLiteSyntax

/// A table in canonical form: its columns, and every constraint on the level of the table.
public struct CanonicalTable: Sendable {
  /// A column with the constraints that belong to it alone; keys and checks are the table's.
  public struct Column: Sendable {
    /// As it was declared.
    public let name: String
    /// In upper case; empty when none was declared.
    public let type: String
    /// `NOT NULL`, with its conflict clause and its constraint's name.
    public let notNull: CanonicalText?
    /// The literal, or the expression in parentheses.
    public let defaultValue: CanonicalText?
    /// The collation's name; nil where none was declared.
    public let collation: CanonicalText?
    /// `(expression) STORED` or `(expression) VIRTUAL`.
    public let generated: CanonicalText?

    var key: NameKey { NameKey(name) }

    /// `name TYPE NOT NULL DEFAULT … COLLATE … GENERATED ALWAYS AS …`: everything but keys and checks.
    var definition: CanonicalText {
      var text = CanonicalText(name: name)
      if !type.isEmpty { text = text + " " + type }
      if let notNull { text = text + " " + notNull }
      if let defaultValue { text = text + " DEFAULT " + defaultValue }
      if let collation { text = text + " COLLATE " + collation }
      if let generated { text = text + " GENERATED ALWAYS AS " + generated }
      return text
    }
  }

  /// The primary key, wherever in the statement it was declared.
  public struct PrimaryKey: Sendable, Hashable {
    /// The key's columns with collation and order.
    let columns: [CanonicalText]
    /// `INTEGER PRIMARY KEY`: the column is the rowid.
    /// https://www.sqlite.org/lang_createtable.html#rowid
    public let isRowidAlias: Bool
    let isAutoincrement: Bool
    /// `CONSTRAINT name `, or empty.
    let constraint: CanonicalText
    /// ` ON CONFLICT …`, or empty.
    let conflict: String

    /// For people: `(a, b DESC) AUTOINCREMENT ON CONFLICT REPLACE`.
    public var description: CanonicalText {
      constraint + "(" + columns.joined(separator: ", ") + ")" + (isAutoincrement ? " AUTOINCREMENT" : "") + conflict
    }
  }

  /// A foreign key, wherever in the statement it was declared.
  public struct ForeignKey: Sendable, Hashable {
    let columns: CanonicalText
    let parent: CanonicalText
    /// What is to happen on DELETE and UPDATE of the parent, without NO ACTION.
    let actions: [String]
    /// The whole constraint.
    public let text: CanonicalText

    /// The child's columns and the parent: two foreign keys that share these are one that changed.
    var key: CanonicalText { columns + " " + parent }
  }

  /// As it was declared.
  public let name: String
  /// In the order of the table; empty when ``opaque`` is not nil.
  public let columns: [Column]
  /// Nil for a table that has none, whose rows SQLite tells apart by rowid.
  public let primaryKey: PrimaryKey?
  /// `UNIQUE (…)`, sorted.
  public let uniques: [CanonicalText]
  /// `CHECK (…)`, sorted.
  public let checks: [CanonicalText]
  /// Sorted.
  public let foreignKeys: [ForeignKey]
  /// https://www.sqlite.org/stricttables.html
  public let isStrict: Bool
  /// https://www.sqlite.org/withoutrowid.html
  public let isWithoutRowid: Bool
  /// The statement's tokens, when the statement has something in it that is not understood; the rest is empty then.
  public let opaque: CanonicalText?
  /// The statement as SQLite keeps it.
  public let storedSQL: String

  var key: NameKey { NameKey(name) }

  /// The CREATE statement with its semicolon, as it stands in `schema.sql`.
  public var sql: String { statement(columns: columns).text }

  /// ``sql`` with every name in lower case.
  var foldedSQL: String { statement(columns: columns).folded }

  /// The statement with its columns in the order of their names.
  package var sqlWithSortedColumns: CanonicalText { statement(columns: columns.sorted { $0.key < $1.key }) }

  private func statement(columns: [Column]) -> CanonicalText {
    if let opaque { return opaque + ";" }
    var lines = columns.map { column in
      column.definition + inlineKey(of: column)
    }
    if let primaryKey, !primaryKey.isInline(of: columns) {
      lines.append(
        primaryKey.constraint + "PRIMARY KEY (" + primaryKey.columns.joined(separator: ", ") + ")"
          + primaryKey.conflict)
    }
    lines += uniques + checks + foreignKeys.map(\.text)
    let options = [isStrict ? "STRICT" : nil, isWithoutRowid ? "WITHOUT ROWID" : nil].compactMap { $0 }
    return "CREATE TABLE " + CanonicalText(name: name) + " (\n"
      + lines.map { "  " + $0 }.joined(separator: ",\n") + "\n)"
      + (options.isEmpty ? "" : " " + options.joined(separator: ", ")) + ";"
  }

  /// A key on one column stands behind it; AUTOINCREMENT can stand nowhere else, nor can the `DESC` that keeps an
  /// INTEGER PRIMARY KEY from being the rowid.
  private func inlineKey(of column: Column) -> CanonicalText {
    guard let primaryKey, primaryKey.isInline(of: columns), primaryKey.columns[0].folded.hasKeyColumn(column) else {
      return CanonicalText(plain: "")
    }
    let order = primaryKey.columns[0].folded.hasSuffix(" DESC") ? " DESC" : ""
    return " " + primaryKey.constraint + "PRIMARY KEY" + order + primaryKey.conflict
      + (primaryKey.isAutoincrement ? " AUTOINCREMENT" : "")
  }
}

extension CanonicalTable.PrimaryKey {
  /// One column, and no collation of its own.
  fileprivate func isInline(of columns: [CanonicalTable.Column]) -> Bool {
    self.columns.count == 1 && columns.contains { self.columns[0].folded.hasKeyColumn($0) }
  }
}

extension String {
  /// Whether this element of a key is just `column`, perhaps in descending order.
  fileprivate func hasKeyColumn(_ column: CanonicalTable.Column) -> Bool {
    let name = Keyword.quote(column.name.foldedASCII)
    return self == name || self == name + " DESC"
  }
}
