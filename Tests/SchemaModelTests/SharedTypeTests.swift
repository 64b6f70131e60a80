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

/// A class outside the versions, which declares the inverse for the newest version's type.
@Model final class Ward {
  var name: String
  @Relationship(deleteRule: .cascade, inverse: \Bed.ward) var beds: [Bed] = []
  @Relationship(inverse: \Bed.visited) var visitors: [Bed] = []
  @Relationship(deleteRule: .nullify) var spare: Bed?
  init(name: String) { self.name = name }
}

typealias Bed = ClinicV2.Bed

enum ClinicV1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Ward.self, Bed.self] }

  @Model final class Bed {
    var visited: [Ward] = []
    @Attribute(.unique) var number: Int
    var ward: Ward?
    init(number: Int, ward: Ward?) {
      self.number = number
      self.ward = ward
    }
  }
}

enum ClinicV2: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [Ward.self, Bed.self] }

  @Model final class Bed {
    @Attribute(.unique) var number: Int
    var ward: Ward?
    var visited: [Ward] = []
    var label: String?
    init(number: Int) { self.number = number }
  }
}

enum ClinicPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [ClinicV1.self, ClinicV2.self] }
  static var stages: [MigrationStage] { [.lightweight(fromVersion: ClinicV1.self, toVersion: ClinicV2.self)] }
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

  private func fillClinic() throws {
    let context = try open(ClinicV1.self)
    let (east, west) = (Ward(name: "east"), Ward(name: "west"))
    for number in 1...3 { context.insert(ClinicV1.Bed(number: number, ward: east)) }
    let guest = ClinicV1.Bed(number: 4, ward: west)
    context.insert(guest)
    guest.visited = [east, west]
    try context.save()
  }

  @Test("the inverse that a shared class declares for the newest version's type is that of an older version's type")
  func sharedInverse() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let schema = Schema(versionedSchema: ClinicV1.self)
    let bed = try #require(schema.entitiesByName["Bed"])
    #expect(bed.relationshipsByName.mapValues(\.inverseName) == ["ward": "beds", "visited": "visitors"])
    try fillClinic()
    let context = try open(ClinicV1.self)
    let wards = try context.fetch(FetchDescriptor<Ward>(sortBy: [SortDescriptor(\.name)]))
    let beds = try context.fetch(FetchDescriptor<ClinicV1.Bed>(sortBy: [SortDescriptor(\.number)]))
    #expect(beds.map(\.ward?.name) == ["east", "east", "east", "west"])
    beds[0].ward = wards[1]
    context.delete(wards[0])
    try context.save()
    // The rule of the shared class deletes the beds of the older version's type.
    #expect(try context.fetch(FetchDescriptor<ClinicV1.Bed>()).map(\.number).sorted() == [1, 4])
    #expect(beds[3].visited.map(\.name) == ["west"])
  }

  @Test("a store whose shared class declares the inverses is migrated, and keeps the links on both sides")
  func sharedInverseMigration() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try fillClinic()
    let context = try open(ClinicV2.self, ClinicPlan.self)
    let wards = try context.fetch(FetchDescriptor<Ward>(sortBy: [SortDescriptor(\.name)]))
    #expect(wards.map { $0.beds.map(\.number).sorted() } == [[1, 2, 3], [4]])
    #expect(wards.map { $0.visitors.map(\.number) } == [[4], [4]])
    #expect(try context.fetch(FetchDescriptor<Bed>()).allSatisfy { $0.label == nil })
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
