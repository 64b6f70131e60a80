import Testing

@testable import SchemaModel

/// Objects that were deleted, what led to them, and what becomes of both.
@Suite("Deleted objects")
struct DeletedObjectTests {
  typealias Person = Village.Person
  typealias House = Village.House
  typealias Club = Village.Club

  let container: ModelContainer
  let context: ModelContext

  init() throws {
    container = try Village.container()
    context = ModelContext(container)
  }

  /// A club with two members, in a house.
  private func village() throws -> (ada: Person, eve: Person, club: Club, house: House) {
    let (club, house) = (Club(mark: 1), House(mark: 2))
    context.insert(club)
    context.insert(house)
    let ada = Person(mark: 3, name: "Ada", home: house, clubs: [club])
    let eve = Person(mark: 4, name: "Eve", home: house, clubs: [club])
    context.insert(ada)
    context.insert(eve)
    try context.save()
    return (ada, eve, club, house)
  }

  private func stored<T: PersistentModel>(_ type: T.Type) throws -> [T] {
    try ModelContext(container).fetch(FetchDescriptor<T>())
  }

  private func stored<T: Village.Thing>(_ type: T.Type, _ property: Village.Property) throws -> [[Int]] {
    let other = ModelContext(container)
    return try other.fetch(FetchDescriptor<T>()).sorted { $0.mark < $1.mark }
      .map { $0.links(property).map(\.mark).sorted() }
  }

  @Test("a deleted object is in no list, whether the list was read before or not", arguments: [true, false])
  func lists(isRead: Bool) throws {
    let (ada, eve, club, house) = try village()
    if isRead { #expect((club.members.count, house.people.count) == (2, 2)) }
    context.delete(ada)
    #expect((club.members, house.people) == ([eve], [eve]))
    house.keeper = ada
    #expect(house.keeper == nil)
  }

  @Test("a list that is set without a deleted object contains it after it is inserted again")
  func listSetMeanwhile() throws {
    let (ada, eve, club, _) = try village()
    let bo = Person(mark: 5, name: "Bo")
    context.delete(ada)
    club.members.append(bo)
    context.insert(ada)
    #expect(Set(club.members) == [ada, eve, bo])
    try context.save()
    #expect(try stored(Club.self, .members) == [[3, 4, 5]])
  }

  @Test(
    "objects inserted again after the delete rules were applied have their relationships back",
    arguments: [true, false])
  func insertedAgain(isSaved: Bool) throws {
    let (ada, eve, club, house) = try village()
    context.delete(ada)
    context.processPendingChanges()
    if isSaved { try context.save() }
    #expect(club.members == [eve])
    context.insert(ada)
    #expect(Set(club.members) == [ada, eve])
    #expect(Set(house.people) == [ada, eve])
    #expect((ada.home, ada.clubs) == (house, [club]))
    try context.save()
    #expect(try stored(Club.self, .members) == [[3, 4]])
    #expect(try stored(House.self, .people) == [[3, 4]])
  }

  @Test("objects inserted again do not refer to objects deleted meanwhile")
  func insertedAgainAlone() throws {
    _ = try village()
    // Nothing was read of what it leads to.
    let other = ModelContext(container)
    let ada = try #require(
      try other.fetch(FetchDescriptor<Person>(predicate: #Predicate { $0.name == "Ada" })).first)
    other.delete(ada)
    try other.save()
    try other.delete(model: House.self)
    try other.save()
    other.insert(ada)
    try other.save()
    #expect(try stored(Person.self, .home) == [[], []])
    try VillageStoreCheck(container).checkTables()
  }

  @Test("an object that is inserted, deleted and inserted is new")
  func insertedTwice() throws {
    let ada = Person(mark: 1, name: "Ada")
    context.insert(ada)
    context.delete(ada)
    context.insert(ada)
    #expect(context.hasChanges)
    try context.save()
    #expect(try stored(Person.self).count == 1)
  }

  @Test("a deleted object that was never saved is released, and objects that refer to it can be saved")
  func neverSaved() throws {
    let club = Club(mark: 1)
    let (spade, rake) = (Village.Tool(mark: 2), Village.Tool(mark: 3))
    club.tools = [spade, rake]
    club.chair = Person(mark: 4, name: "Ada")
    context.insert(club)
    context.delete(spade)
    if let chair = club.chair { context.delete(chair) }
    try context.save()
    #expect((club.tools, club.chair) == ([rake], nil))
    #expect(try stored(Club.self, .tools) == [[3]])
  }

  @Test("a rollback also undoes changes made after the deletion")
  func changedAndTakenBack() throws {
    let (ada, eve, club, house) = try village()
    context.delete(ada)
    ada.age = 9
    ada.clubs = []
    ada.home = nil
    context.rollback()
    #expect((ada.age, ada.home, ada.clubs) == (0, house, [club]))
    #expect(Set(club.members) == [ada, eve])
    #expect(!context.hasChanges)
  }

  @Test("changes made after the deletion are saved when the object is inserted again")
  func changedAndInsertedAgain() throws {
    let (ada, _, _, _) = try village()
    context.delete(ada)
    ada.age = 9
    context.insert(ada)
    try context.save()
    #expect(try stored(Person.self).map(\.age).sorted() == [0, 9])
  }

  @Test("nothing refers to an object whose row was deleted")
  func linkedAfterwards() throws {
    let (ada, eve, club, house) = try village()
    context.delete(ada)
    try context.save()
    club.members.append(ada)
    house.keeper = ada
    try context.save()
    #expect((club.members, house.keeper) == ([eve], nil))
    try VillageStoreCheck(container).checkTables()
  }

  @Test(
    "a required object may be deleted in the save that sets another one; otherwise the save fails and can be repaired")
  func required() throws {
    let (ada, eve, _, _) = try village()
    let ticket = Village.Ticket(mark: 5, holder: ada)
    context.insert(ticket)
    try context.save()
    context.delete(ada)
    #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
    #expect(try stored(Person.self).count == 2)
    ticket.holder = eve
    try context.save()
    #expect(try stored(Village.Ticket.self, .holder) == [[4]])
    let bo = Person(mark: 6, name: "Bo")
    ticket.holder = bo
    context.delete(eve)
    try context.save()
    #expect(try stored(Village.Ticket.self, .holder) == [[6]])
  }

  @Test("an object whose row was deleted outlives its context, and objects deleted together do not retain each other")
  func afterContext() throws {
    let container = try Library.container()
    weak var book: Library.Book?
    func deleted() throws -> Library.Author {
      let context = ModelContext(container)
      let author = Library.Author(name: "Ada")
      context.insert(author)
      author.books = [Library.Book(title: "Rivers"), Library.Book(title: "Lakes")]
      try context.save()
      book = author.books.first
      context.delete(author)
      try context.save()
      return author
    }
    let author = try deleted()
    #expect(author.name == "Ada")
    #expect(author.modelContext == nil)
    #expect(author.books.isEmpty)
    #expect(book == nil)
    let context = ModelContext(container)
    context.insert(author)
    try context.save()
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Library.Author>()) == 1)
  }

  @Test("delete rules use the store's contents, not objects read earlier")
  func staleLists() throws {
    let container = try Library.container()
    let (one, two) = (ModelContext(container), ModelContext(container))
    let author = Library.Author(name: "Ada")
    one.insert(author)
    author.books = [Library.Book(title: "Rivers")]
    try one.save()
    #expect(author.books.count == 1)
    let same = try #require(try two.fetch(FetchDescriptor<Library.Author>()).first)
    two.insert(Library.Book(title: "Lakes", author: same))
    try two.save()
    one.delete(author)
    try one.save()
    #expect(try two.fetchCount(FetchDescriptor<Library.Book>()) == 0)
  }

  @Test("a deleted required object can be read until the save rejects the deletion")
  func requiredIsReadable() throws {
    let container = try ModelContainer(
      for: Schema(versionedSchema: GymV1.self), configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    let session = GymV1.Session(date: .now, workout: GymV1.Workout(title: "Push"))
    context.insert(session)
    try context.save()
    context.delete(session.workout)
    let found = try context.fetch(
      FetchDescriptor<GymV1.Session>(predicate: #Predicate { $0.workout.title == "Push" }))
    #expect(found.count == 1)
    #expect(throws: SwiftDataError.self) { try context.save() }
    #expect(session.workout.title == "Push")
    context.rollback()
    #expect(session.workout.title == "Push")
  }
}
