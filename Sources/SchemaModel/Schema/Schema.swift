public import EntityModel
internal import Foundation
internal import Synchronization

/// The entities of one version: what a container is made for.
///
/// Entities are known by their types. Two versions may each have a `Post`; within one schema an entity name stands for
/// one type. Types that a relationship or a superclass leads to are part of the schema, named or not.
public final class Schema: Sendable, Hashable, CustomDebugStringConvertible {
  /// By name.
  public let entities: [Entity]
  /// The version's identifier; 1.0.0 for a schema that does not say.
  public let version: Version
  /// The same as plain values, with inverses filled in on both sides; what is frozen as `model.json`.
  public let declaredModel: DeclaredModel

  /// By ``entities``.
  let descriptions: [EntityDescription]
  /// Entity names that two types claim, with both types' names.
  let clashes: [EntityClash]
  private let byType: [ObjectIdentifier: EntityDescription]

  /// A schema without entities.
  public convenience init() { self.init([]) }

  /// The schema of some model types and of those they lead to.
  public convenience init(_ types: any PersistentModel.Type..., version: Version = Version(1, 0, 0)) {
    self.init(types, version: version)
  }

  /// The schema of a version's models.
  public convenience init(versionedSchema: any VersionedSchema.Type) {
    self.init(versionedSchema.models, version: versionedSchema.versionIdentifier)
  }

  /// The schema of some model types and of those they lead to.
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

  /// What a model type is called in a store: its name without the types and the module around it.
  public static func entityName<T: PersistentModel>(for type: T.Type) -> String { String(describing: type) }

  /// The entity of a type; nil for a type of another schema, whatever it is called.
  public func entity<T: PersistentModel>(for type: T.Type) -> Entity? {
    description(of: type).flatMap { description in entities.first { $0.name == description.name } }
  }

  func description(of type: any PersistentModel.Type) -> EntityDescription? { byType[ObjectIdentifier(type)] }

  /// Two schemas are equal when they declare the same under the same version.
  public static func == (one: Schema, other: Schema) -> Bool { one.declaredModel == other.declaredModel }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(declaredModel) }

  /// The version and the entities' names.
  public var debugDescription: String { "Schema \(version): \(entities.map(\.name).joined(separator: ", "))" }
}

extension Schema {
  /// A version's identifier: three numbers, compared in this order.
  public struct Version: Codable, Comparable, Hashable, Sendable, CustomStringConvertible {
    /// The first number.
    public let major: Int
    /// The second number.
    public let minor: Int
    /// The third number.
    public let patch: Int

    /// A version by its numbers.
    public init(_ major: Int, _ minor: Int, _ patch: Int) {
      self.major = major
      self.minor = minor
      self.patch = patch
    }

    /// Reads `1.2.3`; nil for anything else.
    public init?(_ text: String) {
      let numbers = text.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
      guard numbers.count == 3, let major = numbers[0], let minor = numbers[1], let patch = numbers[2] else {
        return nil
      }
      self.init(major, minor, patch)
    }

    /// `1.2.3`
    public var description: String { "\(major).\(minor).\(patch)" }

    /// By the first number that differs.
    public static func < (one: Version, other: Version) -> Bool {
      (one.major, one.minor, one.patch) < (other.major, other.minor, other.patch)
    }
  }
}

/// A name that two types of one schema claim.
struct EntityClash: Sendable, Hashable {
  let name: String
  let types: [String]
}

/// Some types, and all that their superclasses and relationships lead to.
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
  /// What the schema declares, as canonical JSON: the text of `model.json`, without a newline.
  public var modelDocument: String { String(decoding: declaredModel.bytes, as: UTF8.self) }
}

extension Schema {
  /// How what the schema declares differs from a frozen `model.json`, a sentence for each entity or property; empty for
  /// equal.
  ///
  /// - Throws: `StoreError.invalidSchema` for what is no `model.json`.
  package func differences(fromFrozen document: [UInt8]) throws -> [String] {
    do {
      return ModelDifference(from: try DeclaredModel(parsing: document), to: declaredModel).changes.map(\.message)
    } catch {
      throw StoreError.invalidSchema(reasons: [error.message])
    }
  }
}
