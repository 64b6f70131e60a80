import EntityTestSupport
import Foundation
import GRDB
import SchemaModel
import Testing

/// Reads a store as SwiftData makes it. Its tables are those of a public application's store with shorter names; only
/// the order of the columns differs, which depends on the store's migrations.
@Suite("Stores of SwiftData")
final class ForeignStoreTests {
  enum Ice: String, Codable { case cubed, crushed }
  enum Line: Codable { case solid, dashed }
  struct Author: Codable, Equatable {
    var id: UUID
    var person: String
    var tags: [String]
  }

  @Model final class Drink {
    var id: UUID
    var name: String
    var ice: Ice
    var line: Line?
    var author: Author?
    @Relationship(inverse: \Garnish.drinks) var garnish: [Garnish]
    init(id: UUID, name: String, ice: Ice) {
      (self.id, self.name, self.ice) = (id, name, ice)
      garnish = []
    }
  }

  @Model final class Garnish {
    var name: String
    var drinks: [Drink]
    init(name: String) {
      self.name = name
      drinks = []
    }
  }

  private let folder: URL
  private var url: URL { folder.appendingPathComponent("a.store") }

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("foreign-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private static func id(_ byte: UInt8) -> UUID {
    UUID(uuid: (byte, byte, byte, byte, byte, byte, byte, byte, byte, byte, byte, byte, byte, byte, byte, byte))
  }

  private static func bytes(_ byte: UInt8) -> Data { Data(repeating: byte, count: 16) }

  /// The model has an attribute that the code does not declare: `category`, whose `id` precedes the drink's own.
  private static func models(ice: Int = 700) -> [UInt8] {
    var archiver = Archiver()
    let text: [String: Any] = ["NSAttributeType": 700, "NSIsOptional": true]
    let id: [String: Any] = ["NSAttributeType": 1100, "NSIsOptional": true]
    let list: [String: Any] = ["NSAttributeType": 1000, "NSIsOptional": true]
    let many: [String: Any] = ["NSDeleteRule": 1, "NSMinCount": 0, "NSMaxCount": 0]
    let properties = [
      archiver.attribute("id", ["NSAttributeType": 1100]), archiver.attribute("name", text),
      archiver.composite("ice", [archiver.attribute("ice", ["NSAttributeType": ice, "NSIsOptional": true])]),
      archiver.composite("line", [archiver.attribute("solid", text), archiver.attribute("dashed", text)]),
      archiver.composite(
        "author",
        [archiver.attribute("id", id), archiver.attribute("person", text), archiver.attribute("tags", list)]),
      archiver.composite("category", [archiver.attribute("id", id), archiver.attribute("label", text)]),
      archiver.relationship("garnish", to: "Garnish", many, "drinks"),
    ]
    let drink = archiver.entity("Drink", properties: properties)
    let garnish = archiver.entity(
      "Garnish",
      properties: [archiver.attribute("name", text), archiver.relationship("drinks", to: "Drink", many, "garnish")])
    return archiver.modelCache([drink, garnish])
  }

  private func write(_ change: String = "", models: [UInt8] = models()) throws {
    let database = try DatabaseQueue(path: url.path)
    try database.write { database in
      try database.execute(
        sql: """
          CREATE TABLE ZDRINK ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZPERSON VARCHAR, \
          ZLABEL VARCHAR, ZICE VARCHAR, ZSOLID VARCHAR, ZDASHED VARCHAR, ZNAME VARCHAR, ZID BLOB, ZID1 BLOB, \
          ZID2 BLOB, ZTAGS BLOB );
          CREATE TABLE ZGARNISH ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR );
          CREATE TABLE Z_1GARNISH ( Z_1DRINKS INTEGER, Z_2GARNISH INTEGER, PRIMARY KEY (Z_1DRINKS, Z_2GARNISH) );
          CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER);
          CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB);
          CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB);
          INSERT INTO Z_PRIMARYKEY VALUES (1, 'Drink', 0, 2), (2, 'Garnish', 0, 1);
          INSERT INTO Z_METADATA VALUES (1, 'B0B1', NULL);
          INSERT INTO ZGARNISH VALUES (1, 2, 1, 'lime');
          INSERT INTO Z_1GARNISH VALUES (1, 1);
          """)
      try database.execute(sql: "INSERT INTO Z_MODELCACHE VALUES (?)", arguments: [Data(models)])
      let tags = Data(#"["old","sour"]"#.utf8)
      try database.execute(
        sql: """
          INSERT INTO ZDRINK (Z_PK, Z_ENT, Z_OPT, ZPERSON, ZLABEL, ZICE, ZSOLID, ZDASHED, ZNAME, ZID, ZID1, ZID2, ZTAGS)
          VALUES (1, 1, 1, 'Ada', 'sours', 'crushed', NULL, 'dashed', 'Gimlet', ?, ?, ?, ?),
                 (2, 1, 1, NULL, 'sours', 'cubed', NULL, NULL, 'Gibson', NULL, ?, ?, NULL)
          """, arguments: [Self.bytes(1), Self.bytes(2), Self.bytes(3), tags, Self.bytes(2), Self.bytes(4)])
      if !change.isEmpty { try database.execute(sql: change) }
    }
    try database.close()
  }

  private func open() throws -> ModelContext {
    ModelContext(try ModelContainer(for: Drink.self, configurations: ModelConfiguration(url: url, allowsSave: false)))
  }

  private func problem() throws -> StoreError {
    do {
      _ = try open()
    } catch {
      if let error = (error as? SwiftDataError)?.underlyingError as? StoreError { return error }
      throw error
    }
    throw NotRefused()
  }
  private struct NotRefused: Error {}

  @Test("each value is read from its column, although several attributes have a part of the same name")
  func values() throws {
    try write()
    let context = try open()
    let drinks = try context.fetch(FetchDescriptor<Drink>(sortBy: [SortDescriptor(\.name, order: .reverse)]))
    #expect(drinks.map(\.name) == ["Gimlet", "Gibson"])
    #expect(drinks[0].author == Author(id: Self.id(1), person: "Ada", tags: ["old", "sour"]))
    #expect(drinks[0].id == Self.id(3) && drinks[0].ice == .crushed && drinks[0].line == .dashed)
    #expect(drinks[0].garnish.map(\.name) == ["lime"])
    #expect(drinks[1].author == nil && drinks[1].id == Self.id(4) && drinks[1].ice == .cubed && drinks[1].line == nil)
    let (ice, id) = (Ice.crushed, Self.id(3))
    let found = try context.fetch(FetchDescriptor<Drink>(predicate: #Predicate { $0.ice == ice && $0.id == id }))
    #expect(found.map(\.name) == ["Gimlet"])
  }

  @Test("a store whose columns are not those of its models is refused")
  func columns() throws {
    try write("ALTER TABLE ZDRINK RENAME COLUMN ZID2 TO ZID3")
    let error = try problem()
    guard case .unreadableModels = error else {
      Issue.record("\(error)")
      return
    }
    #expect(error.message.hasSuffix("the columns of ZDRINK are not those of its models: ZID2 BLOB, ZID3 BLOB"))
  }

  @Test("a store without a table of its models is refused")
  func tables() throws {
    try write("DROP TABLE Z_1GARNISH")
    #expect(try problem().message.hasSuffix("it lacks the table Z_1GARNISH of its models"))
  }

  @Test("a store whose entities have other numbers than in its models is refused")
  func numbers() throws {
    try write("UPDATE Z_PRIMARYKEY SET Z_ENT = 5 WHERE Z_NAME = 'Garnish'")
    #expect(try problem().message.hasSuffix("Garnish does not have the number of its models: 5"))
  }

  @Test("a store without readable models is refused")
  func noModels() throws {
    try write("DROP TABLE Z_MODELCACHE")
    #expect(try problem().message.hasSuffix("it has no Z_MODELCACHE"))
    try FileManager.default.removeItem(at: url)
    try write(models: [0])
    guard case .unreadableModels = try problem() else {
      Issue.record("another error")
      return
    }
  }

  @Test("external storage of a value that the code does not declare as external Data is refused")
  func externalStorage() throws {
    var archiver = Archiver()
    let name: [String: Any] = ["NSAttributeType": 700, "NSFlagsKey": 4]
    let garnish = archiver.entity("Garnish", properties: [archiver.attribute("name", name)])
    let change = "DROP TABLE ZDRINK; DROP TABLE Z_1GARNISH; DELETE FROM Z_PRIMARYKEY"
    try write(change, models: archiver.modelCache([garnish]))
    #expect(
      try problem().message.hasSuffix(
        "Garnish.name is in external storage there, but the code does not declare it as Data with .externalStorage"))
  }

  @Model final class Photo {
    @Attribute(.externalStorage) var image: Data?
    init(image: Data?) { self.image = image }
  }

  @Test("both forms of external storage are read")
  func externalForms() throws {
    var archiver = Archiver()
    let image: [String: Any] = ["NSAttributeType": 1000, "NSIsOptional": true, "NSFlagsKey": 4]
    let photo = archiver.entity("Photo", properties: [archiver.attribute("image", image)])
    let name = "0A3B2C1D-0000-4000-8000-00000000000F"
    let file = folder.appendingPathComponent(".a_SUPPORT/_EXTERNAL_DATA/\(name)")
    let change = """
      DROP TABLE ZDRINK; DROP TABLE ZGARNISH; DROP TABLE Z_1GARNISH; DELETE FROM Z_PRIMARYKEY;
      CREATE TABLE ZPHOTO (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZIMAGE BLOB);
      INSERT INTO ZPHOTO VALUES (1, 1, 1, x'0155'), (2, 1, 1, CAST(x'02' || '\(name)' || x'00' AS BLOB)), (3, 1, 1, NULL)
      """
    try write(change, models: archiver.modelCache([photo]))
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data("the picture".utf8).write(to: file)
    let container = try ModelContainer(
      for: Photo.self, configurations: ModelConfiguration(url: url, allowsSave: false))
    let images = try ModelContext(container).fetch(FetchDescriptor<Photo>()).map(\.image)
    #expect(images == [Data([0x55]), Data("the picture".utf8), nil])
  }

  @Test("a type that differs is named")
  func types() throws {
    let change = "ALTER TABLE ZDRINK DROP COLUMN ZICE; ALTER TABLE ZDRINK ADD COLUMN ZICE INTEGER"
    try write(change, models: Self.models(ice: 300))
    guard case .editedVersion(_, "1.0.0", let differences) = try problem() else {
      Issue.record("another error")
      return
    }
    #expect(differences == ["Drink.ice: was integer64, is string"])
  }
}
