import Foundation
import FreezeRay
import SwiftData
import Testing

@FreezeSchema(version: "1.0.0")
enum AppSchemaV1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [User.self] }

  @Model final class User {
    var name: String
    init(name: String) { self.name = name }
  }
}

@FreezeRay.Freeze(version: "2.0.0")
enum AppSchemaV2: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [User.self] }

  @Model final class User {
    var name: String
    var email: String?
    init(name: String) { self.name = name }
  }
}

@FreezeSchema(version: "3.0.0")
enum NotAVersion {}

@AutoTests
struct AppMigrations: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [AppSchemaV1.self, AppSchemaV2.self] }
  static var stages: [MigrationStage] { [.lightweight(fromVersion: AppSchemaV1.self, toVersion: AppSchemaV2.self)] }
}

@Suite("The module FreezeRay")
struct FreezeRayTests {
  /// The message of the `FreezeRayError` that `body` throws; `nil` if it throws none, or another error.
  private func message(_ body: () throws -> Void) -> String? {
    do {
      try body()
      return nil
    } catch let error as FreezeRayError {
      return error.description
    } catch {
      return nil
    }
  }

  @Test("a version is frozen in the given folder, and drift has FreezeRay's case and words")
  func drift() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("freezing-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FreezeRayRuntime.freeze(schema: AppSchemaV1.self, version: "1.0.0", outputDirectory: folder)
    try FreezeRayRuntime.freeze(schema: AppSchemaV1.self, version: "1.0.0", outputDirectory: folder)
    do {
      try FreezeRayRuntime.freeze(schema: AppSchemaV2.self, version: "1.0.0", outputDirectory: folder)
      Issue.record("another schema was accepted as 1.0.0")
    } catch FreezeRayError.schemaDrift(let version, let expected, let actual) {
      #expect(version == "1.0.0")
      #expect(expected != actual)
      let text = FreezeRayError.schemaDrift(version: version, expected: expected, actual: actual).description
      #expect(text.hasPrefix("❌ Schema drift detected in frozen version 1.0.0\n"))
      #expect(text.contains("Expected checksum: \(expected)\nActual checksum:   \(actual)"))
    }
  }

  @Test("a folder has FreezeRay's four files, and an altered checksum is reported")
  func files() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("freezing-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FreezeRayRuntime.freeze(schema: AppSchemaV1.self, version: "1.0.0", outputDirectory: folder)
    let version = folder.appendingPathComponent("1.0.0")
    let names = try FileManager.default.contentsOfDirectory(atPath: version.path).sorted()
    #expect(names == ["App.sqlite", "schema.json", "schema.sha256", "schema.sql"])
    func text(_ name: String) throws -> String {
      try String(contentsOf: version.appendingPathComponent(name), encoding: .utf8)
    }
    #expect(try text("schema.json") == "{\"entities\": 1}\n")
    #expect(try text("schema.sql").contains("CREATE TABLE ZUSER"))
    for name in ["schema.sha256", "schema.sql"] {
      let before = try text(name)
      try ("0" + before).write(to: version.appendingPathComponent(name), atomically: true, encoding: .utf8)
      let error = message {
        try FreezeRayRuntime.freeze(schema: AppSchemaV1.self, version: "1.0.0", outputDirectory: folder)
      }
      #expect(error?.contains("The frozen version 1.0.0 has been altered: \(name)") == true, "\(error ?? "")")
      try before.write(to: version.appendingPathComponent(name), atomically: true, encoding: .utf8)
    }
    try FreezeRayRuntime.freeze(schema: AppSchemaV1.self, version: "1.0.0", outputDirectory: folder)
    // A change that no table shows.
    let error = message {
      try FreezeRayRuntime.freeze(schema: OptionalName.self, version: "1.0.0", outputDirectory: folder)
    }
    #expect(error?.hasPrefix("❌ Schema drift detected in frozen version 1.0.0") == true, "\(error ?? "")")
  }

  enum OptionalName: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [User.self] }

    @Model final class User {
      var name: String?
      init(name: String) { self.name = name }
    }
  }

  @Test("the functions that the macros generate throw FreezeRay's errors")
  func generatedFunctions() {
    // Nothing is frozen in this package's own folder.
    let missing = "❌ No frozen fixture found for v"
    #expect(message { try AppSchemaV1.__freezeray_check_1_0_0() }?.hasPrefix(missing + "1.0.0") == true)
    #expect(message { try AppSchemaV2.__freezeray_check_2_0_0() }?.hasPrefix(missing + "2.0.0") == true)
    #expect(
      message {
        try FreezeRayRuntime.testMigration(
          from: AppSchemaV1.self, to: AppSchemaV2.self, migrationPlan: AppMigrations.self)
      }?.hasPrefix(missing) == true)
    let functions: [() throws -> Void] = [
      AppSchemaV1.__freezeray_freeze_1_0_0, AppMigrations.__freezeray_test_migrations,
    ]
    _ = functions
  }

  @Test("an enum that does not conform to VersionedSchema compiles, and its functions say what is missing")
  func notAVersion() {
    let reason = "❌ NotAVersion must conform to VersionedSchema"
    #expect(message { try NotAVersion.__freezeray_freeze_3_0_0() } == reason)
    #expect(message { try NotAVersion.__freezeray_check_3_0_0() } == reason)
  }

  @Test("a program that handles each of FreezeRay's cases compiles")
  func cases() {
    let errors: [FreezeRayError] = [
      .schemaDrift(version: "1", expected: "a", actual: "b"), .sqliteCommandFailed(output: "no such table"),
      .unsupportedPlatform, .custom("reason"),
    ]
    let names = errors.map { error in
      switch error {
      case .schemaDrift: "drift"
      case .sqliteCommandFailed(let output): output
      case .unsupportedPlatform: "platform"
      case .custom(let reason): reason
      }
    }
    #expect(names == ["drift", "no such table", "platform", "reason"])
    #expect(errors[1].description == "❌ sqlite3 command failed: no such table")
    #expect(errors[3].description == "❌ reason")
  }
}
