import Foundation
import SQLiteSandbox
import SchemaModel
import Testing

@testable import LedgerEntries
@testable import SchemaFreezing

/// The models of FreezeRay's own fixtures, frozen by SwiftData on iOS 26.
@FreezeSchema(version: "1.0.0")
enum AppSchemaV1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [User.self] }

  @Model final class User {
    var name: String
    var createdAt: Date
    init(name: String, createdAt: Date) {
      self.name = name
      self.createdAt = createdAt
    }
  }
}

@SchemaFreezing.Freeze(version: "2.0.0")
enum AppSchemaV2: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [User.self] }

  @Model final class User {
    var name: String
    var email: String?
    var createdAt: Date
    init(name: String, createdAt: Date) {
      self.name = name
      self.createdAt = createdAt
    }
  }
}

/// What 1.0.0 would be, had somebody edited it: no column is another one.
enum EditedSchemaV1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [User.self] }

  @Model final class User {
    var name: String?
    var createdAt: Date
    init(name: String, createdAt: Date) {
      self.name = name
      self.createdAt = createdAt
    }
  }
}

@FreezeSchema(version: "3.0.0")
enum NotAVersion {}

@AutoTests
struct AppMigrations: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [AppSchemaV1.self, AppSchemaV2.self] }
  static var stages: [MigrationStage] { [.lightweight(fromVersion: AppSchemaV1.self, toVersion: AppSchemaV2.self)] }
}

/// Drops the name.
enum NamelessSchema: VersionedSchema {
  static let versionIdentifier = Schema.Version(3, 0, 0)
  static var models: [any PersistentModel.Type] { [User.self] }

  @Model final class User {
    var createdAt: Date
    init(createdAt: Date) { self.createdAt = createdAt }
  }
}

enum BrokenMigrations: SchemaMigrationPlan {
  struct OnPurpose: Error {}
  static var schemas: [any VersionedSchema.Type] { AppMigrations.schemas }
  static var stages: [MigrationStage] {
    [
      .custom(
        fromVersion: AppSchemaV1.self, toVersion: AppSchemaV2.self, willMigrate: nil,
        didMigrate: { context in
          // Rows are needed to see it.
          if try context.fetchCount(FetchDescriptor<AppSchemaV2.User>()) > 0 { throw OnPurpose() }
        })
    ]
  }
}

@Suite("SchemaLedgerRuntime")
struct SchemaLedgerRuntimeTests {
  typealias Runtime = SchemaLedgerRuntime

  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("freezing-\(UUID().uuidString)")
  let freezeRay = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("FreezeRay")

  private func files(_ version: String) throws -> [String: Data] {
    let folder = folder.appendingPathComponent(version)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    return try Dictionary(
      uniqueKeysWithValues: names.map { ($0, try Data(contentsOf: folder.appendingPathComponent($0))) })
  }

  private func reason(_ body: () throws -> Void) -> String? {
    do {
      try body()
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test("a version is frozen as an entry of the ledger, and an equal version has the same bytes")
  func frozenTwice() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try Runtime.freeze(schema: AppSchemaV1.self, version: "1.0.0", outputDirectory: folder)
    let first = try files("1.0.0")
    #expect(
      first.keys.sorted() == [
        "App.sqlite", "entry.json", "model.json", "schema.json", "schema.sha256", "schema.sql",
      ])
    try FileManager.default.removeItem(at: folder)
    try Runtime.freeze(schema: AppSchemaV1.self, version: "1.0.0", outputDirectory: folder)
    #expect(try files("1.0.0") == first)
    try Runtime.checkDrift(schema: AppSchemaV1.self, version: "1.0.0", directory: folder)
  }

  @Test("freezing a frozen version checks it and writes nothing")
  func frozenAgain() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try Runtime.freeze(schema: AppSchemaV1.self, version: "1.0.0", outputDirectory: folder)
    let before = try files("1.0.0")
    let error = reason { try Runtime.freeze(schema: AppSchemaV2.self, version: "1.0.0", outputDirectory: folder) }
    let words = "❌ Schema drift detected in frozen version 1.0.0\n\nThe frozen schema has changed"
    #expect(error?.hasPrefix(words) == true)
    #expect(error?.contains("User.email") == true)
    #expect(try files("1.0.0") == before)
  }

  @Test("an enum that does not conform to VersionedSchema compiles, and its functions say what is missing")
  func notAVersion() {
    let missing = "❌ NotAVersion must conform to VersionedSchema"
    #expect(reason { try NotAVersion.__freezeray_freeze_3_0_0() } == missing)
    #expect(reason { try NotAVersion.__freezeray_check_3_0_0() } == missing)
    let version: any VersionedSchema.Type = AppSchemaV1.self
    let error = reason { try Runtime.checkDrift(schema: version, version: "of no fixture") }
    #expect(error?.contains("No frozen fixture found") == true)
  }

  @Test("drift without a change to a column is reported with entity and property")
  func declaredDrift() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try Runtime.freeze(schema: AppSchemaV1.self, version: "1.0.0", outputDirectory: folder)
    let error = reason { try Runtime.checkDrift(schema: EditedSchemaV1.self, version: "1.0.0", directory: folder) }
    #expect(error?.contains("User.name") == true)
    #expect(error?.contains("optional") == true)
  }

  @Test("a version that FreezeRay froze has the same checksum, and is migrated with objects")
  func freezeRayFixtures() throws {
    try Runtime.checkDrift(schema: AppSchemaV1.self, version: "1.0.0", directory: freezeRay)
    try Runtime.checkDrift(schema: AppSchemaV2.self, version: "2.0.0", directory: freezeRay)
    let error = reason { try Runtime.checkDrift(schema: AppSchemaV2.self, version: "1.0.0", directory: freezeRay) }
    #expect(error?.contains("3069bd711e65") == true)
    try Runtime.testAllMigrations(migrationPlan: AppMigrations.self, directory: freezeRay)
    try Runtime.testMigration(
      from: AppSchemaV1.self, to: AppSchemaV2.self, migrationPlan: AppMigrations.self, directory: freezeRay)
  }

  enum EditedMigrations: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [EditedSchemaV1.self] }
    static var stages: [MigrationStage] { [] }
  }

  @Test("a fixture whose version was edited is reported with the differences")
  func editedVersion() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try Runtime.freeze(schema: AppSchemaV1.self, version: "1.0.0", outputDirectory: folder)
    let error = reason { try Runtime.testAllMigrations(migrationPlan: EditedMigrations.self, directory: folder) }
    #expect(error?.contains("User.name: was required, is optional") == true, "\(error ?? "")")
  }

  @Test("a stage that fails once there are objects fails the test")
  func failingStage() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try Runtime.freeze(schema: AppSchemaV1.self, version: "1.0.0", outputDirectory: folder)
    let error = reason { try Runtime.testAllMigrations(migrationPlan: BrokenMigrations.self, directory: folder) }
    #expect(error?.contains("didMigrate of the stage from 1.0.0 to 2.0.0 failed") == true)
    try Runtime.testAllMigrations(migrationPlan: AppMigrations.self, directory: folder)
  }

  /// A plan whose stage deletes what it does not recognise, which is everything.
  enum DeletingMigrations: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [AppSchemaV1.self, AppSchemaV2.self] }
    static var stages: [MigrationStage] {
      [
        .custom(fromVersion: AppSchemaV1.self, toVersion: AppSchemaV2.self, willMigrate: nil) { context in
          try context.delete(model: AppSchemaV2.User.self)
        }
      ]
    }
  }

  @Test("a custom stage that leaves no object of an entity is named, and does not fail the test")
  func nothingLeft() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try Runtime.freeze(schema: AppSchemaV1.self, version: "1.0.0", outputDirectory: folder)
    let frozen = try #require(try FixtureFolders(folder).version("1.0.0"))
    #expect(
      try MigrationTrial(of: frozen, plan: DeletingMigrations.self).run(to: AppSchemaV2.self)
        == ["none of the 40 objects of User is left after the custom stages"])
    #expect(try MigrationTrial(of: frozen, plan: AppMigrations.self).run(to: AppSchemaV2.self) == [])
  }

  @Test("a file of an entry that cannot be read is an error", arguments: ["model.json", "entry.json"])
  func unreadable(name: String) throws {
    try Runtime.freeze(schema: AppSchemaV1.self, version: "1.0.0", outputDirectory: folder)
    let file = folder.appendingPathComponent("1.0.0/\(name)")
    try FileManager.default.removeItem(at: file)
    try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
    let error = reason { try Runtime.checkDrift(schema: AppSchemaV1.self, version: "1.0.0", directory: folder) }
    #expect(error?.contains("\(name) cannot be read") == true)
  }

  @Test("a missing fixture and an empty plan are failures")
  func nothing() throws {
    let missing = reason { try Runtime.checkDrift(schema: AppSchemaV1.self, version: "1.0.0", directory: folder) }
    #expect(missing?.contains("No frozen fixture found for v1.0.0") == true)
    let empty = reason { try Runtime.testAllMigrations(migrationPlan: EditedMigrations.self, directory: folder) }
    #expect(empty?.contains("no frozen version to test") == true)
    #expect(empty?.contains("no version of EditedMigrations has @FreezeSchema") == true)
    #expect(throws: SchemaLedgerError.self) {
      try Runtime.testMigration(
        from: AppSchemaV1.self, to: AppSchemaV2.self, migrationPlan: AppMigrations.self, directory: folder)
    }
  }

  @Test("entries name their predecessors")
  func chain() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try Runtime.freeze(schema: AppSchemaV1.self, version: "1.0.0", outputDirectory: folder)
    try Runtime.freeze(schema: AppSchemaV2.self, version: "2.0.0", outputDirectory: folder)
    let second = String(decoding: try #require(files("2.0.0")["entry.json"]), as: UTF8.self)
    #expect(second.contains("\"parents\":[\""))
    try Runtime.testAllMigrations(migrationPlan: AppMigrations.self, directory: folder)
  }

  @Test("the macros' functions exist and call the runtime")
  func macros() throws {
    // In the package's own folder nothing is frozen.
    #expect(throws: SchemaLedgerError.self) { try AppSchemaV1.__freezeray_check_1_0_0() }
    let functions: [() throws -> Void] = [
      AppSchemaV2.__freezeray_freeze_2_0_0, AppMigrations.__freezeray_test_migrations,
    ]
    _ = functions
    let versions: [any VersionedSchema.Type] = [AppSchemaV1.self, AppSchemaV2.self, EditedSchemaV1.self]
    #expect(versions.map { $0._$frozenVersion } == ["1.0.0", "2.0.0", nil])
  }

  @Test("a test of all migrations freezes first what has @FreezeSchema, in the order of the plan")
  func firstRun() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try Runtime.testAllMigrations(migrationPlan: AppMigrations.self, directory: folder)
    let folders = FixtureFolders(folder)
    let entries = try folders.versions().compactMap { version -> Entry? in
      if case .ledger(let entry) = version.layout { entry } else { nil }
    }
    #expect(entries.map(\.version.name) == ["1.0.0", "2.0.0"])
    #expect(entries.map(\.parents) == [[], [entries[0].id]])
  }

  @Test("tests that freeze, check and migrate at the same time find each version completely or not at all")
  func concurrent() async throws {
    for round in 0..<20 {
      let folder = folder.appendingPathComponent("\(round)")
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<2 {
          group.addTask { try Runtime.testAllMigrations(migrationPlan: AppMigrations.self, directory: folder) }
          group.addTask {
            try Runtime.freeze(schema: AppSchemaV2.self, version: "2.0.0", outputDirectory: folder)
            try Runtime.checkDrift(schema: AppSchemaV2.self, version: "2.0.0", directory: folder)
          }
          group.addTask {
            try Runtime.freeze(schema: AppSchemaV1.self, version: "1.0.0", outputDirectory: folder)
            try Runtime.checkDrift(schema: AppSchemaV1.self, version: "1.0.0", directory: folder)
          }
        }
        try await group.waitForAll()
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["1.0.0", "2.0.0"])
    }
    try? FileManager.default.removeItem(at: folder)
  }

  @Test(
    "what a killed process has left of a version is written again",
    arguments: [[], ["App.sqlite"], ["App.sqlite", "model.json", "schema.json"]])
  func unfinished(names: [String]) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try Runtime.freeze(schema: AppSchemaV1.self, version: "1.0.0", outputDirectory: folder)
    let whole = try files("1.0.0")
    try FileManager.default.removeItem(at: folder.appendingPathComponent("1.0.0"))
    for left in ["1.0.0", ".unfinished-1.0.0", ".unfinished-2.0.0"] {
      let left = folder.appendingPathComponent(left)
      try FileManager.default.createDirectory(at: left, withIntermediateDirectories: true)
      // The last file is not complete.
      for name in names {
        let content = whole[name] ?? Data()
        try content.prefix(name == names.last ? content.count / 2 : content.count).write(
          to: left.appendingPathComponent(name))
      }
    }
    #expect(try FixtureFolders(folder).versions().isEmpty)
    try Runtime.testAllMigrations(migrationPlan: AppMigrations.self, directory: folder)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["1.0.0", "2.0.0"])
  }

  @Test("a folder with other files is not replaced")
  func otherFiles() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let version = folder.appendingPathComponent("1.0.0")
    try FileManager.default.createDirectory(at: version, withIntermediateDirectories: true)
    try Data("mine".utf8).write(to: version.appendingPathComponent("notes.txt"))
    let error = reason { try Runtime.freeze(schema: AppSchemaV1.self, version: "1.0.0", outputDirectory: folder) }
    #expect(error?.contains("is neither a ledger entry nor a FreezeRay fixture") == true, "\(error ?? "")")
    #expect(try files("1.0.0") == ["notes.txt": Data("mine".utf8)])
  }

  @Test("a file that was altered is reported", arguments: ["schema.sha256", "schema.sql", "model.json", "App.sqlite"])
  func altered(name: String) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try Runtime.freeze(schema: AppSchemaV1.self, version: "1.0.0", outputDirectory: folder)
    let file = folder.appendingPathComponent("1.0.0/\(name)")
    var content = try Data(contentsOf: file)
    content[content.count - 2] ^= 1
    try content.write(to: file)
    let error = reason { try Runtime.checkDrift(schema: AppSchemaV1.self, version: "1.0.0", directory: folder) }
    #expect(
      error?.hasPrefix(
        "❌ The frozen version 1.0.0 has been altered: \(name) does not agree with the digest in entry.json")
        == true, "\(error ?? "")")
  }

  @Test("a fixture whose version is no longer in the code is migrated with rows, if the plan allows it")
  func deletedCode() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try Runtime.freeze(schema: AppSchemaV1.self, version: "1.0.0", outputDirectory: folder)
    let frozen = try #require(try FixtureFolders(folder).version("1.0.0"))
    #expect(try MigrationTrial(of: frozen, plan: ShortMigrations.self).run(to: AppSchemaV2.self) == [])
    let error = reason {
      _ = try MigrationTrial(of: frozen, plan: RefusingMigrations.self).run(to: NamelessSchema.self)
    }
    #expect(
      error?.contains("has the models of version 1.0.0, which is not in the plan (3.0.0)") == true, "\(error ?? "")")
    #expect(error?.contains("declare infersDeletedVersions in the plan") == true)
  }

  @Test("a fixture that is a script is checked and migrated as the database that it makes")
  func script() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try Runtime.freeze(schema: AppSchemaV1.self, version: "1.0.0", outputDirectory: folder)
    var content = try files("1.0.0").mapValues { [UInt8]($0) }
    let old = try Entry(parsing: #require(content["entry.json"]), folder: "1.0.0")
    let fixture = try #require(content["App.sqlite"])
    let script = try ScratchDatabase(file: fixture, tracking: .none).script()
    content["fixture.sql"] = Array(script.utf8)
    for name in ["App.sqlite", "schema.json", "entry.json"] {
      content[name] = nil
      try FileManager.default.removeItem(at: folder.appendingPathComponent("1.0.0/\(name)"))
    }
    let entry = Entry(
      database: "App", version: old.version, parents: [], files: content.mapValues(Entry.File.init), schema: old.schema,
      sourceKind: old.sourceKind, convention: nil, migrations: [], sqlite: old.sqlite, commit: nil)
    content["entry.json"] = entry.bytes
    for (name, bytes) in content { try Data(bytes).write(to: folder.appendingPathComponent("1.0.0/\(name)")) }
    try Runtime.checkDrift(schema: AppSchemaV1.self, version: "1.0.0", directory: folder)
    let frozen = try #require(try FixtureFolders(folder).version("1.0.0"))
    let copy = folder.appendingPathComponent("copy.sqlite")
    try frozen.copyFixture(to: copy)
    #expect(try Data(contentsOf: copy).count == fixture.count)
    #expect(try MigrationTrial(of: frozen, plan: AppMigrations.self).has(Schema(versionedSchema: AppSchemaV1.self)))
    #expect(try MigrationTrial(of: frozen, plan: ShortMigrations.self).run(to: AppSchemaV2.self) == [])
    try Runtime.testMigration(
      from: AppSchemaV1.self, to: AppSchemaV2.self, migrationPlan: AppMigrations.self, directory: folder)
    try Data("CREATE".utf8).write(to: folder.appendingPathComponent("1.0.0/fixture.sql"))
    #expect(
      reason { try Runtime.checkDrift(schema: AppSchemaV1.self, version: "1.0.0", directory: folder) }?
        .contains("fixture.sql does not agree with the digest in entry.json") == true)
    #expect(reason { try frozen.copyFixture(to: copy) }?.contains("does not make a database") == true)
  }

  /// Plans without the code of 1.0.0.
  enum ShortMigrations: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [AppSchemaV2.self] }
    static var stages: [MigrationStage] { [] }
    static var infersDeletedVersions: Bool { true }
  }

  enum RefusingMigrations: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [NamelessSchema.self] }
    static var stages: [MigrationStage] { [] }
  }

  @Test("a version that has lost its entry.json is not replaced by other declarations")
  func lostEntry() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try Runtime.freeze(schema: AppSchemaV1.self, version: "1.0.0", outputDirectory: folder)
    try FileManager.default.removeItem(at: folder.appendingPathComponent("1.0.0/entry.json"))
    let before = try files("1.0.0")
    let error = reason { try Runtime.freeze(schema: EditedSchemaV1.self, version: "1.0.0", outputDirectory: folder) }
    #expect(error?.contains("1.0.0 has no entry.json, and its model.json is not that of these declarations") == true)
    #expect(try files("1.0.0") == before)
    try Runtime.freeze(schema: AppSchemaV1.self, version: "1.0.0", outputDirectory: folder)
    #expect(try files("1.0.0")["entry.json"] != nil)
  }

  @Test("freezing what is frozen creates no other folder")
  func noFolder() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try Runtime.freeze(schema: AppSchemaV1.self, version: "1.0.0", outputDirectory: folder)
    try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder.path)
    defer { try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path) }
    try Runtime.freeze(schema: AppSchemaV1.self, version: "1.0.0", outputDirectory: folder)
  }

  @Test("files in place of folders are ignored, and an incomplete entry of a killed process is written again")
  func leftovers() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try Runtime.freeze(schema: AppSchemaV1.self, version: "1.0.0", outputDirectory: folder)
    let whole = try files("1.0.0")
    try Data("What is here.".utf8).write(to: folder.appendingPathComponent("README.md"))
    try FileManager.default.removeItem(at: folder.appendingPathComponent("1.0.0/entry.json"))
    try Runtime.freeze(schema: AppSchemaV1.self, version: "1.0.0", outputDirectory: folder)
    #expect(try files("1.0.0") == whole)
    try Runtime.testAllMigrations(migrationPlan: AppMigrations.self, directory: folder)
  }
}
