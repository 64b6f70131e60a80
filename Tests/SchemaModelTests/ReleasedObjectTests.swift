import Dispatch
import Foundation
import Synchronization
import Testing

@testable import SchemaModel

/// Objects that the program releases while their values, or objects that refer to their rows, are still in memory.
@Suite("Released objects")
struct ReleasedObjectTests {
  private let container: ModelContainer

  init() throws {
    container = try ModelContainer(
      for: Shelf.self, Book.self, Novel.self, Atlas.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true)
    )
    let context = ModelContext(container)
    context.insert(
      Shelf(name: "travel", books: [Book(title: "walks"), Novel(title: "tales"), Atlas(title: "maps")]))
    try context.save()
  }

  private func book(_ title: String, in context: ModelContext) throws -> Book {
    try #require(try context.fetch(FetchDescriptor<Book>(predicate: #Predicate { $0.title == title })).first)
  }

  @Test("the values do not refer to a released object, whatever its class is", arguments: ["walks", "tales", "maps"])
  func ended(title: String) throws {
    let context = ModelContext(container)
    var book: Book? = try book(title, in: context)
    let data = try #require(book?.persistentBackingData)
    #expect(data.model === book)
    book = nil
    #expect(data.model == nil)
    // The values are still those of the row's object, so the next object gets them.
    #expect(try self.book(title, in: context).persistentBackingData === data)
  }

  @Test(
    "an object that is given other values is not the object of the previous ones",
    arguments: ["walks", "tales", "maps"])
  func replaced(title: String) throws {
    let context = ModelContext(container)
    var book: Book? = try book(title, in: context)
    let data = try #require(book?.persistentBackingData)
    book?.persistentBackingData = BackingData(for: Book.self)
    #expect(data.model == nil)
    book = nil
    #expect(try self.book(title, in: context).title == title)
  }

  /// The deinitializer reads its row through a relationship. It must not get the object that is being deallocated.
  @Test("a deinitializer that fetches the object's row gets another object", arguments: [true, false])
  func fetchedByDeinit(isSubclassOfModel: Bool) throws {
    let context = ModelContext(container)
    let shelf = try #require(try context.fetch(FetchDescriptor<Shelf>()).first)
    let found = Found()
    if isSubclassOfModel {
      var atlas = try book("maps", in: context) as? Atlas
      atlas?.found = found
      atlas = nil
    } else {
      // A class without `@Model`.
      var folio: Folio? = Folio(title: "prints")
      folio?.found = found
      shelf.books.append(try #require(folio))
      try context.save()
      #expect(folio?.persistentBackingData.state == .clean)
      folio = nil
    }
    #expect(found.isOther)
    let titles = ["maps", "tales", "walks"] + (isSubclassOfModel ? [] : ["prints"])
    #expect(found.books.map(\.title).sorted() == titles.sorted())
    #expect(shelf.books == found.books)
  }

  /// An object belongs to the thread of its context, but nothing prevents a program from releasing its last reference
  /// elsewhere.
  @Test("objects are released on another thread while their rows are fetched again")
  func released() throws {
    let context = ModelContext(container)
    for number in 0..<200 { context.insert(Book(title: "book \(number)")) }
    try context.save()
    let ended = DispatchSemaphore(value: 0)
    let released = Mutex<[Released]>([])
    let isDone = Atomic(false)
    Thread.detachNewThread {
      while !isDone.load(ordering: .relaxed) { released.withLock { $0 = [] } }
      ended.signal()
    }
    for _ in 0..<200 {
      let books = try context.fetch(FetchDescriptor<Book>())
      #expect(books.count == 203 && books.allSatisfy { $0.persistentBackingData.model === $0 })
      let reference = Released(books: books)
      released.withLock { $0.append(reference) }
    }
    isDone.store(true, ordering: .relaxed)
    ended.wait()
  }

  private struct Released: @unchecked Sendable { let books: [Book] }

  @Model final class Shelf {
    var name: String
    @Relationship(inverse: \Book.shelf) var books: [Book]

    init(name: String, books: [Book]) {
      self.name = name
      self.books = books
    }
  }

  @Model class Book {
    var title: String
    var shelf: Shelf?
    init(title: String) { self.title = title }
  }

  @Model final class Novel: Book {
    override init(title: String) { super.init(title: title) }
  }

  @Model final class Atlas: Book {
    @Transient var found: Found?
    override init(title: String) { super.init(title: title) }

    deinit { found?.look(from: self) }
  }

  final class Folio: Book {
    var found: Found?
    deinit { found?.look(from: self) }
  }

  /// What a deinitializer finds.
  final class Found {
    var books: [Book] = []
    var isOther = false

    func look(from book: Book) {
      books = book.shelf?.books ?? []
      let this = ObjectIdentifier(book)
      isOther = !books.isEmpty && books.allSatisfy { ObjectIdentifier($0) != this }
    }
  }
}
