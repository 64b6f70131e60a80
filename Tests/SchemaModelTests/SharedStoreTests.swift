import EntityModel
import Foundation
import GRDB
import Testing

@testable import SchemaModel

/// Two containers with one store. `Tests/Scripts/KillLoop/sharing` does the same with processes.
@Suite("Containers that share a store")
struct SharedStoreTests {
  enum V1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Note.self] }

    @Model final class Note {
      var title: String
      var owner: String?
      init(title: String) { self.title = title }
    }
  }

  /// Has the columns of the first version.
  enum V2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Note.self] }

    @Model final class Note {
      var title: String
      var owner: String
      init(title: String, owner: String) {
        self.title = title
        self.owner = owner
      }
    }
  }

  enum Plan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
    static var stages: [MigrationStage] {
      [
        .custom(fromVersion: V1.self, toVersion: V2.self) { context in
          for note in try context.fetch(FetchDescriptor<V1.Note>()) where note.owner == nil { note.owner = "nobody" }
        } didMigrate: { _ in
        }
      ]
    }
  }

  private let url = FileManager.default.temporaryDirectory.appendingPathComponent("shared-\(UUID().uuidString).store")

  private func open(
    _ schema: any VersionedSchema.Type, plan: (any SchemaMigrationPlan.Type)? = nil
  ) throws
    -> ModelContainer
  {
    try ModelContainer(
      for: Schema(versionedSchema: schema), migrationPlan: plan, configurations: ModelConfiguration(url: url))
  }

  private func removeStore() {
    for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: url.path + suffix) }
  }

  private func isMigrated(_ body: () throws -> Void) -> Bool {
    do {
      try body()
      return false
    } catch StoreError.migratedElsewhere(url.path, "1.0.0", "2.0.0") {
      return true
    } catch {
      return false
    }
  }

  @Test("a container does not write to a store that another one has migrated, nor read it; its changes are kept")
  func migrated() throws {
    defer { removeStore() }
    let old = try open(V1.self)
    let context = ModelContext(old)
    context.insert(V1.Note(title: "first"))
    try context.save()
    let new = try open(V2.self, plan: Plan.self)
    context.insert(V1.Note(title: "late"))
    #expect(isMigrated { try context.save() })
    #expect(context.hasChanges)
    #expect(isMigrated { _ = try context.fetch(FetchDescriptor<V1.Note>(sortBy: [SortDescriptor(\.title)])) })
    #expect(isMigrated { _ = try context.fetchCount(FetchDescriptor<V1.Note>()) })
    #expect(isMigrated { try old.deleteAllData() })
    let error = #expect(throws: StoreError.self) { try context.save() }
    #expect(
      error?.message
        == "\(url.path) had version 1.0.0 when this container opened it, and another container has migrated it to version "
        + "2.0.0; nothing is read from it or written to it")
    let notes = try ModelContext(new).fetch(FetchDescriptor<V2.Note>())
    #expect(notes.map(\.title) == ["first"] && notes.map(\.owner) == ["nobody"])
  }

  @Test("a container goes on after changes of the schema that are no migration")
  func otherChanges() throws {
    defer { removeStore() }
    let container = try open(V1.self)
    let context = ModelContext(container)
    context.insert(V1.Note(title: "first"))
    try context.save()
    let other = try DatabaseQueue(path: url.path)
    for sql in ["CREATE INDEX own ON ZNOTE (ZTITLE)", "ANALYZE", "VACUUM"] {
      try other.writeWithoutTransaction { try $0.execute(sql: sql) }
      context.insert(V1.Note(title: sql))
      try context.save()
      #expect(try context.fetchCount(FetchDescriptor<V1.Note>(predicate: #Predicate { $0.title == sql })) == 1)
    }
    // The same models under another name are the same version.
    let renamed = Schema([V1.Note.self], version: Schema.Version(1, 0, 1))
    let second = try ModelContainer(for: renamed, configurations: ModelConfiguration(url: url))
    // Models without a version do not lower the store's: older code must recognise it.
    _ = try ModelContainer(for: V1.Note.self, configurations: ModelConfiguration(url: url))
    #expect(try StoreIdentity(at: url).version == "1.0.1")
    context.insert(V1.Note(title: "last"))
    try context.save()
    #expect(try ModelContext(second).fetchCount(FetchDescriptor<V1.Note>()) == 5)
  }

  @Test(
    "older code does not open a newer store, with or without a plan, and leaves it as it is", arguments: [true, false])
  func newer(allowsSave: Bool) throws {
    defer { removeStore() }
    do {
      let context = ModelContext(try open(V2.self))
      context.insert(V2.Note(title: "new", owner: "owner"))
      try context.save()
    }
    let error = #expect(throws: SwiftDataError.self) {
      try ModelContainer(
        for: Schema(versionedSchema: V1.self), configurations: ModelConfiguration(url: url, allowsSave: allowsSave))
    }
    guard case .newer(url.path, "2.0.0", "1.0.0")? = error?.underlyingError as? StoreError else {
      Issue.record("\(String(describing: error?.underlyingError))")
      return
    }
    #expect(try ModelContext(open(V2.self)).fetch(FetchDescriptor<V2.Note>()).map(\.owner) == ["owner"])
  }

  @Test("a folder in place of a store is named")
  func folder() throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: url) }
    for allowsSave in [true, false] {
      let error = #expect(throws: SwiftDataError.self) {
        try ModelContainer(for: V1.Note.self, configurations: ModelConfiguration(url: url, allowsSave: allowsSave))
      }
      #expect(
        (error?.underlyingError as? StoreError)?.description
          == "\(url.path) is a folder, and a store is a file\nhelp: use a path inside it, or another path")
    }
  }
}
