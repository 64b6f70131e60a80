import EntityModel
import GRDB
import SchemaModel
import Testing

@Suite("Store")
struct StoreTests {
  typealias Author = Library.Author
  typealias Book = Library.Book

  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("schemamodel-\(UUID().uuidString)")
  var url: URL { folder.appendingPathComponent("a.store") }

  init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

  private func open(allowsSave: Bool = true) throws -> ModelContainer {
    try ModelContainer(
      for: Author.self, Book.self, Library.Tag.self,
      configurations: ModelConfiguration(url: url, allowsSave: allowsSave))
  }

  private func fill() throws {
    let context = ModelContext(try open())
    context.insert(Book(title: "One", author: Author(name: "Ada")))
    try context.save()
  }

  private func reason(_ body: () throws -> Void) -> StoreError? {
    do {
      try body()
      return nil
    } catch {
      return (error as? SwiftDataError)?.underlyingError as? StoreError ?? error as? StoreError
    }
  }

  @Test("a file that is not a database is not changed, and no files are created next to it")
  func notADatabase() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let text = Data("a letter to somebody, longer than a header".utf8)
    try text.write(to: url)
    guard case .notADatabase? = reason({ _ = try open() }) else {
      Issue.record("no such error")
      return
    }
    #expect(try Data(contentsOf: url) == text)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.store"])
  }

  @Test("a truncated store is rejected")
  func truncated() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try fill()
    let bytes = try Data(contentsOf: url)
    try bytes.prefix(bytes.count / 3).write(to: url)
    let error = reason {
      let context = ModelContext(try open())
      _ = try context.fetch(FetchDescriptor<Book>())
    }
    guard case .notADatabase? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test("another program's database is reported with its tables, and not written to")
  func notAStore() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try DatabaseQueue(path: url.path).write { try $0.execute(sql: "CREATE TABLE notes (a)") }
    guard case .notAStore(_, ["notes"])? = reason({ _ = try open() }) else {
      Issue.record("no such error")
      return
    }
    #expect(
      try DatabaseQueue(path: url.path).read { try String.fetchAll($0, sql: "SELECT name FROM sqlite_schema") } == [
        "notes"
      ])
  }

  @Test("a store that SwiftData created is read, and never written")
  func madeBySwiftData() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let real = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("EntityModelTests/Stores/User-2.0.0.store")
    try FileManager.default.copyItem(at: real, to: url)
    func open(_ allowsSave: Bool) throws -> ModelContainer {
      try ModelContainer(for: User.self, configurations: ModelConfiguration(url: url, allowsSave: allowsSave))
    }
    #expect(try ModelContext(open(false)).fetchCount(FetchDescriptor<User>()) == 0)
    let context = ModelContext(try open(false))
    context.insert(User(name: "Ada"))
    guard case .readOnly? = reason({ try context.save() }) else {
      Issue.record("it was saved")
      return
    }
    guard case .madeBySwiftData? = reason({ _ = try open(true) }) else {
      Issue.record("it was opened for writing")
      return
    }
    #expect(try Data(contentsOf: url) == Data(contentsOf: real))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.store"])
  }

  @Model final class User {
    var name: String
    var email: String?
    var createdAt: Date
    init(name: String) {
      self.name = name
      self.createdAt = Date(timeIntervalSinceReferenceDate: 0)
    }
  }

  @Test("a read-only store is not written, and a missing file is not created")
  func readOnly() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    guard case .missing? = reason({ _ = try open(allowsSave: false) }) else {
      Issue.record("it was made")
      return
    }
    try fill()
    let context = ModelContext(try open(allowsSave: false))
    let book = try #require(try context.fetch(FetchDescriptor<Book>()).first)
    book.title = "Two"
    #expect(throws: StoreError.self) { try context.save() }
    #expect(book.title == "Two")
    #expect(context.hasChanges)
  }

  @Test("a store that another connection writes to is locked, and unsaved changes are kept")
  func locked() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try fill()
    let context = ModelContext(try open())
    context.insert(Author(name: "Eve"))
    let error = try DatabaseQueue(path: url.path).inDatabase { database in
      try database.execute(sql: "BEGIN IMMEDIATE")
      defer { try? database.execute(sql: "ROLLBACK") }
      return reason { try context.save() }
    }
    guard case .locked? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(context.hasChanges)
    try context.save()
    #expect(try ModelContext(open()).fetchCount(FetchDescriptor<Author>()) == 2)
  }

  @Test("two containers on one file see each other's saves")
  func twoContainers() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try fill()
    let (one, other) = (ModelContext(try open()), ModelContext(try open()))
    let book = try #require(try one.fetch(FetchDescriptor<Book>()).first)
    let same = try #require(try other.fetch(FetchDescriptor<Book>()).first)
    book.title = "Two"
    try one.save()
    _ = try other.fetch(FetchDescriptor<Book>())
    #expect(same.title == "Two")
    other.delete(same)
    try other.save()
    book.pages = 5
    guard case .deletedElsewhere("Book", 1)? = reason({ try one.save() }) else {
      Issue.record("it was saved")
      return
    }
  }

  @Test("a missing required value is reported with its row")
  func missingValue() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try fill()
    try DatabaseQueue(path: url.path).write { try $0.execute(sql: "UPDATE ZBOOK SET ZTITLE = NULL") }
    let error = reason {
      let context = ModelContext(try open())
      _ = try context.fetch(FetchDescriptor<Book>())
    }
    guard case .missingValue("Book", 1, "title")? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test("objects of another context or schema fail the save")
  func strangers() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try fill()
    let container = try open()
    let (one, other) = (ModelContext(container), ModelContext(container))
    let author = try #require(try one.fetch(FetchDescriptor<Author>()).first)
    let book = Book(title: "Two")
    other.insert(book)
    book.author = author
    #expect(throws: SwiftDataError.modelValidationFailure) { try other.save() }
    let third = ModelContext(container)
    third.insert(User(name: "Ada"))
    #expect(throws: SwiftDataError.unknownSchema) { try third.save() }
  }

  @Test("a store's system tables contain its model, and no hashes of Core Data")
  func systemTables() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let schema = try open().schema
    let list = try DatabaseQueue(path: url.path).read { try Data.fetchOne($0, sql: "SELECT Z_PLIST FROM Z_METADATA") }
    let metadata = try #require(StoreMetadata(propertyList: [UInt8](list ?? Data())))
    #expect(metadata.modelDocument.map { String(decoding: $0, as: UTF8.self) } == schema.modelDocument)
    #expect(metadata.versionIdentifiers == ["1.0.0"])
    #expect(!metadata.hasVersionHashes)
  }

  enum Garden {
    @Model final class Plant {
      var number: Int
      var bed: Bed?
      init(number: Int) { self.number = number }
    }
    @Model final class Bed {
      @Relationship(inverse: \Plant.bed) var front: [Plant] = []
      var back: [Plant] = []
      init() {}
    }
    @Model final class SharedPlant {
      var bed: SharedBed?
      init() {}
    }
    @Model final class SharedBed {
      @Relationship(inverse: \SharedPlant.bed) var front: [SharedPlant] = []
      @Relationship(inverse: \SharedPlant.bed) var back: [SharedPlant] = []
      init() {}
    }
  }

  @Test(
    "an inverse that is in use is not inferred for another relationship, and two relationships cannot name the same inverse"
  )
  func sharedInverse() throws {
    let memory = ModelConfiguration(isStoredInMemoryOnly: true)
    let container = try ModelContainer(for: Garden.Plant.self, Garden.Bed.self, configurations: memory)
    let context = ModelContext(container)
    let bed = Garden.Bed()
    context.insert(bed)
    bed.front = [Garden.Plant(number: 1)]
    bed.back = [Garden.Plant(number: 2)]
    try context.save()
    let other = ModelContext(container)
    let found = try #require(try other.fetch(FetchDescriptor<Garden.Bed>()).first)
    #expect((found.front.map(\.number), found.back.map(\.number)) == ([1], [2]))
    let error = reason {
      _ = try ModelContainer(for: Garden.SharedPlant.self, Garden.SharedBed.self, configurations: memory)
    }
    #expect(error?.message.contains("two relationships with one inverse") == true, "\(error?.message ?? "")")
  }

  enum Kennel {
    @Model class Animal {
      var owner: Person?
      init() {}
    }
    @Model final class Dog: Animal {
      var breed: String
      init(breed: String) {
        self.breed = breed
        super.init()
      }
    }
    @Model final class Person {
      var dogs: [Dog] = []
      init() {}
    }
  }

  @Test("between a class and its superclass no inverse is inferred, on either side")
  func inverseInFamily() throws {
    let container = try ModelContainer(
      for: Kennel.Animal.self, Kennel.Dog.self, Kennel.Person.self,
      configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    let person = Kennel.Person()
    context.insert(person)
    person.dogs = [Kennel.Dog(breed: "pug")]
    try context.save()
    let other = ModelContext(container)
    let found = try #require(try other.fetch(FetchDescriptor<Kennel.Person>()).first)
    #expect(found.dogs.map(\.breed) == ["pug"])
    #expect(found.dogs.first?.owner == nil)
  }

  @Test("a read-only container sees another container's saves")
  func readerBesideWriter() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try fill()
    let reader = try open(allowsSave: false)
    let writing = ModelContext(try open())
    for number in 0..<50 { writing.insert(Author(name: "author \(number)")) }
    try writing.save()
    #expect(try ModelContext(reader).fetchCount(FetchDescriptor<Author>()) == 51)
  }
}
