public import SQLiteSyntax

/// A table in canonical form. Keys and checks are constraints of the table, even if they were declared in a column.
public struct CanonicalTable: Sendable {
  /// A column with the constraints that apply to it alone. Keys and checks belong to the table.
  public struct Column: Sendable {
    /// The name as it was declared.
    public let name: Identifier
    /// The declared type in upper case; empty if the column declares none.
    public let type: String
    /// `NOT NULL`, with its conflict clause and its constraint's name; `nil` if the column may be NULL.
    public let notNull: CanonicalText?
    /// The literal, or the expression in parentheses; `nil` if the column has no default.
    public let defaultValue: CanonicalText?
    /// The collation's name; `nil` if the column declares none.
    public let collation: CanonicalText?
    /// `(expression) STORED` or `(expression) VIRTUAL`; `nil` if the column is not generated.
    public let generated: CanonicalText?

    /// The definition `name TYPE NOT NULL DEFAULT … COLLATE … GENERATED ALWAYS AS …`, without keys and checks.
    var definition: CanonicalText { definition(.declared) }

    fileprivate func definition(_ form: CanonicalForm) -> CanonicalText {
      var text = CanonicalText(name: name)
      if !type.isEmpty { text = text + " " + type }
      if let notNull { text = text + " " + notNull }
      if let value = defaultValue(form) { text = text + " DEFAULT " + value }
      if let collation = collation(form) { text = text + " COLLATE " + collation }
      if let generated { text = text + " GENERATED ALWAYS AS " + generated }
      return text
    }
  }

  /// The primary key, declared in a column or as a table constraint.
  public struct PrimaryKey: Sendable, Hashable {
    /// The columns of the key, with collation and order.
    let columns: [CanonicalText]
    /// ``columns`` in the effective form.
    let effectiveColumns: [CanonicalText]
    /// Whether the key is an `INTEGER PRIMARY KEY`, so that the column is the rowid.
    /// https://www.sqlite.org/lang_createtable.html#rowid
    public let isRowidAlias: Bool
    let isAutoincrement: Bool
    /// `CONSTRAINT name `, or empty text.
    let constraint: CanonicalText
    /// ` ON CONFLICT …`, or an empty string.
    let conflict: String

    /// The key for display, such as `(a, b DESC) AUTOINCREMENT ON CONFLICT REPLACE`.
    public var description: CanonicalText { description(.declared) }

    func description(_ form: CanonicalForm) -> CanonicalText {
      constraint + "(" + columns(form).joined(separator: ", ") + ")" + (isAutoincrement ? " AUTOINCREMENT" : "")
        + conflict
    }
  }

  /// A foreign key, declared in a column or as a table constraint.
  public struct ForeignKey: Sendable, Hashable {
    /// The names of the columns that refer, as they are written.
    public let columnNames: [Identifier]
    /// The name of the table that they refer to, as it is written.
    public let parentName: Identifier
    /// The names of the columns there, as they are written; empty for the primary key.
    public let parentColumnNames: [Identifier]
    let columns: CanonicalText
    let parent: CanonicalText
    /// The actions for DELETE and UPDATE of the parent, without NO ACTION.
    let actions: [String]
    /// What follows the parent's columns, such as `ON DELETE CASCADE`; may be empty.
    public let rule: String
    /// The whole constraint.
    public let text: CanonicalText
    /// ``text`` in the effective form: with the columns of the parent, if they are known.
    var effective: CanonicalText
    /// What precedes and what follows the parent's columns, if the constraint leaves them out; otherwise `nil`.
    let sides: Sides?

    struct Sides: Hashable {
      /// The parent's name.
      let parent: Identifier
      let before: CanonicalText
      let behind: String
    }

    /// The child's columns and the parent. Two foreign keys with equal keys are two versions of one foreign key.
    var key: CanonicalText { columns + " " + parent }
  }

  /// The name as it was declared.
  public let name: Identifier
  /// The columns in the order of the table; empty if ``opaque`` is not `nil`.
  public let columns: [Column]
  /// The primary key; `nil` if the table has none, so that only the rowid identifies its rows.
  public let primaryKey: PrimaryKey?
  /// The `UNIQUE (…)` constraints. They are sorted, unless their order affects behaviour.
  public let uniques: [CanonicalText]
  /// ``uniques`` in the effective form.
  let effectiveUniques: [CanonicalText]
  /// The `CHECK (…)` constraints, sorted.
  public let checks: [CanonicalText]
  /// The foreign keys. They are sorted, unless their order affects behaviour.
  public internal(set) var foreignKeys: [ForeignKey]
  /// Whether the table is STRICT. https://www.sqlite.org/stricttables.html
  public let isStrict: Bool
  /// Whether the table is WITHOUT ROWID. https://www.sqlite.org/withoutrowid.html
  public let isWithoutRowid: Bool
  /// The statement's tokens, if the parser does not understand the statement or the pragmas contradict it; otherwise
  /// `nil`. If it is not `nil`, the table has no columns and constraints here.
  public let opaque: CanonicalText?
  /// The statement as SQLite stores it.
  public let storedSQL: String
  /// The reading from which this table comes; `nil` if ``TableMemo`` has not made it.
  var reading: TableMemo.Reading?

  /// Whether a column belongs to the primary key.
  public func isKey(_ column: Column) -> Bool {
    primaryKey?.columns.contains { $0.isKeyColumn(column) } ?? false
  }

  /// The CREATE statement with its semicolon, as in `schema.sql`.
  public var sql: String { reading?.sql ?? written }

  /// ``sql``, which each call writes.
  var written: String { statement(columns, .declared).text }

  /// Whether both tables come from one reading, and their foreign keys refer to the same columns: they do not differ.
  func isSame(as other: CanonicalTable) -> Bool {
    guard let reading, reading === other.reading else { return false }
    return foreignKeys == other.foreignKeys
  }

  /// ``sql`` with every name in lower case.
  var foldedSQL: String { statement(columns, .declared).folded }

  /// The statement with its columns sorted by name.
  package var sqlWithSortedColumns: CanonicalText { statement(sortedColumns, .declared) }

  /// ``sqlWithSortedColumns`` in the effective form.
  var effectiveSQL: CanonicalText { statement(sortedColumns, .effective) }

  private var sortedColumns: [Column] { columns.sorted { $0.name < $1.name } }

  private func statement(_ columns: [Column], _ form: CanonicalForm) -> CanonicalText {
    if let opaque { return opaque + ";" }
    var lines = columns.map { column in
      column.definition(form) + inlineKey(of: column, form)
    }
    if let primaryKey, !primaryKey.isInline(of: columns, form) {
      lines.append(
        primaryKey.constraint + "PRIMARY KEY (" + primaryKey.columns(form).joined(separator: ", ") + ")"
          + primaryKey.conflict)
    }
    lines += uniques(form) + checks + foreignKeys(form)
    let options = [isStrict ? "STRICT" : nil, isWithoutRowid ? "WITHOUT ROWID" : nil].compactMap { $0 }
    return "CREATE TABLE " + CanonicalText(name: name) + " (\n"
      + lines.map { "  " + $0 }.joined(separator: ",\n") + "\n)"
      + (options.isEmpty ? "" : " " + options.joined(separator: ", ")) + ";"
  }

  /// The PRIMARY KEY clause in a column's definition; empty for other columns. A key on one column is written there,
  /// because AUTOINCREMENT is allowed nowhere else, and neither is the `DESC` that makes an INTEGER PRIMARY KEY a
  /// column separate from the rowid.
  private func inlineKey(of column: Column, _ form: CanonicalForm) -> CanonicalText {
    guard let primaryKey, primaryKey.isInline(of: columns, form),
      primaryKey.columns(form)[0].isKeyColumn(column)
    else {
      return CanonicalText(plain: "")
    }
    let order = primaryKey.columns(form)[0].folded.hasSuffix(" DESC") ? " DESC" : ""
    return " " + primaryKey.constraint + "PRIMARY KEY" + order + primaryKey.conflict
      + (primaryKey.isAutoincrement ? " AUTOINCREMENT" : "")
  }
}

extension CanonicalTable.PrimaryKey {
  /// Whether the key has one column, without a collation of its own.
  fileprivate func isInline(of columns: [CanonicalTable.Column], _ form: CanonicalForm) -> Bool {
    let elements = self.columns(form)
    return elements.count == 1 && columns.contains { elements[0].isKeyColumn($0) }
  }
}

extension CanonicalText {
  /// Whether this element of a key is just `column`, in ascending or descending order.
  func isKeyColumn(_ column: CanonicalTable.Column) -> Bool {
    let name = CanonicalText(name: column.name)
    return self == name || self == name + " DESC"
  }
}
