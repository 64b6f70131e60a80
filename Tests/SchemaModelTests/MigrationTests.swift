import GRDB
import SchemaModel
import Testing

@Suite("Migration")
struct MigrationTests {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("schemamodel-\(UUID().uuidString)")
  var url: URL { folder.appendingPathComponent("gym.store") }

  init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

  private func open(
    _ version: any VersionedSchema.Type, _ plan: (any SchemaMigrationPlan.Type)? = nil
  ) throws -> ModelContainer {
    try ModelContainer(
      for: Schema(versionedSchema: version), migrationPlan: plan, configurations: ModelConfiguration(url: url))
  }

  private func fill() throws {
    let context = ModelContext(try open(GymV1.self))
    let bench = GymV1.Exercise(
      name: " Bench Press", sets: [GymV1.WorkSet(id: 1, reps: 5, weight: 60), GymV1.WorkSet(id: 2, reps: 3)])
    let workout = GymV1.Workout(title: "Push", exercises: [bench], repeatDays: ["Mon", "Thu"])
    context.insert(GymV1.Session(date: Date(timeIntervalSinceReferenceDate: 100), workout: workout))
    try context.save()
  }

  /// Everything in the file, as SQL.
  private func content() throws -> [String] {
    try DatabaseQueue(path: url.path).read { database in
      let objects = try Row.fetchAll(database, sql: "SELECT name, sql FROM sqlite_schema ORDER BY name")
      return try objects.flatMap { object -> [String] in
        let name: String = object["name"]
        let rows = try database.tableExists(name) ? Row.fetchAll(database, sql: "SELECT * FROM \"\(name)\"") : []
        return ["\(object)"] + rows.map { "\(name): \($0)" }
      }
    }
  }

  private func reason(_ body: () throws -> Void) -> StoreError? {
    do {
      try body()
      return nil
    } catch {
      return (error as? SwiftDataError)?.underlyingError as? StoreError
    }
  }

  @Test("all stages run, and every value is migrated")
  func wholePath() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try fill()
    let context = ModelContext(try open(GymV3.self, GymPlan.self))
    let session = try #require(try context.fetch(FetchDescriptor<GymV3.Session>()).first)
    #expect(session.date == Date(timeIntervalSinceReferenceDate: 100))
    #expect(session.workout.title == "Push")
    #expect(session.workout.repeatDays == ["Mon", "Thu"])
    let bench = try #require(session.workout.exercises.first)
    #expect(bench.name == "Bench Press")
    #expect(bench.slug == "bench-press")
    #expect(bench.sets.map(\.id) == [1, 2])
    #expect(bench.sets.map(\.kilograms) == [60, 20])
    #expect(session.place == nil)
    #expect(session.workout.sessions == [session])
    // New objects get keys that no old one had.
    context.insert(GymV3.WorkSet(id: 3, reps: 1))
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<GymV3.WorkSet>()) == 3)
  }

  @Test("an existing store is opened with and without the plan")
  func nothingToDo() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try fill()
    #expect(try ModelContext(open(GymV1.self)).fetchCount(FetchDescriptor<GymV1.WorkSet>()) == 2)
    _ = try open(GymV2.self, GymPlan.self)
    #expect(try ModelContext(open(GymV2.self, GymPlan.self)).fetchCount(FetchDescriptor<GymV2.WorkSet>()) == 2)
  }

  @Test("without a plan, changes that can be inferred are migrated")
  func inferred() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try fill()
    let context = ModelContext(try open(GymV2.self))
    #expect(try context.fetch(FetchDescriptor<GymV2.WorkSet>()).map(\.kilograms).sorted() == [20, 60])
  }

  enum EmptyPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [GymV1.self, GymV2.self, GymV2Again.self] }
    static var stages: [MigrationStage] { [] }
  }

  /// Only GymV2 says what `kilograms` was called before.
  enum GymV2Again: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 1, 0)
    static var models: [any PersistentModel.Type] { [WorkSet.self] }
    @Model final class WorkSet {
      var id: Int
      var kilograms: Double
      var note: String?
      init(id: Int, kilograms: Double) {
        self.id = id
        self.kilograms = kilograms
      }
    }
  }

  @Test("a plan without stages infers the mapping between versions")
  func emptyPlan() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try fill()
    let context = ModelContext(try open(GymV2Again.self, EmptyPlan.self))
    #expect(try context.fetch(FetchDescriptor<GymV2Again.WorkSet>()).map(\.kilograms).sorted() == [20, 60])
  }

  private enum Broken: Error { case onPurpose }

  private enum ThrowingPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { GymPlan.schemas }
    static var stages: [MigrationStage] {
      [
        GymPlan.oneToTwo,
        .custom(
          fromVersion: GymV2.self, toVersion: GymV3.self, willMigrate: nil,
          didMigrate: { context in
            for exercise in try context.fetch(FetchDescriptor<GymV3.Exercise>()) { exercise.slug = "x" }
            try context.save()
            throw Broken.onPurpose
          }),
      ]
    }
  }

  @Test("a hook that throws leaves the file unchanged, and its error is thrown")
  func throwingHook() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try fill()
    let before = try content()
    let error = reason { _ = try open(GymV3.self, ThrowingPlan.self) }
    guard case .stageFailed("2.0.0", "3.0.0", "didMigrate", let cause)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(cause is Broken)
    #expect(try content() == before)
    #expect(try ModelContext(open(GymV1.self)).fetchCount(FetchDescriptor<GymV1.WorkSet>()) == 2)
  }

  private enum ForgetfulPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { GymPlan.schemas }
    static var stages: [MigrationStage] {
      [
        GymPlan.oneToTwo,
        .custom(fromVersion: GymV2.self, toVersion: GymV3.self, willMigrate: nil, didMigrate: nil),
      ]
    }
  }

  @Test("a required property that no hook sets is reported with the number of rows")
  func unfilled() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try fill()
    let error = try #require(reason { _ = try open(GymV3.self, ForgetfulPlan.self) })
    #expect(error.message.contains("Exercise.slug is required, but 1 rows have no value for it"))
  }

  private enum LightPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { GymPlan.schemas }
    static var stages: [MigrationStage] {
      [GymPlan.oneToTwo, .lightweight(fromVersion: GymV2.self, toVersion: GymV3.self)]
    }
  }

  @Test("a change that cannot be inferred is rejected with entity, property and reason")
  func refused() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try fill()
    let error = try #require(reason { _ = try open(GymV3.self, LightPlan.self) })
    #expect(error.message.contains("Exercise.slug"))
    #expect(try ModelContext(open(GymV1.self)).fetchCount(FetchDescriptor<GymV1.WorkSet>()) == 2)
  }

  private enum WrongTypePlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [GymV1.self, GymV2.self] }
    static var stages: [MigrationStage] {
      [
        .custom(
          fromVersion: GymV1.self, toVersion: GymV2.self,
          willMigrate: { context in _ = try context.fetch(FetchDescriptor<GymV2.Exercise>()) }, didMigrate: nil)
      ]
    }
  }

  @Test("a hook that fetches a type of the other version gets an error that says so")
  func wrongType() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try fill()
    let error = try #require(reason { _ = try open(GymV2.self, WrongTypePlan.self) })
    #expect(error.message.contains("GymV2.Exercise is not a model of schema 1.0.0"))
  }

  private enum HalfSavingPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [GymV1.self, GymV2.self] }
    static var stages: [MigrationStage] {
      [
        .custom(
          fromVersion: GymV1.self, toVersion: GymV2.self,
          willMigrate: { context in
            for set in try context.fetch(FetchDescriptor<GymV1.WorkSet>()) {
              set.reps += 10
              if set.id == 1 { try context.save() }
            }
          },
          didMigrate: { context in
            for set in try context.fetch(FetchDescriptor<GymV2.WorkSet>()) where set.reps == 13 { context.delete(set) }
          })
      ]
    }
  }

  @Test("unsaved changes of a hook are saved, including deletions")
  func halfSaved() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try fill()
    let context = ModelContext(try open(GymV2.self, HalfSavingPlan.self))
    #expect(try context.fetch(FetchDescriptor<GymV2.WorkSet>()).map(\.reps) == [15])
    #expect(try context.fetch(FetchDescriptor<GymV2.Exercise>()).first?.sets.count == 1)
  }

  enum EditedV1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [WorkSet.self] }
    @Model final class WorkSet {
      var id: Int
      var reps: Int?
      init(id: Int) { self.id = id }
    }
  }

  enum EditedPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [EditedV1.self, GymV2.self] }
    static var stages: [MigrationStage] { [.lightweight(fromVersion: EditedV1.self, toVersion: GymV2.self)] }
  }

  @Test("a version that was edited after its release is reported with each property")
  func edited() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try fill()
    let error = try #require(reason { _ = try open(GymV2.self, EditedPlan.self) })
    guard case .editedVersion(_, "1.0.0", let differences) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(differences.contains { $0.hasPrefix("WorkSet.reps") })
    #expect(differences.contains { $0.hasPrefix("Exercise") })
  }

  private enum OldPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [GymV1.self, GymV2.self] }
    static var stages: [MigrationStage] { [GymPlan.oneToTwo] }
  }

  private enum DownPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [GymV1.self, GymV2.self] }
    static var stages: [MigrationStage] { [.lightweight(fromVersion: GymV2.self, toVersion: GymV1.self)] }
  }

  private enum CustomDownPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [GymV1.self, GymV2.self] }
    static var stages: [MigrationStage] {
      [.custom(fromVersion: GymV2.self, toVersion: GymV1.self, willMigrate: nil, didMigrate: nil)]
    }
  }

  @Test("a store from a newer program is rejected")
  func newer() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try fill()
    _ = try open(GymV3.self, GymPlan.self)
    let error = try #require(reason { _ = try open(GymV2.self, OldPlan.self) })
    guard case .newer(_, "3.0.0", "2.0.0") = error else {
      Issue.record("\(error)")
      return
    }
  }

  @Test("only a custom stage migrates to an older version")
  func downward() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try fill()
    _ = try open(GymV2.self, GymPlan.self)
    #expect(throws: SwiftDataError.self) { _ = try open(GymV1.self, DownPlan.self) }
    let context = ModelContext(try open(GymV1.self, CustomDownPlan.self))
    #expect(try context.fetchCount(FetchDescriptor<GymV1.WorkSet>()) == 2)
  }
}
