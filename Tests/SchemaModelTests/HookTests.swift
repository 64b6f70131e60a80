import GRDB
import SchemaModel
import Testing

/// What programs do in the hooks of a stage, right and wrong.
@Suite("Hooks of a custom stage")
struct HookTests {
  enum V1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Member.self] }
    @Model final class Member {
      var email: String
      var number: Int
      init(email: String, number: Int) {
        self.email = email
        self.number = number
      }
    }
  }

  /// The address becomes unique.
  enum V2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Member.self] }
    @Model final class Member {
      @Attribute(.unique) var email: String
      var number: Int
      init(email: String, number: Int) {
        self.email = email
        self.number = number
      }
    }
  }

  typealias Hook = @Sendable (ModelContext) throws -> Void

  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("schemamodel-\(UUID().uuidString)")
  var url: URL { folder.appendingPathComponent("members.store") }

  private func fill(_ count: Int, email: (Int) -> String) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let context = ModelContext(
      try ModelContainer(for: Schema(versionedSchema: V1.self), configurations: ModelConfiguration(url: url)))
    for number in 0..<count { context.insert(V1.Member(email: email(number), number: number)) }
    try context.save()
  }

  private func migrate(_ plan: any SchemaMigrationPlan.Type) throws -> ModelContext {
    ModelContext(
      try ModelContainer(
        for: Schema(versionedSchema: V2.self), migrationPlan: plan, configurations: ModelConfiguration(url: url)))
  }

  private func failure(_ plan: any SchemaMigrationPlan.Type) -> String {
    do {
      _ = try migrate(plan)
      return "no failure"
    } catch {
      return "\((error as? SwiftDataError)?.underlyingError ?? error)"
    }
  }

  private func rows() throws -> [String] {
    try DatabaseQueue(path: url.path).read {
      try String.fetchAll($0, sql: "SELECT ZEMAIL || ' ' || ZNUMBER FROM ZMEMBER ORDER BY Z_PK")
    }
  }

  enum InferredPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
    static var stages: [MigrationStage] { [.lightweight(fromVersion: V1.self, toVersion: V2.self)] }
  }

  @Test("rows that violate uniqueness are reported by entity and property, and kept")
  func notUniqueRows() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try fill(3) { $0 == 1 ? "b" : "a" }
    let failure = failure(InferredPlan.self)
    #expect(
      failure.hasPrefix(
        "the mapping of the stage from 1.0.0 to 2.0.0 failed; the store is unchanged: "
          + "email of Member must be unique: "), "\(failure)")
    #expect(try rows() == ["a 0", "b 1", "a 2"])
  }

  enum MergingPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
    static var stages: [MigrationStage] {
      [
        .custom(
          fromVersion: V1.self, toVersion: V2.self,
          willMigrate: { context in
            var seen: Set<String> = []
            for member in try context.fetch(FetchDescriptor<V1.Member>(sortBy: [SortDescriptor(\.number)])) {
              if !seen.insert(member.email).inserted { context.delete(member) }
            }
          }, didMigrate: nil)
      ]
    }
  }

  @Test("a hook may delete objects while iterating, and a new unique constraint is then satisfied")
  func deletesWhatItIterates() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try fill(5) { $0.isMultiple(of: 2) ? "a" : "b" }
    #expect(try migrate(MergingPlan.self).fetch(FetchDescriptor<V2.Member>()).map(\.number).sorted() == [0, 1])
  }

  /// Deletes the next one of each that it is handed, one batch after the other, saved or not.
  private static func deleteNext(_ context: ModelContext, saving: Bool) throws -> [Int] {
    var handed: [Int] = []
    try context.enumerate(FetchDescriptor<V1.Member>(), batchSize: 4) { member in
      handed.append(member.number)
      let next = member.number + 1
      for other in try context.fetch(FetchDescriptor<V1.Member>(predicate: #Predicate { $0.number == next })) {
        context.delete(other)
      }
      if saving { try context.save() }
    }
    return handed
  }

  @Test("objects deleted during an enumeration are skipped, saved or not", arguments: [false, true])
  func deletesAhead(saving: Bool) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try fill(10) { "m\($0)" }
    let context = ModelContext(
      try ModelContainer(for: Schema(versionedSchema: V1.self), configurations: ModelConfiguration(url: url)))
    #expect(try Self.deleteNext(context, saving: saving) == [0, 2, 4, 6, 8])
    try context.save()
    #expect(try rows().count == 5)
  }

  enum CollidingPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
    static var stages: [MigrationStage] {
      [
        .custom(
          fromVersion: V1.self, toVersion: V2.self, willMigrate: nil,
          didMigrate: { context in
            for member in try context.fetch(FetchDescriptor<V2.Member>()) { member.email = "same" }
          })
      ]
    }
  }

  @Test("a hook that duplicates a unique value gets an error with the property, and nothing is lost")
  func collision() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try fill(3) { "m\($0)" }
    let failure = failure(CollidingPlan.self)
    #expect(failure.contains("didMigrate of the stage from 1.0.0 to 2.0.0 failed"), "\(failure)")
    #expect(failure.contains("email of Member must be unique"), "\(failure)")
    #expect(try rows() == ["m0 0", "m1 1", "m2 2"])
  }

  enum ShiftingPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
    static var stages: [MigrationStage] {
      [
        .custom(
          fromVersion: V1.self, toVersion: V2.self,
          willMigrate: { context in
            var count = 0
            try context.enumerate(FetchDescriptor<V1.Member>(), batchSize: 1000) { member in
              // What the next batch is found by must not be what the hook changes.
              member.number = -member.number
              count += 1
              if count.isMultiple(of: 1000) { try context.save() }
            }
          }, didMigrate: nil)
      ]
    }
  }

  @Test("a hook that changes rows in batches changes each row once")
  func manyRows() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let count = 12_345
    try fill(count) { "m\($0)" }
    let context = try migrate(ShiftingPlan.self)
    #expect(try context.fetchCount(FetchDescriptor<V2.Member>()) == count)
    #expect(try context.fetchCount(FetchDescriptor<V2.Member>(predicate: #Predicate { $0.number > 0 })) == 0)
    let sum = try DatabaseQueue(path: url.path).read { try Int.fetchOne($0, sql: "SELECT sum(ZNUMBER) FROM ZMEMBER") }
    #expect(sum == -(count * (count - 1) / 2))
  }

  enum WithoutSeat: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Guest.self] }
    @Model final class Guest {
      var name: String
      init(name: String) { self.name = name }
    }
  }

  enum WithSeat: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Guest.self] }
    struct Seat: Codable, Equatable {
      var row: Int
      var letter: String
    }
    @Model final class Guest {
      var name: String
      var seat: Seat
      init(name: String, seat: Seat) {
        self.name = name
        self.seat = seat
      }
    }
  }

  enum SeatingPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [WithoutSeat.self, WithSeat.self] }
    static var stages: [MigrationStage] {
      [
        .custom(
          fromVersion: WithoutSeat.self, toVersion: WithSeat.self, willMigrate: nil,
          didMigrate: { context in
            for guest in try context.fetch(FetchDescriptor<WithSeat.Guest>()) {
              guest.seat = WithSeat.Seat(row: guest.name.count, letter: "A")
            }
          })
      ]
    }
  }

  @Test("a hook must set a new required structure")
  func fillsStructure() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let before = ModelContext(
      try ModelContainer(for: Schema(versionedSchema: WithoutSeat.self), configurations: ModelConfiguration(url: url)))
    before.insert(WithoutSeat.Guest(name: "Ada"))
    try before.save()
    let after = ModelContext(
      try ModelContainer(
        for: Schema(versionedSchema: WithSeat.self), migrationPlan: SeatingPlan.self,
        configurations: ModelConfiguration(url: url)))
    #expect(
      try after.fetch(FetchDescriptor<WithSeat.Guest>()).map(\.seat) == [WithSeat.Seat(row: 3, letter: "A")])
  }
}
