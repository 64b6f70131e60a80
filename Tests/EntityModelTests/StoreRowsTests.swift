import EntityModel
import GRDB
import Testing

@Suite("StoreRows")
struct StoreRowsTests {
  typealias Attribute = DeclaredModel.Attribute
  typealias Entity = DeclaredModel.Entity
  typealias Relationship = DeclaredModel.Relationship

  // MARK: Stores

  static func rows(
    _ entities: [Entity], isExact: Bool = true, given: [String: [SQLLiteral]] = [:]
  ) throws -> StoreRows {
    let model = DeclaredModel(version: "1", entities: entities)
    return StoreRows(model: model, layout: try StoreLayout(of: model), isExact: isExact, given: given)
  }

  /// A store with the rows of a model.
  static func store(_ entities: [Entity], rows: StoreRows, count: Int = 40) throws -> FilledStore {
    let model = DeclaredModel(version: "1", entities: entities)
    return try FilledStore(model, try StoreLayout(of: model), rows.statements(count: count))
  }

  static func store(_ entities: [Entity], count: Int = 40) throws -> FilledStore {
    try store(entities, rows: try rows(entities), count: count)
  }

  static func toOne(
    _ name: String, _ destination: String, _ inverse: String? = nil, isOptional: Bool = true
  ) -> Relationship {
    Relationship(name: name, destination: destination, isToMany: false, isOptional: isOptional, inverse: inverse)
  }

  static func toMany(
    _ name: String, _ destination: String, _ inverse: String? = nil, least: Int? = nil, most: Int? = nil,
    isOrdered: Bool = false
  ) -> Relationship {
    Relationship(
      name: name, destination: destination, isToMany: true, isOptional: true, inverse: inverse, minimumCount: least,
      maximumCount: most, isOrdered: isOrdered)
  }

  // MARK: Attributes

  static let plainTypes: [DeclaredModel.AttributeType] = [
    .integer16, .integer32, .integer64, .decimal, .double, .float, .string, .boolean, .date, .binary, .uuid, .uri,
  ]

  static let components = [Attribute(name: "wide", type: .double), Attribute(name: "high", type: .integer64)]
  static let cases = ["red", "green", "blue"].map { Attribute(name: $0, type: .string, isOptional: true) }

  /// An attribute of each type, required and optional.
  static func everyType() -> [Attribute] {
    [false, true].flatMap { isOptional -> [Attribute] in
      let prefix = isOptional ? "may" : "must"
      return plainTypes.map { Attribute(name: "\(prefix)_\($0.rawValue)", type: $0, isOptional: isOptional) } + [
        Attribute(
          name: "\(prefix)_composite", type: .composite, valueType: "Size", isOptional: isOptional,
          components: components.map { Attribute(name: "\(prefix)_\($0.name)", type: $0.type) }),
        Attribute(
          name: "\(prefix)_enumeration", type: .enumeration, valueType: "Hue", isOptional: isOptional,
          components: cases.map { Attribute(name: "\(prefix)_\($0.name)", type: .string, isOptional: true) }),
        Attribute(name: "\(prefix)_array", type: .encoded, valueType: "Array<String>", isOptional: isOptional),
        Attribute(
          name: "\(prefix)_table", type: .encoded, valueType: "Dictionary<String, Int>", isOptional: isOptional),
        Attribute(
          name: "\(prefix)_external", type: .binary, isOptional: isOptional, options: ["externalStorage"]),
      ]
    }
  }

  @Test("every required attribute has a value in all rows, and every optional one is NULL in some and not in others")
  func everyAttribute() throws {
    let entity = Entity(
      name: "A", attributes: Self.everyType() + [Attribute(name: "never", type: .string, options: ["ephemeral"])])
    let rows = try Self.rows([entity])
    #expect(rows.gaps(count: 40).isEmpty)
    let store = try Self.store([entity], rows: rows)
    #expect(try store.integers("SELECT count(*) FROM ZA") == [40])
    for attribute in entity.attributes where attribute.isStored {
      let columns = store.columns(of: attribute.name, in: "A")
      let isNull = columns.map { "\($0) IS NULL" }.joined(separator: " AND ")
      let missing = try store.integers("SELECT count(*) FROM ZA WHERE \(isNull)")[0]
      #expect(attribute.isOptional ? missing == 8 : missing == 0, "\(attribute.name)")
    }
    // The first byte says that the value is in the column; archives are binary property lists.
    #expect(try store.integers("SELECT DISTINCT hex(substr(ZMUST_EXTERNAL, 1, 1)) = '01' FROM ZA") == [1])
    #expect(try store.integers("SELECT DISTINCT CAST(substr(ZMUST_ARRAY, 1, 6) AS TEXT) = 'bplist' FROM ZA") == [1])
    #expect(try store.integers("SELECT DISTINCT CAST(ZMUST_TABLE AS TEXT) = '{}' FROM ZA") == [1])
    // One case of an enumeration has its name.
    let names = "ifnull(ZMUST_RED, '') || ifnull(ZMUST_GREEN, '') || ifnull(ZMUST_BLUE, '')"
    #expect(
      try store.texts("SELECT DISTINCT \(names) FROM ZA ORDER BY 1") == ["must_blue", "must_green", "must_red"])
    #expect(try store.texts("PRAGMA integrity_check") == ["ok"])
  }

  @Test("extreme values occur")
  func extremes() throws {
    let store = try Self.store([Entity(name: "A", attributes: Self.everyType())])
    let checks = [
      "min(ZMUST_INTEGER16) = -32768", "max(ZMUST_INTEGER16) = 32767", "min(ZMUST_INTEGER32) = -2147483648",
      "max(ZMUST_INTEGER64) = 9223372036854775807", "min(ZMUST_INTEGER64) = -9223372036854775807 - 1",
      "max(ZMUST_DOUBLE) = 1e300", "min(length(ZMUST_STRING)) = 0", "max(length(ZMUST_STRING)) > 200",
      "sum(ZMUST_STRING = 'Ünïcödé 雪') > 0", "sum(ZMUST_STRING = ' space ') > 0",
      "sum(ZMAY_STRING = ' space ') > 0",
    ]
    for check in checks { #expect(try store.integers("SELECT \(check) FROM ZA") == [1], "\(check)") }
  }

  @Test("equal values occur in every attribute that is not unique, alone and together", arguments: [7, 40])
  func duplicates(count: Int) throws {
    let attributes = Self.everyType()
    let store = try Self.store([Entity(name: "A", attributes: attributes)], count: count)
    let columns = attributes.filter { Self.plainTypes.contains($0.type) }.flatMap {
      store.columns(of: $0.name, in: "A")
    }
    for column in columns + [columns.filter { !$0.contains("BOOLEAN") }.joined(separator: ", ")] {
      let required = column.contains(",") ? "1" : "\(column) IS NOT NULL"
      let repeated = "SELECT 1 FROM ZA WHERE \(required) GROUP BY \(column) HAVING count(*) > 1"
      #expect(try !store.integers(repeated).isEmpty, "\(column)")
    }
  }

  // MARK: Uniqueness

  @Test("a unique attribute has a different value in each row, unless there are not enough", arguments: [40, 700])
  func uniqueAttributes(count: Int) throws {
    for type in Self.plainTypes {
      let entity = Entity(
        name: "A", attributes: [Attribute(name: "x", type: type), Attribute(name: "y", type: .string)],
        uniquenessConstraints: [["x"]])
      let store = try Self.store([entity], count: count)
      #expect(try store.integers("SELECT count(*) FROM ZA") == [type == .boolean ? 2 : count], "\(type)")
    }
  }

  @Test("attributes that are unique together have equal values alone")
  func constraintsOfSeveral() throws {
    let entity = Entity(
      name: "A",
      attributes: [
        Attribute(name: "folder", type: .string), Attribute(name: "file", type: .string),
        Attribute(name: "line", type: .integer64), Attribute(name: "id", type: .uuid),
      ],
      uniquenessConstraints: [["folder", "file"], ["id"], ["id", "line"]])
    let store = try Self.store([entity])
    #expect(try store.integers("SELECT count(*) FROM ZA") == [40])
    let distinct = try ["ZFOLDER", "ZFILE", "ZLINE", "ZID"].map {
      try store.integers("SELECT count(DISTINCT \($0)) FROM ZA")[0]
    }
    #expect(distinct[0] == 20 && distinct[1] == 20 && distinct[2] < 40 && distinct[3] == 40)
  }

  @Test(
    "overlapping constraints are satisfied by all rows",
    arguments: [
      [["a", "b"], ["b", "c"], ["a", "c"]], [["a", "b", "c"], ["a", "flag"]], [["flag", "other"], ["a", "other"]],
      [["flag", "a"], ["a", "b"], ["other"], ["other", "flag"]],
    ])
  func overlapping(constraints: [[String]]) throws {
    let entities = [
      Entity(
        name: "A",
        attributes: ["a", "b", "c"].map { Attribute(name: $0, type: .integer32) } + [
          Attribute(name: "flag", type: .boolean)
        ],
        relationships: [Self.toOne("other", "B", "all")], uniquenessConstraints: constraints),
      Entity(name: "B", relationships: [Self.toMany("all", "A", "other")]),
    ]
    let store = try Self.store(entities)
    #expect(try store.integers("SELECT count(*) FROM ZA") == [40])
    try store.checkLinks()
  }

  @Test("a constraint of a subentity is satisfied by all rows of the table")
  func inheritedConstraint() throws {
    let entities = [
      Entity(name: "A", attributes: [Attribute(name: "x", type: .integer64)]),
      Entity(
        name: "B", superentity: "A", attributes: [Attribute(name: "flag", type: .boolean)],
        uniquenessConstraints: [["x"], ["flag"]]),
      Entity(name: "C", superentity: "A"),
    ]
    let store = try Self.store(entities)
    let counts = try store.texts("SELECT Z_ENT || ': ' || count(*) FROM ZA GROUP BY Z_ENT")
    #expect(counts == ["1: 40", "2: 2", "3: 40"])
    #expect(try store.integers("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = 1") == [120])
  }

  @Test("an entity whose rows would all be duplicates is a gap")
  func noRows() throws {
    let entities = [
      Entity(name: "A", attributes: [Attribute(name: "flag", type: .boolean)], uniquenessConstraints: [["flag"]]),
      Entity(name: "B", superentity: "A"),
    ]
    #expect(try Self.rows(entities).gaps(count: 40) == [.noRows(entity: "B")])
    #expect(try Self.store(entities).integers("SELECT Z_ENT FROM ZA") == [1, 1])
  }

  // MARK: Values that are not known

  @Test("a required value that the model does not list is a gap, and NULL unless it is given")
  func unknownValues() throws {
    let entities = [
      Entity(
        name: "Lamp",
        attributes: [
          Attribute(name: "color", type: .string, valueType: "Color"),
          Attribute(name: "shade", type: .transformable, isOptional: true),
          Attribute(name: "size", type: .composite, valueType: "Size", components: Self.components),
        ]), Entity(name: "Spot", superentity: "Lamp"),
    ]
    let shade = RowGap.unknownValues(entity: "Lamp", attribute: "shade", type: "transformable", isRequired: false)
    let color = RowGap.unknownValues(entity: "Lamp", attribute: "color", type: "Color", isRequired: true)
    let rows = try Self.rows(entities)
    #expect(rows.gaps(count: 40) == [color, shade])
    #expect(color.message == "the values of the required attribute Lamp.color (Color) are not known")
    #expect(try Self.store(entities, rows: rows).texts("SELECT DISTINCT ifnull(ZCOLOR, 'none') FROM ZLAMP") == ["none"])
    let given = try Self.rows(
      entities, given: ["Lamp.color": [.text("red"), .text("green")], "Lamp.size": [.real(1)]])
    #expect(given.gaps(count: 40) == [shade])
    let store = try Self.store(entities, rows: given, count: 3)
    #expect(
      try store.texts("SELECT ZCOLOR FROM ZLAMP ORDER BY Z_PK") == ["red", "green", "red", "green", "red", "green"])
    #expect(try store.integers("SELECT count(*) FROM ZLAMP WHERE ZWIDE IS NULL") == [0])
    // In a model of SwiftData, the structure may be an enumeration, and each attribute may be required.
    #expect(
      try Self.rows(entities, isExact: false).unknownValues == [
        color, .unknownValues(entity: "Lamp", attribute: "shade", type: "transformable", isRequired: true),
        .unknownValues(entity: "Lamp", attribute: "size", type: "Size", isRequired: true),
      ])
  }

  // MARK: Relationships

  /// Models with each kind of relationship.
  static let related: [String: [Entity]] = [
    "one way": [Entity(name: "A", relationships: [toOne("b", "B")]), Entity(name: "B")],
    "one way to a hierarchy": [
      Entity(name: "A", relationships: [toOne("b", "B", isOptional: false)]), Entity(name: "B", isAbstract: true),
      Entity(name: "C", superentity: "B"), Entity(name: "D", superentity: "C"),
    ],
    "many to one": [
      Entity(name: "A", relationships: [toOne("b", "B", "all")]),
      Entity(name: "B", relationships: [toMany("all", "A", "b")]),
    ],
    "many to one, ordered and limited": [
      Entity(name: "A", relationships: [toOne("b", "B", "all")]),
      Entity(name: "B", relationships: [toMany("all", "A", "b", most: 3, isOrdered: true)]),
    ],
    "one to one": [
      Entity(name: "A", relationships: [toOne("b", "B", "a")]),
      Entity(name: "B", relationships: [toOne("a", "A", "b")]),
    ],
    "one to one in a hierarchy": [
      Entity(name: "A", relationships: [toOne("b", "B", "a")], isAbstract: true), Entity(name: "C", superentity: "A"),
      Entity(name: "D", superentity: "A"), Entity(name: "E", superentity: "C"),
      Entity(name: "B", relationships: [toOne("a", "C", "b")]),
    ],
    "pairs": [Entity(name: "A", relationships: [toOne("spouse", "A", "spouse")])],
    "pairs of everyone": [Entity(name: "A", relationships: [toOne("spouse", "A", "spouse", isOptional: false)])],
    "a chain": [Entity(name: "A", relationships: [toOne("next", "A", "previous"), toOne("previous", "A", "next")])],
    "a closed chain": [
      Entity(
        name: "A",
        relationships: [
          toOne("next", "A", "previous", isOptional: false), toOne("previous", "A", "next", isOptional: false),
        ])
    ],
    "a tree": [
      Entity(name: "A", relationships: [toOne("parent", "A", "children"), toMany("children", "A", "parent")])
    ],
    "a list without inverse": [
      Entity(name: "A", relationships: [toMany("all", "B", most: 1)]), Entity(name: "B"),
      Entity(name: "C", superentity: "B"),
    ],
    "many to many": [
      Entity(name: "A", relationships: [toMany("all", "B", "others", least: 1, most: 4)]),
      Entity(name: "B", relationships: [toMany("others", "A", "all", most: 9)]),
    ],
    "many to many, ordered": [
      Entity(name: "A", relationships: [toMany("all", "B", "others", isOrdered: true)]),
      Entity(name: "B", relationships: [toMany("others", "A", "all", isOrdered: true)]),
    ],
    "many to many in a hierarchy": [
      Entity(name: "Z", relationships: [toMany("others", "M", "all", isOrdered: true)], isAbstract: true),
      Entity(name: "A", superentity: "Z"), Entity(name: "B", superentity: "Z"),
      Entity(name: "M", relationships: [toMany("all", "A", "others")]),
    ],
    "friends": [Entity(name: "A", relationships: [toMany("friends", "A", "friends", most: 3)])],
    "followers": [
      Entity(name: "A", relationships: [toMany("follows", "A", "followed"), toMany("followed", "A", "follows")])
    ],
  ]

  @Test("links are consistent", arguments: related.keys.sorted(), [1, 2, 7, 8, 40])
  func links(name: String, count: Int) throws {
    let entities = try #require(Self.related[name])
    let store = try Self.store(entities, count: count)
    try store.checkLinks()
    try store.checkKeys()
  }

  @Test("relationships lead to no, one and many objects", arguments: related.keys.sorted())
  func numbersOfLinks(name: String) throws {
    let entities = try #require(Self.related[name])
    let rows = try Self.rows(entities)
    #expect(rows.gaps(count: 40).isEmpty)
    let store = try Self.store(entities, rows: rows)
    for entity in entities {
      for relationship in entity.relationships {
        let counts = try store.counts(of: relationship, entity.name)
        let description = "\(entity.name).\(relationship.name): \(counts)"
        #expect(counts.contains(1), "\(description)")
        if relationship.isOptional, (relationship.minimumCount ?? 0) == 0 {
          #expect(counts.contains(0), "\(description)")
        }
        let most = relationship.isToMany ? relationship.maximumCount ?? 2 : 1
        #expect(relationship.maximumCount.map { counts.allSatisfy { $0 <= most } || $0 == 0 } ?? true, "\(description)")
        if relationship.isToMany, most > 1 { #expect(counts.contains { $0 > 1 }, "\(description)") }
        if !relationship.isToMany, !relationship.isOptional { #expect(counts.allSatisfy { $0 == 1 }) }
      }
    }
  }

  @Test("objects without a required relationship are a gap")
  func missingObjects() throws {
    let entities = [
      Entity(
        name: "A",
        relationships: [
          Self.toOne("b", "B", "a", isOptional: false), Self.toOne("c", "C", isOptional: false),
          Relationship(name: "list", destination: "B", isToMany: true, minimumCount: 2, maximumCount: 2),
        ]),
      Entity(
        name: "B", attributes: [Attribute(name: "flag", type: .boolean)],
        relationships: [Self.toOne("a", "A", "b", isOptional: false)], uniquenessConstraints: [["flag"]]),
      Entity(name: "C", isAbstract: true),
    ]
    let gaps = try Self.rows(entities).gaps(count: 40)
    #expect(
      gaps == [
        .missingObjects(entity: "A", relationship: "b", count: 38),
        .missingObjects(entity: "A", relationship: "c", count: 40),
        .tooFewObjects(entity: "A", relationship: "list", count: 39),
      ])
    #expect(gaps.first?.message == "38 objects of A have no b, which is required")
    try Self.store(entities).checkLinks()
  }

  @Test("a parent has an earlier key than its child")
  func tree() throws {
    let store = try Self.store(try #require(Self.related["a tree"]))
    #expect(try store.integers("SELECT count(*) FROM ZA WHERE ZPARENT >= Z_PK") == [0])
  }

  @Test("a model chosen at random has consistent links", arguments: 0..<100)
  func chosenModels(seed: UInt64) throws {
    var chance = Chance(state: seed)
    let entities = Sketch.chosen(by: &chance).model("1").entities
    for count in [1, 9] {
      let store = try Self.store(entities, count: count)
      try store.checkLinks()
      try store.checkKeys()
    }
  }

  // MARK: Statements

  @Test("the same model has the same statements, and no rows if none are requested")
  func deterministic() throws {
    let entities = Self.related.values.sorted { $0.count > $1.count }[0]
    let model = DeclaredModel(version: "1", entities: entities.reversed())
    let again = StoreRows(model: model, layout: try StoreLayout(of: model), isExact: true)
    #expect(try Self.rows(entities).statements(count: 40) == again.statements(count: 40))
    #expect(
      try Self.rows([Entity(name: "A", attributes: Self.everyType())]).statements(count: 0)
        == ["UPDATE Z_PRIMARYKEY SET Z_MAX = 0 WHERE Z_ENT = 1"])
  }
}
