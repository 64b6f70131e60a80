import Foundation
import SchemaMigration
import SchemaModel
import Testing

/// What a program does that opens the store without the lock, while the store is being migrated.
@Suite("Programs without the lock")
struct OtherProgramTests {
  /// Migrates a store as a program does that uses a plain container.
  private static func migrate(_ url: URL) throws {
    _ = try ModelContainer(
      for: SafeStore.schema, steps: SafeStore.plan().steps, configurations: [ModelConfiguration(url: url)])
  }

  @Test("a migration before the copy makes the backup fail, and the next launch finds the store migrated")
  func beforeCopy() async throws {
    let store = try SafeStore()
    try store.fill()
    let url = store.url
    let environment = SafetyEnvironment.with { environment in
      environment.freeBytes = { _ in
        try Self.migrate(url)
        return .max
      }
    }
    guard case .backupFailed(let error as BackupError, _)? = await store.failure(environment: environment) else {
      Issue.record("there is a backup")
      return
    }
    #expect("\(error)".contains("its version is 2.0.0 instead of 1.0.0"), "\(error)")
    #expect(store.backups == [])
    let opened = try await store.open()
    #expect(opened.migratedFrom == nil)
    #expect(try store.titles(opened.container).count == 3)
  }

  @Test("a migration after the copy is not repeated, and the backup has the old version")
  func afterCopy() async throws {
    let store = try SafeStore()
    try store.fill()
    let old = try SafeStore.oldRows(store.url)
    let url = store.url
    let environment = SafetyEnvironment.with { $0.copied = { _ in try Self.migrate(url) } }
    let opened = try await store.open(environment: environment)
    #expect(try store.titles(opened.container).count == 3)
    #expect(try SafeStore.oldRows(try #require(opened.backup).url) == old)
  }
}
