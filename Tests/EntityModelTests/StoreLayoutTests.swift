import Digests
import EntityModel
import GRDB
import Testing

@Suite("StoreLayout")
struct StoreLayoutTests {
  typealias Attribute = DeclaredModel.Attribute
  typealias Entity = DeclaredModel.Entity
  typealias Relationship = DeclaredModel.Relationship

  static func layout(_ entities: Entity...) throws -> StoreLayout {
    try StoreLayout(of: DeclaredModel(version: "1.0.0", entities: entities))
  }

  /// The tables and indexes of a database created from the layout, so that SQLite has accepted every statement.
  static func made(_ layout: StoreLayout) throws -> [String: String] {
    try DatabaseQueue().write { database in
      for statement in layout.statements { try database.execute(sql: statement) }
      let rows = try Row.fetchAll(database, sql: "SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL")
      return Dictionary(uniqueKeysWithValues: rows.map { ($0["name"], $0["sql"]) })
    }
  }

  @Test(
    "the store of a model has the same statements as SwiftData's",
    arguments: [
      ("1.0.0", "3069bd711e65228838d20b92a0c82e42effe7a88486b7cea811db74bba01bd5a"),
      ("2.0.0", "1333ea36c201e966c0bc5a1e7ff18fdb34e26bbd22efe26c287f9f3a624c67e9"),
    ])
  func checksum(version: String, sha256: String) throws {
    let layout = try StoreLayout(of: Stores.model(version))
    let exported = try DatabaseQueue().write { database in
      for statement in layout.statements { try database.execute(sql: statement) }
      return try Stores.exported(database)
    }
    #expect(Digests.sha256(exported) == sha256)
    #expect(try Stores.read(version, Stores.exported) == exported)
    let order = "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid"
    #expect(try Stores.read(version) { try String.fetchAll($0, sql: order) } == layout.statements)
  }

  @Test("columns are grouped by type; keys of to-one relationships follow integers")
  func order() throws {
    let types: [(String, DeclaredModel.AttributeType)] = [
      ("zebra", .integer64), ("alpha", .boolean), ("rate", .double), ("date", .date), ("price", .decimal),
      ("url", .uri), ("text", .string), ("id", .uuid), ("bytes", .binary), ("color", .transformable),
      ("tags", .encoded),
    ]
    let layout = try Self.layout(
      Entity(
        name: "Item", attributes: types.map { Attribute(name: $0, type: $1) },
        relationships: [Relationship(name: "author", destination: "User", isToMany: false)]), Entity(name: "User"))
    #expect(
      layout.entityTables.first?.columns.map(\.definition) == [
        "Z_PK INTEGER", "Z_ENT INTEGER", "Z_OPT INTEGER", "ZALPHA INTEGER", "ZZEBRA INTEGER", "ZAUTHOR INTEGER",
        "ZDATE TIMESTAMP", "ZRATE FLOAT", "ZPRICE DECIMAL", "ZTEXT VARCHAR", "ZURL VARCHAR", "ZID BLOB",
        "ZCOLOR BLOB", "ZBYTES BLOB", "ZTAGS BLOB",
      ])
    #expect(
      try Self.made(layout)["ZITEM_ZAUTHOR_INDEX"] == "CREATE INDEX ZITEM_ZAUTHOR_INDEX ON ZITEM (ZAUTHOR)")
    #expect(layout.column(of: "price", in: "Item") == StoreLayout.Column(name: "ZPRICE", type: "DECIMAL"))
    #expect(layout.column(of: "author", in: "Item") == nil)
    #expect(layout.storage(of: "author", in: "Item") == .ownKey(column: "ZAUTHOR"))
  }

  @Test("entities are numbered by name, ignoring case; subentities follow their superentity")
  func numbers() throws {
    let names = [
      "Record", "AbstractGroup", "Group", "SubscribedGroup", "SmartGroup", "Contact", "Unknown", "URLAddress",
    ]
    let parents = [
      "AbstractGroup": "Record", "Group": "AbstractGroup", "SubscribedGroup": "Group", "SmartGroup": "AbstractGroup",
      "Contact": "Record",
    ]
    let model = DeclaredModel(version: "1", entities: names.map { Entity(name: $0, superentity: parents[$0]) })
    let layout = try StoreLayout(of: model)
    #expect(layout.entities == names)
    #expect(layout.superentityNumber(of: "SubscribedGroup") == 3)
    #expect(layout.superentityNumber(of: "Record") == 0)
    #expect(layout.entityTables.map(\.name) == ["ZRECORD", "ZUNKNOWN", "ZURLADDRESS"])
    #expect(layout.table(of: "SubscribedGroup") == "ZRECORD")
    #expect(layout.number(of: "Nobody") == 0)
  }

  @Test("a table contains all subentities; a duplicate name gets a number")
  func inheritance() throws {
    let title = Attribute(name: "title", type: .string)
    let layout = try Self.layout(
      Entity(name: "Media", attributes: [Attribute(name: "id", type: .uuid)]),
      Entity(name: "Book", superentity: "Media", attributes: [title, Attribute(name: "pages", type: .integer64)]),
      Entity(name: "Film", superentity: "Media", attributes: [title, Attribute(name: "minutes", type: .integer64)]),
      Entity(
        name: "Shelf",
        relationships: [
          Relationship(name: "media", destination: "Media", isToMany: false),
          Relationship(name: "film", destination: "Film", isToMany: false),
        ]))
    let made = try Self.made(layout)
    #expect(
      made["ZMEDIA"]
        == "CREATE TABLE ZMEDIA ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZPAGES INTEGER, ZMINUTES INTEGER, "
        + "ZTITLE VARCHAR, ZTITLE1 VARCHAR, ZID BLOB )")
    #expect(made["ZMEDIA_Z_ENT_INDEX"] == "CREATE INDEX ZMEDIA_Z_ENT_INDEX ON ZMEDIA (Z_ENT)")
    #expect(made["ZSHELF"]?.contains("ZFILM INTEGER, ZMEDIA INTEGER, Z1_MEDIA INTEGER )") == true)
    #expect(layout.column(of: "title", in: "Film")?.name == "ZTITLE1")
    #expect(layout.column(of: "id", in: "Film")?.name == "ZID")
    #expect(layout.column(of: "title", in: "Media") == nil)
    #expect(layout.entityNumberColumn(of: "media", in: "Shelf") == "Z1_MEDIA")
    #expect(layout.entityNumberColumn(of: "film", in: "Shelf") == nil)
  }

  @Test("a to-many relationship is stored in the key of its inverse, or in a key without a property")
  func toMany() throws {
    let layout = try Self.layout(
      Entity(
        name: "User",
        relationships: [
          Relationship(name: "posts", destination: "Post", isToMany: true, inverse: "author"),
          Relationship(name: "drafts", destination: "Post", isToMany: true),
          Relationship(name: "friends", destination: "User", isToMany: true),
        ]),
      Entity(
        name: "Post",
        relationships: [Relationship(name: "author", destination: "User", isToMany: false, inverse: "posts")]))
    #expect(layout.storage(of: "posts", in: "User") == .foreignKey(table: "ZPOST", column: "ZAUTHOR"))
    #expect(layout.storage(of: "drafts", in: "User") == .foreignKey(table: "ZPOST", column: "Z2DRAFTS"))
    #expect(layout.storage(of: "friends", in: "User") == .foreignKey(table: "ZUSER", column: "Z2FRIENDS"))
    let made = try Self.made(layout)
    #expect(made["ZPOST"]?.hasSuffix("ZAUTHOR INTEGER, Z2DRAFTS INTEGER )") == true)
    #expect(made["ZPOST_Z2DRAFTS_INDEX"] == "CREATE INDEX ZPOST_Z2DRAFTS_INDEX ON ZPOST (Z2DRAFTS)")
  }

  @Test("one-to-one has a key on both sides")
  func oneToOne() throws {
    let layout = try Self.layout(
      Entity(
        name: "User",
        relationships: [Relationship(name: "profile", destination: "Profile", isToMany: false, inverse: "user")]),
      Entity(
        name: "Profile",
        relationships: [Relationship(name: "user", destination: "User", isToMany: false, inverse: "profile")]))
    #expect(layout.storage(of: "profile", in: "User") == .ownKey(column: "ZPROFILE"))
    #expect(layout.storage(of: "user", in: "Profile") == .ownKey(column: "ZUSER"))
  }

  static func pair(_ name: String, of entity: String, _ inverse: String, of other: String) -> [Entity] {
    [
      Entity(
        name: entity, relationships: [Relationship(name: name, destination: other, isToMany: true, inverse: inverse)]),
      Entity(
        name: other, relationships: [Relationship(name: inverse, destination: entity, isToMany: true, inverse: name)]),
    ]
  }

  @Test("many to many has a table named after the entity that comes first by name")
  func manyToMany() throws {
    let layout = try StoreLayout(
      of: DeclaredModel(version: "1", entities: Self.pair("tags", of: "Note", "notes", of: "Tag")))
    let made = try Self.made(layout)
    #expect(
      made["Z_1TAGS"]
        == "CREATE TABLE Z_1TAGS ( Z_1NOTES INTEGER, Z_2TAGS INTEGER, PRIMARY KEY (Z_1NOTES, Z_2TAGS) )")
    #expect(
      made["Z_1TAGS_Z_2TAGS_INDEX"] == "CREATE INDEX Z_1TAGS_Z_2TAGS_INDEX ON Z_1TAGS (Z_2TAGS, Z_1NOTES)")
    #expect(
      layout.storage(of: "tags", in: "Note")
        == .joinTable(name: "Z_1TAGS", ownColumn: "Z_1NOTES", otherColumn: "Z_2TAGS"))
    #expect(
      layout.storage(of: "notes", in: "Tag")
        == .joinTable(name: "Z_1TAGS", ownColumn: "Z_2TAGS", otherColumn: "Z_1NOTES"))
  }

  @Test("join tables as in Contacts: by name, not by number; a duplicate name gets a number")
  func joinTablesOfContacts() throws {
    let layout = try Self.layout(
      Entity(name: "Record"),
      Entity(
        name: "AbstractGroup", superentity: "Record",
        relationships: [
          Relationship(name: "parentGroups", destination: "Group", isToMany: true, inverse: "childGroups")
        ]),
      Entity(
        name: "Group", superentity: "AbstractGroup",
        relationships: [
          Relationship(name: "childGroups", destination: "AbstractGroup", isToMany: true, inverse: "parentGroups"),
          Relationship(name: "contacts", destination: "Contact", isToMany: true, inverse: "memberships"),
        ]),
      Entity(
        name: "Contact", superentity: "Record",
        relationships: [
          Relationship(name: "memberships", destination: "Group", isToMany: true, inverse: "contacts")
        ]))
    #expect(layout.joinTables.map(\.name) == ["Z_2PARENTGROUPS", "Z_4MEMBERSHIPS"])
    #expect(
      layout.joinTables.map(\.columns) == [["Z_2CHILDGROUPS", "Z_3PARENTGROUPS"], ["Z_4CONTACTS", "Z_3MEMBERSHIPS"]])
    #expect(
      layout.storage(of: "parentGroups", in: "Group")
        == .joinTable(name: "Z_2PARENTGROUPS", ownColumn: "Z_2CHILDGROUPS", otherColumn: "Z_3PARENTGROUPS"))
    _ = try Self.made(layout)
  }

  @Test("a join table's column gets a number if two relationships have one destination")
  func joinColumns() throws {
    let layout = try Self.layout(
      Entity(name: "A", relationships: [Relationship(name: "groups", destination: "G", isToMany: true, inverse: "as")]),
      Entity(name: "B", relationships: [Relationship(name: "groups", destination: "G", isToMany: true, inverse: "bs")]),
      Entity(
        name: "G",
        relationships: [
          Relationship(name: "as", destination: "A", isToMany: true, inverse: "groups"),
          Relationship(name: "bs", destination: "B", isToMany: true, inverse: "groups"),
        ]))
    #expect(layout.joinTables.map(\.columns) == [["Z_1AS", "Z_3GROUPS"], ["Z_2BS", "Z_3GROUPS1"]])
  }

  @Test("many-to-many within one entity: two relationships, and one that is its own inverse")
  func reflexive() throws {
    let layout = try Self.layout(
      Entity(
        name: "Node",
        relationships: [
          Relationship(name: "relatedNodes", destination: "Node", isToMany: true, inverse: "relatedNodesInverse"),
          Relationship(name: "relatedNodesInverse", destination: "Node", isToMany: true, inverse: "relatedNodes"),
          Relationship(name: "friends", destination: "Node", isToMany: true, inverse: "friends"),
        ]))
    #expect(layout.joinTables.map(\.name) == ["Z_1FRIENDS", "Z_1RELATEDNODESINVERSE"])
    #expect(
      layout.joinTables.map(\.columns) == [
        ["Z_1FRIENDS", "REFLEXIVE"], ["Z_1RELATEDNODES", "Z_1RELATEDNODESINVERSE"],
      ])
    #expect(
      layout.storage(of: "friends", in: "Node")
        == .joinTable(name: "Z_1FRIENDS", ownColumn: "Z_1FRIENDS", otherColumn: "REFLEXIVE"))
    #expect(
      layout.storage(of: "relatedNodes", in: "Node")
        == .joinTable(
          name: "Z_1RELATEDNODESINVERSE", ownColumn: "Z_1RELATEDNODESINVERSE", otherColumn: "Z_1RELATEDNODES"))
    _ = try Self.made(layout)
  }

  @Test("a composite's parts have their own columns, whose names do not contain the composite's")
  func composites() throws {
    let point = Attribute(
      name: "place", type: .composite,
      components: [
        Attribute(name: "name", type: .string),
        Attribute(
          name: "at", type: .composite,
          components: [Attribute(name: "y", type: .double), Attribute(name: "x", type: .double)]),
      ])
    let layout = try Self.layout(Entity(name: "Visit", attributes: [Attribute(name: "name", type: .string), point]))
    #expect(layout.column(of: "place", in: "Visit") == nil)
    #expect(layout.columns(ofComposite: "place", in: "Visit").map(\.name) == ["ZNAME1", "ZY", "ZX"])
    #expect(layout.columns(ofComposite: "name", in: "Visit") == [])
    #expect(
      layout.entityTables.first?.columns.map(\.name) == ["Z_PK", "Z_ENT", "Z_OPT", "ZY", "ZX", "ZNAME", "ZNAME1"])
  }

  @Test("columns are named and ordered by attribute; the parts of one attribute stay together, as in a real store")
  func compositeOrder() throws {
    // The names and types are those of an entity in a SwiftData store of a public application.
    let parts = { (names: [String]) in names.map { Attribute(name: $0, type: .string, isOptional: true) } }
    let id = Attribute(name: "id", type: .uuid, isOptional: true)
    let layout = try Self.layout(
      Entity(
        name: "Drink",
        attributes: [
          Attribute(name: "id", type: .uuid), Attribute(name: "name", type: .string),
          Attribute(name: "author", type: .composite, components: [id] + parts(["person", "place", "year"])),
          Attribute(name: "prep", type: .composite, components: [id] + parts(["label"])),
          Attribute(name: "ice", type: .string, valueType: "Ice"),
          Attribute(name: "line", type: .enumeration, valueType: "Line", components: parts(["solid", "dashed"])),
        ]))
    #expect(
      layout.entityTables.first?.columns.dropFirst(3).map(\.definition) == [
        "ZPERSON VARCHAR", "ZPLACE VARCHAR", "ZYEAR VARCHAR", "ZICE VARCHAR", "ZSOLID VARCHAR", "ZDASHED VARCHAR",
        "ZNAME VARCHAR", "ZLABEL VARCHAR", "ZID BLOB", "ZID1 BLOB", "ZID2 BLOB",
      ])
    #expect(layout.column(of: "id", in: "Drink")?.name == "ZID1")
    #expect(layout.columns(ofComposite: "author", in: "Drink").map(\.name) == ["ZID", "ZPERSON", "ZPLACE", "ZYEAR"])
    #expect(layout.columns(ofComposite: "prep", in: "Drink").map(\.name) == ["ZID2", "ZLABEL"])
    #expect(layout.columns(ofComposite: "line", in: "Drink").map(\.name) == ["ZSOLID", "ZDASHED"])
  }

  @Test("unique and other indexes are named after the entity; an index of one relationship and an R-tree are left out")
  func indexes() throws {
    let layout = try Self.layout(
      Entity(
        name: "Post",
        attributes: [Attribute(name: "title", type: .string), Attribute(name: "date", type: .date)],
        relationships: [Relationship(name: "author", destination: "User", isToMany: false)],
        uniquenessConstraints: [["title"], ["title", "author"]],
        indexes: [
          DeclaredModel.Index(properties: ["author"]), DeclaredModel.Index(properties: ["author", "date"]),
          DeclaredModel.Index(kind: .rtree, properties: ["date"]),
        ]),
      Entity(
        name: "Essay", superentity: "Post", attributes: [Attribute(name: "code", type: .string)],
        uniquenessConstraints: [["code"]]), Entity(name: "User"))
    #expect(
      layout.entityTables.first?.createIndexes == [
        "CREATE INDEX ZPOST_ZAUTHOR_INDEX ON ZPOST (ZAUTHOR)",
        "CREATE INDEX ZPOST_Z_ENT_INDEX ON ZPOST (Z_ENT)",
        "CREATE UNIQUE INDEX Z_Essay_UNIQUE_code ON ZPOST (ZCODE COLLATE BINARY ASC)",
        "CREATE INDEX Z_Post_SwiftDataIndexOnBinaryauthordate ON ZPOST "
          + "(ZAUTHOR COLLATE BINARY ASC, ZDATE COLLATE BINARY ASC)",
        "CREATE UNIQUE INDEX Z_Post_UNIQUE_title ON ZPOST (ZTITLE COLLATE BINARY ASC)",
        "CREATE UNIQUE INDEX Z_Post_UNIQUE_title_author ON ZPOST "
          + "(ZTITLE COLLATE BINARY ASC, ZAUTHOR COLLATE BINARY ASC)",
      ])
    _ = try Self.made(layout)
  }

  @Test("a property may have the name of a column of the store, without its underscore")
  func ownColumns() throws {
    let names = ["pk", "ent", "opt", "_pk"]
    let layout = try Self.layout(Entity(name: "Thing", attributes: names.map { Attribute(name: $0, type: .string) }))
    #expect(names.map { layout.column(of: $0, in: "Thing")?.name } == ["ZPK", "ZENT", "ZOPT", "Z_PK1"])
    _ = try Self.made(layout)
  }
}
