/// Where the objects of a ``DeclaredModel`` lie in a SQLite file: the tables, columns and indexes that Core Data makes
/// of such a model, and therefore SwiftData, in the same order and the same words.
///
/// Apple documents none of it. Each rule says where it was seen; what nobody has shown is marked `[not measured]`.
/// The sources that are cited by a short name:
/// * `freezeray`: two stores that SwiftData made on iOS 26; they are among the tests.
/// * `contacts`, `notes`: the tables of `AddressBook-v22.abcddb` and `NoteStore.sqlite` of macOS 26, as their
///   `sqlite_master` has them.
/// * `docset`: the index that Apple's `docsetutil` made of a documentation set.
/// * `tables`: https://fatbobman.com/en/posts/tables_and_fields_of_coredata/
public struct StoreLayout: Sendable, Hashable {
  /// A column that holds a value.
  public struct Column: Sendable, Hashable {
    /// As in the table, such as `ZCREATEDAT`.
    public let name: String
    /// `INTEGER`, `FLOAT`, `TIMESTAMP`, `DECIMAL`, `VARCHAR` or `BLOB`.
    public let type: String

    /// By its parts.
    public init(name: String, type: String) {
      self.name = name
      self.type = type
    }

    /// As in `CREATE TABLE`, and in what may follow `ADD COLUMN`.
    public var definition: String { "\(name) \(type)" }
  }

  /// Where a relationship keeps which objects it leads to. Keys are `Z_PK` of the object's root table.
  public enum RelationshipStorage: Sendable, Hashable {
    /// A to-one relationship: a column of the object's own table.
    case ownKey(column: String)
    /// A to-many relationship: a column of the destination's table that holds the key of the object. It is the inverse
    /// to-one's column, or one that no property shows.
    case foreignKey(table: String, column: String)
    /// Many to many: a row for each pair.
    case joinTable(name: String, ownColumn: String, otherColumn: String)
  }

  /// The table of a root entity and of all that inherit from it.
  public struct EntityTable: Sendable, Hashable {
    /// As in the database, such as `ZUSER`.
    public let name: String
    /// The entity that inherits from none.
    public let rootEntity: String
    /// In the table's order, `Z_PK`, `Z_ENT` and `Z_OPT` first.
    public let columns: [Column]
    /// `CREATE INDEX` statements, by the name of the index.
    public let indexes: [String: String]

    /// The `CREATE TABLE` statement, without a semicolon.
    public var createTable: String { StoreLayout.createTable(name, columns.map(\.rowDefinition)) }
    /// The `CREATE INDEX` statements in the order of their names, without semicolons.
    public var createIndexes: [String] { indexes.sorted { $0.key < $1.key }.map(\.value) }
  }

  /// The table of a many-to-many relationship and its inverse.
  public struct JoinTable: Sendable, Hashable {
    /// As in the database, such as `Z_1TAGS`.
    public let name: String
    /// Both columns, in the order of the primary key.
    public let columns: [String]
    /// The relationship the table is named after, and the entity that declares it.
    public let entity: String
    /// See ``entity``.
    public let relationship: String

    /// The `CREATE TABLE` statement, without a semicolon.
    public var createTable: String {
      StoreLayout.createTable(
        name, columns.map { "\($0) INTEGER" } + ["PRIMARY KEY (\(columns.joined(separator: ", ")))"])
    }
    /// > `CREATE INDEX Z_1NODES_Z_8NODES_INDEX ON Z_1NODES (Z_8NODES, Z_1APILANGUAGES)` (docset)
    public var createIndex: String {
      "CREATE INDEX \(name)_\(columns[1])_INDEX ON \(name) (\(columns[1]), \(columns[0]))"
    }
  }

  /// By entity; the entities that have rows of their own kind in Z_PRIMARYKEY.
  let numbers: [String: Int]
  let superentities: [String: String]
  let attributes: [PropertyName: [Column]]
  let composites: Set<PropertyName>
  let relationships: [PropertyName: RelationshipStorage]
  let entityNumberColumns: [PropertyName: String]

  /// By the number of the root entity.
  public let entityTables: [EntityTable]
  /// By the number of the entity they are named after.
  public let joinTables: [JoinTable]

  /// A property of an entity that declares it itself.
  struct PropertyName: Sendable, Hashable {
    let entity: String
    let property: String
  }

  /// The tables of a model.
  ///
  /// - Throws: ``LayoutError`` for a model that no tables can be made of.
  public init(of model: DeclaredModel) throws(LayoutError) {
    var builder = try LayoutBuilder(model)
    try builder.addColumns()
    try builder.addIndexes()
    numbers = builder.numbers
    superentities = builder.superentities
    attributes = builder.attributes
    composites = builder.composites
    relationships = builder.relationships
    entityNumberColumns = builder.entityNumberColumns
    entityTables = builder.entityTables
    joinTables = builder.joinTables
  }
}

extension StoreLayout {
  /// The entities by their numbers.
  public var entities: [String] { numbers.keys.sorted { number(of: $0) < number(of: $1) } }

  /// `Z_ENT` of an entity's rows; 0 for an entity that is not in the model.
  public func number(of entity: String) -> Int { numbers[entity] ?? 0 }

  /// `Z_SUPER` of an entity: the number of what it inherits from, 0 for none.
  public func superentityNumber(of entity: String) -> Int { superentities[entity].map(number(of:)) ?? 0 }

  /// The table of an entity, which is that of its root entity.
  public func table(of entity: String) -> String {
    Self.columnName(lineage(of: entity).last ?? entity)
  }

  /// The column of an attribute, declared or inherited; nil for a composite and for what is not there.
  public func column(of attribute: String, in entity: String) -> Column? {
    property(attribute, in: entity) { composites.contains($0) ? nil : attributes[$0]?.first }
  }

  /// The columns of a composite attribute, depth first in the order of its components; empty for anything else.
  public func columns(ofComposite attribute: String, in entity: String) -> [Column] {
    property(attribute, in: entity) { composites.contains($0) ? attributes[$0] : nil } ?? []
  }

  /// Where a relationship is kept, declared or inherited; nil for what is not there.
  public func storage(of relationship: String, in entity: String) -> RelationshipStorage? {
    property(relationship, in: entity) { relationships[$0] }
  }

  /// The column beside a to-one's key that holds `Z_ENT` of the object it leads to; only where that may be one of
  /// several entities.
  public func entityNumberColumn(of relationship: String, in entity: String) -> String? {
    property(relationship, in: entity) { entityNumberColumns[$0] }
  }

  private func property<Value>(_ name: String, in entity: String, _ value: (PropertyName) -> Value?) -> Value? {
    for ancestor in lineage(of: entity) {
      if let found = value(PropertyName(entity: ancestor, property: name)) { return found }
    }
    return nil
  }

  private func lineage(of entity: String) -> [String] {
    Array(sequence(first: entity) { superentities[$0] })
  }

  static func columnName(_ property: String) -> String { "Z" + property.uppercased() }

  static func createTable(_ name: String, _ parts: [String]) -> String {
    "CREATE TABLE \(name) ( \(parts.joined(separator: ", ")) )"
  }
}

extension StoreLayout.Column {
  static let primaryKey = StoreLayout.Column(name: "Z_PK", type: "INTEGER")

  /// As in `CREATE TABLE`.
  var rowDefinition: String { self == .primaryKey ? "Z_PK INTEGER PRIMARY KEY" : definition }
}
