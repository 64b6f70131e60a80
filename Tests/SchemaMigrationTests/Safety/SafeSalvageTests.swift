import Foundation
import GRDB
import SchemaMigration
import SchemaModel
import Testing

@Suite("Salvage of a store")
struct SafeSalvageTests {
  private func salvage(
    _ store: SafeStore, _ entities: [any PersistentModel.Type] = SafeV1.models
  ) async throws -> SalvageReport {
    try await SafeModelContainer.salvage(entities: entities, from: store.url, to: salvaged(store))
  }

  private func salvaged(_ store: SafeStore) -> URL { store.folder.appendingPathComponent("new/Salvaged.store") }

  private func losses(_ report: SalvageReport) -> [String] {
    report.entities.flatMap { entity in entity.losses.map { "\(entity.name): \($0)" } }
  }

  /// Overwrites pages of a closed store.
  private func overwrite(_ store: SafeStore, pages: [Int]) throws {
    let handle = try FileHandle(forWritingTo: store.url)
    for page in pages {
      try handle.seek(toOffset: UInt64(page - 1) * 4096)
      try handle.write(contentsOf: Data(repeating: 0xEE, count: 4096))
    }
    try handle.close()
  }

  /// The leaf pages of a table.
  private func leaves(of table: String, _ store: SafeStore) throws -> [Int] {
    try DatabaseQueue(path: store.url.path).read { database in
      try Int.fetchAll(
        database, sql: "SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf' ORDER BY path",
        arguments: [table])
    }
  }

  @Test("everything of a whole store is copied, with relationships and files, and the store is only read")
  func whole() async throws {
    let store = try SafeStore()
    try store.fill(notes: 30)
    let old = try SafeStore.oldRows(store.url)
    for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: store.url.path + suffix) }
    let content = try Data(contentsOf: store.url)
    let names = store.names()
    let report = try await salvage(store)
    #expect(report.isComplete, "\(report)")
    #expect(report.version == "1.0.0")
    #expect(report.entities.map(\.rows) == [30, 30])
    #expect(try SafeStore.oldRows(salvaged(store)) == old)
    #expect(try Data(contentsOf: store.url) == content)
    #expect(Set(store.names()).subtracting(names).allSatisfy { $0.hasPrefix("new") })
    #expect(!store.names("new").contains { $0.contains("strata") })
    // It is an ordinary store of the old version.
    let container = try await SafeModelContainer.make(
      for: SafeStore.schema, plan: SafeStore.plan(), storeURL: salvaged(store))
    let context = ModelContext(container)
    context.insert(SafeV2.Note(title: "new", content: "new"))
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<SafeV2.Note>()) == 31)
  }

  @Test("rows that are only in the log are copied, and the log stays")
  func log() async throws {
    let store = try SafeStore()
    try store.fill()
    let writer = try DatabaseQueue(path: store.url.path)
    try await writer.write { try $0.execute(sql: "UPDATE ZNOTE SET ZTEXT = 'in the log'") }
    let log = try Data(contentsOf: URL(fileURLWithPath: store.url.path + "-wal"))
    _ = try await salvage(store)
    #expect(try SafeStore.oldRows(salvaged(store)).count { $0.contains("in the log") } == 3)
    #expect(try Data(contentsOf: URL(fileURLWithPath: store.url.path + "-wal")) == log)
    try writer.close()
  }

  @Test("rows on damaged pages are reported with their keys, and all others are copied")
  func damagedPages() async throws {
    let store = try SafeStore()
    try store.fill(notes: 600)
    let leaves = try leaves(of: "ZNOTE", store)
    #expect(leaves.count > 4)
    let lost = try await DatabaseQueue(path: store.url.path).read { database in
      try Int.fetchOne(
        database, sql: "SELECT sum(ncell) FROM dbstat WHERE name = 'ZNOTE' AND pageno IN (\(leaves[1]), \(leaves[3]))")
    }
    try overwrite(store, pages: [leaves[1], leaves[3]])
    let content = try Data(contentsOf: store.url)
    let report = try await salvage(store)
    #expect(try Data(contentsOf: store.url) == content)
    let note = try #require(report.entities.first { $0.name == "Note" })
    #expect(note.rows == 600 - (lost ?? 0))
    let gaps = note.losses.compactMap(\.keys)
    #expect(gaps.count == 2)
    #expect(gaps.map(\.count).reduce(0, +) == lost)
    #expect(note.losses.allSatisfy { $0.reason.contains("malformed") && $0.property == nil })
    // The drafts of lost notes remain, without them.
    let draft = try #require(report.entities.first { $0.name == "Draft" })
    #expect(draft.rows == 600)
    #expect(draft.losses.count == lost)
    #expect(draft.losses.allSatisfy { $0.property == "note" })
    let rows = try SafeStore.oldRows(salvaged(store))
    #expect(rows.count == 1200 - (lost ?? 0))
    #expect(!report.isComplete)
  }

  @Test("a missing file of a large value leaves the row without it")
  func missingFile() async throws {
    let store = try SafeStore()
    try store.fill()
    try FileManager.default.removeItem(at: store.folder.appendingPathComponent(".App_SUPPORT"))
    let report = try await salvage(store)
    #expect(report.entities.map(\.rows) == [3, 3])
    #expect(losses(report).count == 1)
    #expect(losses(report).first?.hasPrefix("Note: row 1: picture: its file does not exist: ") == true)
    #expect(try SafeStore.oldRows(salvaged(store))[0] == "Note 0: Text 0, 0")
  }

  @Test("a row that cannot be read does not keep the others from being read, and is named")
  func unreadableRow() async throws {
    let store = try SafeStore()
    try store.fill()
    try await DatabaseQueue(path: store.url.path).write {
      try $0.execute(sql: "UPDATE ZNOTE SET ZTITLE = NULL WHERE Z_PK = 2")
    }
    let report = try await salvage(store)
    #expect(report.entities.map(\.rows) == [3, 2])
    #expect(losses(report).contains { $0.hasPrefix("Note: row 2: ") && $0.contains("title") }, "\(losses(report))")
    let container = try ModelContainer(
      for: Schema(versionedSchema: SafeV1.self), configurations: ModelConfiguration(url: salvaged(store)))
    #expect(try ModelContext(container).fetch(FetchDescriptor<SafeV1.Note>()).count == 2)
  }

  @Test("models of another version get the properties that both have, and rows without a required value are left out")
  func otherVersion() async throws {
    let store = try SafeStore()
    try store.fill()
    let report = try await salvage(store, SafeV2.models)
    #expect(report.entities.map(\.rows) == [0])
    let missing = ["content", "slug"].map { "Note: \($0): the damaged store does not have it" }
    #expect(losses(report).prefix(2) == missing[...])
    #expect(losses(report).count == 5)
  }

  @Test("a store of which nothing can be read, and a file that exists, are errors")
  func impossible() async throws {
    let store = try SafeStore()
    await #expect(throws: MigrationError.self) { _ = try await salvage(store) }
    try Data(repeating: 7, count: 20_000).write(to: store.url)
    await #expect(throws: MigrationError.self) { _ = try await salvage(store) }
    #expect(store.names("new") == [])
    let other = try SafeStore()
    try other.fill()
    try FileManager.default.createDirectory(
      at: salvaged(other).deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data("mine".utf8).write(to: salvaged(other))
    await #expect(throws: MigrationError.self) { _ = try await salvage(other) }
    #expect(try Data(contentsOf: salvaged(other)) == Data("mine".utf8))
  }
}
