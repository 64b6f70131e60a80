/// A declaration that CloudKit does not support. A store with such models cannot be synchronised: SwiftData does not even
/// open it if the program has a CloudKit container.
///
/// Apple documents five of the rules, with their reasons:
/// https://developer.apple.com/documentation/coredata/creating-a-core-data-model-for-cloudkit and, for SwiftData,
/// https://developer.apple.com/documentation/swiftdata/syncing-model-data-across-a-persons-devices. The framework reports
/// all of them when it opens a store ("CloudKit integration requires …", error 134060).
///
/// Two documented rules have no case here. Attributes of the types Undefined and ObjectID do not exist in a declared
/// model. That a relationship must not lead to an entity of another configuration is a property of a container, which
/// checks it.
public struct CloudKitViolation: Sendable, Hashable, Codable {
  /// The rules.
  public enum Rule: String, Sendable, CaseIterable, Codable {
    /// An entity has no uniqueness constraints, neither `.unique` nor `#Unique`.
    case uniqueness
    /// An attribute is optional or has a default value.
    case defaultValue
    /// A relationship is optional. A to-many relationship of type `[Item]` is not: its type must be `[Item]?`, whatever
    /// its default value.
    case optionalRelationship
    /// A relationship has an inverse, declared or inferred. A relationship within a hierarchy is not reported: a test of
    /// Percy expects that SwiftData makes one to its own entity its own inverse, and no document says when it does.
    case inverse
    /// A relationship does not have the delete rule `.deny`. The framework accepts all others.
    case deleteRule
    /// A to-many relationship is not ordered.
    case order
  }

  /// The name of the entity.
  public let entity: String
  /// The name of the property; several for a constraint of several.
  public let properties: [String]
  /// The rule that the declaration violates.
  public let rule: Rule

  /// Creates a value from its parts.
  public init(entity: String, properties: [String], rule: Rule) {
    self.entity = entity
    self.properties = properties
    self.rule = rule
  }
}

extension DeclaredModel {
  /// The declarations that CloudKit does not support, by entity, rule and property; empty if there are none.
  ///
  /// Whether an ephemeral attribute needs a default is not documented, and it has no field in CloudKit. Nothing is reported
  /// for it.
  public var cloudKitViolations: [CloudKitViolation] { entities.flatMap(cloudKitViolations) }

  private func cloudKitViolations(of entity: Entity) -> [CloudKitViolation] {
    func violations(_ rule: CloudKitViolation.Rule, _ names: [String]) -> [CloudKitViolation] {
      names.map { CloudKitViolation(entity: entity.name, properties: [$0], rule: rule) }
    }
    let attributes = entity.attributes.filter { !$0.isOptional && $0.defaultText == nil && $0.isStored }
    let (links, root) = (entity.relationships, rootEntity(of: entity.name))
    let oneSided = links.filter { $0.inverse == nil && rootEntity(of: $0.destination) != root }
    return entity.uniquenessConstraints.map {
      CloudKitViolation(entity: entity.name, properties: $0, rule: .uniqueness)
    } + violations(.defaultValue, attributes.map(\.name))
      + violations(.optionalRelationship, links.filter { !$0.isOptional }.map(\.name))
      + violations(.inverse, oneSided.map(\.name))
      + violations(.deleteRule, links.filter { $0.deleteRule == .deny }.map(\.name))
      + violations(.order, links.filter(\.isOrdered).map(\.name))
  }
}
