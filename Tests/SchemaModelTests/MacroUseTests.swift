import EntityModel
import Testing

@testable import SchemaModel

@Suite("Models with @Model", .serialized)
struct MacroUseTests {
  typealias Curio = Cabinet.Curio
  typealias Puppy = Menagerie.Puppy
  typealias Dog = Menagerie.Dog
  typealias Animal = Menagerie.Animal

  @Test("a property of any declaration is saved and fetched")
  func roundTrip() throws {
    let container = try Cabinet.container()
    let context = ModelContext(container)
    let curio = Curio(id: 3, label: "stone")
    curio.shout = "PEBBLE"
    curio.shape = .round(2)
    curio.oldShape = .flat
    curio.colour = nil
    curio.weights = ["dry": 1.5]
    curio.words.insert("grey")
    curio.points.append([4])
    curio.access += 1
    curio.default = 9
    curio.isOpen = true
    context.insert(curio)
    try context.save()

    let other = ModelContext(container)
    let found = try #require(try other.fetch(FetchDescriptor<Curio>()).first)
    #expect(found !== curio)
    #expect(found.id == 3 && found.title == "pebble (3)" && found.number == nil)
    #expect(found.shape == .round(2) && found.oldShape == .flat)
    #expect(found.colour == nil && found.shade == .green)
    #expect(found.size == Cabinet.Size(width: 1) && found.sizes == curio.sizes)
    #expect(found.words == ["grey"] && found.weights == ["dry": 1.5])
    #expect(found.points == [[1], [2, 3], [4]])
    #expect(found.token == curio.token)
    #expect(found.access == 1 && found.default == 9)
    #expect(found.hasSecret)
    #expect(!found.isOpen && found.expensive == 6)
  }

  @Test("initializers of every kind set their properties, and defaults the others")
  func initializers() {
    #expect(Curio().title == "seven (7)")
    let curio = Curio("glass".dropFirst(), words: ["a", "b"])
    #expect(curio.label == "lass" && curio.words == ["a", "b"] && curio.shade == .green)
    #expect(Curio("x", words: []).label == "x (0)")
    #expect(Curio().token != Curio().token)
  }

  @Test("a default is evaluated for each object, and not for the schema")
  func defaults() throws {
    Cabinet.evaluations = 0
    let metadata = Curio.schemaMetadata
    let entity = EntityDescription.of(Curio.self)
    _ = Schema([Curio.self])
    #expect(metadata.compactMap(\.keyPath).count == 22)
    #expect(Cabinet.evaluations == 0)
    let count = try #require(entity.property(named: "count"))
    #expect(count.defaultText == "Cabinet.counted()")
    #expect(count.defaultValue?() as? Int == 1)
    #expect(Curio().count == 2)
  }

  @Test(
    "the schema has a default's source text",
    arguments: [
      ("colour", ".red"), ("shade", "Colour.green"), ("size", "Size(width: 1)"), ("token", "UUID()"), ("label", nil),
      ("weights", "[:]"), ("number", nil), ("default", "1"),
    ])
  func defaultText(property: String, text: String?) throws {
    #expect(try #require(EntityDescription.of(Curio.self).property(named: property)).defaultText == text)
  }

  /// The compiler sets the default values for a fetched object, too.
  @Test("an object has its own values and defaults after others were fetched", arguments: [1, 3])
  func fetchedDefaults(count: Int) throws {
    let container = try Cabinet.container()
    let context = ModelContext(container)
    let size = Cabinet.Size(width: 9)
    for number in 0..<count {
      let curio = Curio(id: number, label: "stone")
      (curio.colour, curio.shade, curio.size, curio.weights) = (nil, .red, size, ["dry": 1.5])
      context.insert(curio)
    }
    try context.save()
    for _ in 0..<2 {
      let found = try ModelContext(container).fetch(FetchDescriptor<Curio>())
      #expect(found.map(\.id).sorted() == Array(0..<count))
      #expect(found.allSatisfy { $0.colour == nil && $0.shade == .red })
      #expect(found.allSatisfy { $0.size == size && $0.weights == ["dry": 1.5] })
      let new = Curio(id: 9, label: "new")
      #expect(new.colour == .red && new.shade == .green && new.size == Cabinet.Size(width: 1) && new.weights == [:])
      #expect(new.number == nil && new.oldShape == nil && !new.hasChanges && new.modelContext == nil)
      let values = (found + [new]).map { ObjectIdentifier($0.persistentBackingData) }
      #expect(Set(values).count == count + 1)
    }
  }

  @Test("nothing keeps the default object of a relationship after others were fetched")
  func defaultObject() throws {
    let container = try ModelContainer(
      for: Owner.self, Owned.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    context.insert(Owner())
    context.insert(Owner())
    try context.save()
    let made = Owned.count
    do {
      let owners = try ModelContext(container).fetch(FetchDescriptor<Owner>())
      #expect(owners.count == 2 && Owned.count == made)
      #expect(Set(owners.map { $0.owned?.name }).count == 2)
    }
    #expect(Owned.count == made)
  }

  @Model final class Owner {
    var owned: Owned? = Owned()
    init() {}
  }

  @Model final class Owned {
    /// The number of objects that no row was read for, and that exist.
    nonisolated(unsafe) static var count = 0
    nonisolated(unsafe) static var last = 0
    var name: Int
    @Transient var isNew = false

    init() {
      Owned.last += 1
      name = Owned.last
      isNew = true
      Owned.count += 1
    }

    deinit { if isNew { Owned.count -= 1 } }
  }

  @Test("metadata contains exactly the persisted properties, in the order of the source")
  func metadata() {
    let names = EntityDescription.of(Curio.self).properties.map(\.name)
    #expect(
      names == [
        "id", "label", "number", "count", "colour", "shade", "shape", "oldShape", "size", "sizes", "words", "weights",
        "token", "secret", "made", "points", "box", "motto", "hint", "isShown", "default", "access",
      ])
  }

  @Test("an object of a subclass is complete after each of its initializers, and when it is fetched")
  func inheritance() throws {
    let container = try Menagerie.container()
    let context = ModelContext(container)
    let puppy = Puppy(name: "Rex", weeks: 3)
    #expect(puppy.name == "Rex." && puppy.legs == 4 && puppy.breed == "pug" && puppy.weeks == 3 && puppy.barks == 0)
    puppy.legs = 3
    puppy.keeper = Menagerie.Keeper(name: "Ann")
    context.insert(puppy)
    context.insert(Dog(name: "Old", breed: "beagle"))
    try context.save()

    let other = ModelContext(container)
    let animals = try other.fetch(FetchDescriptor<Animal>()).sorted { $0.name < $1.name }
    #expect(animals.map(\.name) == ["Old.", "Rex."])
    let found = try #require(animals.last as? Puppy)
    #expect(found.weeks == 3 && found.breed == "pug" && found.legs == 3 && found.keeper?.name == "Ann")
    #expect((animals.first as? Dog)?.breed == "beagle")
  }

  @Test("a subclass's key path to an inherited property refers to its slot")
  func keyPaths() throws {
    let puppy = EntityDescription.of(Puppy.self)
    let paths: [PartialKeyPath<Puppy>] = [\.name, \.legs, \.keeper, \.breed, \.weeks]
    #expect(paths.map { puppy.property(at: $0)?.slot } == [0, 1, 2, 3, 4])
    #expect(EntityDescription.of(Dog.self).property(at: \Dog.name)?.slot == 0)
    #expect(puppy.property(at: \Animal.name)?.slot == 0)
    #expect(puppy.property(at: \Puppy.barks) == nil)
    #expect(puppy.strayKeyPaths == [])
    #expect(puppy.declaration.uniquenessConstraints == [["name", "weeks"]])
  }

  @Test("observers of a property are notified of changes at any level of the hierarchy")
  func observation() {
    let puppy = Puppy(name: "Rex", weeks: 3)
    let changes = Changes()
    withObservationTracking {
      _ = puppy.name
    } onChange: {
      changes.add("name")
    }
    withObservationTracking {
      _ = puppy.weeks
    } onChange: {
      changes.add("weeks")
    }
    withObservationTracking {
      _ = puppy.breed
    } onChange: {
      changes.add("breed")
    }
    puppy.name = "Rover"
    puppy.weeks = 4
    #expect(changes.names == ["name", "weeks"])
    puppy._$didChangeAll()
    #expect(changes.names == ["name", "weeks", "breed"])
  }

  @Test("observers of one side of a relationship are notified of changes to the other, fetched or not")
  func observationOfOtherSide() throws {
    let context = ModelContext(try Menagerie.container())
    let (ada, eve) = (Menagerie.Keeper(name: "Ada"), Menagerie.Keeper(name: "Eve"))
    let animal = Menagerie.Animal(name: "Rex")
    for model in [ada, eve] { context.insert(model) }
    context.insert(animal)
    let changes = Changes()
    func observe(_ keeper: Menagerie.Keeper) {
      let name = keeper.name
      withObservationTracking {
        _ = keeper.animals
      } onChange: {
        changes.add(name)
      }
    }
    observe(ada)
    animal.keeper = ada
    #expect(changes.names == ["Ada"])
    observe(ada)
    observe(eve)
    // What was read of the relationships is let go.
    try context.save()
    animal.keeper = eve
    #expect(changes.names.sorted() == ["Ada", "Ada", "Eve"])
  }

  private final class Changes: @unchecked Sendable {
    private(set) var names: [String] = []
    func add(_ name: String) { names.append(name) }
  }

  @Test("an actor uses its own context")
  func modelActor() async throws {
    let store = Cabinet.Store(modelContainer: try Cabinet.container())
    let identifier = try await store.add("shell")
    #expect(await store.label(of: identifier) == "shell")
  }
}
