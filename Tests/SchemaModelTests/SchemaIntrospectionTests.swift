import EntityModel
import Foundation
import Testing

@testable import SchemaModel

/// What a program that compares or stores schemas reads from them.
@Suite("Schemas as values")
struct SchemaIntrospectionTests {
  private let schema = Schema(Zoo.Animal.self, Zoo.Keeper.self, version: Schema.Version(2, 1, 0))

  private func entity(_ name: String) throws -> Schema.Entity { try #require(schema.entitiesByName[name]) }

  @Test("a hierarchy knows its parents and children")
  func hierarchy() throws {
    // A subclass is part of the schema only if it is listed.
    let schema = Schema(Zoo.Animal.self, Zoo.Bird.self, Zoo.Parrot.self)
    let animal = try #require(schema.entitiesByName["Animal"])
    #expect(animal.subentities.map(\.name) == ["Bird"])
    let parrot = try #require(animal.subentities.first?.subentities.first)
    #expect(parrot.name == "Parrot")
    #expect(parrot.superentity?.superentity == animal)
    #expect(parrot.storedProperties.map(\.name) == ["words"])
    #expect(parrot.inheritedProperties.map(\.name) == ["born", "home", "keeper", "name", "span", "tag"])
    #expect(parrot.inheritedPropertiesByName["span"]?.isAttribute == true)
    #expect(parrot.storedPropertiesByName["span"] == nil)
    #expect(animal.inheritedProperties.isEmpty)
    #expect(animal.properties.map(\.name) == animal.storedProperties.map(\.name))
    #expect(parrot.properties.map(\.name) == ["born", "home", "keeper", "name", "span", "tag", "words"])
  }

  @Test("an attribute has its default, a composite its parts")
  func attributes() throws {
    let animal = try entity("Animal")
    let name = try #require(animal.attributesByName["name"])
    #expect(name.defaultValue as? String == "nobody")
    #expect(name.isUnique)
    let tag = try #require(animal.attributesByName["tag"])
    let (one, two) = (tag.defaultValue as? UUID, tag.defaultValue as? UUID)
    #expect(one != nil && one != two)
    #expect(animal.attributesByName["born"]?.defaultValue == nil)
    let home = try #require(animal.attributesByName["home"] as? Schema.CompositeAttribute)
    #expect(home.properties.map(\.name) == ["street", "number"])
    #expect(home.properties.map(\.isOptional) == [false, true])
    #expect(!(name is Schema.CompositeAttribute))
  }

  @Test("a schema is encoded, saved and read again without loss", arguments: [true, false])
  func codable(asJSON: Bool) throws {
    let copy: Schema
    if asJSON {
      copy = try JSONDecoder().decode(Schema.self, from: try JSONEncoder().encode(schema))
    } else {
      let url = FileManager.default.temporaryDirectory.appendingPathComponent("schema-\(UUID().uuidString).json")
      defer { try? FileManager.default.removeItem(at: url) }
      try schema.save(to: url)
      #expect(try String(contentsOf: url, encoding: .utf8) == schema.modelDocument + "\n")
      copy = try Schema.load(from: url)
    }
    #expect(copy == schema)
    #expect(copy.version == Schema.Version(2, 1, 0))
    #expect(copy.encodingVersion == Schema.schemaEncodingVersion)
    #expect(copy.modelDocument == schema.modelDocument)
    let animal = try #require(copy.entitiesByName["Animal"])
    #expect(animal.attributesByName["name"]?.isUnique == true)
    #expect(animal.attributesByName["name"]?.valueType == String.self)
    #expect(animal.attributesByName["born"]?.valueType == Date?.self)
    #expect(animal.attributesByName["name"]?.defaultText == "\"nobody\"")
    #expect((animal.attributesByName["home"] as? Schema.CompositeAttribute)?.properties.count == 2)
    #expect(animal.relationshipsByName["keeper"]?.destination == "Keeper")
    #expect(animal.relationshipsByName["keeper"]?.isToOneRelationship == true)
    #expect(copy.entitiesByName["Keeper"]?.relationshipsByName["animals"]?.isToOneRelationship == false)
    #expect(copy.entitiesByName["Keeper"]?.relationshipsByName["animals"]?.deleteRule == .cascade)
  }

  @Test("entities and properties are encoded by themselves")
  func parts() throws {
    func copy<Value: Codable>(_ value: Value) throws -> Value {
      try JSONDecoder().decode(Value.self, from: try JSONEncoder().encode(value))
    }
    let animal = try entity("Animal")
    #expect(try copy(animal).properties.map(\.name) == animal.properties.map(\.name))
    let name = try #require(animal.attributesByName["name"])
    #expect(try copy(name) == name)
    let keeper = try #require(animal.relationshipsByName["keeper"])
    #expect(try copy(keeper) == keeper)
    #expect(Set([name, try copy(name)]).count == 1)
  }

  @Test("a file that is not a schema, or a newer one, is an error")
  func damaged() throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("schema-\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: url) }
    try Data("{}".utf8).write(to: url)
    #expect(throws: StoreError.self) { try Schema.load(from: url) }
    let text = String(decoding: try JSONEncoder().encode(schema), as: UTF8.self)
    let newer = text.replacingOccurrences(of: "\"major\":1", with: "\"major\":9")
    #expect(newer != text)
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(Schema.self, from: Data(newer.utf8)) }
  }

  @Test("entities made by hand form a schema that equals the one of their classes")
  func byHand() throws {
    var owner = Schema.Relationship(maximumModelCount: 1, inverse: nil)
    owner.name = "owner"
    owner.destination = "Person"
    let pet = Schema.Entity(
      "Pet", subentities: Schema.Entity("Cat", properties: Schema.Attribute(name: "lives", valueType: Int.self)),
      properties: Schema.Attribute(name: "name", options: [.unique], valueType: String.self, defaultValue: "x"), owner)
    let schema = Schema(pet, Schema.Entity("Person"), version: Schema.Version(1, 2, 3))
    #expect(schema.entities.map(\.name) == ["Cat", "Person", "Pet"])
    let cat = try #require(schema.entitiesByName["Cat"])
    #expect(cat.superentityName == "Pet")
    #expect(cat.properties.map(\.name) == ["lives", "name", "owner"])
    #expect(cat.attributesByName["name"]?.defaultText == "\"x\"")
    #expect(schema.entitiesByName["Pet"]?.uniquenessConstraints == [["name"]])
    #expect(schema.entitiesByName["Pet"]?.relationshipsByName["owner"]?.isToOneRelationship == true)
    #expect(schema.declaredModel.entity(named: "Pet")?.attributes.first?.type == .string)
    #expect(schema.version == Schema.Version(1, 2, 3))
    // Entities of classes keep them.
    let typed = Schema(try entity("Animal"))
    #expect(typed.entity(for: Zoo.Animal.self)?.name == "Animal")
    #expect(typed.declaredModel.entities == self.schema.declaredModel.entities)
  }

  @Test("a container does not accept entities without classes")
  func container() throws {
    let copy = try JSONDecoder().decode(Schema.self, from: try JSONEncoder().encode(schema))
    let error = #expect(throws: SwiftDataError.self) {
      try ModelContainer(for: copy, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    }
    #expect(error == .loadIssueModelContainer)
    #expect(error?.explanation?.contains("'Animal' has no model class") == true)
  }
}

private enum Zoo {
  struct Home: Codable {
    var street: String
    var number: Int?
  }

  @Model class Animal {
    @Attribute(.unique) var name: String = "nobody"
    var tag: UUID = UUID()
    var born: Date?
    var home: Home = Home(street: "a", number: nil)
    var keeper: Keeper?
    init() {}
  }

  @Model class Bird: Animal {
    var span: Double = 0
    override init() { super.init() }
  }

  @Model final class Parrot: Bird {
    var words: [String] = []
    override init() { super.init() }
  }

  @Model final class Keeper {
    var name: String = ""
    @Relationship(deleteRule: .cascade, inverse: \Animal.keeper) var animals: [Animal] = []
    init() {}
  }
}
