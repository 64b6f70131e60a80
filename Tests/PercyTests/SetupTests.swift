import Foundation
import GRDB
import Percy
import SchemaModel
import Testing

@Suite("Percy's container")
struct SetupTests {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("percy-\(UUID().uuidString)")
  var store: URL { folder.appendingPathComponent("percy.store") }
  var backup: URL { folder.appendingPathComponent("percy/backup.store") }

  private func open(
    _ configuration: (some PercyConfiguration).Type, rollback: Bool = false
  ) async throws -> ModelContext {
    let percy = try await Percy.Container(configuration: configuration, storeDirectory: folder)
    try await percy.setup(rollback: rollback)
    return ModelContext(try #require(await percy.container))
  }

  private let birthday = Date(timeIntervalSince1970: 960_076_800)

  /// John is in both groups, Bobby in the second.
  private func fill() async throws {
    let context = try await open(Local.V1.self)
    let (john, bobby) = (PeopleV1.Person(name: "John"), PeopleV1.Person(name: "Bobby", birthday: birthday))
    let (one, two) = (PeopleV1.Group(name: "Group 1"), PeopleV1.Group(name: "Group 2"))
    for person in [john, bobby] { context.insert(person) }
    for group in [one, two] { context.insert(group) }
    john.groups = [one, two]
    bobby.groups = [two]
    try context.save()
  }

  /// Each person with the birthday and the groups.
  private func people() throws -> [String] {
    try DatabaseQueue(path: store.path).read { database in
      let link = try #require(
        try String.fetchOne(
          database, sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name GLOB 'Z_[0-9]*'"))
      let columns = try database.columns(in: link).map(\.name)
      let person = try #require(columns.first { $0.hasSuffix("PEOPLE") })
      let group = try #require(columns.first { $0.hasSuffix("GROUPS") })
      return try String.fetchAll(
        database,
        sql: """
          SELECT p.ZNAME || ' ' || coalesce(p.ZBIRTHDAY, '-') || ': ' || group_concat(g.ZNAME, ', ')
          FROM ZPERSON p JOIN \(link) l ON l.\(person) = p.Z_PK JOIN (SELECT * FROM ZGROUP ORDER BY ZNAME) g
          ON l.\(group) = g.Z_PK GROUP BY p.Z_PK ORDER BY p.ZNAME
          """)
    }
  }

  private func columns(_ table: String) throws -> [String] {
    try DatabaseQueue(path: store.path).read { try $0.columns(in: table).map(\.name).sorted() }
  }

  @Test("a new store keeps people, groups and the links between them")
  func simpleSetupV1() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try await fill()
    let context = try await open(Local.V1.self)
    let people = try context.fetch(FetchDescriptor<PeopleV1.Person>(sortBy: [SortDescriptor(\.name)]))
    let groups = try context.fetch(FetchDescriptor<PeopleV1.Group>(sortBy: [SortDescriptor(\.name)]))
    #expect(people.map(\.name) == ["Bobby", "John"])
    #expect(people.map(\.birthday) == [birthday, nil])
    #expect(people.map { $0.groups?.count } == [1, 2])
    #expect(groups.map { Set($0.people?.map(\.name) ?? []) } == [["John"], ["Bobby", "John"]])
    for person in people { context.delete(person) }
    for group in groups { context.delete(group) }
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<PeopleV1.Person>()) == 0)
  }

  @Test("a forward plan adds a relationship to the same model, and keeps rows and links")
  func migrateV1ToV2() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try await fill()
    let before = try people()
    let context = try await open(Local.V2.self)
    #expect(try people() == before)
    let people = try context.fetch(FetchDescriptor<PeopleV2.Person>(sortBy: [SortDescriptor(\.name)]))
    try #require(people.count == 2)
    people[1].partner = people[0]
    try context.save()
    #expect(people[1].partner?.name == "Bobby")
    #expect(try columns("ZPERSON").contains("ZPARTNER"))
  }

  @Test("a backward plan whose stages do nothing drops a column, and keeps rows and links")
  func rollbackMigrateV2toV1() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try await fill()
    let before = try people()
    let context = try await open(Local.V2.self)
    let people = try context.fetch(FetchDescriptor<PeopleV2.Person>(sortBy: [SortDescriptor(\.name)]))
    try #require(people.count == 2)
    people[1].partner = people[0]
    try context.save()

    let old = try await open(Local.BackToV1.self)
    #expect(try self.people() == before)
    #expect(try columns("ZPERSON").contains("ZPARTNER") == false)
    #expect(try old.fetch(FetchDescriptor<PeopleV1.Person>()).map { $0.groups?.count ?? 0 }.sorted() == [1, 2])
  }

  @Test("a backward plan stops at the version of the configuration")
  func stopsAtTarget() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try await fill()
    let newest = try await open(Local.V3.self)
    let people = try newest.fetch(FetchDescriptor<PeopleV3.Person>(sortBy: [SortDescriptor(\.name)]))
    try #require(people.count == 2)
    people[1].partner = people[0]
    try newest.save()
    let context = try await open(Local.BackToV2.self)
    let after = try context.fetch(FetchDescriptor<PeopleV2.Person>(sortBy: [SortDescriptor(\.name)]))
    let partners = after.map { $0.partner?.name }
    #expect(partners.contains("Bobby"))
    #expect(try columns("ZGROUP").contains("ZPLACE") == false)
    #expect(try columns("ZPERSON").contains("ZPARTNER"))
  }

  @Test("the directory of the store may be written without a slash, and is created by the setup alone")
  func directory() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(folder.hasDirectoryPath == false)
    let percy = try await Percy.Container(configuration: Local.V1.self, storeDirectory: folder)
    #expect(FileManager.default.fileExists(atPath: folder.path) == false)
    #expect(await percy.container == nil)
    try await percy.setup()
    #expect(FileManager.default.fileExists(atPath: store.path))
    #expect(percy.storeURL == store)
  }

  @Test("the default directory is in the user's documents")
  func defaultDirectory() async throws {
    let percy = try await Percy.Container(configuration: Local.V1.self)
    #expect(percy.storeURL == URL.documentsDirectory.appendingPathComponent("PercyStore/percy.store"))
  }

  @Test("a backup has the rows that are still in the write-ahead log")
  func backupOfLog() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try await fill()
    // Keeps the log from being written back, as a program does that was killed.
    let open = try DatabasePool(path: store.path)
    defer { try? open.close() }
    try await open.writeWithoutTransaction { try $0.execute(sql: "PRAGMA wal_autocheckpoint = 0") }
    try await open.write { try $0.execute(sql: "UPDATE ZPERSON SET ZNAME = 'Jane' WHERE ZNAME = 'John'") }
    _ = try await self.open(Local.V2.self)
    let names = try await DatabaseQueue(path: backup.path).read {
      try String.fetchAll($0, sql: "SELECT ZNAME FROM ZPERSON ORDER BY ZNAME")
    }
    #expect(names == ["Bobby", "Jane"])
  }

  @Test("a backup is a store of the version before the migration, and a setup without a migration leaves it")
  func backupOfVersion() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try await fill()
    #expect(FileManager.default.fileExists(atPath: backup.path) == false)
    _ = try await open(Local.V2.self)
    _ = try await open(Local.V2.self)
    let container = try ModelContainer(
      for: Schema(versionedSchema: PeopleV1.self), configurations: ModelConfiguration(url: backup))
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<PeopleV1.Person>()) == 2)
    let left = try FileManager.default.contentsOfDirectory(atPath: backup.deletingLastPathComponent().path)
    #expect(left.contains("new") == false)
  }

  @Test("a store that cannot be backed up is not migrated")
  func noBackup() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try await fill()
    try Data().write(to: folder.appendingPathComponent("percy"))
    let percy = try await Percy.Container(configuration: Local.V2.self, storeDirectory: folder)
    let error = await #expect(throws: PercyError.self) { try await percy.setup() }
    guard case .backupFailed? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try columns("ZPERSON").contains("ZPARTNER") == false)
  }

  @Test("a file that is not a store is an error of the setup, which is not wrapped in another")
  func notAStore() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data("a letter to somebody".utf8).write(to: store)
    let percy = try await Percy.Container(configuration: Local.V1.self, storeDirectory: folder)
    let error = await #expect(throws: PercyError.self) { try await percy.setup(rollback: true) }
    guard case .setupFailed(let reason)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(reason.hasPrefix("\(store.path) is not a readable SQLite database"), "\(reason)")
    #expect(await percy.container == nil)
  }

  enum FailingPlan: ForwardMigrationPlan {
    struct Failure: Error {}
    static var schemas: [any VersionedSchema.Type] { [PeopleV1.self, PeopleV2.self, PeopleV3.self] }
    static var stages: [MigrationStage] {
      [
        .lightweight(fromVersion: PeopleV1.self, toVersion: PeopleV2.self),
        .custom(
          fromVersion: PeopleV2.self, toVersion: PeopleV3.self, willMigrate: nil, didMigrate: { _ in throw Failure() }),
      ]
    }
  }

  struct Failing: LocalConfiguration {
    static var versionedSchema: any VersionedSchema.Type { PeopleV3.self }
    static var migrationPlan: any PercyMigrationPlan.Type { FailingPlan.self }
  }

  /// The plan of an app that is older than the store.
  enum OlderPlan: ForwardMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [PeopleV1.self, PeopleV2.self] }
    static var stages: [MigrationStage] { [ForwardPlan.migrateV1toV2] }
  }

  struct Older: LocalConfiguration {
    static var versionedSchema: any VersionedSchema.Type { PeopleV2.self }
    static var migrationPlan: any PercyMigrationPlan.Type { OlderPlan.self }
  }

  @Test("an app that is too old for the store says which version is needed, whether its plan knows that or not")
  func tooOld() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    do {
      let percy = try await Percy.Container(configuration: Local.V3.self, storeDirectory: folder)
      try await percy.setup()
    }
    let configurations: [any PercyConfiguration.Type] = [Older.self, Local.V2.self]
    for configuration in configurations {
      let percy = try await Self.container(configuration, folder)
      let error = await #expect(throws: PercyError.self) { try await percy.setup() }
      let reason = error?.errorDescription ?? ""
      #expect(
        reason.hasSuffix(
          "\(store.path) has version 3.0.0, and this program uses version 2.0.0\n"
            + "help: use the version of the program that wrote it, or a newer one"), "\(reason)")
    }
  }

  private static func container<Configuration: PercyConfiguration>(
    _ configuration: Configuration.Type, _ folder: URL
  ) async throws -> Percy.Container {
    try await Percy.Container(configuration: configuration, storeDirectory: folder)
  }

  @Test("a failed migration leaves the store as it was")
  func failure() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try await fill()
    let percy = try await Percy.Container(configuration: Failing.self, storeDirectory: folder)
    let error = await #expect(throws: PercyError.self) { try await percy.setup() }
    guard case .migrationFailed(let reason)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(reason.contains("didMigrate of the stage from 2.0.0 to 3.0.0 failed"), "\(reason)")
    #expect(await percy.container == nil)
    #expect(try columns("ZPERSON").contains("ZPARTNER") == false)
  }

  @Test("a rollback opens the version that the store has, runs no stage, and keeps the reason")
  func rollback() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try await fill()
    let percy = try await Percy.Container(configuration: Failing.self, storeDirectory: folder)
    try await percy.setup(rollback: true)
    let container = try #require(await percy.container)
    #expect(container.schema.version == Schema.Version(1, 0, 0))
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<PeopleV1.Person>()) == 2)
    guard case .migrationFailed? = await percy.rollbackReason else {
      Issue.record("no reason")
      return
    }
    #expect(try columns("ZPERSON").contains("ZPARTNER") == false)
  }

  @Test("a setup that works has nothing to roll back")
  func noRollback() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let percy = try await Percy.Container(configuration: Local.V3.self, storeDirectory: folder)
    try await percy.setup(rollback: true)
    #expect(await percy.container?.schema.version == Schema.Version(3, 0, 0))
    #expect(await percy.rollbackReason == nil)
  }

  @Test("a test container is in memory")
  func testContainer() throws {
    let container = try Percy.createTestContainer(for: Schema(versionedSchema: PeopleV1.self))
    let context = ModelContext(container)
    context.insert(PeopleV1.Person(name: "Ada"))
    try context.save()
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<PeopleV1.Person>()) == 1)
    #expect(container.configurations.map(\.isStoredInMemoryOnly) == [true])
  }
}
