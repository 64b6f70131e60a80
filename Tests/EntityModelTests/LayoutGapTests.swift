import EntityModel
import Testing

@Suite("LayoutGap")
struct LayoutGapTests {
  typealias Attribute = DeclaredModel.Attribute
  typealias Entity = DeclaredModel.Entity
  typealias Relationship = DeclaredModel.Relationship

  static let x = Attribute(name: "x", type: .string)

  static func toMany(_ name: String, _ inverse: String?, isOrdered: Bool = false, to: String = "B") -> Relationship {
    Relationship(name: name, destination: to, isToMany: true, inverse: inverse, isOrdered: isOrdered)
  }

  static func toOne(_ name: String, _ inverse: String?, to: String = "A") -> Relationship {
    Relationship(name: name, destination: to, isToMany: false, inverse: inverse)
  }

  static let gaps: [([Entity], [LayoutGap])] = [
    (
      [Entity(name: "A", attributes: [Attribute(name: "x", type: .string, options: ["indexed"])])],
      [.indexedAttribute(entity: "A", attribute: "x")]
    ),
    (
      [Entity(name: "A", attributes: [x], indexes: [.init(kind: .compound, properties: ["x"])])],
      [.compoundIndex(entity: "A", properties: ["x"])]
    ),
    (
      [Entity(name: "A", attributes: [x], indexes: [.init(properties: ["x"], name: "i", condition: "x != nil")])],
      [.partialIndex(entity: "A", index: "i")]
    ),
    (
      [Entity(name: "A", attributes: [x], indexes: [.init(kind: .rtree, properties: ["x"], name: "i")])],
      [.rtree(entity: "A", index: "i")]
    ),
    (
      [Entity(name: "A", attributes: [x]), Entity(name: "B", superentity: "A", uniquenessConstraints: [["x"]])],
      [.inheritedIndex(entity: "B", property: "x")]
    ),
    (
      [Entity(name: "A", relationships: [toMany("r", nil, isOrdered: true)]), Entity(name: "B")],
      [.oneSided(entity: "A", relationship: "r")]
    ),
    (
      [
        Entity(name: "A", relationships: [toMany("r", "a"), toMany("s", "a", to: "C")]),
        Entity(name: "B", relationships: [toMany("a", "r", to: "A")]),
        Entity(name: "C", relationships: [toMany("a", "s", to: "A")]),
      ], [.joinTables(entity: "A")]
    ),
    (
      [
        Entity(name: "A"),
        Entity(name: "B", superentity: "A", relationships: [toOne("sync", "bs", to: "W")]),
        Entity(name: "C", superentity: "A", relationships: [toOne("sync", "cs", to: "W")]),
        Entity(
          name: "W",
          relationships: [toMany("bs", "sync", isOrdered: true), toMany("cs", "sync", isOrdered: true, to: "C")]),
      ], [.orderColumnNames(table: "ZA")]
    ),
  ]

  static let orders: [([Entity], [LayoutGap])] = [
    (
      [Entity(name: "A", attributes: [Attribute(name: "u", type: .uri), Attribute(name: "v", type: .uuid)])],
      [.uriAndUUID(table: "ZA")]
    ),
    (
      [
        Entity(
          name: "A", relationships: [toMany("r", "a", isOrdered: true), toMany("s", "b", isOrdered: true)]),
        Entity(name: "B", relationships: [toOne("a", "r"), toOne("b", "s")]),
      ], [.orderColumns(table: "ZB")]
    ),
  ]

  @Test("an order of columns that no store shows is a gap, but no reason to refuse the model", arguments: orders)
  func order(entities: [Entity], expected: [LayoutGap]) throws {
    let model = DeclaredModel(version: "", entities: entities)
    #expect(try StoreLayout(ofCoreDataModel: model).gaps(in: model) == expected)
  }

  @Test("the history has a column for each value of an entity that is preserved after a deletion")
  func tombstones() throws {
    let preserved = Attribute(name: "y", type: .string, options: ["preserveValueOnDeletion"])
    let layout = try StoreLayout(
      of: DeclaredModel(version: "", entities: [Entity(name: "A", attributes: [Self.x, preserved])]))
    #expect(layout.statements(withHistory: true).contains { $0.hasSuffix("ZCOLUMNS BLOB, ZTOMBSTONE0 BLOB )") })
    #expect(!layout.statements(withHistory: false).contains { $0.contains("ACHANGE") })
    #expect(!layout.statements.contains { $0.contains("ZTOMBSTONE") })
  }

  @Test("a Core Data model is not laid out by a rule that no store shows", arguments: gaps)
  func gap(entities: [Entity], expected: [LayoutGap]) {
    let error = #expect(throws: LayoutError.self) {
      try StoreLayout(ofCoreDataModel: DeclaredModel(version: "", entities: entities))
    }
    #expect(error == .notDetermined(expected))
  }

  @Test("an ordered to-many relationship has an order column in the destination's table, or in the join table")
  func ordered() throws {
    let layout = try StoreLayout(
      ofCoreDataModel: DeclaredModel(
        version: "",
        entities: [
          Entity(name: "A", relationships: [Self.toMany("r", "a", isOrdered: true), Self.toMany("s", "b")]),
          Entity(
            name: "B", attributes: [Attribute(name: "x", type: .double)],
            relationships: [
              Self.toOne("a", "r"),
              Relationship(
                name: "b", destination: "A", isToMany: true, inverse: "s", isOrdered: true),
            ]),
        ]))
    #expect(
      layout.entityTables.last?.columns.dropFirst(3).map(\.definition) == [
        "ZA INTEGER", "Z_FOK_A INTEGER", "ZX FLOAT",
      ])
    #expect(
      layout.joinTables.map(\.createTable) == [
        "CREATE TABLE Z_1S ( Z_1B INTEGER, Z_2S INTEGER, Z_FOK_1B INTEGER, PRIMARY KEY (Z_1B, Z_2S) )"
      ])
  }

  @Test("a fetch index has its name and its order; one of a to-many relationship does not exist")
  func fetchIndex() throws {
    let layout = try StoreLayout(
      ofCoreDataModel: DeclaredModel(
        version: "",
        entities: [
          Entity(
            name: "A", attributes: [Self.x], relationships: [Self.toMany("r", "a")],
            indexes: [
              .init(properties: ["x"], name: "byX", descending: ["x"]), .init(properties: ["x", "r"], name: "byR"),
            ]), Entity(name: "B", relationships: [Self.toOne("a", "r")]),
        ]))
    #expect(
      layout.entityTables.first?.createIndexes == ["CREATE INDEX Z_A_byX ON ZA (ZX COLLATE BINARY DESC)"])
  }
}
