internal import CanonicalJSON
internal import Digests

/// Core Data identifies a version of a model by one hash for each entity, which every store contains. Apple's algorithm
/// is not public. The identities here are equal exactly if Apple's hashes are, as far as Apple's documentation and stores
/// show (`Docs/CoreDataModels.md`), but they are not the same bytes.
///
/// https://developer.apple.com/documentation/coredata/nsentitydescription/versionhash
extension DeclaredModel {
  /// The Core Data identity of each entity, by name; `nil` if that of one entity is not determined.
  public func coreDataIdentities() -> [String: String]? {
    var identities: [String: String] = [:]
    for entity in entities {
      guard let identity = coreDataIdentity(of: entity.name) else { return nil }
      identities[entity.name] = identity
    }
    return identities
  }

  /// The Core Data identity of the model: two models have the same one if Core Data opens a store of one of them with the
  /// other. `nil` if that of an entity is not determined.
  public func coreDataIdentity() -> String? {
    guard let identities = coreDataIdentities() else { return nil }
    return sha256(JSONValue(present: identities.mapValues { .string($0) }).canonical)
  }

  /// The Core Data identity of an entity: a SHA-256 in hexadecimal.
  ///
  /// `nil` if the model has no such entity, if a superentity is missing, or if the entity has a composite attribute, an
  /// enumeration or an encoded value, declared or inherited: no store has shown how these are hashed.
  public func coreDataIdentity(of name: String) -> String? {
    let line = lineage(of: name)
    guard let root = line.last, root.superentity == nil else { return nil }
    var identity: String?
    for entity in line.reversed() {
      guard !entity.attributes.contains(where: { $0.type.hasComponents || $0.type == .encoded || $0.valueType != nil })
      else { return nil }
      identity = sha256(entity.hashedContent(superentity: identity).canonical)
    }
    return identity
  }
}

extension DeclaredModel.Entity {
  /// What the version hash of an entity covers. Transient properties are not part of it: stores with and without a transient
  /// attribute have the same hash.
  ///
  /// > The values which affect persistence are the name of the entity, the version hash of the superentity (if present),
  /// > if the entity is abstract, and all of the version hashes for the properties.
  /// > [uniquenessConstraints:] This value forms part of the entity's version hash. (`NSEntityDescription.h`)
  fileprivate func hashedContent(superentity: String?) -> JSONValue {
    JSONValue(present: [
      "abstract": .bool(isAbstract), "attributes": .array(attributes.map(\.hashedContent)),
      "modifier": hashModifier.map { .string($0) }, "name": .string(name),
      "relationships": .array(relationships.map(\.hashedContent)), "superentity": superentity.map { .string($0) },
      "unique": .array(uniquenessConstraints.map { .array($0.map { .string($0) }) }),
    ])
  }
}

extension DeclaredModel.Attribute {
  /// > This value includes the versionHash information from the NSPropertyDescription superclass [the name of the
  /// > property, the flags for isOptional, isTransient, and isReadOnly], and the attribute type.
  /// > (`NSAttributeDescription.h`)
  ///
  /// Photos libraries show that it also covers whether the value is preserved after a deletion.
  fileprivate var hashedContent: JSONValue {
    JSONValue(present: [
      "modifier": hashModifier.map { .string($0) }, "name": .string(name), "optional": .bool(isOptional),
      "preserved": .bool(options.contains(CoreDataComparison.hashedOption)), "type": .string(type.rawValue),
    ])
  }
}

extension DeclaredModel.Relationship {
  /// > This value includes the versionHash information from the NSPropertyDescription superclass, the name of the
  /// > destination entity and the inverse relationship, and the min and max count. (`NSRelationshipDescription.h`)
  ///
  /// Stores show that it also covers the order, and that it does not cover the delete rule.
  fileprivate var hashedContent: JSONValue {
    JSONValue(present: [
      "destination": .string(destination), "inverse": inverse.map { .string($0) },
      "maximum": .number(isToMany ? maximumCount ?? 0 : 1), "minimum": .number(minimumCount ?? 0),
      "modifier": hashModifier.map { .string($0) }, "name": .string(name), "optional": .bool(isOptional),
      "ordered": .bool(isOrdered), "toMany": .bool(isToMany),
    ])
  }
}
