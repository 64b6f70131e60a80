public import EntityModel
public import Foundation
internal import Synchronization

/// The entities of one version.
///
/// Entities are identified by their types. Two versions may each have a `Post`; within one schema an entity name
/// belongs to one type. The destinations of relationships and the superclasses are part of the schema even if they are
/// not listed.
public final class Schema: Sendable, Hashable, CustomDebugStringConvertible {
  /// The entities, sorted by name.
  public let entities: [Entity]
  /// The identifier of the version; 1.0.0 by default.
  public let version: Version
  /// The schema as plain values, with inverses on both sides; this is frozen as `model.json`.
  public let declaredModel: DeclaredModel

  /// In the order of ``entities``.
  let descriptions: [EntityDescription]
  /// The names of entities without a class.
  let typeless: [String]
  /// The version of the encoding, ``schemaEncodingVersion``.
  public let encodingVersion = schemaEncodingVersion
  /// The version of the encoding that ``encode(to:)`` writes.
  public static let schemaEncodingVersion = Version(1, 0, 0)
  /// Entity names that belong to two types, with the names of both types.
  let clashes: [EntityClash]
  private let byType: [ObjectIdentifier: EntityDescription]
  /// The entities that stand for types of other versions, which relationships of this version lead to.
  private let namesakes: [ObjectIdentifier: EntityDescription]

  /// Creates a schema without entities.
  public convenience init() { self.init([]) }

  /// Creates the schema of some model types and the types they refer to.
  public convenience init(_ types: any PersistentModel.Type..., version: Version = Version(1, 0, 0)) {
    self.init(types, version: version)
  }

  /// Creates the schema of a version.
  public convenience init(versionedSchema: any VersionedSchema.Type) {
    self.init(versionedSchema.models, version: versionedSchema.versionIdentifier)
  }

  /// Creates the schema of some model types and the types they refer to.
  public init(_ types: [any PersistentModel.Type], version: Version = Version(1, 0, 0)) {
    let closure = EntityClosure(of: types)
    descriptions = closure.descriptions
    clashes = closure.clashes
    namesakes = closure.namesakes
    byType = Dictionary(descriptions.map { (ObjectIdentifier($0.type), $0) }, uniquingKeysWith: { first, _ in first })
    let family = EntityFamily(descriptions.map(EntityContent.type))
    entities = descriptions.map { Entity(.type($0), family) }
    typeless = []
    self.version = version
    declaredModel = DeclaredModel(version: version.description, entities: descriptions.map(\.declaration))
  }

  /// Creates a schema of entities. Entities of model types bring the types that they refer to; a container does not
  /// accept a schema that has others.
  public convenience init(_ entities: Entity..., version: Version = Version(1, 0, 0)) {
    self.init(entities, version: version)
  }

  private init(_ entities: [Entity], version: Version) {
    let types = entities.flatMap(\.family.contents).compactMap { content in
      if case .type(let description) = content { description.type } else { nil }
    }
    let closure = EntityClosure(of: types)
    descriptions = closure.descriptions
    clashes = closure.clashes
    namesakes = closure.namesakes
    byType = Dictionary(descriptions.map { (ObjectIdentifier($0.type), $0) }, uniquingKeysWith: { first, _ in first })
    let family = EntityFamily(descriptions.map(EntityContent.type) + entities.flatMap(\.family.contents))
    self.entities = family.contents.map { Entity($0, family) }
    typeless = family.contents.compactMap { content in
      if case .declared(let entity) = content { entity.name } else { nil }
    }
    self.version = version
    declaredModel = DeclaredModel(version: version.description, entities: family.contents.map(\.declaration))
  }

  convenience init(_ model: DeclaredModel) {
    let family = EntityFamily(model.entities.map(EntityContent.declared))
    self.init(family.contents.map { Entity($0, family) }, version: Version(model.version) ?? Version(1, 0, 0))
  }

  /// The entities by their names.
  public var entitiesByName: [String: Entity] {
    Dictionary(entities.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The name of a model type in a store: the type's name without enclosing types and module.
  public static func entityName<T: PersistentModel>(for type: T.Type) -> String { String(describing: type) }

  /// The entity of a type; `nil` if the type belongs to another schema, even if the names are equal.
  public func entity<T: PersistentModel>(for type: T.Type) -> Entity? {
    description(of: type).flatMap { description in entities.first { $0.name == description.name } }
  }

  func description(of type: any PersistentModel.Type) -> EntityDescription? { byType[ObjectIdentifier(type)] }

  /// The entity that a relationship with this destination leads to.
  func destination(_ type: any PersistentModel.Type) -> EntityDescription {
    namesakes.isEmpty ? .of(type) : namesakes[ObjectIdentifier(type)] ?? .of(type)
  }

  /// Two schemas are equal if they make the same declarations for the same version.
  public static func == (one: Schema, other: Schema) -> Bool { one.declaredModel == other.declaredModel }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(declaredModel) }

  /// The version and the entities' names.
  public var debugDescription: String { "Schema \(version): \(entities.map(\.name).joined(separator: ", "))" }
}

extension Schema {
  /// The identifier of a version: three numbers, compared from left to right.
  public struct Version: Codable, Comparable, Hashable, Sendable, CustomStringConvertible {
    /// The first number.
    public let major: Int
    /// The second number.
    public let minor: Int
    /// The third number.
    public let patch: Int

    /// Creates a version from its numbers.
    public init(_ major: Int, _ minor: Int, _ patch: Int) {
      self.major = major
      self.minor = minor
      self.patch = patch
    }

    /// Parses `1.2.3`; `nil` for any other form.
    public init?(_ text: String) {
      let numbers = text.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
      guard numbers.count == 3, let major = numbers[0], let minor = numbers[1], let patch = numbers[2] else {
        return nil
      }
      self.init(major, minor, patch)
    }

    /// `1.2.3`
    public var description: String { "\(major).\(minor).\(patch)" }

    /// Compares the first numbers that differ.
    public static func < (one: Version, other: Version) -> Bool {
      (one.major, one.minor, one.patch) < (other.major, other.minor, other.patch)
    }
  }
}

/// A name that two types of one schema share.
struct EntityClash: Sendable, Hashable {
  let name: String
  let types: [String]
}

/// Some types, and all types they refer to through superclasses and relationships.
///
/// A class that is not nested in a version often belongs to several: its relationship names the newest version's type, and
/// SwiftData, which finds entities by name, takes the version's own. So does this: a destination with the name of a listed
/// type is that type.
private struct EntityClosure {
  private(set) var descriptions: [EntityDescription] = []
  private(set) var clashes: [EntityClash] = []
  /// By the types of other versions.
  private(set) var namesakes: [ObjectIdentifier: EntityDescription] = [:]

  init(of types: [any PersistentModel.Type]) {
    let listed = Set(types.map { ObjectIdentifier($0) })
    let named = Dictionary(types.map { (String(describing: $0), $0) }) { first, _ in first }
    var seen: Set<ObjectIdentifier> = []
    var open = types
    while let type = open.popLast() {
      guard seen.insert(ObjectIdentifier(type)).inserted else { continue }
      let description = EntityDescription.of(type)
      descriptions.append(description)
      if let superentity = description.superentity { open.append(superentity.type) }
      for destination in description.ownProperties.compactMap(\.relationship?.destination) {
        if !listed.contains(ObjectIdentifier(destination)), let own = named[String(describing: destination)] {
          namesakes[ObjectIdentifier(destination)] = EntityDescription.of(own)
        } else {
          open.append(destination)
        }
      }
    }
    checkNamesakes()
    descriptions.sort { ($0.name, String(reflecting: $0.type)) < ($1.name, String(reflecting: $1.type)) }
    for (one, other) in zip(descriptions, descriptions.dropFirst()) where one.name == other.name {
      clashes.append(EntityClash(name: one.name, types: [one, other].map { String(reflecting: $0.type) }))
    }
  }

  /// A type cannot stand for one of another version if it has no relationship with the name of the inverse.
  private mutating func checkNamesakes() {
    for property in descriptions.flatMap(\.ownProperties) {
      guard let type = property.relationship?.destination, let own = namesakes[ObjectIdentifier(type)],
        let inverse = property.inverse, own.counterpart(of: inverse) == nil
      else { continue }
      clashes.append(EntityClash(name: own.name, types: [own.type, type].map { String(reflecting: $0) }))
    }
  }
}

extension Schema: Codable {
  private enum CodingKeys: String, CodingKey { case encodingVersion, model }

  /// Reads a schema. Its entities have no classes: it can be compared with others, but not used for a container.
  public convenience init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let version = try container.decode(Version.self, forKey: .encodingVersion)
    guard version.major <= Self.schemaEncodingVersion.major else {
      throw DecodingError.dataCorruptedError(
        forKey: .encodingVersion, in: container, debugDescription: "\(version) is newer than this program")
    }
    self.init(try container.decode(ModelDocumentText.self, forKey: .model).model)
  }

  /// Writes the schema: the version of the encoding, and the text of ``modelDocument``.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(encodingVersion, forKey: .encodingVersion)
    try container.encode(ModelDocumentText(declaredModel), forKey: .model)
  }

  /// Writes ``modelDocument`` and a newline to a file: what `schemaledger` freezes as `model.json`. SwiftData's own
  /// format is not known.
  public func save(to url: URL) throws { try Data((modelDocument + "\n").utf8).write(to: url, options: .atomic) }

  /// Reads a schema that ``save(to:)`` wrote. Its entities have no classes.
  ///
  /// - Throws: `StoreError.invalidSchema` for a file that is not a model document; Foundation's errors for one that
  ///   cannot be read.
  public static func load(from url: URL) throws -> Schema {
    let bytes = Array(try Data(contentsOf: url))
    do {
      return Schema(try DeclaredModel(parsing: bytes))
    } catch {
      throw StoreError.invalidSchema(reasons: ["\(url.path): \(error.message)"])
    }
  }
}

extension Schema {
  /// The declarations of the schema as canonical JSON: the text of `model.json`, without a newline.
  public var modelDocument: String { String(decoding: declaredModel.bytes, as: UTF8.self) }
}

extension Schema {
  /// The differences between a frozen `model.json` and the schema, as one sentence for each entity or property; empty
  /// if they are equal.
  ///
  /// - Throws: `StoreError.invalidSchema` if the document is not a valid `model.json`.
  package func differences(fromFrozen document: [UInt8]) throws -> [String] {
    do {
      return ModelDifference(from: try DeclaredModel(parsing: document), to: declaredModel).changes.map(\.message)
    } catch {
      throw StoreError.invalidSchema(reasons: [error.message])
    }
  }
}
