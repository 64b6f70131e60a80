public import EntityModel
internal import Foundation
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
  /// Entity names that belong to two types, with the names of both types.
  let clashes: [EntityClash]
  private let byType: [ObjectIdentifier: EntityDescription]

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
    byType = Dictionary(descriptions.map { (ObjectIdentifier($0.type), $0) }, uniquingKeysWith: { first, _ in first })
    entities = descriptions.map(Entity.init)
    self.version = version
    declaredModel = DeclaredModel(version: version.description, entities: descriptions.map(\.declaration))
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
private struct EntityClosure {
  private(set) var descriptions: [EntityDescription] = []
  private(set) var clashes: [EntityClash] = []

  init(of types: [any PersistentModel.Type]) {
    var seen: Set<ObjectIdentifier> = []
    var open = types
    while let type = open.popLast() {
      guard seen.insert(ObjectIdentifier(type)).inserted else { continue }
      let description = EntityDescription.of(type)
      descriptions.append(description)
      if let superentity = description.superentity { open.append(superentity.type) }
      open += description.ownProperties.compactMap(\.relationship?.destination)
    }
    descriptions.sort { ($0.name, String(reflecting: $0.type)) < ($1.name, String(reflecting: $1.type)) }
    for (one, other) in zip(descriptions, descriptions.dropFirst()) where one.name == other.name {
      clashes.append(EntityClash(name: one.name, types: [one, other].map { String(reflecting: $0.type) }))
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
