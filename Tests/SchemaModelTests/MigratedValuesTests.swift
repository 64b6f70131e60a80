import Foundation
import GRDB
import Testing

@testable import SchemaModel

/// Values that SQLite keeps and the new version's types cannot represent, and versions whose code was deleted.
@Suite("Values of a migrated store")
struct MigratedValuesTests {
  enum V1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Lamp.self] }

    @Model final class Lamp {
      enum Color: String, Codable { case red, green }
      var name: String
      var color: Color
      init(name: String, color: Color) { (self.name, self.color) = (name, color) }
    }
  }

  /// Lacks a color.
  enum V2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Lamp.self] }

    @Model final class Lamp {
      enum Color: String, Codable { case red }
      var name: String
      var color: Color
      var room: String?
      init(name: String, color: Color) { (self.name, self.color) = (name, color) }
    }
  }

  /// Has a room that the version before it has, too.
  enum V3: VersionedSchema {
    static let versionIdentifier = Schema.Version(3, 0, 0)
    static var models: [any PersistentModel.Type] { [Lamp.self] }

    @Model final class Lamp {
      enum Color: String, Codable { case red, green }
      var name: String
      var color: Color
      var room: String?
      var watts: Int?
      init(name: String, color: Color) { (self.name, self.color) = (name, color) }
    }
  }

  enum Plan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
    static var stages: [MigrationStage] { [.lightweight(fromVersion: V1.self, toVersion: V2.self)] }
  }

  enum RepairingPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
    static var stages: [MigrationStage] {
      [
        .custom(fromVersion: V1.self, toVersion: V2.self) { context in
          for lamp in try context.fetch(FetchDescriptor<V1.Lamp>()) { lamp.color = .red }
        } didMigrate: { _ in
        }
      ]
    }
  }

  /// Plans without the code of the first version.
  enum ShortPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [V3.self] }
    static var stages: [MigrationStage] { [] }
    static var infersDeletedVersions: Bool { true }
  }

  enum RefusingPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [V3.self] }
    static var stages: [MigrationStage] { [] }
  }

  private let url = FileManager.default.temporaryDirectory.appendingPathComponent("lamps-\(UUID().uuidString).store")

  private func open(
    _ schema: any VersionedSchema.Type, _ plan: (any SchemaMigrationPlan.Type)? = nil
  ) throws -> ModelContainer {
    try ModelContainer(
      for: Schema(versionedSchema: schema), migrationPlan: plan, configurations: ModelConfiguration(url: url))
  }

  private func fill() throws {
    let context = ModelContext(try open(V1.self))
    for (name, color) in [("a", V1.Lamp.Color.red), ("b", .green), ("c", .green)] {
      context.insert(V1.Lamp(name: name, color: color))
    }
    try context.save()
  }

  private func reason(_ body: () throws -> Void) -> StoreError? {
    do {
      try body()
      return nil
    } catch {
      return (error as? SwiftDataError)?.underlyingError as? StoreError
    }
  }

  private func removeStore() {
    for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: url.path + suffix) }
  }

  @Test(
    "a raw value that the enumeration lacks is found by the migration, which changes nothing",
    arguments: [true, false])
  func rawValue(hasPlan: Bool) throws {
    defer { removeStore() }
    try fill()
    let error = reason { _ = try open(V2.self, hasPlan ? Plan.self : nil) }
    #expect(
      error?.message.hasPrefix(
        "the check of the migrated values of the stage from 1.0.0 to 2.0.0 failed; the store is unchanged: "
          + "Lamp.color of row 2 cannot be read: ") == true, "\(error?.message ?? "")")
    #expect(error?.message.contains("green") == true && error?.message.contains("which 2 rows have") == true)
    #expect(try ModelContext(open(V1.self)).fetchCount(FetchDescriptor<V1.Lamp>()) == 3)
    let context = ModelContext(try open(V2.self, RepairingPlan.self))
    #expect(try context.fetch(FetchDescriptor<V2.Lamp>()).map(\.color) == [.red, .red, .red])
  }

  @Test("a store whose version is older than those of the plan is migrated if the plan allows it")
  func deletedVersion() throws {
    defer { removeStore() }
    try fill()
    guard case .unknownVersion? = reason({ _ = try open(V3.self, RefusingPlan.self) }) else {
      Issue.record("a custom stage may be missing")
      return
    }
    let lamps = try ModelContext(open(V3.self, ShortPlan.self)).fetch(
      FetchDescriptor<V3.Lamp>(sortBy: [SortDescriptor(\.name)]))
    #expect(lamps.map(\.name) == ["a", "b", "c"] && lamps.map(\.color) == [.red, .green, .green])
  }
}
