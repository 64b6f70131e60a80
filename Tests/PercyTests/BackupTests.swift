import Foundation
import GRDB
import Percy
import SchemaMigration
import SchemaModel
import Testing

@Suite("Percy's backup")
struct BackupTests {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("percy-\(UUID().uuidString)")
  var store: URL { folder.appendingPathComponent("percy.store") }
  var backup: URL { folder.appendingPathComponent("percy/backup.store") }

  @discardableResult
  private func open(
    _ configuration: (some PercyConfiguration).Type, rollback: Bool = false, environment: SafetyEnvironment = .system
  ) async throws -> ModelContainer {
    let percy = try await Percy.Container(configuration: configuration, storeDirectory: folder)
    try await percy.setup(rollback: rollback, environment: environment)
    return try #require(await percy.container)
  }

  /// A store of the second version that has a backup of the first one, with one person less.
  private func fill() async throws {
    let first = ModelContext(try await open(Local.V1.self))
    first.insert(PeopleV1.Person(name: "John"))
    try first.save()
    let second = ModelContext(try await open(Local.V2.self))
    second.insert(PeopleV2.Person(name: "Jane"))
    try second.save()
  }

  /// The version of a store and the number of its people.
  private func contents(_ url: URL) throws -> String {
    let count = try DatabaseQueue(path: url.path).read { try Int.fetchOne($0, sql: "SELECT count(*) FROM ZPERSON") }
    return "\(try StoreIdentity(at: url).version ?? "none"): \(count ?? 0)"
  }

  private func failure(
    environment: SafetyEnvironment = .system, rollback: Bool = false
  ) async -> PercyError? {
    do {
      try await open(Local.V3.self, rollback: rollback, environment: environment)
      return nil
    } catch {
      return error as? PercyError
    }
  }

  private func reason(_ error: PercyError?) -> String {
    if case .backupFailed(let reason)? = error { reason } else { "not a failed backup: \(String(describing: error))" }
  }

  private func left() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: backup.deletingLastPathComponent().path).sorted()
  }

  @Test("a new backup replaces the former one, and nothing else is left")
  func replaced() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try await fill()
    #expect(try contents(backup) == "1.0.0: 1")
    try await open(Local.V3.self)
    #expect(try left() == ["backup.store"])
    #expect(try contents(backup) == "2.0.0: 2")
    #expect(try contents(store) == "3.0.0: 2")
  }

  @Test("a copy that differs from the store replaces no backup, and the store is not migrated")
  func differentCopy() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try await fill()
    var environment = SafetyEnvironment.system
    environment.copied = { url in
      try DatabaseQueue(path: url.path).write { try $0.execute(sql: "DELETE FROM ZPERSON WHERE ZNAME = 'Jane'") }
    }
    let reason = reason(await failure(environment: environment))
    #expect(reason.contains("ZPERSON has 1 rows instead of 2"), "\(reason)")
    #expect(try contents(backup) == "1.0.0: 1")
    #expect(try contents(store) == "2.0.0: 2")
    #expect(try left().contains { $0.hasPrefix(".unfinished") } == false)
  }

  @Test("a disk with too little space keeps the former backup and the version of the store")
  func fullDisk() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try await fill()
    var environment = SafetyEnvironment.system
    environment.freeBytes = { _ in 1000 }
    let reason = reason(await failure(environment: environment))
    #expect(reason.contains("bytes are needed, but only 1000 bytes are available"), "\(reason)")
    #expect(try contents(backup) == "1.0.0: 1")
    #expect(try contents(store) == "2.0.0: 2")
  }

  @Test("a former backup that a program has open is not replaced, and the store is not migrated")
  func openBackup() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try await fill()
    let container = try ModelContainer(
      for: Schema(versionedSchema: PeopleV1.self), configurations: ModelConfiguration(url: backup))
    let reason = reason(await failure())
    #expect(reason.contains("lock"), "\(reason)")
    #expect(try contents(store) == "2.0.0: 2")
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<PeopleV1.Person>()) == 1)
  }

  @Test("the log of a former backup is not applied to the new one")
  func logOfFormer() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try await fill()
    // The files as a killed program leaves them.
    let log = URL(fileURLWithPath: backup.path + "-wal")
    let writer = try DatabasePool(path: backup.path)
    try await writer.write { try $0.execute(sql: "UPDATE ZPERSON SET ZNAME = 'changed in the backup'") }
    let (file, logged) = (try Data(contentsOf: backup), try Data(contentsOf: log))
    try writer.close()
    try file.write(to: backup)
    try logged.write(to: log)
    try await open(Local.V3.self)
    #expect(try left() == ["backup.store"])
    let names = try await DatabaseQueue(path: backup.path).read {
      try String.fetchAll($0, sql: "SELECT ZNAME FROM ZPERSON ORDER BY ZNAME")
    }
    #expect(names == ["Jane", "John"])
  }

  @Test("a former backup that is not a database is replaced")
  func damagedFormer() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try await fill()
    try Data(repeating: 7, count: 9000).write(to: backup)
    try Data(repeating: 8, count: 5000).write(to: URL(fileURLWithPath: backup.path + "-wal"))
    try await open(Local.V3.self)
    #expect(try left() == ["backup.store"])
    #expect(try contents(backup) == "2.0.0: 2")
  }

  @Test("other files in the folder of the backup stay")
  func otherFiles() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try await fill()
    let note = backup.deletingLastPathComponent().appendingPathComponent("note.txt")
    try Data("mine".utf8).write(to: note)
    try await open(Local.V3.self)
    #expect(try Data(contentsOf: note) == Data("mine".utf8))
  }

  @Test("a migration waits for one of SafeModelContainer")
  func waits() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try await fill()
    let url = store
    var lock: StoreLock? = try await GuardedStore(url, environment: .system).lock()
    try await withThrowingTaskGroup { group in
      group.addTask { _ = try await open(Local.V3.self) }
      try await Task.sleep(for: .milliseconds(300))
      #expect(try contents(store) == "2.0.0: 2")
      withExtendedLifetime(lock) {}
      lock = nil
      try await group.waitForAll()
    }
    #expect(try contents(store) == "3.0.0: 2")
  }

  @Test("a store whose lock cannot be taken is not migrated; a rollback opens the version that it has")
  func noLock() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try await fill()
    let lock = URL(fileURLWithPath: store.path + ".strata-lock")
    try FileManager.default.removeItem(at: lock)
    try FileManager.default.createDirectory(at: lock, withIntermediateDirectories: false)
    guard case .migrationFailed(let reason)? = await failure() else {
      Issue.record("it was migrated")
      return
    }
    #expect(reason.contains(".strata-lock"), "\(reason)")
    #expect(try await open(Local.V3.self, rollback: true).schema.version == Schema.Version(2, 0, 0))
    #expect(try contents(store) == "2.0.0: 2")
  }

  @Test("a store that is being moved is not opened, not even by a rollback")
  func interrupted() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try await fill()
    try Data("{}".utf8).write(to: URL(fileURLWithPath: store.path + ".strata-journal"))
    guard case .setupFailed(let reason)? = await failure(rollback: true) else {
      Issue.record("it was opened")
      return
    }
    #expect(reason.contains(".strata-journal"), "\(reason)")
  }

  @Test("a damaged store is not migrated, and its damaged copy replaces no backup")
  func damagedStore() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try await fill()
    let page = try await DatabaseQueue(path: store.path).read { database in
      try Int.fetchOne(database, sql: "SELECT rootpage FROM sqlite_schema WHERE name = 'ZPERSON'")
    }
    let handle = try FileHandle(forWritingTo: store)
    try handle.seek(toOffset: UInt64((page ?? 1) - 1) * 4096)
    try handle.write(contentsOf: Data(repeating: 0xEE, count: 4096))
    try handle.close()
    guard case .backupFailed? = await failure() else {
      Issue.record("it was backed up")
      return
    }
    #expect(try contents(backup) == "1.0.0: 1")
  }
}
