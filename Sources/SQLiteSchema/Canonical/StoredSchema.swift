/// The rows of `sqlite_schema`, and what the pragmas say of them: all that SQLite tells of a schema.
package struct StoredSchema: Sendable {
  package enum Kind: String, Sendable {
    case table, index, view, trigger
  }

  package struct Object: Sendable {
    package let kind: Kind
    package let name: String
    package let table: String
    /// Nil for the indexes that SQLite makes for UNIQUE and PRIMARY KEY.
    package let sql: String?
  }

  /// A row of `PRAGMA table_xinfo`. https://www.sqlite.org/pragma.html#pragma_table_xinfo
  struct Column: Sendable {
    let name: String
    let type: String
    /// 0 an ordinary column, 1 hidden in a virtual table, 2 generated VIRTUAL, 3 generated STORED.
    let hidden: Int
    /// The position in the primary key, from 1; 0 for the other columns.
    let keyPosition: Int
  }

  /// A row of `PRAGMA table_list`. https://www.sqlite.org/pragma.html#pragma_table_list
  package struct Table: Sendable {
    /// `table`, `view`, `shadow` or `virtual`.
    package let type: String
    package let isWithoutRowid: Bool
    package let isStrict: Bool
  }

  package var objects: [Object] = []
  /// By folded name of the table or view; nil for one that SQLite cannot resolve, a broken view for instance.
  var columns: [String: [Column]] = [:]
  /// By folded name.
  package var tables: [String: Table] = [:]
  /// The number of foreign keys by the folded name of their table.
  var foreignKeys: [String: Int] = [:]
  var properties = DatabaseProperties()
}
