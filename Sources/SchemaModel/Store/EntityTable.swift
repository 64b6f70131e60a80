internal import EntityModel

/// How objects of one entity lie in a store: which columns have the values of which slots.
final class EntityTable: Sendable {
  /// Which entity an object is of that a key leads to. It is written and not read: that object's row says it too.
  struct NumberColumn {
    let name: String
    /// Where the other object is.
    let table: String
  }

  /// A property with columns. A class, for every value of every row passes one.
  final class Field: Sendable {
    enum Content: Sendable {
      /// One column, whose value the slot has as it is.
      case scalar
      /// The same of an enumeration, which is no case for some values.
      case rawValue(AttributeCodec)
      /// One column or several, whose value is decoded when it is asked for.
      case encoded(AttributeCodec)
      /// The primary key of another object; the root entity's number of its table.
      case key(root: Int)
    }
    let slot: Int
    let name: String
    let content: Content
    let columns: [String]
    /// Beside a key, where the other object may be of several entities.
    let numberColumn: NumberColumn?
    let isRequired: Bool

    var writtenColumns: [String] { numberColumn.map { columns + [$0.name] } ?? columns }

    init(
      slot: Int, name: String, content: Content, columns: [String], numberColumn: NumberColumn? = nil,
      isRequired: Bool = false
    ) {
      self.slot = slot
      self.name = name
      self.content = content
      self.columns = columns
      self.numberColumn = numberColumn
      self.isRequired = isRequired
    }
  }

  /// A to-many relationship, or a to-one without a column of its own.
  struct Link: Sendable {
    let slot: Int
    let storage: StoreLayout.RelationshipStorage
  }

  let entity: EntityDescription
  /// `Z_ENT`
  let number: Int
  /// The number of the entity whose table it is.
  let root: Int
  let name: String
  let fields: [Field]
  private let fieldsBySlot: [Int: Field]
  let links: [Link]
  /// Of this entity and those that inherit from it.
  let familyNumbers: [Int]
  /// Whether the table has objects of other entities too.
  let isShared: Bool
  /// Columns that are unique together.
  let uniqueness: [[Field]]
  /// The slots of all of them.
  let uniqueSlots: Set<Int>
  /// Writes a row: `Z_PK`, `Z_ENT`, then what the fields write.
  let insertion: String

  init(_ entity: EntityDescription, in schema: Schema, _ layout: StoreLayout) {
    let model = schema.declaredModel
    self.entity = entity
    number = layout.number(of: entity.name)
    let rootName = model.rootEntity(of: entity.name)
    root = layout.number(of: rootName)
    name = layout.table(of: entity.name)
    familyNumbers = model.family(of: entity.name).map { layout.number(of: $0.name) }
    isShared = model.family(of: rootName).count > 1
    var fields: [Field] = []
    var links: [Link] = []
    for property in entity.properties {
      if let codec = property.codec, property.isStored {
        let columns =
          layout.column(of: property.name, in: entity.name).map { [$0.name] }
          ?? layout.columns(ofComposite: property.name, in: entity.name).map(\.name)
        fields.append(
          Field(
            slot: property.slot, name: property.name, content: Field.Content(codec), columns: columns,
            // NaN is NULL in SQLite.
            isRequired: !codec.isOptional && codec.columnCount == 1
              && ![.double, .float, .decimal].contains(codec.type)))
      } else if let relationship = property.relationship,
        let storage = layout.storage(of: property.name, in: entity.name)
      {
        if case .ownKey(let column) = storage {
          let destination = model.rootEntity(of: String(describing: relationship.destination))
          let number = layout.entityNumberColumn(of: property.name, in: entity.name)
          fields.append(
            Field(
              slot: property.slot, name: property.name, content: .key(root: layout.number(of: destination)),
              columns: [column],
              numberColumn: number.map { NumberColumn(name: $0, table: layout.table(of: destination)) }))
        } else {
          links.append(Link(slot: property.slot, storage: storage))
        }
      }
    }
    self.fields = fields
    fieldsBySlot = Dictionary(uniqueKeysWithValues: fields.map { ($0.slot, $0) })
    self.links = links
    uniqueness = entity.allUniquenessConstraints.map { names in
      names.compactMap { name in fields.first { $0.name == name } }
    }
    uniqueSlots = Set(uniqueness.joined().map(\.slot))
    let written = fields.flatMap(\.writtenColumns)
    let names = ["Z_PK", "Z_ENT", "Z_OPT"] + written
    let places = ["?", "?", "1"] + written.map { _ in "?" }
    insertion = "INSERT INTO \(name) (\(names.joined(separator: ", "))) VALUES (\(places.joined(separator: ", ")))"
  }

  /// All columns that are read, in the order of ``fields``.
  var columns: [String] { fields.flatMap(\.columns) }

  /// The columns of a property; nil for one that has none.
  func field(at slot: Int) -> Field? { fieldsBySlot[slot] }

  /// A condition for rows of this entity and those that inherit from it; nil when all rows are.
  func condition(alias: String) -> String? {
    guard isShared, entity.superentity != nil else { return nil }
    return "\(alias).Z_ENT IN (\(familyNumbers.map(String.init).joined(separator: ", ")))"
  }
}

/// Reads rows of an entity and of those that inherit from it.
final class RowReader: Sendable {
  /// Where a field's first column is.
  struct Place: Sendable {
    let field: EntityTable.Field
    let column: Int32
  }
  struct Member: Sendable {
    let table: EntityTable
    let places: [Place]
    /// By slot: what a row does not tell.
    let empty: EmptyValues
  }
  /// Faults and nothing else: no object is shared by it.
  struct EmptyValues: @unchecked Sendable { let values: ContiguousArray<BackingData.Value> }

  /// `t0.Z_PK, t0.Z_ENT` and all columns.
  let columns: String
  let table: EntityTable
  let root: Int
  private let members: [Int: Member]
  private let only: Member?

  init(_ table: EntityTable, family: [EntityTable]) {
    self.table = table
    root = table.root
    var columns = ["Z_PK", "Z_ENT"]
    var places: [String: Int32] = [:]
    for column in family.flatMap(\.columns) where places[column] == nil {
      places[column] = Int32(columns.count)
      columns.append(column)
    }
    self.columns = columns.map { "t0.\($0)" }.joined(separator: ", ")
    let known = family.map { table in
      (
        table.number,
        Member(
          table: table,
          places: table.fields.map { field in
            Place(field: field, column: field.columns.first.flatMap { places[$0] } ?? 0)
          }, empty: EmptyValues(values: ContiguousArray(table.entity.properties.map(\.valueBeforeReading))))
      )
    }
    members = Dictionary(known) { first, _ in first }
    only = known.count == 1 ? known.first?.1 : nil
  }

  /// What is read for a `Z_ENT`; nil for a number that is none of the family's.
  func member(_ number: Int) -> Member? { only ?? members[number] }
}

extension PropertyDescription {
  /// Ephemeral values are the default or nil; relationships without a column were not asked for.
  fileprivate var valueBeforeReading: BackingData.Value {
    if relationship != nil { return .fault }
    guard !isStored, let codec, let value = defaultValue?() else { return .stored(.null) }
    return codec.isPlain ? .stored((try? codec.encode(value))?.first ?? .null) : .decoded(value)
  }
}

extension EntityTable.Field.Content {
  fileprivate init(_ codec: AttributeCodec) {
    if codec.isPlain {
      self = codec.valueType == nil ? .scalar : .rawValue(codec)
    } else {
      self = .encoded(codec)
    }
  }
}
