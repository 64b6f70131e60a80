import Foundation
import GRDB
import Testing

@testable import SchemaModel

/// A container whose models are divided between two files.
@Suite("Several configurations")
struct SeveralStoresTests {
  private final class Folder {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("stores-\(UUID().uuidString)")
    func file(_ name: String) -> URL { url.appendingPathComponent(name + ".store") }
    deinit { try? FileManager.default.removeItem(at: url) }
  }

  private let folder = Folder()
  private var users: ModelConfiguration {
    ModelConfiguration("users", schema: Schema([User.self, Badge.self]), url: folder.file("users"))
  }
  private var cache: ModelConfiguration {
    ModelConfiguration("cache", schema: Schema([Entry.self, Picture.self]), url: folder.file("cache"))
  }

  private func container() throws -> ModelContainer {
    try ModelContainer(
      for: User.self, Badge.self, Entry.self, Picture.self, configurations: users, cache)
  }

  private func tables(_ name: String) throws -> [String] {
    try DatabaseQueue(path: folder.file(name).path).read { database in
      try String.fetchAll(
        database,
        sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name GLOB 'Z[A-Z]*' ORDER BY 1")
    }
  }

  private func count(_ table: String, in name: String) throws -> Int? {
    try DatabaseQueue(path: folder.file(name).path).read { try Int.fetchOne($0, sql: "SELECT count(*) FROM \(table)") }
  }

  @Test("each file has the tables of its models alone, and objects are saved to and fetched from theirs")
  func routing() throws {
    let container = try container()
    #expect(container.configurations == [users, cache])
    let context = ModelContext(container)
    let user = User(name: "Ada")
    user.badges = [Badge(word: "first"), Badge(word: "second")]
    context.insert(user)
    let entry = Entry(path: "/a", size: 1)
    context.insert(entry)
    context.insert(Picture(path: "/b", width: 7))
    try context.save()

    #expect(try tables("users") == ["ZBADGE", "ZUSER"])
    #expect(try tables("cache") == ["ZENTRY"])
    #expect(try count("ZUSER", in: "users") == 1)
    #expect(try count("ZBADGE", in: "users") == 2)
    #expect(try count("ZENTRY", in: "cache") == 2)

    #expect(user.persistentModelID.storeIdentifier != entry.persistentModelID.storeIdentifier)
    let other = ModelContext(try self.container())
    #expect(try other.fetch(FetchDescriptor<User>()).first?.badges.map(\.word).sorted() == ["first", "second"])
    #expect(try other.fetch(FetchDescriptor<Picture>()).map(\.width) == [7])
    #expect(try other.fetchCount(FetchDescriptor<Entry>(predicate: #Predicate { $0.size > 0 })) == 1)
    #expect((other.model(for: entry.persistentModelID) as? Entry)?.path == "/a")
    #expect((other.model(for: user.persistentModelID) as? User)?.name == "Ada")
    #expect(try Set(other.fetchIdentifiers(FetchDescriptor<Entry>())).contains(entry.persistentModelID))
    #expect(try container.rowCounts() == ["User": 1, "Badge": 2, "Entry": 1, "Picture": 1])
  }

  /// The commit of the first file fails after that of the second.
  @Test("what one file has committed is saved, whatever happens to the other one, and is not saved again")
  func failedCommit() throws {
    let container = try container()
    let users = try DatabaseQueue(path: folder.file("users").path)
    try users.write {
      try $0.execute(
        sql: """
          CREATE TABLE parent (id INTEGER PRIMARY KEY);
          CREATE TABLE child (parent REFERENCES parent DEFERRABLE INITIALLY DEFERRED);
          CREATE TRIGGER failing AFTER INSERT ON ZUSER BEGIN INSERT INTO child VALUES (7); END
          """)
    }
    let context = ModelContext(container)
    let (user, entry) = (User(name: "Ada"), Entry(path: "/a", size: 1))
    context.insert(user)
    context.insert(entry)
    #expect(throws: (any Error).self) { try context.save() }
    #expect(user.hasChanges && !entry.hasChanges)
    #expect(try (count("ZUSER", in: "users"), count("ZENTRY", in: "cache")) == (0, 1))
    try users.write { try $0.execute(sql: "DROP TRIGGER failing") }
    try context.save()
    #expect(try (count("ZUSER", in: "users"), count("ZENTRY", in: "cache")) == (1, 1))
    #expect(!context.hasChanges)
  }

  /// Both files number their entities from 1, and both rows have the key 1.
  @Test("objects of two stores with the same numbers are different objects")
  func identities() throws {
    let context = ModelContext(try container())
    let badge = Badge(word: "b")
    let entry = Entry(path: "/a", size: 1)
    context.insert(badge)
    context.insert(entry)
    try context.save()
    #expect(badge.persistentModelID.id.primaryKey == entry.persistentModelID.id.primaryKey)
    #expect(context.registeredModel(for: badge.persistentModelID) as Badge? === badge)
    #expect(context.registeredModel(for: entry.persistentModelID) as Entry? === entry)
    entry.size = 2
    context.delete(badge)
    try context.save()
    #expect(try count("ZBADGE", in: "users") == 0)
    #expect(try count("ZENTRY", in: "cache") == 1)
    #expect(try ModelContext(try container()).fetch(FetchDescriptor<Entry>()).map(\.size) == [2])
  }

  @Test("if one store cannot be saved, none is")
  func atomic() throws {
    let container = try container()
    let context = ModelContext(container)
    let database = try DatabaseQueue(path: folder.file("cache").path)
    try database.write {
      try $0.execute(
        sql: "CREATE TRIGGER fails BEFORE INSERT ON ZENTRY BEGIN SELECT RAISE(ABORT, 'no room'); END")
    }
    context.insert(User(name: "Ada"))
    context.insert(Entry(path: "/a", size: 1))
    #expect(throws: (any Error).self) { try context.save() }
    #expect(try count("ZUSER", in: "users") == 0)
    #expect(context.hasChanges)
    try database.write { try $0.execute(sql: "DROP TRIGGER fails") }
    try context.save()
    #expect(try count("ZUSER", in: "users") == 1)
    #expect(try count("ZENTRY", in: "cache") == 1)
  }

  @Test("a store that may not be written refuses its own changes only")
  func readOnly() throws {
    _ = try container()
    let fixed = ModelConfiguration(
      "users", schema: Schema([User.self, Badge.self]), url: folder.file("users"), allowsSave: false)
    let context = ModelContext(
      try ModelContainer(for: User.self, Badge.self, Entry.self, Picture.self, configurations: fixed, cache))
    context.insert(Entry(path: "/a", size: 1))
    try context.save()
    context.insert(User(name: "Ada"))
    #expect(throws: StoreError.self) { try context.save() }
    #expect(try count("ZENTRY", in: "cache") == 1)
  }

  @Test("one of the stores may be in memory, and all data are deleted from all")
  func inMemory() throws {
    let memory = ModelConfiguration("cache", schema: Schema([Entry.self, Picture.self]), isStoredInMemoryOnly: true)
    let container = try ModelContainer(
      for: User.self, Badge.self, Entry.self, Picture.self, configurations: users, memory)
    let context = ModelContext(container)
    context.insert(User(name: "Ada"))
    context.insert(Entry(path: "/a", size: 1))
    try context.save()
    #expect(!FileManager.default.fileExists(atPath: folder.file("cache").path))
    try container.deleteAllData()
    #expect(try container.rowCounts() == ["User": 0, "Badge": 0, "Entry": 0, "Picture": 0])
  }

  private func error(
    _ configurations: ModelConfiguration..., plan: (any SchemaMigrationPlan.Type)? = nil
  ) -> SwiftDataError? {
    do {
      _ = try ModelContainer(
        for: Schema([User.self, Badge.self, Entry.self, Picture.self]), migrationPlan: plan,
        configurations: configurations)
      return nil
    } catch {
      return error as? SwiftDataError
    }
  }

  @Test("configurations that contradict each other are errors that name the models or the file")
  func errors() throws {
    let sameFile = ModelConfiguration("other", schema: cache.schema, url: folder.file("users"))
    #expect(error(users, sameFile) == .duplicateConfiguration)
    #expect(error(users, sameFile)?.explanation?.contains("users.store") == true)

    let all = ModelConfiguration("all", url: folder.file("all"))
    #expect(error(users, all) == .duplicateConfiguration)

    // A schema contains the models that its models refer to.
    let badges = ModelConfiguration("badges", schema: Schema([Badge.self]), url: folder.file("badges"))
    #expect(error(users, badges, cache) == .duplicateConfiguration)
    #expect(error(users, badges, cache)?.explanation?.contains("Badge belongs to 'users' and 'badges'") == true)

    let foreign = ModelConfiguration("tags", schema: Schema([Library.Tag.self]), url: folder.file("tags"))
    #expect(error(users, foreign) == .configurationSchemaNotFoundInContainerSchema)

    #expect(error(users, ModelConfiguration("none", schema: Schema(), url: folder.file("none"))) == .unknownSchema)
    #expect(error(users, cache, plan: GymPlan.self) == .loadIssueModelContainer)
    #expect(error(users, cache) == nil)
  }

  @Test("a configuration names the CloudKit container and the group that it was given")
  func identifiers() {
    let named = ModelConfiguration(groupContainer: .identifier("group.a"), cloudKitDatabase: .private("iCloud.a"))
    #expect(named.cloudKitContainerIdentifier == "iCloud.a")
    #expect(named.groupAppContainerIdentifier == "group.a")
    let automatic = ModelConfiguration()
    #expect(automatic.cloudKitContainerIdentifier == nil)
    #expect(automatic.groupAppContainerIdentifier == nil)
    #expect(ModelConfiguration(cloudKitDatabase: .none).cloudKitContainerIdentifier == nil)
  }

  @Test("a type of no store is an error")
  func unknownType() throws {
    let context = ModelContext(try container())
    #expect(throws: SwiftDataError.unknownSchema) { try context.fetch(FetchDescriptor<Library.Tag>()) }
  }
}

@Model private final class User {
  @Attribute(.unique) var name: String
  @Relationship(deleteRule: .cascade, inverse: \Badge.user) var badges: [Badge] = []
  init(name: String) { self.name = name }
}

@Model private final class Badge {
  var word: String
  var user: User?
  init(word: String) { self.word = word }
}

@Model private class Entry {
  var path: String
  var size: Int
  init(path: String, size: Int) {
    self.path = path
    self.size = size
  }
}

@Model private final class Picture: Entry {
  var width: Int
  init(path: String, width: Int) {
    self.width = width
    super.init(path: path, size: 0)
  }
}
