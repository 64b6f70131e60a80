import Foundation
import SchemaFreezing
import SchemaMigration
import SchemaModel
import Testing

@testable import SchemaTesting

@Suite("Fixtures of frozen versions")
final class FrozenFixtureTests: MigrationTestCase {
  private let ledger: URL

  init() throws {
    ledger = FileManager.default.temporaryDirectory.appendingPathComponent("ledger-\(UUID().uuidString)")
    try SchemaLedgerRuntime.freeze(schema: SchemaV1.self, version: "1.0.0", outputDirectory: ledger)
    try SchemaLedgerRuntime.freeze(schema: MuseumV1.self, version: "7.0.0", outputDirectory: ledger)
    try SchemaLedgerRuntime.freeze(schema: LampV1.self, version: "8.0.0", outputDirectory: ledger)
  }

  deinit { try? FileManager.default.removeItem(at: ledger) }

  private func open(_ store: URL, _ schema: any VersionedSchema.Type) throws -> ModelContainer {
    try ModelContainer(for: Schema(versionedSchema: schema), configurations: ModelConfiguration(url: store))
  }

  private func message(_ body: () throws -> Void) -> String? {
    do {
      try body()
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test("a frozen version has no rows")
  func empty() async throws {
    let store = try fixture(frozen: "1.0.0", directory: ledger)
    let container = try await migrate(store: store, to: SchemaV4.self, plan: MyPlan.plan)
    #expect(try container.rowCounts() == ["Post": 0, "Author": 0])
    #expect(try fixture(frozen: "1.0.0", directory: ledger) != store)
  }

  @Test("rows are generated from the frozen model, and are the same each time")
  func generated() async throws {
    let store = try fixture(frozen: "1.0.0", rows: .generated, directory: ledger)
    let other = try fixture(frozen: "1.0.0", rows: .generated, directory: ledger)
    #expect(
      try StoreSnapshot(of: open(store, SchemaV1.self)).text == StoreSnapshot(of: open(other, SchemaV1.self)).text)
    let before = try ModelContext(open(store, SchemaV1.self)).fetch(
      FetchDescriptor<PostV1>(sortBy: [SortDescriptor(\.id)]))
    #expect(before.count == 40)
    #expect(Set(before.map(\.id)).count == 40)
    #expect(before.contains { $0.body.isEmpty } && before.contains { $0.body.count > 200 })
    let container = try await migrate(store: store, to: SchemaV3.self, plan: MyPlan.plan)
    let after = try ModelContext(container).fetch(FetchDescriptor<PostV3>(sortBy: [SortDescriptor(\.id)]))
    #expect(after.map(\.content) == before.map(\.body))
  }

  @Test("a version whose code is gone migrates by inference")
  func withoutCode() throws {
    let store = try fixture(frozen: "1.0.0", rows: .generated(count: 7), directory: ledger)
    #expect(try open(store, SchemaV2.self).rowCounts() == ["Post": 7])
  }

  @Test("rows of every kind of property can be read and saved by the code")
  func museum() throws {
    let store = try fixture(frozen: "7.0.0", rows: .generated, directory: ledger)
    let container = try open(store, MuseumV1.self)
    try container.readAll()
    #expect(try container.integrityProblem() == nil)
    #expect(try container.rowCounts() == ["Guard": 40, "Item": 40, "Painting": 40, "Room": 40])
    let context = ModelContext(container)
    let items = try context.fetch(FetchDescriptor<MuseumV1.Item>())
    #expect(items.count == 80)
    #expect(items.allSatisfy { $0.era == nil && $0.tags.isEmpty })
    #expect(items.contains { $0.photo == nil } && items.contains { $0.photo?.isEmpty == false })
    #expect(items.contains { $0.room == nil })
    #expect(items.filter { if case .lent = $0.state { true } else { false } }.count == 40)
    let rooms = try context.fetch(FetchDescriptor<MuseumV1.Room>())
    #expect(Set(rooms.map(\.items.count)).count > 2)
    #expect(rooms.contains { $0.guards.isEmpty } && rooms.contains { $0.guards.count > 1 })
    #expect(rooms.allSatisfy { room in room.guards.allSatisfy { $0.rooms.contains(room) } })
    #expect(try context.fetch(FetchDescriptor<MuseumV1.Guard>()).contains { $0.deputy != nil })
    // The next object gets the next key.
    context.insert(MuseumV1.Item(number: 1000))
    try context.save()
    #expect(try container.rowCounts()["Item"] == 41)
    #expect(try context.fetchCount(FetchDescriptor<MuseumV1.Item>()) == 81)
  }

  @Test("values that the model does not list are refused, and generated with the code")
  func unknownValues() throws {
    #expect(
      message { _ = try fixture(frozen: "8.0.0", rows: .generated, directory: ledger) } == """
        ❌ No rows can be generated for v8.0.0: its model does not say what values these required properties may have:
           Lamp.color: Color
           Give them, as in .generated(values: ["Lamp.color": ["red", "green"]]), or use fixture(frozen:as:rows:) with the code of the version
        """)
    let store = try fixture(frozen: "8.0.0", as: LampV1.self, rows: .generated, directory: ledger) { context in
      context.insert(LampV1.Lamp(color: .green))
    }
    let lamps = try ModelContext(open(store, LampV1.self)).fetch(FetchDescriptor<LampV1.Lamp>())
    #expect(lamps.count == 41)
    #expect(lamps.last?.color == .green)
  }

  @Test("values that the test gives are taken in turn, and must fit the model")
  func givenValues() throws {
    let store = try fixture(
      frozen: "8.0.0", rows: .generated(count: 5, values: ["Lamp.color": [1, 0, 1]]), directory: ledger)
    let lamps = try ModelContext(open(store, LampV1.self)).fetch(FetchDescriptor<LampV1.Lamp>())
    #expect(lamps.map(\.color) == [.green, .red, .green, .green, .red])
    func refusal(_ values: [String: [FrozenValue]]) -> String? {
      message { _ = try fixture(frozen: "8.0.0", rows: .generated(values: values), directory: ledger) }
    }
    #expect(refusal(["Lamp.colour": [1]])?.contains("v8.0.0 has no attribute Lamp.colour") == true)
    #expect(refusal(["Lamp.color": ["red"]])?.contains("whose column contains integer64") == true)
    #expect(refusal(["Lamp.color": []])?.contains("Lamp.color: Color") == true)
  }

  @Test("a version that is not frozen, or is another one, is an error")
  func wrongVersion() {
    #expect(message { _ = try fixture(frozen: "9.9.9", directory: ledger) }?.contains("\(ledger.path)/9.9.9") == true)
    #expect(
      message { _ = try fixture(frozen: "1.0.0", as: SchemaV2.self, directory: ledger) }
        == "❌ The frozen version 1.0.0 does not have the models of SchemaV2")
  }

  @Test("a fixture that SwiftData made gets rows, and migrates")
  func swiftData() async throws {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let fixtures = tests.appending(path: "SchemaFreezingTests/FreezeRay")
    let store = try fixture(frozen: "1.0.0", rows: .generated, directory: fixtures)
    let container = try await migrate(store: store, to: UserV2.self, plan: UserPlan.self)
    let users = try ModelContext(container).fetch(FetchDescriptor<UserV2.User>())
    #expect(users.count == 40)
    #expect(users.allSatisfy { $0.email == nil } && users.contains { !$0.name.isEmpty })
    let other = try fixture(frozen: "2.0.0", as: UserV2.self, rows: .generated, directory: fixtures)
    #expect(try open(other, UserV2.self).rowCounts() == ["User": 40])
  }
}

enum LampV1: VersionedSchema {
  static let versionIdentifier = Schema.Version(8, 0, 0)
  static let models: [any PersistentModel.Type] = [Lamp.self]
  enum Color: Int, Codable { case red, green }

  @Model final class Lamp {
    var color: Color
    init(color: Color) { self.color = color }
  }
}

enum UserV1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static let models: [any PersistentModel.Type] = [User.self]

  @Model final class User {
    var name: String
    var createdAt: Date
    init(name: String, createdAt: Date) { (self.name, self.createdAt) = (name, createdAt) }
  }
}

enum UserV2: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static let models: [any PersistentModel.Type] = [User.self]

  @Model final class User {
    var name: String
    var email: String?
    var createdAt: Date
    init(name: String, createdAt: Date) { (self.name, self.createdAt) = (name, createdAt) }
  }
}

enum UserPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [UserV1.self, UserV2.self] }
  static var stages: [MigrationStage] { [.lightweight(fromVersion: UserV1.self, toVersion: UserV2.self)] }
}
