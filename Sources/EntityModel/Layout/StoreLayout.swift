/// The layout of a ``DeclaredModel`` in a SQLite file: the tables, columns and indexes that Core Data, and therefore
/// SwiftData, creates for the model, in the same order and with the same SQL.
///
/// Apple does not document this layout. `Docs/StoreLayout.md` lists the rules and the stores that show each of them, and
/// marks the rules that no store shows. The sources cited by a short name are:
///
/// * `freezeray`: two stores created by SwiftData on iOS 26, which are among the tests.
/// * `contacts`, `notes`: the tables of `AddressBook-v22.abcddb` and `NoteStore.sqlite` of macOS 26, from their
///   `sqlite_master`.
/// * `docset`: the index that Apple's `docsetutil` created for a documentation set.
/// * `tables`: https://fatbobman.com/en/posts/tables_and_fields_of_coredata/
public struct StoreLayout: Sendable, Hashable {
  /// A column that holds a value.
  public struct Column: Sendable, Hashable {
    /// The name in the table, such as `ZCREATEDAT`.
    public let name: String
    /// The declared type: `INTEGER`, `FLOAT`, `TIMESTAMP`, `DECIMAL`, `VARCHAR` or `BLOB`.
    public let type: String

    /// Creates a column.
    public init(name: String, type: String) {
      self.name = name
      self.type = type
    }

    /// The column definition for `CREATE TABLE` or `ADD COLUMN`.
    public var definition: String { "\(name) \(type)" }
  }

  /// The storage of a relationship. Keys are values of `Z_PK` in the object's root table.
  public enum RelationshipStorage: Sendable, Hashable {
    /// To-one: a column of the object's own table.
    case ownKey(column: String)
    /// To-many: a column of the destination's table that contains the object's key. It is the column of the to-one
    /// inverse, or a column without a property.
    case foreignKey(table: String, column: String)
    /// Many-to-many: a row for each pair of objects.
    case joinTable(name: String, ownColumn: String, otherColumn: String)
  }

  /// The table of a root entity and all its subentities.
  public struct EntityTable: Sendable, Hashable {
    /// The name in the database, such as `ZUSER`.
    public let name: String
    /// The root entity.
    public let rootEntity: String
    /// The columns in the order of the table, beginning with `Z_PK`, `Z_ENT` and `Z_OPT`.
    public let columns: [Column]
    /// `CREATE INDEX` statements, by the name of the index.
    public let indexes: [String: String]

    /// The `CREATE TABLE` statement, without a semicolon.
    public var createTable: String { StoreLayout.createTable(name, columns.map(\.rowDefinition)) }
    /// The `CREATE INDEX` statements in the order of their names, without semicolons.
    public var createIndexes: [String] { indexes.sorted { $0.key < $1.key }.map(\.value) }
  }

  /// The join table of a many-to-many relationship and its inverse.
  public struct JoinTable: Sendable, Hashable {
    /// The name in the database, such as `Z_1TAGS`.
    public let name: String
    /// The two columns, in the order of the primary key.
    public let columns: [String]
    /// The columns with the order of the objects; empty unless a relationship is ordered.
    public let orderColumns: [String]
    /// The entity that declares the relationship after which the table is named.
    public let entity: String
    /// The relationship after which the table is named.
    public let relationship: String

    /// The `CREATE TABLE` statement, without a semicolon.
    public var createTable: String {
      StoreLayout.createTable(
        name, (columns + orderColumns).map { "\($0) INTEGER" } + ["PRIMARY KEY (\(columns.joined(separator: ", ")))"])
    }
    /// The `CREATE INDEX` statement, without a semicolon.
    ///
    /// > `CREATE INDEX Z_1NODES_Z_8NODES_INDEX ON Z_1NODES (Z_8NODES, Z_1APILANGUAGES)` (docset)
    public var createIndex: String {
      "CREATE INDEX \(name)_\(columns[1])_INDEX ON \(name) (\(columns[1]), \(columns[0]))"
    }
  }

  /// The entity numbers (`Z_ENT`) in `Z_PRIMARYKEY`, by entity.
  let numbers: [String: Int]
  let superentities: [String: String]
  let attributes: [PropertyName: [Column]]
  let composites: Set<PropertyName>
  let relationships: [PropertyName: RelationshipStorage]
  let entityNumberColumns: [PropertyName: String]
  /// The largest number of attributes of one entity whose values are preserved after a deletion.
  let tombstoneCount: Int

  /// The tables of root entities, ordered by entity number.
  public let entityTables: [EntityTable]
  /// The join tables, ordered by the number of the entity they are named after.
  public let joinTables: [JoinTable]

  /// A property and the entity that declares it.
  struct PropertyName: Sendable, Hashable {
    let entity: String
    let property: String
  }

  /// Creates the layout of a model.
  ///
  /// - Throws: ``LayoutError`` if the model cannot be stored.
  public init(of model: DeclaredModel) throws(LayoutError) {
    let unknown = model.entities.flatMap(Self.unknownTypes)
    guard unknown.isEmpty else { throw .notDetermined(unknown) }
    var builder = try LayoutBuilder(model)
    try builder.addColumns()
    try builder.addIndexes()
    numbers = builder.numbers
    superentities = builder.superentities
    attributes = builder.attributes
    composites = builder.composites
    relationships = builder.relationships
    entityNumberColumns = builder.entityNumberColumns
    tombstoneCount =
      model.entities.map { entity in
        model.lineage(of: entity.name).flatMap(\.attributes).count { $0.options.contains("preserveValueOnDeletion") }
      }.max() ?? 0
    entityTables = builder.entityTables
    joinTables = builder.joinTables
  }
}

extension StoreLayout {
  /// The entities, ordered by number.
  public var entities: [String] { numbers.keys.sorted { number(of: $0) < number(of: $1) } }

  /// The entity number (`Z_ENT`); 0 for an entity that is not in the model.
  public func number(of entity: String) -> Int { numbers[entity] ?? 0 }

  /// The number of the superentity (`Z_SUPER`); 0 if there is none.
  public func superentityNumber(of entity: String) -> Int { superentities[entity].map(number(of:)) ?? 0 }

  /// The table of an entity, which is the table of its root entity.
  public func table(of entity: String) -> String {
    Self.columnName(lineage(of: entity).last ?? entity)
  }

  /// The column of a declared or inherited attribute; `nil` for a composite, and if there is no such attribute.
  public func column(of attribute: String, in entity: String) -> Column? {
    property(attribute, in: entity) { composites.contains($0) ? nil : attributes[$0]?.first }
  }

  /// The columns of a composite attribute, depth-first in the order of its components; empty for any other attribute.
  public func columns(ofComposite attribute: String, in entity: String) -> [Column] {
    property(attribute, in: entity) { composites.contains($0) ? attributes[$0] : nil } ?? []
  }

  /// The storage of a declared or inherited relationship; `nil` if there is none.
  public func storage(of relationship: String, in entity: String) -> RelationshipStorage? {
    property(relationship, in: entity) { relationships[$0] }
  }

  /// The column that contains the `Z_ENT` of a to-one relationship's destination object. It exists only if the
  /// destination has subentities.
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

  /// The column for the order of the objects in the ordered to-many inverse of a to-one relationship.
  ///
  /// > Z_FOK_ALBUM INTEGER (photos)
  static func orderColumn(ofToOne relationship: String) -> String { "Z_FOK_\(relationship.uppercased())" }

  /// The column of a join table for the order of the objects whose keys another column contains.
  ///
  /// > Z_FOK_27ALBUMS INTEGER (photos; the column of the objects that are ordered is Z_27ALBUMS)
  static func orderColumn(ofKeys column: String) -> String { "Z_FOK_" + column.dropFirst("Z_".count) }

  static func createTable(_ name: String, _ parts: [String]) -> String {
    "CREATE TABLE \(name) ( \(parts.joined(separator: ", ")) )"
  }
}

extension StoreLayout.Column {
  static let primaryKey = StoreLayout.Column(name: "Z_PK", type: "INTEGER")

  /// The column definition in `CREATE TABLE`.
  var rowDefinition: String { self == .primaryKey ? "Z_PK INTEGER PRIMARY KEY" : definition }
}
