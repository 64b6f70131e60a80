import Foundation
import GRDB
import SchemaMigration
import SchemaModel
import Testing

@Suite("Quarantine of a store")
struct SafeQuarantineTests {
  @Test("a store whose migration fails is set aside whole, and a new one created")
  func failedMigration() async throws {
    let store = try SafeStore()
    try store.fill()
    let old = try SafeStore.oldRows(store.url)
    let opened = try await store.open(SafeStore.plan(failing: true), .quarantine)
    let quarantine = try #require(opened.quarantine)
    guard case .migrationFailed(StoreError.stageFailed, _?) = quarantine.reason else {
      Issue.record("\(quarantine)")
      return
    }
    #expect(try SafeStore.oldRows(quarantine.storeURL) == old)
    #expect(quarantine.storeURL.path.contains("/.strata-quarantine/App.store-"))
    #expect(try store.titles(opened.container) == [])
    #expect(!store.names().contains { $0.hasSuffix(".strata-journal") })
    // The new store is an ordinary one.
    let again = try await store.open(SafeStore.plan(failing: true), .quarantine)
    #expect(again.quarantine == nil)
  }

  @Test("a damaged store is set aside with its log", arguments: ["header", "pages", "unknown version"])
  func damaged(_ damage: String) async throws {
    let store = try SafeStore()
    switch damage {
    case "header":
      try store.fill()
      try Data(repeating: 3, count: 9000).write(to: store.url)
      try Data(repeating: 4, count: 900).write(to: URL(fileURLWithPath: store.url.path + "-wal"))
    case "pages":
      try store.fill(notes: 400)
      let handle = try FileHandle(forWritingTo: store.url)
      let size = try handle.seekToEnd()
      try handle.seek(toOffset: 8192)
      try handle.write(contentsOf: Data(repeating: 0xEE, count: Int(size) - 8192))
      try handle.close()
    default:
      _ = try ModelContainer(
        for: Schema(SafeV9.models, version: Schema.Version(1, 5, 0)),
        configurations: ModelConfiguration(url: store.url))
    }
    let content = try Data(contentsOf: store.url)
    let opened = try await store.open(SafeStore.plan(), .quarantine)
    let quarantine = try #require(opened.quarantine)
    #expect(try Data(contentsOf: quarantine.storeURL) == content)
    if damage == "header" {
      #expect(try Data(contentsOf: URL(fileURLWithPath: quarantine.storeURL.path + "-wal")).count == 900)
    }
    #expect(try store.titles(opened.container) == [])
  }

  @Test("a store is not set aside while a connection has it open")
  func inUse() async throws {
    let store = try SafeStore()
    try store.fill()
    let other = try DatabaseQueue(path: store.url.path)
    _ = try await other.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM ZNOTE") }
    guard case .storeUnreadable(_, StoreError.locked) = await store.failure(SafeStore.plan(failing: true), .quarantine)
    else {
      Issue.record("set aside")
      return
    }
    try other.close()
    #expect(try SafeStore.oldRows(store.url).count == 6)
  }

  @Test("large values of another store with the same folder stay")
  func sharedFolder() async throws {
    let store = try SafeStore()
    try store.fill()
    let other = store.folder.appendingPathComponent("App.sqlite")
    try FileManager.default.copyItem(at: store.url, to: other)
    let old = try SafeStore.oldRows(other)
    let opened = try await store.open(SafeStore.plan(failing: true), .quarantine)
    #expect(try SafeStore.oldRows(other) == old)
    #expect(try SafeStore.oldRows(try #require(opened.quarantine).storeURL) == old)
  }

  // MARK: Reasons that are not the store's

  private func expectKept(
    _ store: SafeStore, _ plan: MigrationPlan = SafeStore.plan(), environment: SafetyEnvironment = .system,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    #expect(await store.failure(plan, .quarantine, environment: environment) != nil, sourceLocation: sourceLocation)
    #expect(FileManager.default.fileExists(atPath: store.url.path), sourceLocation: sourceLocation)
    #expect(!store.names().contains(".strata-quarantine"), sourceLocation: sourceLocation)
  }

  @Test("a store is kept if another connection is writing")
  func locked() async throws {
    let store = try SafeStore()
    try store.fill()
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let other = try DatabaseQueue(path: store.url.path, configuration: configuration)
    try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE; UPDATE ZNOTE SET ZTEXT = 'x'") }
    await expectKept(store)
    try await other.writeWithoutTransaction { try $0.execute(sql: "COMMIT") }
    try other.close()
    #expect(try await store.titles(store.open(SafeStore.plan(work: { _ in }), .none).container).count == 3)
  }

  @Test("a store is kept if the disk is full, in the backup or in a stage")
  func fullDisk() async throws {
    let store = try SafeStore()
    try store.fill()
    await expectKept(store, environment: .with { $0.freeBytes = { _ in 0 } })
    let full = SafeStore.plan(work: { _ in throw DatabaseError(resultCode: .SQLITE_FULL) })
    await expectKept(store, full)
    await expectKept(store, SafeStore.plan(work: { _ in throw CocoaError(.fileWriteOutOfSpace) }))
    await expectKept(store, SafeStore.plan(work: { _ in throw CancellationError() }))
  }

  @Test("a store is kept if the preMigration hook refuses, and if the postMigration hook fails")
  func hooks() async throws {
    let store = try SafeStore()
    try store.fill()
    await expectKept(store, SafeStore.plan(pre: { _ in throw SafeFailure(text: "not now") }))
    await expectKept(store, SafeStore.plan(post: { _ in throw SafeFailure(text: "later") }))
  }

  @Test("a store is kept if it is of a newer version, or not of this program")
  func foreign() async throws {
    let newer = try SafeStore()
    _ = try ModelContainer(
      for: Schema(versionedSchema: SafeV9.self), configurations: ModelConfiguration(url: newer.url))
    await expectKept(newer)
    let other = try SafeStore()
    try await DatabaseQueue(path: other.url.path).write { try $0.execute(sql: "CREATE TABLE t (x)") }
    await expectKept(other)
  }

  @Test("a store is kept if no file may be created beside it")
  func noPermission() async throws {
    let store = try SafeStore()
    try store.fill()
    // Whoever runs the tests, a folder cannot be opened as a file.
    let lock = store.url.path + ".strata-lock"
    try FileManager.default.createDirectory(atPath: lock, withIntermediateDirectories: true)
    await expectKept(store)
    try FileManager.default.removeItem(atPath: lock)
    try Data().write(to: store.folder.appendingPathComponent(".strata-backups"))
    await expectKept(store)
    #expect(try SafeStore.oldRows(store.url).count == 6)
  }

  @Test("a store is kept if the plan cannot be used")
  func invalidPlan() async throws {
    let store = try SafeStore()
    try store.fill()
    await expectKept(store, MigrationPlan(schemas: [SafeV1.self, SafeV2.self]) { [Stage]() })
  }
}
