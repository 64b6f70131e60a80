internal import EntityModel

/// The table of one entity: maps the slots of an object to columns.
final class ObjectTable: Sendable {
  /// The column that stores the entity number of the object that a key refers to. SchemaModel writes it but does not
  /// read it, because the object's own row contains the number too.
  struct NumberColumn {
    let name: String
    /// The table of the other object.
    let table: String
  }

  /// A property with columns. It is a class because one is passed for every value of every row.
  final class Field: Sendable {
    enum Content: Sendable {
      /// One column. The slot holds its value unchanged.
      case scalar
      /// One column. The slot holds the value that it contains or refers to (``ExternalFolder``).
      case external
      /// One column that stores the raw value of an enumeration. Not every value is a case.
      case rawValue(AttributeCodec)
      /// One or more columns. The value is decoded when it is read.
      case encoded(AttributeCodec)
      /// The primary key of another object. `root` is the number of its table's root entity.
      case key(root: RootNumber)
    }
    let slot: Int
    let name: String
    let content: Content
    let columns: [String]
    /// The entity number column of a key whose object may belong to one of several entities.
    let numberColumn: NumberColumn?
    let isRequired: Bool

    /// Whether ``content`` is a scalar. Kept, like the two below, because it is read for every value of every row.
    let isScalar: Bool
    let isExternal: Bool
    /// Whether a stored value of the slot is the value of the only column that is written.
    let isPlain: Bool

    var writtenColumns: [String] { numberColumn.map { columns + [$0.name] } ?? columns }

    init(
      slot: Int, name: String, content: Content, columns: [String], numberColumn: NumberColumn? = nil,
      isRequired: Bool = false
    ) {
      self.slot = slot
      self.name = name
      self.content = content
      isScalar = if case .scalar = content { true } else { false }
      isExternal = if case .external = content { true } else { false }
      isPlain = columns.count == 1 && numberColumn == nil && !isExternal
      self.columns = columns
      self.numberColumn = numberColumn
      self.isRequired = isRequired
    }
  }

  /// A to-many relationship, or a to-one relationship without a column in this table.
  struct Link: Sendable {
    let slot: Int
    let storage: StoreLayout.RelationshipStorage
  }

  let entity: EntityDescription
  /// `Z_ENT`
  let number: Int
  /// The number of the root entity, which owns the table; distinct among all stores of a container.
  let root: RootNumber
  let name: String
  let fields: [Field]
  private let fieldsBySlot: [Field?]
  let links: [Link]
  /// The numbers of this entity and its subentities.
  let familyNumbers: [Int]
  /// Whether the table also stores objects of other entities.
  let isShared: Bool
  /// The fields whose values may be in files.
  let externalFields: [Field]
  /// Fields that are unique together.
  struct Uniqueness: Sendable {
    let fields: [Field]
    /// The query for `Z_PK` and `Z_ENT` of the row with given values. Kept, because it runs for every new object.
    let query: String

    fileprivate init(_ fields: [Field], table: String) {
      self.fields = fields
      let condition = fields.flatMap(\.columns).map { "\($0) = ?" }.joined(separator: " AND ")
      query = "SELECT Z_PK, Z_ENT FROM \(table) WHERE \(condition)"
    }
  }

  /// Sets of fields that are unique together. A set whose fields have no columns is left out.
  let uniqueness: [Uniqueness]
  private let uniqueSlots: [Bool]
  /// The INSERT statement: `Z_PK`, `Z_ENT`, then the columns of the fields.
  let insertion: String

  /// - Parameter store: the position of the store in its container.
  init(_ entity: EntityDescription, in schema: Schema, _ layout: StoreLayout, store: Int = 0) {
    let model = schema.declaredModel
    self.entity = entity
    number = layout.number(of: entity.name)
    let rootName = model.rootEntity(of: entity.name)
    root = RootNumber(store: store, number: layout.number(of: rootName))
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
            // SQLite stores NaN as NULL.
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
              slot: property.slot, name: property.name,
              content: .key(root: RootNumber(store: store, number: layout.number(of: destination))),
              columns: [column],
              numberColumn: number.map { NumberColumn(name: $0, table: layout.table(of: destination)) }))
        } else {
          links.append(Link(slot: property.slot, storage: storage))
        }
      }
    }
    self.fields = fields
    fieldsBySlot = entity.properties.indices.map { slot in fields.first { $0.slot == slot } }
    self.links = links
    externalFields = fields.filter(\.isExternal)
    let table = name
    uniqueness = entity.allUniquenessConstraints.compactMap { names in
      let unique = names.compactMap { name in fields.first { $0.name == name } }
      return unique.allSatisfy(\.columns.isEmpty) ? nil : Uniqueness(unique, table: table)
    }
    let unique = Set(uniqueness.flatMap(\.fields).map(\.slot))
    uniqueSlots = entity.properties.indices.map(unique.contains)
    let written = fields.flatMap(\.writtenColumns)
    let names = ["Z_PK", "Z_ENT", "Z_OPT"] + written
    let places = ["?", "?", "1"] + written.map { _ in "?" }
    insertion = "INSERT INTO \(name) (\(names.joined(separator: ", "))) VALUES (\(places.joined(separator: ", ")))"
  }

  /// All columns to read, in the order of ``fields``.
  var columns: [String] { fields.flatMap(\.columns) }

  /// The field of a property; `nil` if it has no columns.
  func field(at slot: Int) -> Field? { fieldsBySlot[slot] }

  /// Whether the field of a property is in ``uniqueness``.
  func isUnique(_ slot: Int) -> Bool { uniqueSlots[slot] }

  /// A condition that selects rows of this entity and its subentities; `nil` if it would select every row.
  func condition(alias: String) -> String? {
    guard isShared, entity.superentity != nil else { return nil }
    return "\(alias).Z_ENT IN (\(familyNumbers.map(String.init).joined(separator: ", ")))"
  }
}

/// Describes how to read rows of an entity and its subentities.
final class RowReader: Sendable {
  /// A field, and the index of its first column in the result.
  struct Place: Sendable {
    let field: ObjectTable.Field
    let column: Int32
  }
  /// A column that is a value. It refers to no object whose references would be counted for every value of every row.
  struct Scalar: Sendable {
    let column: Int32
    let isRequired: Bool
  }
  final class Member: Sendable {
    let table: ObjectTable
    let places: [Place]
    /// The places by slot; `nil` for a property that the row does not contain.
    let placesBySlot: [Place?]
    /// The columns of scalars by slot; `nil` for any other property.
    let scalars: [Scalar?]
    /// Initial values by slot, for properties that the row does not contain.
    let empty: EntityDescription.EmptyValues

    init(_ table: ObjectTable, _ places: [Place]) {
      self.table = table
      self.places = places
      let properties = table.entity.properties
      placesBySlot = properties.map { property in places.first { $0.field.slot == property.slot } }
      scalars = placesBySlot.map { place in
        guard let place, place.field.isScalar else { return nil }
        return Scalar(column: place.column, isRequired: place.field.isRequired)
      }
      empty = EntityDescription.EmptyValues(values: ContiguousArray(properties.map(\.valueBeforeReading)))
    }
  }

  /// The result columns: `t0.Z_PK, t0.Z_ENT`, then all columns of the family.
  let columns: String
  let table: ObjectTable
  let root: RootNumber
  private let members: [Int: Member]
  private let only: Member?

  init(_ table: ObjectTable, family: [ObjectTable]) {
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
          table,
          table.fields.map { field in
            Place(field: field, column: field.columns.first.flatMap { places[$0] } ?? 0)
          })
      )
    }
    members = Dictionary(known) { first, _ in first }
    only = known.count == 1 ? known.first?.1 : nil
  }

  /// The member of the family with a `Z_ENT`; `nil` for a number that does not belong to the family.
  func member(_ number: Int) -> Member? { only ?? members[number] }
}

extension PropertyDescription {
  /// An ephemeral attribute has its default value or `nil`. A relationship without a column is a fault until it is
  /// read.
  fileprivate var valueBeforeReading: BackingData.Value {
    if relationship != nil { return .fault }
    guard !isStored, let codec, let value = defaultValue?() else { return .stored(.null) }
    return codec.isPlain ? .stored((try? codec.encode(value))?.first ?? .null) : .decoded(value)
  }
}

extension ObjectTable.Field.Content {
  fileprivate init(_ codec: AttributeCodec) {
    if codec.isExternal {
      self = .external
    } else if codec.isPlain {
      self = codec.valueType == nil ? .scalar : .rawValue(codec)
    } else {
      self = .encoded(codec)
    }
  }
}
