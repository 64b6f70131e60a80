import Foundation
import GRDB
import SchemaMigration
import SchemaModel
import Testing

@Suite("Dry run")
struct SafeDryRunTests {
  private func run(_ store: SafeStore, _ plan: MigrationPlan = SafeStore.plan()) async -> DryRunResult {
    await SafeModelContainer.dryRun(for: SafeStore.schema, plan: plan, storeURL: store.url)
  }

  /// The names and contents of everything in the folder.
  private func contents(_ store: SafeStore) throws -> [String: Data] {
    var found: [String: Data] = [:]
    for name in store.names() {
      found[name] = (try? Data(contentsOf: store.folder.appendingPathComponent(name))) ?? Data()
    }
    return found
  }

  @Test("it reports what would happen, calls no hook, and leaves every byte as it was")
  func report() async throws {
    let store = try SafeStore()
    try store.fill(notes: 40)
    let before = try contents(store)
    let plan = SafeStore.plan(
      pre: { _ in throw SafeFailure(text: "pre") }, post: { _ in throw SafeFailure(text: "post") })
    let result = await run(store, plan)
    // The form of the seed.
    switch result {
    case .success: break
    case .failure(let error): Issue.record(error)
    }
    #expect(result.isSuccess)
    let report = try #require(result.report)
    #expect(report.work == .migrates(from: "1.0.0", to: "2.0.0"))
    #expect(report.rows.map(\.entity) == ["Draft", "Note"])
    #expect(report.rows.map(\.before) == [40, 40])
    #expect(report.rows.map(\.after) == [nil, 40])
    #expect(report.lost == ["Draft"])
    #expect(report.filled == ["Note.slug"])
    #expect(report.unfilled == [])
    #expect(report.duration > .zero)
    #expect(report.bytesBefore == Int64(before["App.store"]?.count ?? 0))
    #expect(report.bytesAfter > 0)
    #expect(report.bytesNeeded > report.bytesBefore)
    #expect("\(report)".hasPrefix("The store would be migrated from 1.0.0 to 2.0.0 in "))
    #expect(try contents(store) == before)
  }

  @Test("rows that are only in the log are migrated too, and the log stays")
  func log() async throws {
    let store = try SafeStore()
    try store.fill()
    let writer = try DatabaseQueue(path: store.url.path)
    try await writer.write { try $0.execute(sql: "DELETE FROM ZDRAFT; DELETE FROM ZNOTE WHERE Z_PK > 1") }
    let before = try contents(store)
    #expect(before["App.store-wal"]?.isEmpty == false)
    let report = try #require(await run(store).report)
    #expect(report.rows.map(\.before) == [0, 1])
    #expect(try contents(store).filter { !$0.key.hasSuffix("-shm") } == before.filter { !$0.key.hasSuffix("-shm") })
    try writer.close()
  }

  @Test("a migration that would fail is a failure with its reason, and leaves nothing")
  func failing() async throws {
    let store = try SafeStore()
    try store.fill()
    let before = try contents(store)
    let result = await run(store, SafeStore.plan(failing: true))
    #expect(!result.isSuccess)
    guard case .failure(.migrationFailed(StoreError.stageFailed, nil)) = result else {
      Issue.record("\(result)")
      return
    }
    #expect(try contents(store) == before)
  }

  @Test("a store that does not exist, or needs no migration, is a result of its own")
  func nothingToDo() async throws {
    let store = try SafeStore()
    #expect(await run(store).report?.work == .creates)
    #expect(store.names() == [])
    _ = try await store.open()
    let before = try contents(store)
    #expect(await run(store).report?.work == .nothing)
    #expect(try contents(store) == before)
  }

  @Test("what is no store of the plan is a failure", arguments: ["text", "database", "version", "plan"])
  func unusable(_ kind: String) async throws {
    let store = try SafeStore()
    var plan = SafeStore.plan()
    switch kind {
    case "text": try Data(repeating: 65, count: 5000).write(to: store.url)
    case "database": try await DatabaseQueue(path: store.url.path).write { try $0.execute(sql: "CREATE TABLE t (x)") }
    case "version":
      _ = try ModelContainer(
        for: Schema(versionedSchema: SafeV9.self), configurations: ModelConfiguration(url: store.url))
    default: plan = MigrationPlan(schemas: [SafeV1.self, SafeV2.self]) { [Stage]() }
    }
    let before = try contents(store)
    let result = await run(store, plan)
    switch (kind, result) {
    case ("text", .failure(.storeUnreadable(_, StoreError.notADatabase))): break
    case ("database", .failure(.storeUnreadable(_, StoreError.notAStore))): break
    case ("version", .failure(.migrationFailed(StoreError.newer, nil))): break
    case ("plan", .failure(.validationFailed)): break
    default: Issue.record("\(result)")
    }
    #expect(try contents(store) == before)
  }
}
