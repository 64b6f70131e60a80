import EntityTestSupport
import Foundation
import GRDB
import Testing

@testable import EntityModel

@Suite("ModelCache")
struct ModelCacheTests {
  static func cached(_ version: String) throws -> [UInt8] {
    try Stores.read(version) { database in
      let content = try Data.fetchOne(database, sql: "SELECT Z_CONTENT FROM Z_MODELCACHE")
      return Array(try #require(content))
    }
  }

  @Test("the model of a store that SwiftData made is read", arguments: Stores.versions)
  func real(_ version: String) throws {
    let model = try DeclaredModel(managedObjectModel: Self.cached(version))
    #expect(model == Stores.model(version))
    #expect(try StoreLayout(of: model) == StoreLayout(of: Stores.model(version)))
  }

  /// An archive, in the format of `NSKeyedArchiver`, of a model with everything that is read.
  static func archive(_ change: (inout [String: Any]) -> Void = { _ in }) throws -> [UInt8] {
    var archiver = Archiver()
    let person = archiver.entity("Person", properties: [archiver.attribute("id", ["NSAttributeType": 1100])])
    let members: [[String: Any]] = [
      archiver.attribute("id", ["NSAttributeType": 1100]),
      archiver.attribute(
        "email", ["NSAttributeType": 700, "NSIsOptional": true, "NSDefaultValue": archiver.add("a@b")], was: "mail"),
      archiver.attribute(
        "color", ["NSAttributeType": 1800, "NSValueTransformerName": archiver.add("ColorTransformer")]),
      archiver.attribute("cache", ["NSAttributeType": 0, "NSIsTransient": true]),
      archiver.relationship("posts", to: "User", ["NSDeleteRule": 2, "NSMinCount": 1, "NSMaxCount": 9], "author"),
      archiver.relationship("author", to: "User", ["NSDeleteRule": 3, "NSMinCount": 0, "NSMaxCount": 1], "posts"),
    ]
    let user = archiver.entity("User", properties: members, superentity: person, unique: [["email"], ["email", "id"]])
    var root: [String: Any] = [
      "$class": archiver.named("NSManagedObjectModel"),
      "NSEntities": archiver.add(["NS.objects": [person, user]]),
      "NSVersionIdentifiers": archiver.add(["NS.objects": [archiver.add("2.1.0")]]),
    ]
    change(&root)
    let place = archiver.add(root)
    return Archiver.stored(archiver.bytes(root: place))
  }

  /// A model with one entity, Item.
  private static func item(_ properties: (inout Archiver) -> [[String: Any]]) throws -> DeclaredModel.Entity {
    var archiver = Archiver()
    let item = archiver.entity("Item", properties: properties(&archiver))
    return try DeclaredModel(managedObjectModel: archiver.modelCache([item])).entities[0]
  }

  @Test("composites are read with their elements; an enumeration with raw values is its only element")
  func composites() throws {
    let item = try Self.item { archiver in
      let text: [String: Any] = ["NSAttributeType": 700, "NSIsOptional": true]
      let mark: [String: Any] = [
        "NSUserInfo": archiver.add([
          "NS.keys": [archiver.add("EnumType")], "NS.objects": [archiver.add(true)],
        ])
      ]
      return [
        archiver.composite("status", [archiver.attribute("status", text)], mark),
        archiver.composite("kind", [archiver.attribute("kind", ["NSAttributeType": 300])]),
        archiver.composite("line", [archiver.attribute("solid", text), archiver.attribute("dashed", text)], mark),
        archiver.composite(
          "author",
          [
            archiver.attribute("name", text),
            archiver.composite("at", [archiver.attribute("y", ["NSAttributeType": 500])]),
          ], ["NSIsOptional": true]),
      ]
    }
    let text = { (name: String) in DeclaredModel.Attribute(name: name, type: .string, isOptional: true) }
    #expect(
      item.attributes == [
        DeclaredModel.Attribute(
          name: "author", type: .composite, isOptional: true,
          components: [
            text("name"),
            DeclaredModel.Attribute(
              name: "at", type: .composite, components: [DeclaredModel.Attribute(name: "y", type: .double)]),
          ]),
        DeclaredModel.Attribute(name: "kind", type: .integer64, valueType: DeclaredModel.unknownEnumeration),
        DeclaredModel.Attribute(name: "line", type: .enumeration, components: [text("solid"), text("dashed")]),
        DeclaredModel.Attribute(name: "status", type: .string, valueType: DeclaredModel.unknownEnumeration),
      ])
  }

  @Test("fetch indexes are read, in the order of their properties")
  func indexes() throws {
    var archiver = Archiver()
    let index = { (archiver: inout Archiver, elements: [(String, Int)]) in
      archiver.add([
        "NSIndexElements": archiver.add([
          "NS.objects": elements.map { name, type in
            archiver.add(["NSPropertyName": archiver.add(name), "NSFetchIndexElementType": type])
          }
        ])
      ])
    }
    let indexes = [index(&archiver, [("b", 0), ("a", 0)]), index(&archiver, [("a", 1)])]
    let item = archiver.entity(
      "Item",
      properties: ["a", "b"].map { archiver.attribute($0, ["NSAttributeType": 500]) },
      ["NSFetchIndexDescriptions": archiver.add(["NS.objects": indexes])])
    let entity = try DeclaredModel(managedObjectModel: archiver.modelCache([item])).entities[0]
    #expect(
      entity.indexes == [
        DeclaredModel.Index(properties: ["b", "a"]), DeclaredModel.Index(kind: .rtree, properties: ["a"]),
      ])
  }

  @Test("a composite without elements, or within itself, is damage")
  func damagedComposites() throws {
    #expect(throws: ModelCacheError.missing(key: "NSCompositeElements", of: "Item.at")) {
      try Self.item { [$0.composite("at", [])] }
    }
    var archiver = Archiver()
    let place = archiver.next
    let name = Archiver.Reference(number: place.number + 2)
    let elements = Archiver.Reference(number: place.number + 3)
    _ = archiver.add(["NSPropertyName": name, "NSAttributeType": 2100, "NSCompositeElements": elements])
    _ = archiver.named("NSCompositeAttributeDescription")
    _ = archiver.add("at")
    _ = archiver.add(["NS.objects": [place]])
    let item = archiver.entity("Item", propertyReferences: [place])
    let cache = archiver.modelCache([item])
    #expect(throws: ModelCacheError.tooLarge(limit: 32)) { try DeclaredModel(managedObjectModel: cache) }
  }

  @Test("all known parts of an archived model are read, and inherited properties belong to the superentity")
  func everything() throws {
    let model = try DeclaredModel(managedObjectModel: Self.archive())
    #expect(model.version == "2.1.0")
    #expect(model.entities.map(\.name) == ["Person", "User"])
    let user = try #require(model.entity(named: "User"))
    #expect(user.superentity == "Person")
    #expect(
      user.attributes == [
        DeclaredModel.Attribute(
          name: "color", type: .transformable, options: ["transformable(by: ColorTransformer)"]),
        DeclaredModel.Attribute(
          name: "email", originalName: "mail", type: .string, isOptional: true,
          defaultText: DeclaredModel.unknownDefault),
      ])
    #expect(
      user.relationships == [
        DeclaredModel.Relationship(
          name: "author", destination: "User", isToMany: false, deleteRule: .deny, inverse: "posts"),
        DeclaredModel.Relationship(
          name: "posts", destination: "User", isToMany: true, deleteRule: .cascade, inverse: "author",
          minimumCount: 1, maximumCount: 9),
      ])
    #expect(user.uniquenessConstraints == [["email"], ["email", "id"]])
  }

  @Test("data that is not a model is rejected with a reason")
  func refused() throws {
    let cases: [([UInt8], ModelCacheError)] = [
      ([], .damagedCompression), (Archiver.stored([]), .damagedPropertyList(offset: 0)),
      (Archiver.stored(Array("bplist00".utf8) + Array(repeating: 0, count: 40)), .damagedPropertyList(offset: 16)),
      (Archiver.stored(StoreMetadata(versionIdentifiers: ["1"]).propertyList), .damagedArchive),
      (try Self.archive { $0["NSEntities"] = nil }, .missing(key: "NSEntities", of: "the model")),
      (try Self.archive { $0["$class"] = nil }, .missing(key: "root", of: "the archive")),
    ]
    for (bytes, expected) in cases {
      let error = #expect(throws: ModelCacheError.self) { try DeclaredModel(managedObjectModel: bytes) }
      #expect(error == expected)
      #expect(error?.description.isEmpty == false)
    }
  }

  @Test("a damaged cache is an error or another model, never a crash")
  func damaged() throws {
    let bytes = try Self.cached("2.0.0")
    for position in bytes.indices {
      var damaged = bytes
      damaged[position] ^= 1 << (position % 8)
      _ = try? DeclaredModel(managedObjectModel: damaged)
    }
    for count in stride(from: 0, to: bytes.count, by: 7) {
      #expect(throws: ModelCacheError.self) { try DeclaredModel(managedObjectModel: Array(bytes[..<count])) }
    }
  }

  @Test("a damaged property list in an intact cache, too")
  func damagedInside() throws {
    let list = try DeclaredModel.decompressed(Self.cached("1.0.0"), limit: 1 << 20)
    for position in list.indices {
      var damaged = list
      damaged[position] ^= position % 2 == 0 ? 0xFF : 1 << (position % 8)
      _ = try? DeclaredModel(managedObjectModel: Archiver.stored(damaged))
    }
  }

  @Test("an archive with a reference cycle is rejected quickly")
  func endless() throws {
    var archiver = Archiver()
    let entity = archiver.entity("Loop", properties: [], superentity: archiver.next)
    let root = archiver.add([
      "$class": archiver.named("NSManagedObjectModel"), "NSEntities": archiver.add(["NS.objects": [entity]]),
    ])
    #expect(throws: ModelCacheError.tooLarge(limit: 64)) {
      try DeclaredModel(managedObjectModel: Archiver.stored(archiver.bytes(root: root)))
    }
  }

  @Test("an archive that repeats a reference to one object is rejected quickly")
  func again() throws {
    var archiver = Archiver()
    let property = archiver.add(archiver.attribute("a", ["NSAttributeType": 700]))
    let list = archiver.add(["NS.objects": Array(repeating: property, count: 30_000)])
    let entity = archiver.add(["NSEntityName": archiver.add("E"), "NSProperties": list])
    let root = archiver.add([
      "$class": archiver.named("NSManagedObjectModel"), "NSEntities": archiver.add(["NS.objects": [entity]]),
    ])
    #expect(throws: ModelCacheError.tooLarge(limit: 20_000)) {
      try DeclaredModel(managedObjectModel: Archiver.stored(archiver.bytes(root: root)))
    }
  }
}
