import Foundation
import SchemaModel
import Testing

// Apps often keep a class outside their versions. Its relationships name the newest version's type, and in an older
// version they lead to that version's type.

typealias Keeper = ZooV2.Keeper

@Model final class Animal {
  var name: String
  var keeper: Keeper?
  var places: [Keeper] = []
  init(name: String) { self.name = name }
}

enum ZooV1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 1, 0)
  static var models: [any PersistentModel.Type] { [Keeper.self] }

  @Model final class Keeper {
    // One property less than in the newer version, so the slots differ.
    @Relationship(deleteRule: .cascade, inverse: \Animal.keeper) var animals: [Animal] = []
    @Relationship(inverse: \Animal.places) var visitors: [Animal] = []
    var name: String
    init(name: String) { self.name = name }
  }
}

/// The identifier is that of the older version, as in an app whose author forgot to change it.
enum ZooV2: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 1, 0)
  static var models: [any PersistentModel.Type] { [Keeper.self] }

  @Model final class Keeper {
    var age = 30
    var name: String
    @Relationship(inverse: \Animal.places) var visitors: [Animal] = []
    @Relationship(deleteRule: .cascade, inverse: \Animal.keeper) var animals: [Animal] = []
    init(name: String) { self.name = name }
  }
}

/// Its relationship has another name than the one that the shared class refers to.
enum ZooV0: VersionedSchema {
  static let versionIdentifier = Schema.Version(0, 1, 0)
  static var models: [any PersistentModel.Type] { [Keeper.self] }

  @Model final class Keeper {
    @Relationship(inverse: \Animal.keeper) var herd: [Animal] = []
    init() {}
  }
}

enum ZooPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [ZooV1.self, ZooV2.self] }
  static var stages: [MigrationStage] {
    [
      .custom(fromVersion: ZooV1.self, toVersion: ZooV2.self, willMigrate: nil) { context in
        for keeper in try context.fetch(FetchDescriptor<ZooV2.Keeper>()) { keeper.age = keeper.animals.count }
      }
    ]
  }
}

@Suite("A class that several versions share")
struct SharedTypeTests {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("schemamodel-\(UUID().uuidString)")

  private func open(
    _ version: any VersionedSchema.Type, _ plan: (any SchemaMigrationPlan.Type)? = nil
  ) throws -> ModelContext {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let url = folder.appendingPathComponent("zoo.store")
    return ModelContext(
      try ModelContainer(
        for: Schema(versionedSchema: version), migrationPlan: plan, configurations: ModelConfiguration(url: url)))
  }

  private func fill() throws {
    let context = try open(ZooV1.self)
    let keeper = ZooV1.Keeper(name: "Ann")
    context.insert(keeper)
    keeper.animals = [Animal(name: "Ape"), Animal(name: "Bear")]
    let other = ZooV1.Keeper(name: "Bob")
    context.insert(other)
    other.visitors = keeper.animals
    try context.save()
  }

  private func keeper(_ name: String, _ context: ModelContext) throws -> ZooV1.Keeper {
    try #require(
      try context.fetch(FetchDescriptor<ZooV1.Keeper>(predicate: #Predicate { $0.name == name })).first)
  }

  @Test("an older version has its own entity of that name, and no other")
  func schema() {
    let schema = Schema(versionedSchema: ZooV1.self)
    #expect(schema.entities.map(\.name) == ["Animal", "Keeper"])
    #expect(schema.entity(for: ZooV1.Keeper.self) != nil)
    #expect(schema.entity(for: ZooV2.Keeper.self) == nil)
  }

  @Test("lists of an older version are saved, fetched and searched")
  func lists() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try fill()
    let context = try open(ZooV1.self)
    let ann = try keeper("Ann", context)
    #expect(Set(ann.animals.map(\.name)) == ["Ape", "Bear"])
    #expect(try keeper("Bob", context).visitors.count == 2)
    let bears = #Predicate<ZooV1.Keeper> { $0.animals.contains { $0.name == "Bear" } }
    #expect(try context.fetch(FetchDescriptor(predicate: bears)).map(\.name) == ["Ann"])
  }

  @Test("changes and delete rules reach both sides in an older version")
  func changes() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try fill()
    do {
      let context = try open(ZooV1.self)
      let (ann, bob) = (try keeper("Ann", context), try keeper("Bob", context))
      let ape = try #require(ann.animals.first { $0.name == "Ape" })
      bob.animals = [ape]
      #expect(ann.animals.map(\.name) == ["Bear"])
      try context.save()
      context.delete(try #require(ann.animals.first))
      #expect(ann.animals.isEmpty)
      #expect(bob.visitors.map(\.name) == ["Ape"])
      try context.save()
    }
    do {
      let context = try open(ZooV1.self)
      #expect(try keeper("Ann", context).animals.isEmpty)
      let bob = try keeper("Bob", context)
      #expect(bob.animals.map(\.name) == ["Ape"] && bob.visitors.map(\.name) == ["Ape"])
      context.delete(bob)
      try context.save()
    }
    #expect(try open(ZooV1.self).fetchCount(FetchDescriptor<Animal>()) == 0)
  }

  @Test("a store is migrated between two versions of one identifier, and then the shared class has its type")
  func migration() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try fill()
    let context = try open(ZooV2.self, ZooPlan.self)
    let animals = try context.fetch(FetchDescriptor<Animal>())
    #expect(Set(animals.map(\.keeper?.name)) == ["Ann"])
    #expect(animals.allSatisfy { $0.places.map(\.name) == ["Bob"] })
    let ages = try context.fetch(FetchDescriptor<Keeper>(sortBy: [SortDescriptor(\.name)])).map(\.age)
    #expect(ages == [2, 0])
  }

  @Test("a type whose relationship has another name cannot stand for the newest version's")
  func otherName() {
    #expect {
      try open(ZooV0.self)
    } throws: { error in
      "\(error)".contains("'Keeper' is the name of SchemaModelTests.ZooV0.Keeper and of SchemaModelTests.ZooV2.Keeper")
    }
  }
}
