internal import SQLiteSyntax

// What a schema is.
//
// SQLite keeps a schema as the text of the statements that made it, and ALTER TABLE edits that text: it quotes a new
// name, splices a column in behind the last one, keeps comments. So two databases that behave alike to the last detail
// can hold different text, and comparing text raises alarms over nothing. The pragmas, on the other hand, do not show
// CHECK, DEFERRABLE, ON CONFLICT, AUTOINCREMENT, generated expressions, the WHERE of an index, or the COLLATE of a
// column without an index: comparing what pragmas say misses real changes. Tools do one or the other. Here the text is
// parsed by SQLite's grammar, and what the pragmas do say is held against it (`SchemaReader`).
//
// From the parsed statements a canonical form is made in which everything SQLite treats alike is written alike:
//
//   * layout, comments, letter case of keywords, quotes, IF NOT EXISTS, parentheses that change nothing, synonyms
//     (`==`, `!=`, `ISNULL`, `IS NOT DISTINCT FROM`, `INNER JOIN`), defaults written out (`ASC`, `NO ACTION`,
//     `ON CONFLICT ABORT`, `VIRTUAL`, `BEFORE`, `FOR EACH ROW`, `NOT DEFERRABLE`);
//   * a constraint behind its column and the same constraint behind the table; the order of table constraints, unless it
//     decides what happens (`CanonicalTable.ordered`);
//   * `"x"`, which is a name where a column x is in reach and a string where none is (in a DEFAULT always a string; where
//     it cannot be told, it stays as it was written: `NameScope`);
//   * the letter case of a reference to a name; it is written as the name was declared.
//
// What is left is meaning, and each difference in it is a change: a type, even of the same affinity (`INT PRIMARY KEY`
// is no rowid alias, `INTEGER PRIMARY KEY` is), a constraint's name (newer versions of ALTER TABLE use it), a number's
// spelling (`5` and `5.0` differ in a column without affinity).
//
// Three digests answer three questions:
//
//   text    Is the stored text the same?                       equal: identical
//   schema  Is the canonical text the same?                    equal: no more than layout differs (cosmetic)
//   shape   …also when column order and the letter case        equal, but not `schema`: reordered, or names are
//           of declared names do not count?                    spelled otherwise (cosmetic); `SchemaDiff` says which
//
// `schema` is the schema's identity: the SHA-256 of `schema.sql`, which runs, and which reads back to itself.
//
// Left out are SQLite's own objects, shadow tables, and the book-keeping tables of migration tools; `user_version` and
// the like stand beside the schema (`DatabaseProperties`), since they change with every migration and mean something
// only to the application.

/// A database's schema in canonical form. How it comes about and what counts as equal: the head of this file.
public struct CanonicalSchema: Sendable {
  /// Ordinary tables, sorted by folded name.
  public internal(set) var tables: [CanonicalTable] = []
  /// `CREATE VIRTUAL TABLE`, without their shadow tables; sorted by folded name.
  public internal(set) var virtualTables: [CanonicalObject] = []
  /// `CREATE INDEX`; those that a UNIQUE or PRIMARY KEY makes belong to the table. Sorted by folded name.
  public internal(set) var indexes: [CanonicalObject] = []
  /// Sorted by folded name; SQLite resolves a view when it is used, so any order runs.
  public internal(set) var views: [CanonicalObject] = []
  /// Sorted by folded name.
  public internal(set) var triggers: [CanonicalObject] = []
  /// The database's properties that are no part of the schema.
  public internal(set) var properties = DatabaseProperties()

  /// The first line of every `schema.sql`: the version of the canonical form.
  public static let formatLine = "-- schemaledger schema 1"

  /// `schema.sql`: statements in an order in which they run, each ended by `;` and a newline.
  public var sql: String {
    let statements = tables.map(\.sql) + (virtualTables + indexes + views + triggers).map(\.sql)
    return ([Self.formatLine] + statements).map { $0 + "\n" }.joined(separator: "\n")
  }

  /// All tables, views, indexes and triggers.
  public var objectCount: Int {
    tables.count + virtualTables.count + indexes.count + views.count + triggers.count
  }
}

/// An index, a view, a trigger or a virtual table.
public struct CanonicalObject: Sendable, Hashable {
  /// As it was declared.
  public let name: String
  /// The table an index or a trigger belongs to; for a view or a virtual table its own name.
  public let table: String
  /// The CREATE statement without a semicolon.
  public let statement: CanonicalText
  /// What `SELECT *` in a view stands for: its columns as SQLite resolves them. Nil for a view that names its columns,
  /// and for other objects. The statement's text does not change when this does.
  public let resolvedColumns: [String]?
  /// Folded names of tables whose column order the statement depends on.
  var positionalTables: Set<String> = []
  /// The statement as SQLite keeps it.
  public let storedSQL: String

  var key: NameKey { NameKey(name) }

  /// As it stands in `schema.sql`.
  public var sql: String {
    let columns = resolvedColumns.map { "\(name): (\($0.map(Keyword.quote).joined(separator: ", ")))" }
    return (columns.map { "-- " + Self.onOneLine($0) + "\n" } ?? "") + statement.text + ";"
  }

  /// A comment ends with its line, and a name may hold a line break.
  private static func onOneLine(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { line, scalar in
      switch scalar {
      case "\n": line += "\\n"
      case "\r": line += "\\r"
      default: line.unicodeScalars.append(scalar)
      }
    }
  }
}

/// What a database file says of itself beside its schema. https://www.sqlite.org/pragma.html
public struct DatabaseProperties: Sendable, Hashable {
  /// `PRAGMA user_version`, the application's own count.
  public var userVersion: Int = 0
  /// `PRAGMA application_id`, what `file(1)` tells file types by.
  public var applicationID: Int = 0
  /// `UTF-8`, `UTF-16le` or `UTF-16be`.
  public var encoding: String = "UTF-8"
  /// 0 none, 1 full, 2 incremental.
  public var autoVacuum: Int = 0
  /// Bytes.
  public var pageSize: Int = 4096
}
