import GRDB
import SchemaModel
import Testing

@Suite("ModelContext")
struct ModelContextTests {
  typealias Author = Library.Author
  typealias Book = Library.Book
  typealias Tag = Library.Tag

  let container: ModelContainer
  let context: ModelContext

  init() throws {
    container = try Library.container()
    context = ModelContext(container)
    other = ModelContext(container)
  }

  /// Another one: objects end with their context.
  let other: ModelContext

  private func fetchAll<T: PersistentModel>(_ type: T.Type) throws -> [T] {
    try other.fetch(FetchDescriptor<T>())
  }

  @Test("saved values are fetched by another context")
  func roundTrip() throws {
    let book = Book(title: "Rivers", pages: 120)
    book.price = Decimal(string: "12.30")
    book.genre = .essay
    book.keywords = ["water", "Wasser"]
    context.insert(book)
    try context.save()
    let found = try #require(try other.fetch(FetchDescriptor<Book>()).first)
    #expect(found !== book)
    #expect(found.title == "Rivers")
    #expect(found.pages == 120)
    #expect(found.price == Decimal(string: "12.30"))
    #expect(found.genre == .essay)
    #expect(found.isbn == book.isbn)
    #expect(found.keywords == ["water", "Wasser"])
    #expect(found.persistentModelID == book.persistentModelID)
  }

  @Test("an optional number that is nil is fetched as nil, not as NaN")
  func optionalNumber() throws {
    let book = Book(title: "Rivers")
    context.insert(book)
    #expect(book.price == nil)
    try context.save()
    #expect(try fetchAll(Book.self).first?.price == nil)
  }

  @Test("an optional structure is flattened and fetched again")
  func composite() throws {
    let author = Author(name: "Ada")
    author.address = Library.Address(street: "Main", number: 3)
    context.insert(author)
    context.insert(Author(name: "Bo"))
    try context.save()
    let found = try fetchAll(Author.self).sorted { $0.name < $1.name }
    #expect(found.map(\.address) == [Library.Address(street: "Main", number: 3), nil])
  }

  @Test("inserting an object inserts related objects, and sets both sides")
  func cascadeInsert() throws {
    let author = Author(name: "Ada")
    let book = Book(title: "One", author: author)
    context.insert(book)
    #expect(author.books == [book])
    try context.save()
    #expect(author.books == [book])
    let found = try #require(try fetchAll(Author.self).first)
    #expect(found.books.map(\.title) == ["One"])
    #expect(found.books.first?.author === found)
  }

  @Test("setting one side of a relationship updates the other")
  func inverse() throws {
    let (ada, bo) = (Author(name: "Ada"), Author(name: "Bo"))
    let book = Book(title: "One", author: ada)
    context.insert(book)
    context.insert(bo)
    try context.save()
    bo.books.append(book)
    #expect(book.author === bo)
    #expect(ada.books.isEmpty)
    try context.save()
    let found = try fetchAll(Author.self).sorted { $0.name < $1.name }
    #expect(found.map { $0.books.map(\.title) } == [[], ["One"]])
  }

  @Test("many to many is written from either side")
  func manyToMany() throws {
    let (one, two) = (Book(title: "One"), Book(title: "Two"))
    let tag = Tag(word: "sea")
    context.insert(one)
    context.insert(two)
    one.tags = [tag]
    tag.books.append(two)
    try context.save()
    let found = try #require(try fetchAll(Tag.self).first)
    #expect(found.books.map(\.title) == ["One", "Two"])
    found.books.removeAll { $0.title == "One" }
    try other.save()
    let books = try fetchAll(Book.self)
    #expect(books.map { $0.tags.map(\.word) } == [[], ["sea"]])
  }

  @Test("a deletion cascades or nullifies")
  func deleteRules() throws {
    let author = Author(name: "Ada")
    let tag = Tag(word: "sea")
    let book = Book(title: "One", author: author)
    book.tags = [tag]
    context.insert(book)
    try context.save()
    context.delete(author)
    #expect(try context.fetchCount(FetchDescriptor<Book>()) == 0)
    try context.save()
    #expect(try fetchAll(Book.self).isEmpty)
    #expect(try fetchAll(Tag.self).first?.books == [])
  }

  @Test("a second object with the same unique value updates the row, and both objects are merged")
  func upsert() throws {
    let first = Author(name: "Ada")
    context.insert(first)
    try context.save()
    let second = Author(name: "Ada", born: Date(timeIntervalSinceReferenceDate: 5))
    context.insert(second)
    try context.save()
    #expect(try fetchAll(Author.self).count == 1)
    #expect(first.born == Date(timeIntervalSinceReferenceDate: 5))
    #expect(first.persistentModelID == second.persistentModelID)
    second.born = nil
    #expect(first.born == nil)
    context.insert(Author(name: "Bo"))
    context.insert(Author(name: "Bo"))
    try context.save()
    #expect(try fetchAll(Author.self).count == 2)
  }

  @Test("a fetch includes unsaved changes")
  func pending() throws {
    context.insert(Book(title: "One", pages: 10))
    context.insert(Book(title: "Two", pages: 20))
    try context.save()
    let book = try #require(
      try context.fetch(FetchDescriptor<Book>(predicate: #Predicate { $0.title == "One" })).first)
    book.pages = 30
    context.insert(Book(title: "Three", pages: 40))
    let found = try context.fetch(
      FetchDescriptor<Book>(predicate: #Predicate { $0.pages > 25 }, sortBy: [SortDescriptor(\.pages)]))
    #expect(found.map(\.title) == ["One", "Three"])
    var descriptor = FetchDescriptor<Book>()
    descriptor.includePendingChanges = false
    #expect(try context.fetchCount(descriptor) == 2)
    context.rollback()
    #expect(book.pages == 10)
    #expect(!context.hasChanges)
    #expect(try context.fetchCount(FetchDescriptor<Book>()) == 2)
  }

  @Test("changes to a list after other changes are saved, including removals")
  func listChangedLater() throws {
    let book = Book(title: "Rivers")
    context.insert(book)
    book.tags = [Tag(word: "water"), Tag(word: "land")]
    try context.save()
    let found = try #require(try other.fetch(FetchDescriptor<Book>()).first)
    found.pages = 7
    found.tags.removeAll { $0.word == "water" }
    try other.save()
    let third = ModelContext(container)
    #expect(try third.fetch(FetchDescriptor<Book>()).first?.tags.map(\.word) == ["land"])
  }

  @Test("an unchanged list does not undo changes of another context")
  func listOnlyRead() throws {
    let book = Book(title: "Rivers")
    context.insert(book)
    book.tags = [Tag(word: "water"), Tag(word: "land")]
    try context.save()
    #expect(book.tags.count == 2)
    try #require(try other.fetch(FetchDescriptor<Book>()).first).tags = []
    try other.save()
    book.pages = 7
    try context.save()
    let third = ModelContext(container)
    let found = try #require(try third.fetch(FetchDescriptor<Book>()).first)
    #expect((found.pages, found.tags) == (7, []))
  }

  @Test("a rollback restores both sides of a relationship")
  func rollbackOfLinks() throws {
    let (ada, eve) = (Author(name: "Ada"), Author(name: "Eve"))
    let book = Book(title: "Rivers", author: ada)
    for model in [ada, eve] { context.insert(model) }
    context.insert(book)
    try context.save()
    #expect((ada.books, eve.books) == ([book], []))
    book.author = eve
    context.insert(Book(title: "Lakes", author: ada))
    #expect((ada.books.map(\.title), eve.books) == (["Lakes"], [book]))
    context.rollback()
    #expect(book.author == ada)
    #expect((ada.books, eve.books) == ([book], []))
    #expect(!context.hasChanges)
  }

  @Test("a reference to an object that another context deleted fails the save, and nothing is written")
  func deletedElsewhere() throws {
    let (book, tag, author) = (Book(title: "Rivers"), Tag(word: "water"), Author(name: "Ada"))
    context.insert(book)
    context.insert(tag)
    context.insert(author)
    try context.save()
    try other.delete(model: Tag.self)
    try other.delete(model: Author.self)
    try other.save()
    func save(_ change: () -> Void) -> String? {
      change()
      defer { context.rollback() }
      do {
        try context.save()
        return nil
      } catch {
        guard case StoreError.deletedElsewhere(let entity, _) = error else { return "\(error)" }
        return entity
      }
    }
    #expect(save { book.author = author } == "Author")
    #expect(save { book.tags = [tag] } == "Tag")
    #expect(save { tag.books = [book] } == "Tag")
    #expect(save { context.insert(Book(title: "Lakes", author: author)) } == "Author")
    #expect(save { author.born = Date(timeIntervalSinceReferenceDate: 0) } == "Author")
    #expect(save { book.tags = [] } == nil)
    #expect(try fetchAll(Book.self).map { $0.author } == [nil])
  }

  enum Shelf {
    @Model class Media {
      var title: String
      init(title: String) { self.title = title }
    }
    @Model final class Film: Media {
      var minutes: Int
      init(title: String, minutes: Int) {
        self.minutes = minutes
        super.init(title: title)
      }
    }
    @Model final class Place {
      var number: Int
      var media: Media?
      init(number: Int, media: Media? = nil) {
        self.number = number
        self.media = media
      }
    }
  }

  /// > Z22_CONTACT (a key's neighbour: the entity of what it leads to)
  @Test("a key to one of several entities records the entity, and both are cleared together")
  func keyOfSeveralEntities() throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("shelf-\(UUID().uuidString).store")
    defer { for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: url.path + end) } }
    let container = try ModelContainer(
      for: Shelf.Media.self, Shelf.Film.self, Shelf.Place.self, configurations: ModelConfiguration(url: url))
    func keys() throws -> [Row] {
      try DatabaseQueue(path: url.path).read {
        try Row.fetchAll($0, sql: "SELECT ZNUMBER, ZMEDIA, Z1_MEDIA FROM ZPLACE ORDER BY ZNUMBER")
      }
    }
    let context = ModelContext(container)
    let (film, media) = (Shelf.Film(title: "Stalker", minutes: 162), Shelf.Media(title: "Map"))
    let places = [film, media, nil].enumerated().map { Shelf.Place(number: $0, media: $1) }
    for place in places { context.insert(place) }
    try context.save()
    // Entities are numbered superentities first: Media, Film, Place.
    #expect(try keys().map { $0["Z1_MEDIA"] } == [2, 1, nil] as [Int?])
    places[0].media = media
    places[2].media = film
    try context.save()
    #expect(try keys().map { $0["Z1_MEDIA"] } == [1, 1, 2] as [Int?])
    context.delete(media)
    try context.save()
    #expect(try keys().map { $0["Z1_MEDIA"] } == [nil, nil, 2] as [Int?])
    #expect(try keys().map { $0["ZMEDIA"] } == [nil, nil, 1] as [Int?])
  }

  @Test("a transformed value of any type is one BLOB, and an ephemeral one begins with its default")
  func transformed() throws {
    let cabinet = try Cabinet.container()
    let context = ModelContext(cabinet)
    let curio = Cabinet.Curio(id: 1, label: "shell")
    curio.motto = "sea"
    curio.isShown = false
    context.insert(curio)
    try context.save()
    curio.box = Cabinet.Size(width: 9)
    try context.save()
    let reading = ModelContext(cabinet)
    let found = try #require(try reading.fetch(FetchDescriptor<Cabinet.Curio>()).first)
    #expect((found.box, found.motto, found.label) == (Cabinet.Size(width: 9), "sea", "shell"))
    #expect(found.isShown)
  }

  @Test("texts with different code points are different")
  func codePoints() throws {
    let book = Book(title: "Zoe\u{308}")
    context.insert(book)
    try context.save()
    book.title = "Zo\u{eb}"
    try context.save()
    let found = try #require(try other.fetch(FetchDescriptor<Book>()).first)
    #expect(Array(found.title.unicodeScalars) == Array("Zo\u{eb}".unicodeScalars))
    for name in ["Zoe\u{308}", "Zo\u{eb}"] { context.insert(Author(name: name)) }
    try context.save()
    #expect(try other.fetchCount(FetchDescriptor<Author>()) == 2)
  }

  @Test("a long list that changes from the other side is complete whenever it is read")
  func longList() throws {
    let author = Author(name: "Ada")
    context.insert(author)
    let books = (0..<300).map { Book(title: "book \($0)", author: author) }
    for book in books { context.insert(book) }
    #expect(author.books.count == 300)
    for book in books[..<100] { book.author = nil }
    #expect(author.books.count == 200)
    try context.save()
    #expect(author.books.count == 200)
    for book in books[100..<150] { context.delete(book) }
    for book in books[..<10] { book.author = author }
    #expect(author.books.count == 160)
    context.rollback()
    #expect(author.books.count == 200)
    context.delete(author)
    try context.save()
    #expect(try other.fetchCount(FetchDescriptor<Book>()) == 100)
  }
}
