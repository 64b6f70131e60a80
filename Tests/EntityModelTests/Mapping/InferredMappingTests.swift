import EntityModel
import Testing

@Suite("InferredMapping")
struct InferredMappingTests {
  typealias Attribute = DeclaredModel.Attribute
  typealias Entity = DeclaredModel.Entity
  typealias Relationship = DeclaredModel.Relationship

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var before: [Entity]
    var after: [Entity]
    /// The reasons of the error; empty for success.
    var refused: [String] = []
  }

  private static func text(_ name: String, _ original: String? = nil, optional: Bool = false) -> Attribute {
    Attribute(name: name, originalName: original, type: .string, isOptional: optional)
  }

  private static func user(_ attributes: Attribute..., relationships: [Relationship] = []) -> Entity {
    Entity(name: "User", attributes: attributes, relationships: relationships)
  }

  private static func place(_ components: Attribute..., optional: Bool = false) -> Attribute {
    Attribute(name: "place", type: .composite, isOptional: optional, components: components)
  }

  private static func posts(toMany: Bool, optional: Bool = true, to destination: String = "Post") -> [Relationship] {
    [Relationship(name: "posts", destination: destination, isToMany: toMany, isOptional: optional)]
  }

  private static let whole = Attribute(name: "n", type: .integer64)
  private static let post = Entity(name: "Post")
  private static let tag = Entity(name: "Tag")

  static let cases: [Case] = [
    Case(
      testDescription: "a new attribute that is optional", before: [user(text("name"))],
      after: [user(text("name"), text("email", optional: true))]),
    Case(
      testDescription: "a new attribute with a default", before: [user()],
      after: [user(Attribute(name: "n", type: .integer64, defaultText: "0"))]),
    Case(
      testDescription: "a new attribute that is required", before: [user()], after: [user(text("email"))],
      refused: ["User.email is new and required, but has no default"]),
    Case(
      testDescription: "a default of nil is none", before: [user()],
      after: [user(Attribute(name: "n", type: .integer64, defaultText: "nil"))],
      refused: ["User.n is new and required, but has no default"]),
    Case(testDescription: "an attribute goes", before: [user(text("name"))], after: [user()]),
    Case(
      testDescription: "it becomes optional", before: [user(text("name"))], after: [user(text("name", optional: true))]),
    Case(
      testDescription: "it becomes required", before: [user(text("name", optional: true))], after: [user(text("name"))],
      refused: ["User.name became required, but has no default"]),
    Case(
      testDescription: "it becomes required, with a default", before: [user(text("name", optional: true))],
      after: [user(Attribute(name: "name", type: .string, defaultText: "\"\""))]),
    Case(
      testDescription: "renamed, and required as it was", before: [user(text("name"))],
      after: [user(text("title", "name"))]),
    Case(
      testDescription: "renamed from what is not there", before: [user(text("name"))],
      after: [user(text("title", "nmae", optional: true))],
      refused: ["User.title has the original name 'nmae', which the previous version does not contain"]),
    Case(
      testDescription: "two that were the same", before: [user(text("name"))],
      after: [user(text("a", "name"), text("b", "name", optional: true))],
      refused: ["User.a is one of several renamed from name: a, b"]),
    Case(
      testDescription: "another type", before: [user(Attribute(name: "n", type: .string))], after: [user(whole)],
      refused: ["User.n changed its type from string to integer64"]),
    Case(
      testDescription: "another type under a new name", before: [user(text("n"))],
      after: [user(Attribute(name: "m", originalName: "n", type: .integer64, isOptional: true))],
      refused: ["User.m changed its type from string to integer64"]),
    Case(
      testDescription: "another enumeration of the same kind",
      before: [user(Attribute(name: "n", type: .string, valueType: "Color"))],
      after: [user(Attribute(name: "n", type: .string, valueType: "Tint"))]),
    Case(
      testDescription: "an array of another type",
      before: [user(Attribute(name: "n", type: .encoded, valueType: "[String]"))],
      after: [user(Attribute(name: "n", type: .encoded, valueType: "[Int]"))],
      refused: ["User.n changed its type from [String] to [Int]"]),
    Case(
      testDescription: "a part of a composite goes, one is renamed, one is new and optional",
      before: [user(place(text("street"), text("town"), text("zip")))],
      after: [user(place(text("road", "street"), text("town"), text("land", optional: true)))]),
    Case(
      testDescription: "a part of a composite is new and required", before: [user(place(text("town")))],
      after: [user(place(text("town"), text("zip")))],
      refused: ["User.place.zip is new and required, but has no default"]),
    Case(
      testDescription: "a part of another type", before: [user(place(text("zip")))],
      after: [user(place(Attribute(name: "zip", type: .integer64)))],
      refused: ["User.place changed its type from string to integer64"]),
    Case(
      testDescription: "a part becomes required, default or not",
      before: [user(place(text("town"), text("street", optional: true)))],
      after: [
        user(
          Attribute(
            name: "place", type: .composite, defaultText: "Place()", components: [text("town"), text("street")]))
      ],
      refused: ["User.place.street became required, but has no default"]),
    Case(
      testDescription: "whole numbers of a type that holds them all",
      before: [user(Attribute(name: "n", type: .integer16, valueType: "UInt8"))],
      after: [user(Attribute(name: "n", type: .integer16))]),
    Case(
      testDescription: "whole numbers of a type that does not", before: [user(whole)],
      after: [user(Attribute(name: "n", type: .integer64, valueType: "UInt"))],
      refused: ["User.n changed its type from Int64 to UInt"]),
    Case(
      testDescription: "a text becomes a character", before: [user(text("n"))],
      after: [user(Attribute(name: "n", type: .string, valueType: "Character"))],
      refused: ["User.n changed its type from String to Character"]),
    Case(
      testDescription: "an attribute becomes a relationship, and the other way round",
      before: [user(text("posts"), relationships: []), Entity(name: "Page", relationships: posts(toMany: true)), post],
      after: [
        user(relationships: posts(toMany: false)), Entity(name: "Page", attributes: [text("posts", optional: true)]),
        post,
      ],
      refused: [
        "Page.posts changed its type from a relationship to Post to string",
        "User.posts changed its type from string to a relationship to Post",
      ]),
    Case(
      testDescription: "no longer stored, or stored from now on",
      before: [user(text("a"), Attribute(name: "b", type: .string, options: ["ephemeral"]))],
      after: [user(Attribute(name: "a", type: .string, options: ["ephemeral"]), text("b"))],
      refused: ["User.b is new and required, but has no default"]),
    Case(
      testDescription: "to one becomes to many", before: [user(relationships: posts(toMany: false)), post],
      after: [user(relationships: posts(toMany: true)), post]),
    Case(
      testDescription: "to many becomes to one", before: [user(relationships: posts(toMany: true)), post],
      after: [user(relationships: posts(toMany: false)), post],
      refused: ["User.posts changed from to-many to to-one"]),
    Case(
      testDescription: "a new relationship to one that is required", before: [user(), post],
      after: [user(relationships: posts(toMany: false, optional: false)), post],
      refused: ["User.posts is a new required relationship"]),
    Case(
      testDescription: "a relationship to one becomes required",
      before: [user(relationships: posts(toMany: false)), post],
      after: [user(relationships: posts(toMany: false, optional: false)), post],
      refused: ["User.posts is a relationship that became required"]),
    Case(
      testDescription: "a relationship leads elsewhere", before: [user(relationships: posts(toMany: true)), post, tag],
      after: [user(relationships: posts(toMany: true, to: "Tag")), post, tag],
      refused: ["User.posts changed its destination from Post to Tag"]),
    Case(
      testDescription: "a relationship follows its renamed destination",
      before: [user(relationships: posts(toMany: true)), post],
      after: [user(relationships: posts(toMany: true, to: "Article")), Entity(name: "Article", originalName: "Post")]),
    Case(testDescription: "entities come and go", before: [user(), post], after: [user(), tag]),
    Case(
      testDescription: "a new entity may require what it likes", before: [user()],
      after: [user(), Entity(name: "Post", attributes: [text("title")])]),
    Case(
      testDescription: "a new superentity over one", before: [Entity(name: "Dog", attributes: [text("name")])],
      after: [
        Entity(name: "Animal", attributes: [text("name")]), Entity(name: "Dog", superentity: "Animal"),
      ]),
    Case(
      testDescription: "a new superentity over two", before: [Entity(name: "Cat"), Entity(name: "Dog")],
      after: [
        Entity(name: "Animal"), Entity(name: "Cat", superentity: "Animal"), Entity(name: "Dog", superentity: "Animal"),
      ], refused: ["Animal merges the hierarchies of Cat and Dog"]),
    Case(
      testDescription: "a subentity leaves",
      before: [Entity(name: "Animal", attributes: [text("name")]), Entity(name: "Dog", superentity: "Animal")],
      after: [
        Entity(name: "Animal", attributes: [text("name")]), Entity(name: "Dog", attributes: [text("name")]),
      ]),
    Case(
      testDescription: "an attribute moves up to all that inherit",
      before: [
        Entity(name: "Animal"), Entity(name: "Cat", superentity: "Animal"),
        Entity(name: "Dog", superentity: "Animal", attributes: [text("name")]),
      ],
      after: [
        Entity(name: "Animal", attributes: [text("name")]), Entity(name: "Cat", superentity: "Animal"),
        Entity(name: "Dog", superentity: "Animal"),
      ], refused: ["Animal.name is new and required, but has no default"]),
  ]

  private static func model(_ version: String, _ entities: [Entity]) -> DeclaredModel {
    DeclaredModel(version: version, entities: entities)
  }

  @Test("changes that can be inferred, and changes that are rejected", arguments: cases)
  func rules(_ sample: Case) {
    do throws(MappingError) {
      _ = try InferredMapping(from: Self.model("1.0.0", sample.before), to: Self.model("2.0.0", sample.after))
      #expect(sample.refused.isEmpty)
    } catch {
      #expect(error.reasons.map { "\($0.place) \($0.message)" } == sample.refused)
      #expect(!error.hint.isEmpty)
    }
  }

  @Test("the values that a custom stage must supply are reported, and other changes are still rejected")
  func custom() throws {
    let before = Self.model("1.0.0", [Self.user(Self.text("a", optional: true), Self.text("n"))])
    let after = Self.model("2.0.0", [Self.user(Self.text("a"), Self.whole, Self.text("c", optional: true))])
    let mapping = try InferredMapping(from: before, to: after, stage: .custom)
    #expect(mapping.unfilled.map { "\($0.entity).\($0.name)" } == ["User.a", "User.n"])
    #expect(throws: MappingError.self) {
      try InferredMapping(
        from: Self.model("1.0.0", [Entity(name: "Cat"), Entity(name: "Dog")]),
        to: Self.model("2.0.0", [Entity(name: "Cat"), Entity(name: "Dog", superentity: "Cat")]), stage: .custom)
    }
  }

  @Test("a stage to an older version carries renamed values back")
  func downward() throws {
    let newer = Self.model("2.0.0", [Self.user(Self.text("a", "b"), Self.text("b", "a"), Self.text("title", "name"))])
    let older = Self.model("1.0.0", [Self.user(Self.text("a"), Self.text("b"), Self.text("name", "nom"))])
    let mapping = try InferredMapping(from: newer, to: older, stage: .custom)
    #expect(mapping.entities[0].attributes.map { $0.source?.name } == ["b", "a", "title"])
  }

  @Test func `what becomes of links is not known if the inverse changes`() throws {
    func model(_ owner: Relationship, _ items: Relationship? = nil) -> DeclaredModel {
      DeclaredModel(
        version: "1",
        entities: [
          Entity(name: "Item", relationships: [owner]), Entity(name: "Person", relationships: items.map { [$0] } ?? []),
        ])
    }
    func owner(_ inverse: String?, toMany: Bool = false) -> Relationship {
      Relationship(name: "owner", destination: "Person", isToMany: toMany, isOptional: true, inverse: inverse)
    }
    func items(_ inverse: String?, toMany: Bool) -> Relationship {
      Relationship(name: "items", destination: "Item", isToMany: toMany, isOptional: true, inverse: inverse)
    }
    func unknown(_ from: DeclaredModel, _ to: DeclaredModel) throws -> [String] {
      try InferredMapping(from: from, to: to, rules: .coreData).relationshipsOfUnknownEffect.map(\.name)
    }
    // The key stays where it is.
    #expect(try unknown(model(owner(nil)), model(owner("items"), items("owner", toMany: true))) == [])
    #expect(try unknown(model(owner(nil)), model(owner("items"), items("owner", toMany: false))) == ["owner"])
    #expect(try unknown(model(owner(nil)), model(owner(nil, toMany: true))) == ["owner"])
    #expect(
      try unknown(model(owner(nil), items(nil, toMany: true)), model(owner("items"), items("owner", toMany: true)))
        == ["owner", "items"])
    let both = model(owner("items"), items("owner", toMany: true))
    #expect(try unknown(both, both) == [])
    #expect(try unknown(both, model(owner("items", toMany: true), items("owner", toMany: true))) == [])
  }

  @Test func `a column of keys whose links move to the other end loses nothing`() throws {
    func model(toMany: Bool) -> DeclaredModel {
      DeclaredModel(
        version: "1",
        entities: [
          Entity(
            name: "Item",
            relationships: [
              Relationship(name: "owner", destination: "Person", isToMany: toMany, isOptional: true, inverse: "items")
            ]),
          Entity(
            name: "Person",
            relationships: [
              Relationship(name: "items", destination: "Item", isToMany: true, isOptional: true, inverse: "owner")
            ]),
        ])
    }
    let mapping = try InferredMapping(from: model(toMany: false), to: model(toMany: true), rules: .coreData)
    #expect(mapping.keyColumnsOfKeptLinks == ["ZITEM.ZOWNER"])
  }

  @Test func `Core Data copies values of one attribute type, whatever their type in the program is`() throws {
    func model(_ type: String) -> DeclaredModel {
      DeclaredModel(
        version: "1",
        entities: [Entity(name: "User", attributes: [Attribute(name: "n", type: .integer16, valueType: type)])])
    }
    let mapping = try InferredMapping(from: model("UInt8"), to: model("Int8"), rules: .coreData)
    #expect(mapping.attributesOfOtherValues.map { "\($0.property.name) \($0.before) \($0.after)" } == ["n UInt8 Int8"])
    #expect(
      try InferredMapping(from: model("Int8"), to: model("Int16"), rules: .coreData).attributesOfOtherValues.isEmpty)
    // SchemaModel refuses what it could not read.
    #expect(throws: MappingError.self) { try InferredMapping(from: model("UInt8"), to: model("Int8")) }
  }

  @Test func `a stored structure lacks a new part, whatever the default of the attribute is`() throws {
    func model(_ components: Attribute...) -> DeclaredModel {
      let place = Attribute(
        name: "place", type: .composite, defaultText: "Place()", components: components)
      return DeclaredModel(version: "1", entities: [Entity(name: "User", attributes: [place])])
    }
    let (city, zip) = (Attribute(name: "city", type: .string), Attribute(name: "zip", type: .string))
    #expect(throws: MappingError.self) {
      try InferredMapping(from: model(city), to: model(city, zip), rules: .coreData)
    }
    #expect(throws: Never.self) {
      try InferredMapping(
        from: model(city), to: model(city, Attribute(name: "zip", type: .string, isOptional: true)), rules: .coreData)
    }
  }
}
