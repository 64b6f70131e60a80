import Foundation
import Testing

@testable import SchemaModel

/// Objects whose context the program has released, as in `try ModelContext(container).fetch(…)[0].books`.
@Suite("Objects of a released context")
struct EndedContextTests {
  @Model final class Author {
    var name: String
    @Relationship(inverse: \Book.author) var books: [Book] = []
    @Relationship(inverse: \Award.winners) var awards: [Award] = []
    init(name: String) { self.name = name }
  }

  @Model final class Book {
    var title: String
    var author: Author?
    init(title: String) { self.title = title }
  }

  @Model final class Award {
    var name: String
    var winners: [Author] = []
    init(name: String) { self.name = name }
  }

  private let container: ModelContainer

  init() throws {
    container = try ModelContainer(
      for: Author.self, Book.self, Award.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    let author = Author(name: "Ada")
    author.books = [Book(title: "one"), Book(title: "two")]
    author.awards = [Award(name: "prize")]
    context.insert(author)
    try context.save()
  }

  private func author() throws -> Author {
    try #require(try ModelContext(container).fetch(FetchDescriptor<Author>()).first)
  }

  @Test("relationships are read from the store, in both directions and any number of times")
  func relationships() throws {
    #expect(try ModelContext(container).fetch(FetchDescriptor<Author>())[0].books.count == 2)
    let author = try author()
    #expect(author.modelContext == nil)
    for _ in 0..<2 {
      #expect(author.books.map(\.title).sorted() == ["one", "two"])
      #expect(author.awards.map(\.name) == ["prize"])
      // One object for each row, as in a context.
      #expect(author.books.allSatisfy { $0.author === author })
      #expect(author.awards[0].winners.map(ObjectIdentifier.init) == [ObjectIdentifier(author)])
    }
    let books = try self.author().books
    #expect(books.map { $0.author?.name } == ["Ada", "Ada"])
    #expect(books[0].author?.books.count == 2)
  }

  @Test("what was read before the context ended, and what changes in the store afterwards")
  func later() throws {
    var context: ModelContext? = ModelContext(container)
    let author = try #require(try context?.fetch(FetchDescriptor<Author>()).first)
    let books = author.books
    context = nil
    #expect(author.books.count == 2 && author.books.allSatisfy { book in books.contains { $0 === book } })
    let other = ModelContext(container)
    try other.delete(model: Book.self, where: #Predicate { $0.title == "one" })
    try other.save()
    #expect(author.books.map(\.title) == ["two"])
  }

  @Test("the identifier names the store, and the object is found by it")
  func identifier() throws {
    let author = try author()
    let context = ModelContext(container)
    #expect(author.persistentModelID == (try context.fetch(FetchDescriptor<Author>()).first?.persistentModelID))
    #expect((context.model(for: author.persistentModelID) as? Author)?.name == "Ada")
  }

  @Test("an object of a released context is not inserted into another one, nor linked there")
  func inserted() throws {
    let author = try author()
    let context = ModelContext(container)
    context.insert(author)
    #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
    let book = Book(title: "three")
    context.insert(book)
    book.author = author
    #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
  }

  @Test("an object that was never saved is not kept, and keeps nothing")
  func unsavedObject() throws {
    weak var kept: BackingData?
    do {
      let book = try #require(try ModelContext(container).fetch(FetchDescriptor<Book>()).first)
      var context: ModelContext? = ModelContext(container)
      let other = try #require(try context?.fetch(FetchDescriptor<Book>()).first)
      other.author = Author(name: "new")
      context = nil
      #expect(other.author?.name == "Ada")
      book.author = other.author
      kept = other.persistentBackingData
    }
    #expect(kept == nil)
  }

  @Test("an object that a delete rule is going to delete does not exist")
  func cascade() throws {
    let library = try ModelContainer(
      for: Shelf.self, Volume.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(library)
    let shelf = Shelf()
    shelf.volumes = [Volume()]
    context.insert(shelf)
    try context.save()
    let volume = shelf.volumes[0].persistentModelID
    let there: Volume? = try context.existingModel(for: volume)
    #expect(there != nil)
    context.delete(shelf)
    let gone: Volume? = try context.existingModel(for: volume)
    #expect(gone == nil)
  }

  @Model final class Shelf {
    @Relationship(deleteRule: .cascade, inverse: \Volume.shelf) var volumes: [Volume] = []
    init() {}
  }

  @Model final class Volume {
    var shelf: Shelf?
    init() {}
  }

  @Test("the table of objects is empty after all are released, also after their context has ended")
  func table() throws {
    var objects: [any PersistentModel] = try ModelContext(container).fetch(FetchDescriptor<Book>())
    let registered = try #require(objects.first?.persistentBackingData.link?.registered)
    #expect(!registered.isEmpty && registered.linked.count == 2)
    objects.removeLast()
    #expect(registered.linked.count == 1)
    objects = []
    #expect(registered.isEmpty)
  }

  @Test("nothing is kept in memory")
  func released() throws {
    weak var author: Author?
    weak var book: Book?
    weak var data: BackingData?
    do {
      let kept = try self.author()
      let books = kept.books
      _ = books.map { $0.author?.books.map { $0.author?.awards.map { $0.winners } } }
      (author, book, data) = (kept, books.first, kept.persistentBackingData)
      #expect(author != nil && book != nil && data != nil)
    }
    #expect(author == nil && book == nil && data == nil)
  }

  @Test("changes of a released context are not in the store")
  func unsaved() throws {
    let author = try author()
    author.name = "Eve"
    author.books[0].title = "changed"
    #expect(author.name == "Eve")
    #expect(try ModelContext(container).fetch(FetchDescriptor<Author>()).map(\.name) == ["Ada"])
    #expect(Set(author.books.map(\.title)) == ["one", "two"])
  }

  private func existing(_ identifier: PersistentIdentifier, in context: ModelContext) throws -> Book? {
    try context.existingModel(for: identifier)
  }

  @Test("an object is found by its identifier only if its row exists")
  func existing() throws {
    let context = ModelContext(container)
    let books = try context.fetch(FetchDescriptor<Book>(sortBy: [SortDescriptor(\.title)]))
    let identifiers = books.map(\.persistentModelID)
    #expect(try existing(identifiers[0], in: context) === books[0])
    #expect(try (context.existingModel(for: identifiers[0]) as Author?) == nil)
    context.delete(books[0])
    #expect(try existing(identifiers[0], in: context) == nil)
    context.rollback()
    #expect(try existing(identifiers[0], in: context) === books[0])
    let other = ModelContext(container)
    try other.delete(model: Book.self)
    try other.save()
    // The object is still in memory.
    #expect((context.registeredModel(for: identifiers[1]) as Book?) === books[1])
    #expect(try existing(identifiers[1], in: context) == nil)
    let new = Book(title: "new")
    context.insert(new)
    #expect(try existing(new.persistentModelID, in: context) === new)
    let stranger = try PersistentIdentifier.identifier(for: "another store", entityName: "Book", primaryKey: 1)
    #expect(try existing(stranger, in: context) == nil)
  }
}
