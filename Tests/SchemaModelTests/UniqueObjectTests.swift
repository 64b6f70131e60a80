import Testing

@testable import SchemaModel

/// Objects with the same unique value, which become one.
@Suite("Unique objects")
struct UniqueObjectTests {
  typealias Person = Village.Person
  typealias House = Village.House
  typealias Club = Village.Club

  let container: ModelContainer
  let context: ModelContext

  init() throws {
    container = try Village.container()
    context = ModelContext(container)
  }

  private func stored<T: Village.Thing>(_ type: T.Type, _ property: Village.Property) throws -> [[Int]] {
    let other = ModelContext(container)
    return try other.fetch(FetchDescriptor<T>()).sorted { $0.mark < $1.mark }
      .map { $0.links(property).map(\.mark).sorted() }
  }

  @Test("a list contains merged objects once, and both objects have the relationship")
  func onceInLists() throws {
    let house = House(mark: 1)
    let old = Person(mark: 2, name: "Ada", home: house)
    context.insert(old)
    try context.save()
    #expect(house.people == [old])
    let new = Person(mark: 3, name: "Ada", home: house)
    context.insert(new)
    #expect(house.people.count == 2)
    try context.save()
    #expect(house.people.map(\.mark) == [3])
    house.people = [old, new]
    #expect(house.people.count == 1)
    house.people = [new]
    #expect((old.home, new.home) == (house, house))
    context.insert(Person(mark: 4, name: "Ada"))
    try context.save()
    #expect((house.people, old.home) == ([], nil))
  }

  @Test("a change of the other side is saved after one of the merged objects was released")
  func oneOfTwoEnds() throws {
    let house = House(mark: 1)
    let old = Person(mark: 2, name: "Ada", home: house)
    context.insert(old)
    try context.save()
    func takeOver() throws {
      let new = Person(mark: 3, name: "Ada", home: house)
      context.insert(new)
      try context.save()
      _ = old.home
      #expect(house.people == [old])
      #expect(new.home == house)
    }
    try takeOver()
    house.people = []
    try context.save()
    #expect(try stored(House.self, .people) == [[]])
  }

  @Test("a new object gets a link in the same save that removes it from the old one")
  func linkOfTheNewOne() throws {
    let club = Club(mark: 1)
    let old = Person(mark: 2, name: "Ada", clubs: [club])
    context.insert(old)
    try context.save()
    old.clubs = []
    context.insert(Person(mark: 3, name: "Ada", clubs: [club]))
    try context.save()
    #expect(try stored(Club.self, .members) == [[3]])
    #expect(club.members.map(\.mark) == [3])
  }

  @Test("in a one-to-one relationship, only the new object's partner refers to the row")
  func oneToOne() throws {
    let (one, two) = (House(mark: 1), House(mark: 2))
    let old = Person(mark: 3, name: "Ada")
    old.keeps = one
    context.insert(old)
    try context.save()
    let new = Person(mark: 4, name: "Ada")
    new.keeps = two
    context.insert(new)
    try context.save()
    #expect(try stored(House.self, .keeper) == [[], [4]])
    #expect((one.keeper?.mark, two.keeper?.mark) == (nil, 4))
  }

  @Test("objects may exchange unique values")
  func exchange() throws {
    let (ada, eve) = (Person(mark: 1, name: "Ada"), Person(mark: 2, name: "Eve"))
    context.insert(ada)
    context.insert(eve)
    try context.save()
    (ada.name, eve.name) = (eve.name, ada.name)
    // Its key leads to an object that has no row yet.
    ada.home = House(mark: 3)
    try context.save()
    let names = try ModelContext(container).fetch(FetchDescriptor<Person>(sortBy: [SortDescriptor(\.mark)])).map(\.name)
    #expect(names == ["Eve", "Ada"])
  }

  @Test("a new object does not take over the row of one that is renamed in the same save")
  func renamed() throws {
    let ada = Person(mark: 1, name: "Ada")
    context.insert(ada)
    try context.save()
    ada.name = "Eve"
    ada.home = House(mark: 2)
    context.insert(Person(mark: 3, name: "Ada"))
    try context.save()
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Person>()) == 2)
  }

  @Test("a person cannot become a mayor, nor a mayor a person", arguments: [true, false])
  func otherEntity(isSaved: Bool) throws {
    context.insert(Village.Mayor(mark: 1, name: "Ada"))
    if isSaved { try context.save() }
    let person = Person(mark: 2, name: "Ada")
    context.insert(person)
    let error = #expect(throws: SwiftDataError.self) { try context.save() }
    guard case StoreError.notUnique("Person", ["name"], _)? = error?.underlyingError else {
      Issue.record("\(String(describing: error))")
      return
    }
    person.name = "Eve"
    try context.save()
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Person>()) == 2)
  }
}
