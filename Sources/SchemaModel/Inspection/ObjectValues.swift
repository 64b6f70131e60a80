internal import EntityModel
internal import Foundation

/// An object with the values of all its persisted properties, independent of its class.
package struct ObjectValues {
  /// The name of the entity, and the primary key, of an object.
  package struct Reference: Hashable, Comparable {
    package let entity: String
    package let primaryKey: Int64

    package static func < (one: Reference, other: Reference) -> Bool {
      (one.entity, one.primaryKey) < (other.entity, other.primaryKey)
    }
  }

  /// The value of a property, in the terms of its declaration.
  package indirect enum Value {
    case none
    case boolean(Bool)
    case integer(Int64)
    case real(Double)
    /// Also of a UUID, a URL, a decimal number, or a case of an enumeration.
    case text(String)
    /// Seconds since 2001-01-01.
    case date(Double)
    case data(Data)
    /// The JSON of a value that is stored as a whole.
    case json(Data)
    /// A structure that is stored in columns of its own.
    case parts([(name: String, value: Value)])
    case object(Reference)
    /// Sorted.
    case objects([Reference])
  }

  package let reference: Reference
  /// In the order of the source, inherited ones first.
  package let properties: [(name: String, value: Value)]
}

extension ModelContainer {
  /// Calls a function with every object: in the order of the entities' names, and for each entity in that of the primary
  /// keys. The objects are read page by page.
  ///
  /// - Throws: `StoreError` for an object that cannot be read; errors of `body`.
  package func forEachObject(_ body: (ObjectValues) throws -> Void) throws {
    for entity in schema.descriptions { try forEachObject(of: entity.type, body) }
  }

  private func forEachObject<Model: PersistentModel>(
    of type: Model.Type, _ body: (ObjectValues) throws -> Void
  ) throws {
    try ModelContext(self).forEachPage(of: type, size: 500) { page in
      // Objects of subclasses follow with their own class.
      for model in page where Swift.type(of: model) == type { try body(ObjectValues(of: model)) }
    }
  }
}

extension ObjectValues {
  /// Reads an object, which must have been saved.
  fileprivate init(of model: any PersistentModel) throws {
    let data = model.persistentBackingData
    reference = Reference(entity: data.entity.name, primaryKey: data.key?.primaryKey ?? 0)
    var properties: [(String, Value)] = []
    for property in data.entity.properties where property.isStored || property.relationship != nil {
      properties.append((property.name, try Self.value(of: property, data)))
    }
    self.properties = properties
  }

  private static func value(of property: PropertyDescription, _ data: BackingData) throws -> Value {
    guard let codec = property.codec else {
      let others = data.related(property).compactMap { other in
        other.persistentBackingData.key.map {
          Reference(entity: other.persistentBackingData.entity.name, primaryKey: $0.primaryKey)
        }
      }
      if property.relationship?.isToMany == true { return .objects(others.sorted()) }
      return others.first.map { .object($0) } ?? .none
    }
    let columns = try data.columns(of: property, codec)
    guard !columns.allSatisfy(\.isNull) || (!codec.isOptional && codec.columnCount > 1) else { return .none }
    if [.encoded, .transformable].contains(codec.type), let value = try codec.decode(columns) as? any Encodable {
      return .json(try JSONEncoder().encode(value))
    }
    return Value(codec.type, codec.components, columns)
  }
}

extension ObjectValues.Value {
  /// - Parameter columns: as many as the type has.
  fileprivate init(
    _ type: DeclaredModel.AttributeType, _ components: [DeclaredModel.Attribute], _ columns: [StoredValue]
  ) {
    switch type {
    case .enumeration:
      self = columns.firstIndex { !$0.isNull }.map { .text(components[$0].name) } ?? .none
    case .composite:
      var (rest, parts) = (columns[...], [(name: String, value: Self)]())
      for component in components {
        let count = component.columnCount
        parts.append((component.name, Self(component.type, component.components, Array(rest.prefix(count)))))
        rest = rest.dropFirst(count)
      }
      self = .parts(parts)
    default: self = columns.first.map { Self($0, type) } ?? .none
    }
  }

  private init(_ column: StoredValue, _ type: DeclaredModel.AttributeType) {
    switch (column, type) {
    case (.null, _): self = .none
    case (.integer(let value), .boolean): self = .boolean(value != 0)
    case (_, .decimal): self = Decimal(storedValue: column).map { .text($0.description) } ?? .none
    case (.integer(let value), .date): self = .date(Double(value))
    case (.real(let value), .date): self = .date(value)
    case (.integer(let value), .double), (.integer(let value), .float): self = .real(Double(value))
    case (.integer(let value), _): self = .integer(value)
    case (.real(let value), _): self = .real(value)
    case (.text(let value), _): self = .text(value)
    case (.blob(let value), .uuid): self = UUID(storedValue: .blob(value)).map { .text($0.uuidString) } ?? .data(value)
    case (.blob(let value), .encoded): self = .json(value)
    case (.blob(let value), _): self = .data(value)
    }
  }
}

extension DeclaredModel.Attribute {
  fileprivate var columnCount: Int {
    type.hasComponents ? components.reduce(0) { $0 + $1.columnCount } : 1
  }
}

extension PersistentModel {
  /// The values of the object's attributes, without relationships and transient properties, in the order of the source.
  package var attributeValues: [(name: String, value: Any)] {
    let data = persistentBackingData
    return data.entity.properties.compactMap { property in
      guard let codec = property.codec, let columns = try? data.columns(of: property, codec), !columns.isEmpty,
        let value = try? codec.decode(columns)
      else { return nil }
      return (property.name, value)
    }
  }
}

/// Whether a type is that of a relationship: a model class, a collection of one, or an optional of either.
package func isRelationshipType(_ type: any Any.Type) -> Bool { RelationshipShape(of: type) != nil }
