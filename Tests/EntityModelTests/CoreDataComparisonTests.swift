import EntityModel
import Testing

@Suite("CoreDataComparison")
struct CoreDataComparisonTests {
  typealias Attribute = DeclaredModel.Attribute
  typealias Entity = DeclaredModel.Entity
  typealias Relationship = DeclaredModel.Relationship

  /// A model with one entity under test, `Book`, and its neighbours.
  static func model(
    _ attribute: Attribute = Attribute(name: "title", type: .string),
    _ relationship: Relationship = Relationship(name: "pages", destination: "Page", isToMany: true, inverse: "book"),
    superentity: String? = nil, unique: [[String]] = [], indexes: [DeclaredModel.Index] = [],
    transients: [DeclaredModel.TransientAttribute] = [], isAbstract: Bool = false, hashModifier: String? = nil,
    originalName: String? = nil, inherited: [Attribute] = []
  ) -> DeclaredModel {
    DeclaredModel(
      version: "1",
      entities: [
        Entity(
          name: "Book", originalName: originalName, superentity: superentity, attributes: [attribute],
          relationships: [relationship], uniquenessConstraints: unique, indexes: indexes,
          transientAttributes: transients, isAbstract: isAbstract, hashModifier: hashModifier),
        Entity(
          name: "Page",
          relationships: [
            Relationship(name: "book", destination: "Book", isToMany: false, inverse: "pages"),
            Relationship(name: "other", destination: "Book", isToMany: false),
          ]),
        Entity(name: "Comic", superentity: "Book", attributes: inherited),
        Entity(name: "Thing"),
      ])
  }

  static func attribute(
    name: String = "title", originalName: String? = nil, type: DeclaredModel.AttributeType = .string,
    isOptional: Bool = false, defaultText: String? = nil, options: [String] = [], hashModifier: String? = nil
  ) -> DeclaredModel {
    model(
      Attribute(
        name: name, originalName: originalName, type: type, isOptional: isOptional, defaultText: defaultText,
        options: options, hashModifier: hashModifier))
  }

  static func relationship(
    name: String = "pages", destination: String = "Page", isToMany: Bool = true, isOptional: Bool = false,
    deleteRule: Relationship.DeleteRule = .nullify, inverse: String? = "book", minimumCount: Int? = nil,
    maximumCount: Int? = nil, hashModifier: String? = nil, isOrdered: Bool = false
  ) -> DeclaredModel {
    model(
      Attribute(name: "title", type: .string),
      Relationship(
        name: name, destination: destination, isToMany: isToMany, isOptional: isOptional, deleteRule: deleteRule,
        inverse: inverse, minimumCount: minimumCount, maximumCount: maximumCount, hashModifier: hashModifier,
        isOrdered: isOrdered))
  }

  static let visible: [DeclaredModel] = [
    attribute(name: "name"), attribute(name: "name", originalName: "title"), attribute(type: .uri),
    attribute(isOptional: true), attribute(hashModifier: "2"), attribute(options: ["preserveValueOnDeletion"]),
    relationship(name: "sheets"), relationship(destination: "Thing"), relationship(isToMany: false),
    relationship(isOptional: true), relationship(inverse: nil), relationship(inverse: "other"),
    relationship(minimumCount: 1), relationship(maximumCount: 9), relationship(hashModifier: "2"),
    relationship(isOrdered: true), model(superentity: "Thing"), model(unique: [["title"]]),
    model(isAbstract: true), model(hashModifier: "2"),
  ]

  static let invisible: [DeclaredModel] = [
    attribute(originalName: "name"), attribute(defaultText: "x"), attribute(options: ["externalStorage"]),
    attribute(options: ["transformable(by: T)"]), attribute(options: ["spotlight"]), relationship(deleteRule: .cascade),
    model(indexes: [DeclaredModel.Index(properties: ["title"], name: "byTitle")]), model(originalName: "Work"),
    model(transients: [.init(name: "cache")]),
  ]

  @Test("Core Data refuses a store after a change that it sees, and also the store's subentities", arguments: visible)
  func seen(changed: DeclaredModel) {
    let comparison = CoreDataComparison(from: Self.model(), to: changed)
    #expect(comparison.verdict == .refuses(entities: ["Book", "Comic"]))
    #expect(!CoreDataComparison.opens(from: Self.model(), to: changed))
    #expect(comparison.unseen == [])
    #expect(changed.coreDataIdentity() != Self.model().coreDataIdentity())
  }

  @Test("Core Data opens a store after a change that it does not see", arguments: invisible)
  func unseen(changed: DeclaredModel) {
    let comparison = CoreDataComparison(from: Self.model(), to: changed)
    #expect(comparison.verdict == .opens)
    #expect(CoreDataComparison.opens(from: Self.model(), to: changed))
    #expect(comparison.unseen.count == 1)
    #expect(changed.coreDataIdentity() == Self.model().coreDataIdentity())
  }

  @Test("a change is unseen, even if another one is seen")
  func both() {
    let changed = Self.attribute(isOptional: true, defaultText: "x")
    let comparison = CoreDataComparison(from: Self.model(), to: changed)
    #expect(comparison.verdict == .refuses(entities: ["Book", "Comic"]))
    #expect(comparison.unseen.map(\.kind) == [.defaultValue])
  }

  @Test("the version does not count, and an entity that only one version has does")
  func entities() {
    var other = Self.model()
    other.version = "2"
    #expect(CoreDataComparison(from: Self.model(), to: other).verdict == .opens)
    let smaller = DeclaredModel(version: "1", entities: Self.model().entities.filter { $0.name != "Thing" })
    #expect(CoreDataComparison(from: Self.model(), to: smaller).verdict == .refuses(entities: ["Thing"]))
  }

  @Test("a property that moves to a subentity changes the subentity")
  func moved() {
    let changed = Self.model(inherited: [Attribute(name: "ink", type: .string)])
    #expect(CoreDataComparison(from: Self.model(), to: changed).verdict == .refuses(entities: ["Comic"]))
  }

  @Test("composites and derivations, of which no store shows the hash, are undetermined")
  func undetermined() {
    let composite = Self.model(
      Attribute(name: "title", type: .composite, components: [Attribute(name: "x", type: .string)]))
    let other = Self.model(
      Attribute(name: "title", type: .composite, components: [Attribute(name: "y", type: .string)]))
    #expect(composite.coreDataIdentity() == nil)
    #expect(CoreDataComparison(from: composite, to: composite).verdict == .opens)
    #expect(CoreDataComparison(from: composite, to: other).verdict == .undetermined(entities: ["Book", "Comic"]))
    let derived = Self.model(Attribute(name: "title", type: .string, derivation: "other.name"))
    let comparison = CoreDataComparison(from: Self.model(), to: derived)
    #expect(comparison.verdict == .undetermined(entities: ["Book"]))
    #expect(comparison.undetermined.map(\.kind) == [.derivation])
  }

  @Test("a model whose superentities are not known has no identity")
  func broken() {
    let orphan = DeclaredModel(version: "1", entities: [Entity(name: "A", superentity: "B")])
    #expect(orphan.coreDataIdentity() == nil)
    let circle = DeclaredModel(
      version: "1", entities: [Entity(name: "A", superentity: "B"), Entity(name: "B", superentity: "A")])
    #expect(circle.coreDataIdentity() == nil)
    #expect(orphan.coreDataIdentity(of: "C") == nil)
  }
}
