/// The type of a field in CloudKit.
public enum CloudKitFieldType: String, Sendable, CaseIterable, Codable {
  case integer = "INT64"
  case double = "DOUBLE"
  case string = "STRING"
  case timestamp = "TIMESTAMP"
  case bytes = "BYTES"
}

/// The record types and fields in which `NSPersistentCloudKitContainer`, and with it SwiftData, keeps the objects of a
/// model.
///
/// * The record type is `CD_` and the name of the root entity, so that subentities share their root's.
/// * An attribute has the field `CD_` and its name. A relationship that leads to one object has such a field, too, with the
///   name of the other record; it is text.
/// * A relationship that leads to many objects has no field: the inverse has it, or records of the type `CDMR`, which is
///   the same for all models.
///
/// https://developer.apple.com/documentation/coredata/reading-cloudkit-records-for-core-data
struct CloudKitFields {
  /// A field of a record type.
  struct Field {
    /// `nil` if the type is not known.
    let type: CloudKitFieldType?
    /// Whether the value is encrypted; `nil` for a relationship.
    let isEncrypted: Bool?
  }

  private let model: DeclaredModel

  init(_ model: DeclaredModel) { self.model = model }

  /// What becomes of a property of an entity in CloudKit.
  enum Property {
    case field(Field)
    /// A to-many relationship.
    case toMany
    /// An ephemeral attribute.
    case notStored
  }

  /// The properties that an entity declares itself, in the order of their names.
  static func properties(of entity: DeclaredModel.Entity) -> [(name: String, property: Property)] {
    (entity.attributes.map { ($0.name, Property($0)) } + entity.relationships.map { ($0.name, Property($0)) })
      .sorted { $0.0 < $1.0 }
  }

  /// The property of this name in the record type of an entity: the entity's own one, or that of another entity in the
  /// same record type.
  func property(named name: String, of entity: String) -> Property? {
    let family = model.lineage(of: entity) + model.family(of: model.rootEntity(of: entity))
    for member in family {
      if let attribute = member.attributes.first(where: { $0.name == name }) { return Property(attribute) }
      if let relationship = member.relationships.first(where: { $0.name == name }) { return Property(relationship) }
    }
    return nil
  }
}

extension CloudKitFields.Property {
  fileprivate init(_ attribute: DeclaredModel.Attribute) {
    guard attribute.isStored else {
      self = .notStored
      return
    }
    self = .field(
      CloudKitFields.Field(
        type: attribute.cloudKitType, isEncrypted: attribute.options.contains("allowsCloudEncryption")))
  }

  fileprivate init(_ relationship: DeclaredModel.Relationship) {
    self = relationship.isToMany ? .toMany : .field(CloudKitFields.Field(type: .string, isEncrypted: nil))
  }
}

extension DeclaredModel.Attribute {
  /// The type of the attribute's field in CloudKit. Schemas that `cktool` exported for published apps agree with Apple's
  /// table: integers and Booleans are INT64, UUIDs and URLs text, arrays bytes.
  ///
  /// It is `nil` for structures and enumerations. In an exported schema, an enumeration with raw values of text was bytes,
  /// although its column in the store is text.
  var cloudKitType: CloudKitFieldType? {
    switch type {
    case .encoded, .transformable: .bytes
    case .composite, .enumeration, .unknown: nil
    case _ where valueType != nil: nil
    case .integer16, .integer32, .integer64, .boolean: .integer
    case .decimal, .double, .float: .double
    case .string, .uuid, .uri: .string
    case .date: .timestamp
    case .binary: .bytes
    }
  }
}
