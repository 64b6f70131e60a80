import Foundation
import GRDB
import SchemaMigration
import SchemaModel
import Synchronization
import Testing

@Suite("Safe container")
struct SafeMigrationTests {
  @Test("a store is migrated after a verified backup, and the hooks learn the versions")
  func wholePath() async throws {
    let store = try SafeStore()
    try store.fill()
    let old = try SafeStore.oldRows(store.url)
    let calls = Mutex<[String]>([])
    let record: @Sendable (String, MigrationPlan.HookContext) -> Void = { name, context in
      calls.withLock { $0.append("\(name) \(context.sourceVersion) \(context.destinationVersion)") }
    }
    let plan = SafeStore.plan(pre: { record("pre", $0) }, post: { record("post", $0) })
    let opened = try await store.open(plan)
    #expect(opened.migratedFrom == "1.0.0")
    #expect(opened.quarantine == nil)
    #expect(calls.withLock { $0 } == ["pre 1.0.0 2.0.0", "post 1.0.0 2.0.0"])
    let byTitle = FetchDescriptor<SafeV2.Note>(sortBy: [SortDescriptor(\.title)])
    let notes = try ModelContext(opened.container).fetch(byTitle)
    #expect(notes.map(\.content) == ["Text 0", "Text 1", "Text 2"])
    #expect(notes.map(\.slug) == ["note 0", "note 1", "note 2"])
    #expect(notes[0].picture?.count == SafeStore.largeSize)
    let backup = try #require(opened.backup)
    #expect(store.backups == [backup])
    #expect((backup.version, backup.destinationVersion) == ("1.0.0", "2.0.0"))
    let parts = try FileManager.default.contentsOfDirectory(atPath: backup.url.deletingLastPathComponent().path)
    #expect(parts.sorted() == [".App_SUPPORT", "App.store", "backup.json"])
    #expect(try SafeStore.oldRows(backup.url) == old)
  }

  @Test("a store that needs no migration is opened without backup, hooks and other files")
  func nothingToDo() async throws {
    let store = try SafeStore()
    try store.fill()
    _ = try await store.open(SafeStore.plan(), .none)
    let names = store.names()
    let plan = SafeStore.plan(
      pre: { _ in throw SafeFailure(text: "pre") }, post: { _ in throw SafeFailure(text: "post") })
    let opened = try await store.open(plan)
    #expect(opened.migratedFrom == nil)
    #expect(opened.backup == nil)
    #expect(store.backups.isEmpty)
    #expect(try store.titles(opened.container).count == 3)
    #expect(Set(store.names()).subtracting(names).isSubset(of: ["App.store-wal", "App.store-shm"]))
  }

  @Test("a new store is created without a backup and hooks")
  func newStore() async throws {
    let store = try SafeStore()
    let opened = try await store.open(SafeStore.plan(pre: { _ in throw SafeFailure(text: "pre") }))
    #expect(try store.titles(opened.container) == [])
    #expect(!store.names().contains { $0.hasPrefix(".strata") || $0.hasSuffix(".strata-lock") })
    let nested = store.folder.appendingPathComponent("new/folder/App.store")
    let other = try await SafeModelContainer.make(for: SafeStore.schema, plan: SafeStore.plan(), storeURL: nested)
    #expect(try store.titles(other) == [])
  }

  @Test("a store whose creation was interrupted is created")
  func halfCreated() async throws {
    let store = try SafeStore()
    try await DatabaseQueue(path: store.url.path).writeWithoutTransaction {
      try $0.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA user_version = 1; PRAGMA user_version = 0")
    }
    #expect(try await store.titles(store.open().container) == [])
  }

  @Test("a plan that cannot be used is refused before a file is opened")
  func invalidPlan() async throws {
    let store = try SafeStore()
    try Data("no database".utf8).write(to: store.url)
    let empty = MigrationPlan(schemas: [SafeV1.self, SafeV2.self]) { [Stage]() }
    for safety in [SafeModelContainer.Safety.none, .backupAndRollback, .quarantine] {
      guard case .validationFailed(["Plan has no stages."]) = await store.failure(empty, safety) else {
        Issue.record("not refused")
        continue
      }
    }
    do {
      try await SafeModelContainer.make(
        for: Schema(versionedSchema: SafeV9.self), plan: SafeStore.plan(), storeURL: store.url)
      Issue.record("a schema without a version was accepted")
    } catch MigrationError.validationFailed(let reasons) {
      #expect(reasons == ["The container's schema, 9.0.0, is not a version of the plan (1.0.0, 2.0.0)."])
    }
    #expect(store.names() == ["App.store"])
  }

  @Test("a failed migration leaves the store as it was, and its error has the cause and the backup")
  func failedMigration() async throws {
    let store = try SafeStore()
    try store.fill()
    let old = try SafeStore.oldRows(store.url)
    let failure = await store.failure(SafeStore.plan(failing: true))
    guard case .migrationFailed(let error, let backup?) = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    guard case StoreError.stageFailed(_, _, _, let cause) = error,
      case MigrationError.duplicatesAfterMigration("Note", "slug", 2) = cause
    else {
      Issue.record("\(error)")
      return
    }
    #expect(store.backups.map(\.url) == [backup])
    #expect(try SafeStore.oldRows(store.url) == old)
    #expect(try SafeStore.oldRows(backup) == old)
    // The same program, corrected.
    #expect(try await store.titles(store.open().container).count == 3)
  }

  @Test("a failing preMigration hook migrates nothing, whatever the safety")
  func preHook() async throws {
    for safety in [SafeModelContainer.Safety.none, .backupOnly, .backupAndRollback, .quarantine] {
      let store = try SafeStore()
      try store.fill()
      let old = try SafeStore.oldRows(store.url)
      let failure = await store.failure(SafeStore.plan(pre: { _ in throw SafeFailure(text: "not now") }), safety)
      guard case .migrationFailed(let error as SafeFailure, let backup) = failure else {
        Issue.record("\(String(describing: failure))")
        continue
      }
      #expect(error.text == "not now")
      #expect((backup == nil) == (safety == .none))
      #expect(try SafeStore.oldRows(store.url) == old)
    }
  }

  @Test("a failing postMigration hook is an error, and the store is migrated")
  func postHook() async throws {
    let store = try SafeStore()
    try store.fill()
    let failure = await store.failure(SafeStore.plan(post: { _ in throw SafeFailure(text: "later") }))
    guard case .postMigrationHookFailed(let error as SafeFailure, let backup?) = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(error.text == "later")
    #expect(store.backups.map(\.url) == [backup])
    let opened = try await store.open()
    #expect(opened.migratedFrom == nil)
    #expect(try store.titles(opened.container).count == 3)
  }

  @Test("with a CloudKit database, nothing is rolled back; .none is no database")
  func cloudKit() async throws {
    let damaging = SafetyEnvironment.with { $0.failed = { try Data("damage".utf8).write(to: $0) } }
    for (database, isRestored) in [(ModelConfiguration.CloudKitDatabase.automatic, false), (nil, true)] {
      let store = try SafeStore()
      try store.fill()
      await #expect(throws: MigrationError.self) {
        _ = try await SafeModelContainer.open(
          for: SafeStore.schema, plan: SafeStore.plan(failing: true), storeURL: store.url,
          cloudKitDatabase: database, environment: damaging)
      }
      #expect(((try? SafeStore.oldRows(store.url)) != nil) == isRestored)
    }
    let store = try SafeStore()
    let container = try await SafeModelContainer.make(
      for: SafeStore.schema, plan: SafeStore.plan(), storeURL: store.url, cloudKitDatabase: Optional.none)
    #expect(container.configurations.map(\.cloudKitDatabase) == [ModelConfiguration.CloudKitDatabase.none])
  }

  @Test("a configuration for the store is ignored if it asks for nothing else, and refused otherwise")
  func configurations() async throws {
    let store = try SafeStore()
    try store.fill()
    func make(_ configuration: ModelConfiguration) async throws -> ModelContainer {
      try await SafeModelContainer.make(
        for: SafeStore.schema, plan: SafeStore.plan(), storeURL: store.url, configurations: [configuration])
    }
    await #expect(throws: SwiftDataError.duplicateConfiguration) {
      _ = try await make(ModelConfiguration(url: store.url, allowsSave: false))
    }
    await #expect(throws: SwiftDataError.duplicateConfiguration) {
      _ = try await make(ModelConfiguration(schema: Schema([SafeV9.Note.self]), url: store.url))
    }
    #expect(store.backups.isEmpty)
    let container = try await make(ModelConfiguration("other name", url: store.url))
    #expect(container.configurations.map(\.url) == [store.url])
    // A plan describes all models, so it cannot migrate two stores.
    await #expect(throws: MigrationError.self) {
      _ = try await make(ModelConfiguration(url: store.folder.appendingPathComponent("Other.store")))
    }
  }

  @Test("tasks that open one old store at once migrate it once")
  func tasks() async throws {
    let store = try SafeStore()
    try store.fill(notes: 50)
    let migrated = try await withThrowingTaskGroup(of: String?.self) { group in
      for _ in 0..<6 { group.addTask { try await store.open().migratedFrom } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(migrated.compactMap(\.self) == ["1.0.0"])
    #expect(store.backups.count == 1)
    #expect(try await store.titles(store.open().container).count == 50)
  }

  @Test("a waiting task can be cancelled")
  func cancelled() async throws {
    let store = try SafeStore()
    try store.fill()
    enum State { case starting, working, ending }
    let state = Mutex(State.starting)
    let plan = SafeStore.plan(pre: { _ in
      state.withLock { $0 = .working }
      while state.withLock({ $0 == .working }) { Thread.sleep(forTimeInterval: 0.005) }
    })
    let first = Task { try await store.open(plan).migratedFrom }
    while state.withLock({ $0 == .starting }) { try await Task.sleep(for: .milliseconds(5)) }
    let second = Task { try await store.open(plan).migratedFrom }
    second.cancel()
    await #expect(throws: CancellationError.self) { try await second.value }
    state.withLock { $0 = .ending }
    #expect(try await first.value == "1.0.0")
  }

  @Test("a store behind a symbolic link is migrated, and the link stays")
  func link() async throws {
    let store = try SafeStore()
    let real = store.folder.appendingPathComponent("data", isDirectory: true)
    try FileManager.default.createDirectory(at: real, withIntermediateDirectories: true)
    try store.fill()
    try FileManager.default.moveItem(at: store.url, to: real.appendingPathComponent("Real.store"))
    try FileManager.default.createSymbolicLink(
      atPath: store.url.path, withDestinationPath: real.appendingPathComponent("Real.store").path)
    let opened = try await store.open()
    #expect(try store.titles(opened.container).count == 3)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: store.url.path).hasSuffix("Real.store"))
    #expect(opened.backup?.url.path.contains("data/.strata-backups/") == true)
  }
}
