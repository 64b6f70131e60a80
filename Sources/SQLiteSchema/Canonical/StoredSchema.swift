package import SQLiteSyntax

/// The rows of `sqlite_schema` and the results of the schema pragmas: everything that SQLite reports about a schema.
package struct StoredSchema: Sendable {
  package enum Kind: String, Sendable {
    case table, index, view, trigger
  }

  package struct Object: Sendable {
    package let kind: Kind
    package let name: Identifier
    package let table: Identifier
    /// The statement; `nil` for the indexes that SQLite makes for UNIQUE and PRIMARY KEY.
    package let sql: String?
  }

  /// A row of `PRAGMA table_xinfo`. https://www.sqlite.org/pragma.html#pragma_table_xinfo
  struct Column: Sendable {
    let name: Identifier
    let type: String
    /// The kind of column: 0 ordinary, 1 hidden in a virtual table, 2 generated VIRTUAL, 3 generated STORED.
    let hidden: Int
    /// The position in the primary key, from 1; 0 for the other columns.
    let keyPosition: Int
  }

  /// A row of `PRAGMA table_list`. https://www.sqlite.org/pragma.html#pragma_table_list
  package struct Table: Sendable, Equatable {
    /// `table`, `view`, `shadow` or `virtual`.
    package let type: String
    package let isWithoutRowid: Bool
    package let isStrict: Bool
  }

  package var objects: [Object] = []
  /// The columns by the name of their table or view. A table or view that SQLite cannot resolve, such as a
  /// broken view, has no element.
  var columns: [Identifier: [Column]] = [:]
  /// The rows of `PRAGMA table_list` by name.
  package var tables: [Identifier: Table] = [:]
  /// The number of foreign keys by the name of their table.
  var foreignKeys: [Identifier: Int] = [:]
  var properties = DatabaseProperties()
}
