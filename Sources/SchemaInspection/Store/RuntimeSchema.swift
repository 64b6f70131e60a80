/// The tables of a store as they are in its file.
public struct RuntimeSchema: Sendable, Hashable {
  /// A table.
  public struct Table: Sendable, Hashable {
    /// The name in the database, such as `ZPOST`.
    public let name: String
    /// The columns in the order of the table; empty if SQLite cannot determine them.
    public let columns: [Column]
    /// Whether the table contains no objects, but what Core Data, SwiftData or SchemaModel keep about the store, as
    /// `Z_METADATA` does.
    public let isSystem: Bool
  }

  /// A column of a table.
  public struct Column: Sendable, Hashable {
    /// The name in the table, such as `ZTITLE`.
    public let name: String
    /// The type as it was declared, such as `VARCHAR`; empty if the column declares none.
    public let type: String
    /// Whether the column may contain NULL. The columns of attributes may in any store of Core Data or SwiftData, whatever
    /// the models declare.
    public let isNullable: Bool
    /// Whether the column is a part of the primary key.
    public let isPrimaryKey: Bool
  }

  /// An index that is not a part of a table's declaration.
  public struct Index: Sendable, Hashable {
    /// The name in the database.
    public let name: String
    /// The table.
    public let table: String
    /// The columns in the order of the index. An expression has no name and is left out.
    public let columns: [String]
    /// Whether the index does not allow two rows with the same values.
    public let isUnique: Bool
  }

  /// The tables, sorted by name, without those of SQLite itself and without views.
  public let tables: [Table]
  /// The indexes, sorted by name.
  public let indexes: [Index]
  /// The identifier of the store, `Z_METADATA.Z_UUID`; `nil` if the file is a database, but not a store.
  public let metadataVersion: String?
}
