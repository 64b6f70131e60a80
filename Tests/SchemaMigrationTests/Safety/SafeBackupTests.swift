import Foundation
import GRDB
import SchemaMigration
import SchemaModel
import Synchronization
import Testing

@Suite("Backup of a store")
struct SafeBackupTests {
  /// The reason of a failed backup.
  private func problem(_ store: SafeStore, _ environment: SafetyEnvironment) async -> BackupError? {
    guard case .backupFailed(let error, store.url.path) = await store.failure(environment: environment) else {
      return nil
    }
    return error as? BackupError
  }

  @Test("rows that are only in the write-ahead log are in the backup")
  func log() async throws {
    let store = try SafeStore()
    try store.fill()
    let writer = try DatabaseQueue(path: store.url.path)
    try await writer.write { database in
      try database.execute(sql: "PRAGMA wal_autocheckpoint = 0; UPDATE ZNOTE SET ZTEXT = 'in the log'")
    }
    #expect(try FileManager.default.attributesOfItem(atPath: store.url.path + "-wal")[.size] as? Int ?? 0 > 0)
    let opened = try await store.open()
    let rows = try SafeStore.oldRows(try #require(opened.backup).url)
    #expect(rows.filter { $0.contains("in the log") }.count == 3)
    let notes = try ModelContext(opened.container).fetch(FetchDescriptor<SafeV2.Note>())
    #expect(notes.map(\.content) == ["in the log", "in the log", "in the log"])
  }

  @Test(
    "a copy that is not the store is no backup, and nothing is migrated",
    arguments: [
      "truncated", "empty", "removed", "zeros", "row", "table", "version", "other store", "external file",
      "truncated external file",
    ])
  func falseSuccess(_ damage: String) async throws {
    let store = try SafeStore()
    try store.fill(notes: 40)
    let other = try SafeStore()
    try other.fill(notes: 40)
    let old = try SafeStore.oldRows(store.url)
    let otherURL = other.url
    let environment = SafetyEnvironment.with { environment in
      environment.copied = { copy in
        let files = copy.deletingLastPathComponent().appendingPathComponent(".App_SUPPORT/_EXTERNAL_DATA")
        func sql(_ text: String) throws { try DatabaseQueue(path: copy.path).write { try $0.execute(sql: text) } }
        switch damage {
        case "truncated":
          let handle = try FileHandle(forWritingTo: copy)
          try handle.truncate(atOffset: handle.seekToEnd() / 2)
          try handle.close()
        case "empty": try Data().write(to: copy)
        case "removed": try FileManager.default.removeItem(at: copy)
        case "zeros":
          let handle = try FileHandle(forWritingTo: copy)
          try handle.seek(toOffset: 8192)
          try handle.write(contentsOf: Data(count: 40_960))
          try handle.close()
        case "row": try sql("DELETE FROM ZDRAFT WHERE Z_PK = 1")
        case "table": try sql("DROP TABLE ZDRAFT")
        case "version":
          let container = try ModelContainer(
            for: Schema(versionedSchema: SafeV1.self), configurations: ModelConfiguration(url: copy))
          try container.deleteAllData()
        case "other store":
          try FileManager.default.removeItem(at: copy)
          try FileManager.default.copyItem(at: otherURL, to: copy)
        case "external file": try FileManager.default.removeItem(at: files)
        default:
          let name = try FileManager.default.contentsOfDirectory(atPath: files.path)[0]
          let file = files.appendingPathComponent(name)
          let bytes = try Data(contentsOf: file).dropLast()
          // The file is a second name of the store's own, so it is replaced and not changed.
          try FileManager.default.removeItem(at: file)
          try bytes.write(to: file)
        }
      }
    }
    let failure = await problem(store, environment)
    guard case .differs(let reasons) = failure else {
      Issue.record("\(damage): \(String(describing: failure))")
      return
    }
    #expect(!reasons.isEmpty)
    #expect(store.backups.isEmpty)
    #expect(store.names(".strata-backups") == [])
    #expect(try SafeStore.oldRows(store.url) == old)
  }

  @Test("a damaged store is not copied over a good backup, and the reason says so")
  func damagedStore() async throws {
    let store = try SafeStore()
    try store.fill(notes: 400)
    let root = try await DatabaseQueue(path: store.url.path).read { database in
      try Int.fetchOne(database, sql: "SELECT rootpage FROM sqlite_schema WHERE name = 'ZDRAFT'") ?? 0
    }
    let handle = try FileHandle(forWritingTo: store.url)
    try handle.seek(toOffset: UInt64(root - 1) * 4096 + 8)
    try handle.write(contentsOf: Data(repeating: 0xEE, count: 600))
    try handle.close()
    let failure = await store.failure()
    guard case .backupFailed(let error, _) = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(error is BackupError || (error as? DatabaseError)?.resultCode == .SQLITE_CORRUPT)
    #expect(store.backups.isEmpty)
  }

  @Test("too little space is an error that names the bytes, and nothing is migrated")
  func space() async throws {
    let store = try SafeStore()
    try store.fill()
    let failure = await problem(store, .with { $0.freeBytes = { _ in 1000 } })
    guard case .notEnoughSpace(let needed, 1000, _) = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    let size = try FileManager.default.attributesOfItem(atPath: store.url.path)[.size] as? Int64 ?? 0
    #expect(needed == size + 1_048_576)
    let message = "\(BackupError.notEnoughSpace(needed: 5, available: 3, folder: "/data"))"
    #expect(message == "5 bytes are needed, but only 3 bytes are available in /data")
    #expect(store.backups.isEmpty)
    // Without a backup, no space is needed for one.
    let full = SafetyEnvironment.with { $0.freeBytes = { _ in 0 } }
    #expect(try await store.open(SafeStore.plan(), .none, environment: full).backup == nil)
  }

  @Test("the time in a backup's name has microseconds and can be read back")
  func names() async throws {
    let store = try SafeStore()
    try store.fill()
    let date = Date(timeIntervalSince1970: 1_795_345_200.123_456)
    let opened = try await store.open(environment: .with { $0.now = { date } })
    let folder = try #require(opened.backup).url.deletingLastPathComponent().lastPathComponent
    #expect(folder == "backup-2026-11-22T11-00-00.123456Z")
    #expect(abs(try #require(opened.backup).date.timeIntervalSince(date)) < 0.000_002)
  }

  @Test("two stores of one folder can have backups of the same moment, and do not see each other's")
  func sameMoment() async throws {
    let store = try SafeStore()
    try store.fill()
    let second = store.folder.appendingPathComponent("Second.store")
    try FileManager.default.copyItem(at: store.url, to: second)
    let (first, other) = (".App_SUPPORT", ".Second_SUPPORT")
    try FileManager.default.copyItem(
      at: store.folder.appendingPathComponent(first), to: store.folder.appendingPathComponent(other))
    let date = Date(timeIntervalSince1970: 1_800_000_000)
    for url in [store.url, second] {
      _ = try await SafeModelContainer.open(
        for: SafeStore.schema, plan: SafeStore.plan(), storeURL: url, environment: .with { $0.now = { date } })
    }
    let names = [store.url, second].map { SafeModelContainer.backups(ofStore: $0).map(\.url.lastPathComponent) }
    #expect(names == [["App.store"], ["Second.store"]])
  }

  @Test("backups older than seven days are removed, except the newest and those of other stores")
  func prune() async throws {
    let store = try SafeStore()
    try store.fill()
    let start = Date(timeIntervalSince1970: 1_800_000_000)
    let now = Mutex(start)
    let environment = SafetyEnvironment.with { $0.now = { now.withLock(\.self) } }
    _ = await store.failure(SafeStore.plan(failing: true), environment: environment)
    let first = try #require(store.backups.first)
    // A backup of another store, and things that are no backups.
    let backups = store.folder.appendingPathComponent(".strata-backups")
    let other = backups.appendingPathComponent("backup-2020-01-01T00-00-00.000000Z")
    try FileManager.default.copyItem(at: first.url.deletingLastPathComponent(), to: other)
    let manifest = try String(contentsOf: other.appendingPathComponent("backup.json"), encoding: .utf8)
    try Data(manifest.replacingOccurrences(of: "App.store", with: "Other.store").utf8)
      .write(to: other.appendingPathComponent("backup.json"))
    try FileManager.default.createDirectory(
      at: backups.appendingPathComponent("backup-2020-01-02T00-00-00.000000Z"), withIntermediateDirectories: true)
    try Data().write(to: backups.appendingPathComponent("notes.txt"))
    now.withLock { $0 = start.addingTimeInterval(6 * 24 * 3600) }
    _ = await store.failure(SafeStore.plan(failing: true), environment: environment)
    #expect(store.backups.count == 2)
    now.withLock { $0 = start.addingTimeInterval(8 * 24 * 3600) }
    let opened = try await store.open(environment: environment)
    #expect(store.backups.count == 2)
    #expect(store.backups.last == opened.backup)
    #expect(!store.backups.contains(first))
    let left = try FileManager.default.contentsOfDirectory(atPath: backups.path)
    #expect(left.count == 5)
    #expect(left.filter { $0.hasPrefix("backup-2020") || $0 == "notes.txt" }.count == 3)
  }

  @Test("a program that fails at each launch keeps three backups of its step")
  func surplus() async throws {
    let store = try SafeStore()
    try store.fill()
    for _ in 0..<5 { _ = await store.failure(SafeStore.plan(failing: true)) }
    #expect(store.backups.count == 3)
  }

  @Test("what a killed process has left of a backup is removed by the next one, and that of another store is not")
  func leftovers() async throws {
    let store = try SafeStore()
    try store.fill()
    let backups = store.folder.appendingPathComponent(".strata-backups")
    for name in ["App.store", "Other.store"] {
      let folder = backups.appendingPathComponent(".unfinished-\(name)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data("half".utf8).write(to: folder.appendingPathComponent(name))
    }
    _ = try await store.open()
    let names = try FileManager.default.contentsOfDirectory(atPath: backups.path)
    #expect(names.filter { $0.hasPrefix(".unfinished") } == [".unfinished-Other.store"])
    #expect(store.backups.count == 1)
  }
}
