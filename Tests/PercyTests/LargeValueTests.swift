import Foundation
import Percy
import SchemaModel
import Testing

@Suite("Backups of large values")
struct LargeValueTests {
  enum V1: VersionedSchema {
    static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
    static var models: [any PersistentModel.Type] { [Photo.self] }
    @Model final class Photo {
      @Attribute(.externalStorage) var pixels: Data
      init(pixels: Data) { self.pixels = pixels }
    }
  }

  enum V2: VersionedSchema {
    static var versionIdentifier: Schema.Version { Schema.Version(2, 0, 0) }
    static var models: [any PersistentModel.Type] { [Photo.self] }
    @Model final class Photo {
      var title: String?
      init() {}
    }
  }

  enum Plan: ForwardMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
    static var stages: [MigrationStage] { [.lightweight(fromVersion: V1.self, toVersion: V2.self)] }
  }

  struct First: LocalConfiguration {
    static var versionedSchema: any VersionedSchema.Type { V1.self }
    static var migrationPlan: any PercyMigrationPlan.Type { Plan.self }
  }

  struct Second: LocalConfiguration {
    static var versionedSchema: any VersionedSchema.Type { V2.self }
    static var migrationPlan: any PercyMigrationPlan.Type { Plan.self }
  }

  @Test("a backup has the files of large values, although the migration drops them")
  func files() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("percy-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let pixels = Data(repeating: 7, count: 300_000)
    let first = try await Percy.Container(configuration: First.self, storeDirectory: folder)
    try await first.setup()
    let context = ModelContext(try #require(await first.container))
    context.insert(V1.Photo(pixels: pixels))
    try context.save()

    try await Percy.Container(configuration: Second.self, storeDirectory: folder).setup()
    let backup = folder.appendingPathComponent("percy/backup.store")
    let container = try ModelContainer(
      for: Schema(versionedSchema: V1.self), configurations: ModelConfiguration(url: backup))
    #expect(try ModelContext(container).fetch(FetchDescriptor<V1.Photo>()).map(\.pixels) == [pixels])
  }
}
