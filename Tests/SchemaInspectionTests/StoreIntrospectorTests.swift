import Foundation
import GRDB
import SchemaInspection
import SchemaMigration
import SchemaModel
import Testing

@Suite("Introspection of stores")
final class StoreIntrospectorTests {
  private let folder: URL
  private var url: URL { folder.appendingPathComponent("posts.store") }

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("introspection-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  @discardableResult private func make(_ version: any VersionedSchema.Type) throws -> ModelContainer {
    try ModelContainer(for: Schema(versionedSchema: version), configurations: ModelConfiguration(url: url))
  }

  private func run(_ sql: String) throws {
    let queue = try DatabaseQueue(path: url.path)
    try queue.write { try $0.execute(sql: sql) }
    try queue.close()
  }

  /// The names of the files in the folder with their bytes.
  private func files() throws -> [String: Data] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    return try Dictionary(
      uniqueKeysWithValues: names.map { ($0, try Data(contentsOf: folder.appendingPathComponent($0))) })
  }

  @Test("tables, columns and indexes are those of the file")
  func tables() throws {
    try make(SchemaV3.self)
    let schema = try StoreIntrospector.actualSchema(at: url)
    let posts = try #require(schema.tables.first { $0.name == "ZPOST" })
    #expect(
      posts.columns.map { "\($0.name) \($0.type)" } == [
        "Z_PK INTEGER", "Z_ENT INTEGER", "Z_OPT INTEGER", "ZAUTHOR INTEGER", "ZCREATEDAT TIMESTAMP", "ZCONTENT VARCHAR",
        "ZID VARCHAR", "ZTITLE VARCHAR",
      ])
    #expect(posts.columns.filter(\.isPrimaryKey).map(\.name) == ["Z_PK"])
    #expect(posts.columns.filter { !$0.isNullable }.map(\.name) == ["Z_PK"])
    #expect(!posts.isSystem)
    let system = schema.tables.filter(\.isSystem).map(\.name)
    #expect(system.contains("Z_METADATA") && system.contains("Z_PRIMARYKEY"))
    let indexes = schema.indexes.map { "\($0.name) \($0.table) \($0.columns) \($0.isUnique)" }
    #expect(indexes.contains("Z_Post_UNIQUE_id ZPOST [\"ZID\"] true"))
    #expect(indexes.contains("ZPOST_ZAUTHOR_INDEX ZPOST [\"ZAUTHOR\"] false"))
    #expect(UUID(uuidString: try #require(schema.metadataVersion)) != nil)
  }

  @Test("a store of SwiftData is read")
  func swiftData() throws {
    let store = try stored("1.0.0")
    let schema = try StoreIntrospector.actualSchema(at: store)
    #expect(schema.tables.contains { $0.name == "ZUSER" })
    #expect(try StoreIntrospector.detectDrift(declared: UserV1.self, at: store) == [])
    #expect(
      try StoreIntrospector.detectDrift(declared: UserV2.self, at: store) == [
        "'ZUSER': column 'ZEMAIL' missing for attribute 'email'"
      ])
    #expect(
      try StoreIntrospector.detectDrift(declared: UserV1.self, at: stored("2.0.0")) == [
        "User.email: is in the store's model, but not declared"
      ])
    #expect(
      try StoreIntrospector.detectDrift(declared: UserV3.self, at: stored("2.0.0")) == [
        "User.createdAt: was date, is string"
      ])
  }

  /// A copy of a store that SwiftData made on iOS 26, alone in the folder.
  private func stored(_ version: String) throws -> URL {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let copy = folder.appendingPathComponent("User-\(version).store")
    if !FileManager.default.fileExists(atPath: copy.path) {
      try FileManager.default.copyItem(
        at: tests.appending(path: "EntityModelTests/Stores/User-\(version).store"), to: copy)
    }
    return copy
  }

  @Test("reading changes no file and creates none", arguments: [false, true])
  func untouched(isOpen: Bool) throws {
    var container: ModelContainer? = try make(SchemaV1.self)
    if let container {
      let context = ModelContext(container)
      context.insert(SchemaV1.Post(id: "p1", title: "Hello", body: "", createdAt: .now))
      try context.save()
    }
    if !isOpen { container = nil }
    let before = try files()
    #expect(before.keys.contains("posts.store-wal") == isOpen)
    #expect(try StoreIntrospector.detectDrift(declared: SchemaV1.self, at: url) == [])
    #expect(!(try StoreIntrospector.actualSchema(at: url).tables.isEmpty))
    #expect(try files() == before)
    withExtendedLifetime(container) {}
  }

  @Test("a store that no program may write to is read")
  func readOnlyFolder() throws {
    try make(SchemaV1.self)
    let files = FileManager.default
    try files.setAttributes([.posixPermissions: 0o444], ofItemAtPath: url.path)
    try files.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder.path)
    defer { try? files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path) }
    #expect(try StoreIntrospector.detectDrift(declared: SchemaV1.self, at: url) == [])
  }

  @Test("a file that is not a store is unreadable", arguments: ["missing", "empty", "text", "folder", "damaged"])
  func unreadable(kind: String) throws {
    switch kind {
    case "empty": try Data().write(to: url)
    case "text": try Data("This is not a database.".utf8).write(to: url)
    case "folder": try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    case "damaged": try (Data("SQLite format 3\0".utf8) + Data(repeating: 7, count: 4080)).write(to: url)
    default: break
    }
    let path = url.path
    #expect {
      _ = try StoreIntrospector.actualSchema(at: url)
    } throws: { error in
      guard case MigrationError.storeUnreadable(path, _) = error else { return false }
      return "\(error)".hasPrefix("Store unreadable at \(path): ")
    }
    #expect(throws: MigrationError.self) { try StoreIntrospector.detectDrift(declared: SchemaV1.self, at: url) }
  }

  @Test("a database that is no store has no identifier")
  func otherDatabase() throws {
    try run("CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT NOT NULL, PARENT)")
    let schema = try StoreIntrospector.actualSchema(at: url)
    #expect(schema.metadataVersion == nil)
    #expect(schema.tables.map(\.name) == ["note"])
    #expect(schema.tables[0].columns.map(\.isNullable) == [false, false, true])
    #expect(
      try StoreIntrospector.detectDrift(declared: SchemaV1.self, at: url) == [
        "Missing table 'ZPOST' for declared model 'Post'"
      ])
  }

  @Test("a new store has no drift, and neither has a migrated one")
  func none() throws {
    try make(SchemaV1.self)
    #expect(try StoreIntrospector.detectDrift(declared: SchemaV1.self, at: url) == [])
    try make(SchemaV2.self)
    #expect(try StoreIntrospector.detectDrift(declared: SchemaV2.self, at: url) == [])
  }

  @Test("missing and unexpected tables and columns are named")
  func structure() throws {
    try make(SchemaV2.self)
    try run("CREATE TABLE ZTAG (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER)")
    #expect(
      try StoreIntrospector.detectDrift(declared: SchemaV3.self, at: url) == [
        "Missing table 'ZAUTHOR' for declared model 'Author'", "Unexpected table 'ZTAG' has no matching declared model",
        "'ZPOST': column 'ZCONTENT' missing for attribute 'content'",
        "'ZPOST': column 'ZAUTHOR' missing for relationship 'author'",
        "Post.authorName: was removed: it was an optional string",
        "Post.body: was removed: it was a required string",
      ])
  }

  @Test("without a model, unexpected columns are named")
  func withoutModel() throws {
    try make(SchemaV2.self)
    try run("UPDATE Z_METADATA SET Z_PLIST = NULL")
    #expect(
      try StoreIntrospector.detectDrift(declared: SchemaV1.self, at: url) == [
        "'ZPOST': column 'ZAUTHORNAME' has no matching declared property"
      ])
  }

  @Test("what the tables do not show is read from the model in the store")
  func declarations() throws {
    try make(ShelfV1.self)
    let drift = try StoreIntrospector.detectDrift(declared: ShelfV2.self, at: url)
    #expect(drift.contains("Book.title: was optional, is required"))
    #expect(drift.contains("Shelf.books: the delete rule was nullify, is cascade"))
    #expect(drift.contains("Shelf.caption: was renamed from label"))
    #expect(drift.contains("Book.place.depth: is new: an optional integer64"))
    #expect(Set(drift).count == drift.count)
  }

  @Test("a model that cannot be read is reported")
  func unreadableModel() throws {
    let store = try stored("1.0.0")
    let queue = try DatabaseQueue(path: store.path)
    try queue.write { try $0.execute(sql: "UPDATE Z_MODELCACHE SET Z_CONTENT = x'00'") }
    try queue.close()
    let drift = try StoreIntrospector.detectDrift(declared: UserV1.self, at: store)
    #expect(drift.count == 1)
    #expect(drift[0].hasPrefix("The model in Z_MODELCACHE cannot be read: "))
  }
}

enum UserV1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static let models: [any PersistentModel.Type] = [User.self]

  @Model final class User {
    var name: String
    var createdAt: Date
    init(name: String, createdAt: Date) { (self.name, self.createdAt) = (name, createdAt) }
  }
}

enum UserV2: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static let models: [any PersistentModel.Type] = [User.self]

  @Model final class User {
    var name: String
    var email: String?
    var createdAt: Date
    init(name: String, createdAt: Date) { (self.name, self.createdAt) = (name, createdAt) }
  }
}

enum UserV3: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static let models: [any PersistentModel.Type] = [User.self]

  @Model final class User {
    var name: String
    var email: String?
    var createdAt: String
    init(name: String, createdAt: String) { (self.name, self.createdAt) = (name, createdAt) }
  }
}
