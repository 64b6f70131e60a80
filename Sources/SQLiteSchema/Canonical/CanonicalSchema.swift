public import SQLiteSyntax

// Schema identity.
//
// SQLite stores a schema as the text of the statements that created it, and ALTER TABLE edits this text: it quotes a new
// name, inserts a new column after the last one, and keeps comments. Two databases that behave identically can therefore
// contain different text, and a comparison of texts reports differences that do not matter. The pragmas, on the other
// hand, do not report CHECK, DEFERRABLE, ON CONFLICT, AUTOINCREMENT, generated expressions, the WHERE of an index, or the
// COLLATE of a column without an index: a comparison of pragma results misses real changes. Other tools use one or the
// other. This target parses the text by SQLite's grammar, and checks the result against the pragmas (`SchemaReader`).
//
// The canonical form of the parsed statements has one spelling for everything that SQLite treats as equal:
//
//   * layout, comments, letter case of keywords, quotes, IF NOT EXISTS, parentheses without effect, synonyms
//     (`==`, `!=`, `ISNULL`, `IS NOT DISTINCT FROM`, `INNER JOIN`), explicit defaults (`ASC`, `NO ACTION`,
//     `ON CONFLICT ABORT`, `VIRTUAL`, `BEFORE`, `FOR EACH ROW`, `NOT DEFERRABLE`);
//   * a column constraint and the same constraint as a table constraint; the order of table constraints, unless it
//     affects behaviour (`CanonicalTable.ordered`);
//   * `"x"`, which is a name if a column x is in reach and a string otherwise (in a DEFAULT always a string; if this
//     cannot be determined, the text is left as written: `NameScope`);
//   * the letter case of a reference to a name; it is written as the name was declared.
//
// Everything that remains has meaning, and each difference in it is a change: a type, even of the same affinity
// (`INT PRIMARY KEY` is not a rowid alias, `INTEGER PRIMARY KEY` is), a constraint's name (newer versions of ALTER TABLE
// use it), a number's spelling (`5` and `5.0` differ in a column without affinity).
//
// Three digests answer three questions:
//
//   text    Is the stored text the same?                       equal: identical
//   schema  Is the canonical text the same?                    equal: only layout differs (cosmetic)
//   shape   …also if column order, the letter case of          equal, but not `schema`: reordered or cosmetic; see
//           declared names and clauses without effect          `SchemaDiff`
//           (`CanonicalForm`) are ignored?
//
// `schema` is the schema's identity: the SHA-256 of `schema.sql`. This file can be executed, and the resulting database
// has the same canonical form.
//
// SQLite's own objects, shadow tables, and tables that the caller names are left out. `user_version` and the
// like are not part of the schema (`DatabaseProperties`), because they change with every migration and have a meaning
// only for the application.

/// A database's schema in canonical form. The head of this file describes how the form is made and what counts as
/// equal.
public struct CanonicalSchema: Sendable {
  /// Ordinary tables, sorted by name.
  public internal(set) var tables: [CanonicalTable] = []
  /// The `CREATE VIRTUAL TABLE` statements, without the shadow tables; sorted by name.
  public internal(set) var virtualTables: [CanonicalObject] = []
  /// The `CREATE INDEX` statements, sorted by name. An index that a UNIQUE or PRIMARY KEY makes belongs to its
  /// table.
  public internal(set) var indexes: [CanonicalObject] = []
  /// The views, sorted by name. They run in any order, because SQLite resolves a view when it is used.
  public internal(set) var views: [CanonicalObject] = []
  /// The triggers, sorted by name.
  public internal(set) var triggers: [CanonicalObject] = []
  /// The database's properties that are not part of the schema.
  public internal(set) var properties = DatabaseProperties()

  /// The first line of every `schema.sql`, which contains the version of the canonical form.
  public static let formatLine = "-- schemaledger schema 1"

  /// The content of `schema.sql`: the statements in an executable order, each followed by `;` and a newline.
  public var sql: String {
    let statements = tables.map(\.sql) + (virtualTables + indexes + views + triggers).map(\.sql)
    return ([Self.formatLine] + statements).map { $0 + "\n" }.joined(separator: "\n")
  }

  /// The number of tables, views, indexes and triggers.
  public var objectCount: Int {
    tables.count + virtualTables.count + indexes.count + views.count + triggers.count
  }
}

/// An index, a view, a trigger or a virtual table.
public struct CanonicalObject: Sendable, Hashable {
  /// The name as it was declared.
  public let name: Identifier
  /// The table that an index or a trigger belongs to; for a view or a virtual table, its own name.
  public let table: Identifier
  /// The CREATE statement without a semicolon.
  public let statement: CanonicalText
  /// The columns of a view as SQLite resolves them, which shows what its `SELECT *` stands for. `nil` for a view that
  /// names its columns, and for other objects. The text of the statement does not change when these columns do.
  public let resolvedColumns: [Identifier]?
  /// ``statement`` in the effective form, if it is another text.
  var effectiveStatement: CanonicalText?
  /// The tables whose column order the statement depends on.
  var positionalTables: Set<Identifier> = []
  /// The statement as SQLite stores it.
  public let storedSQL: String

  /// ``statement`` in the effective form.
  var effective: CanonicalText { effectiveStatement ?? statement }

  /// The text of the object in `schema.sql`.
  public var sql: String {
    let columns = resolvedColumns.map { "\(name): (\($0.map(Keyword.quote).joined(separator: ", ")))" }
    return (columns.map { "-- " + Self.onOneLine($0) + "\n" } ?? "") + statement.text + ";"
  }

  /// The text without line breaks. A name can contain a line break, which would end the comment.
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

/// The properties that a database file has in addition to its schema. https://www.sqlite.org/pragma.html
public struct DatabaseProperties: Sendable, Hashable {
  /// `PRAGMA user_version`, a number for the application's own use.
  public var userVersion: Int = 0
  /// `PRAGMA application_id`, which `file(1)` uses to identify file types.
  public var applicationID: Int = 0
  /// `PRAGMA encoding`: `UTF-8`, `UTF-16le` or `UTF-16be`.
  public var encoding: String = "UTF-8"
  /// `PRAGMA auto_vacuum`: 0 for none, 1 for full, 2 for incremental.
  public var autoVacuum: Int = 0
  /// `PRAGMA page_size`, in bytes.
  public var pageSize: Int = 4096
}
