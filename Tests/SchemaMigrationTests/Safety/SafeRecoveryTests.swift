import Foundation
import GRDB
import SchemaMigration
import SchemaModel
import Synchronization
import Testing

@Suite("Recovery of a store")
struct SafeRecoveryTests {
  private func isRolledBack(_ failure: MigrationError?) -> Bool {
    if case .migrationFailed(_, _?) = failure { true } else { false }
  }

  @Test(
    "a store that is damaged after a failed migration gets its former contents back",
    arguments: ["not a database", "empty", "gone", "other version", "with a foreign log"])
  func restored(_ damage: String) async throws {
    let store = try SafeStore()
    try store.fill()
    let old = try SafeStore.oldRows(store.url)
    let other = try SafeStore("Other.store")
    let otherURL = other.url
    _ = try ModelContainer(
      for: Schema(versionedSchema: SafeV9.self), configurations: ModelConfiguration(url: otherURL))
    let environment = SafetyEnvironment.with { environment in
      environment.failed = { url in
        switch damage {
        case "not a database": try Data(repeating: 7, count: 10_000).write(to: url)
        case "empty": try Data().write(to: url)
        case "gone": try FileManager.default.removeItem(at: url)
        case "other version":
          try FileManager.default.removeItem(at: url)
          try FileManager.default.copyItem(at: otherURL, to: url)
        default:
          try Data(repeating: 7, count: 10_000).write(to: url)
          try Data(repeating: 9, count: 50_000).write(to: URL(fileURLWithPath: url.path + "-wal"))
          try Data(repeating: 9, count: 32_768).write(to: URL(fileURLWithPath: url.path + "-shm"))
        }
      }
    }
    #expect(isRolledBack(await store.failure(SafeStore.plan(failing: true), environment: environment)))
    #expect(try SafeStore.oldRows(store.url) == old)
    // The damaged file is not thrown away.
    let aside = store.names(".strata-quarantine").filter { $0.hasSuffix("/App.store") }
    #expect(aside.count == (damage == "gone" ? 0 : 1))
    #expect(!store.names().contains { $0.hasSuffix(".strata-journal") || $0.hasSuffix(".strata-restored") })
    // No later launch restores anything again.
    #expect(try await store.titles(store.open().container).count == 3)
    #expect(try await store.open().migratedFrom == nil)
  }

  @Test("with .backupOnly and .none, nothing is restored")
  func notRestored() async throws {
    let environment = SafetyEnvironment.with { $0.failed = { try Data("damage".utf8).write(to: $0) } }
    for safety in [SafeModelContainer.Safety.none, .backupOnly] {
      let store = try SafeStore()
      try store.fill()
      let failure = await store.failure(SafeStore.plan(failing: true), safety, environment: environment)
      guard case .migrationFailed(_, let backup) = failure else {
        Issue.record("\(String(describing: failure))")
        continue
      }
      #expect((backup != nil) == (safety == .backupOnly))
      #expect(try Data(contentsOf: store.url) == Data("damage".utf8))
    }
  }

  @Test("a backup can be restored by hand, and the replaced store is kept")
  func byHand() async throws {
    let store = try SafeStore()
    try store.fill()
    let old = try SafeStore.oldRows(store.url)
    let files = store.folder.appendingPathComponent(".App_SUPPORT/_EXTERNAL_DATA")
    do {
      let context = ModelContext(try await store.open().container)
      for note in try context.fetch(FetchDescriptor<SafeV2.Note>()) { context.delete(note) }
      try context.save()
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: files.path).isEmpty)
    try await SafeModelContainer.restore(try #require(store.backups.last), to: store.url)
    #expect(try SafeStore.oldRows(store.url) == old)
    #expect(store.names(".strata-quarantine").contains { $0.hasSuffix("/App.store") })
    #expect(store.backups.count == 1)
  }

  @Test("a store that a container has open is not replaced")
  func inUse() async throws {
    let store = try SafeStore()
    try store.fill()
    let opened = try await store.open()
    let backup = try #require(opened.backup)
    do {
      try await SafeModelContainer.restore(backup, to: store.url)
      Issue.record("an open store was replaced")
    } catch MigrationError.rollbackFailed(let error as StoreError, backup.url) {
      guard case .locked = error else {
        Issue.record("\(error)")
        return
      }
    }
    #expect(try store.titles(opened.container).count == 3)
    #expect(!store.names().contains(".strata-quarantine"))
  }

  @Test("a damaged backup replaces nothing")
  func damagedBackup() async throws {
    let store = try SafeStore()
    try store.fill()
    let backup = try #require(try await store.open().backup)
    let handle = try FileHandle(forWritingTo: backup.url)
    try handle.truncate(atOffset: 20_000)
    try handle.close()
    let content = try Data(contentsOf: store.url)
    await #expect(throws: MigrationError.self) { try await SafeModelContainer.restore(backup, to: store.url) }
    #expect(try Data(contentsOf: store.url) == content)
    #expect(!store.names().contains { $0.hasSuffix(".strata-journal") || $0.hasSuffix(".strata-restored") })
  }

  /// Writes the journal of a process that was killed.
  private func interrupt(_ store: SafeStore, _ operation: String, backup: StoreBackup? = nil) throws -> URL {
    let aside = ".strata-quarantine/interrupted"
    let folder = store.folder.appendingPathComponent(aside)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    var journal = ["operation": operation, "aside": aside]
    journal["backup"] = backup.map { ".strata-backups/\($0.url.deletingLastPathComponent().lastPathComponent)" }
    try JSONEncoder().encode(journal).write(to: URL(fileURLWithPath: store.url.path + ".strata-journal"))
    return folder
  }

  private func hasJournal(_ store: SafeStore) -> Bool { store.names().contains("App.store.strata-journal") }

  @Test("a restore that was killed before the renaming is finished once, and an old log is not applied")
  func interruptedRestore() async throws {
    let store = try SafeStore()
    try store.fill()
    let backup = try #require(try await store.open().backup)
    let old = try SafeStore.oldRows(backup.url)
    // The replaced store with a log, as a killed program leaves it.
    let log = URL(fileURLWithPath: store.url.path + "-wal")
    let writer = try DatabasePool(path: store.url.path)
    try await writer.write { try $0.execute(sql: "UPDATE ZNOTE SET ZCONTENT = 'in the log'") }
    let (file, logged) = (try Data(contentsOf: store.url), try Data(contentsOf: log))
    try writer.close()
    try file.write(to: store.url)
    try logged.write(to: log)
    try FileManager.default.copyItem(atPath: backup.url.path, toPath: store.url.path + ".strata-restored")
    let folder = try interrupt(store, "restore", backup: backup)
    let seen = try await store.open(SafeStore.plan(work: { _ in }))
    #expect(seen.migratedFrom == "1.0.0")
    #expect(try SafeStore.oldRows(try #require(seen.backup).url) == old)
    let aside = try DatabaseQueue(path: folder.appendingPathComponent("App.store").path)
    let contents = try await aside.read { try String.fetchAll($0, sql: "SELECT ZCONTENT FROM ZNOTE") }
    #expect(contents == ["in the log", "in the log", "in the log"])
    #expect(!hasJournal(store))
    #expect(try await store.open().migratedFrom == nil)
  }

  @Test("a store that a program has open is not moved by a launch that finishes a restore; a later launch moves it")
  func interruptedRestoreInUse() async throws {
    let store = try SafeStore()
    try store.fill()
    let backup = try #require(try await store.open().backup)
    var other: ModelContainer? = try ModelContainer(
      for: SafeStore.schema, configurations: ModelConfiguration(url: store.url))
    try FileManager.default.copyItem(atPath: backup.url.path, toPath: store.url.path + ".strata-restored")
    _ = try interrupt(store, "restore", backup: backup)
    guard case .rollbackFailed(let error as StoreError, _) = await store.failure(), case .locked = error else {
      Issue.record("an open store was moved")
      return
    }
    #expect(hasJournal(store))
    #expect(try other.map { try store.titles($0).count } == 3)
    other = nil
    #expect(try await store.open().migratedFrom == "1.0.0")
    #expect(!hasJournal(store))
  }

  @Test("a container that was opened while the backup was copied keeps its store")
  func openedMeanwhile() async throws {
    let store = try SafeStore()
    try store.fill()
    let opened = Mutex<[ModelContainer]>([])
    let environment = SafetyEnvironment.with { environment in
      environment.failed = { url in
        // Damage that lets another program open the store.
        try FileManager.default.removeItem(at: url)
        _ = try ModelContainer(for: Schema(versionedSchema: SafeV9.self), configurations: ModelConfiguration(url: url))
      }
      environment.moving = { url in
        let container = try ModelContainer(
          for: Schema(versionedSchema: SafeV9.self), configurations: ModelConfiguration(url: url))
        opened.withLock { $0.append(container) }
      }
    }
    let failure = await store.failure(SafeStore.plan(failing: true), environment: environment)
    guard case .rollbackFailed(let error as StoreError, _)? = failure, case .locked = error else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(!store.names().contains { $0.hasSuffix(".strata-journal") || $0.hasSuffix(".strata-restored") })
    #expect(store.names(".strata-quarantine") == [])
    let container = try #require(opened.withLock { $0.first })
    let context = ModelContext(container)
    context.insert(SafeV9.Note(title: "kept", number: 1))
    try context.save()
    opened.withLock { $0.removeAll() }
    let rows = try await DatabaseQueue(path: store.url.path).read {
      try String.fetchAll($0, sql: "SELECT ZTITLE FROM ZNOTE")
    }
    #expect(rows == ["kept"])
  }

  @Test("no container opens a store that is half moved", arguments: [true, false])
  func halfMoved(allowsSave: Bool) throws {
    let store = try SafeStore()
    try store.fill()
    _ = try interrupt(store, "restore")
    let error = #expect(throws: SwiftDataError.self) {
      try ModelContainer(
        for: Schema(versionedSchema: SafeV1.self),
        configurations: ModelConfiguration(url: store.url, allowsSave: allowsSave))
    }
    let reason = String(describing: error?.underlyingError)
    #expect(reason.contains("App.store.strata-journal"))
  }

  @Test("after the renaming, a log belongs to the restored store and stays")
  func interruptedAfterRenaming() async throws {
    let store = try SafeStore()
    try store.fill()
    let writer = try DatabaseQueue(path: store.url.path)
    try await writer.write { try $0.execute(sql: "UPDATE ZNOTE SET ZTEXT = 'in the log'") }
    _ = try interrupt(store, "restore")
    let opened = try await store.open()
    #expect(!hasJournal(store))
    let notes = try ModelContext(opened.container).fetch(FetchDescriptor<SafeV2.Note>())
    #expect(notes.map(\.content) == ["in the log", "in the log", "in the log"])
    try writer.close()
  }

  @Test("a quarantine that was killed is finished, and the next store is a new one", arguments: [false, true])
  func interruptedQuarantine(isMoved: Bool) async throws {
    let store = try SafeStore()
    try store.fill()
    let old = try SafeStore.oldRows(store.url)
    for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: store.url.path + suffix) }
    let folder = try interrupt(store, "quarantine")
    let support = store.folder.appendingPathComponent(".App_SUPPORT")
    try FileManager.default.moveItem(at: support, to: folder.appendingPathComponent(".App_SUPPORT"))
    let moved = folder.appendingPathComponent("App.store")
    if isMoved { try FileManager.default.moveItem(at: store.url, to: moved) }
    #expect(try await store.titles(store.open().container) == [])
    #expect(try SafeStore.oldRows(moved) == old)
    #expect(!hasJournal(store))
  }

  @Test("a journal that is not one stops everything, and is not removed")
  func foreignJournal() async throws {
    let store = try SafeStore()
    try store.fill()
    let journal = URL(fileURLWithPath: store.url.path + ".strata-journal")
    try Data("{}".utf8).write(to: journal)
    guard case .rollbackFailed = await store.failure() else {
      Issue.record("the journal was ignored")
      return
    }
    #expect(FileManager.default.fileExists(atPath: journal.path))
  }

  @Test("a store whose file is gone but whose log is there is not created anew")
  func logWithoutStore() async throws {
    let store = try SafeStore()
    let log = URL(fileURLWithPath: store.url.path + "-wal")
    try Data(repeating: 1, count: 100).write(to: log)
    guard case .storeUnreadable(_, let error) = await store.failure() else {
      Issue.record("it was created")
      return
    }
    #expect("\(error)".contains("write-ahead log exists"))
    #expect(FileManager.default.fileExists(atPath: log.path))
    #expect(!FileManager.default.fileExists(atPath: store.url.path))
  }

  @Test("a store with the rollback journal of a killed process is opened")
  func hotJournal() async throws {
    let store = try SafeStore()
    try store.fill(notes: 600)
    let old = try SafeStore.oldRows(store.url)
    let copies = try (0..<2).map { _ in try SafeStore() }
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let writer = try DatabaseQueue(path: store.url.path, configuration: configuration)
    try await writer.writeWithoutTransaction { database in
      // SQLite writes changed pages to the file before the end of the transaction if its cache is too small.
      try database.execute(
        sql: "PRAGMA journal_mode = DELETE; PRAGMA cache_size = 3; BEGIN; UPDATE ZNOTE SET ZTEXT = 'not committed'")
      for copy in copies {
        try FileManager.default.copyItem(
          at: store.folder.appendingPathComponent(".App_SUPPORT"),
          to: copy.folder.appendingPathComponent(".App_SUPPORT"))
        for suffix in ["", "-journal"] {
          try FileManager.default.copyItem(atPath: store.url.path + suffix, toPath: copy.url.path + suffix)
        }
      }
      try database.execute(sql: "ROLLBACK")
    }
    try writer.close()
    let container = try ModelContainer(
      for: Schema(versionedSchema: SafeV1.self), configurations: ModelConfiguration(url: copies[0].url))
    #expect(try ModelContext(container).fetch(FetchDescriptor<SafeV1.Note>()).allSatisfy { $0.text.hasPrefix("Text") })
    let opened = try await copies[1].open()
    #expect(try ModelContext(opened.container).fetch(FetchDescriptor<SafeV2.Note>()).count == old.count / 2)
    #expect(
      try ModelContext(opened.container).fetch(FetchDescriptor<SafeV2.Note>()).allSatisfy {
        $0.content.hasPrefix("Text")
      })
  }
}
