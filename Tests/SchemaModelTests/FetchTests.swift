import Foundation
import SchemaModel
import Testing

/// Pieces of equipment in one table.
private enum Depot {
  @Model class Vehicle {
    var name: String
    var wheels: Int
    @Relationship(inverse: \Trip.vehicle) var trips: [Trip] = []
    @Transient var isParked = true
    var label: String { name + "!" }
    init(name: String, wheels: Int) {
      self.name = name
      self.wheels = wheels
    }
  }

  @Model final class Truck: Vehicle {
    var load: Double?
    init(name: String, load: Double?) {
      self.load = load
      super.init(name: name, wheels: 6)
    }
  }

  @Model final class Trip {
    var length: Double
    var vehicle: Vehicle?
    init(length: Double, vehicle: Vehicle?) {
      self.length = length
      self.vehicle = vehicle
    }
  }

  static func context() throws -> ModelContext {
    let context = ModelContext(
      try ModelContainer(
        for: Vehicle.self, Truck.self, Trip.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true)))
    let vehicles = [
      Vehicle(name: "bike", wheels: 2), Truck(name: "big", load: 12.5), Truck(name: "empty", load: nil),
      Vehicle(name: "Bike", wheels: 2),
    ]
    for vehicle in vehicles { context.insert(vehicle) }
    context.insert(Trip(length: 3, vehicle: vehicles[0]))
    context.insert(Trip(length: 30, vehicle: vehicles[1]))
    context.insert(Trip(length: 7, vehicle: nil))
    return context
  }
}

@Suite("Fetching")
struct FetchTests {
  typealias Author = Library.Author
  typealias Book = Library.Book
  typealias Tag = Library.Tag

  private func library() throws -> ModelContext {
    let context = ModelContext(try Library.container())
    let date = Date(timeIntervalSinceReferenceDate: 0)
    let authors = [
      Author(name: "Ada", born: date), Author(name: "bob"), Author(name: "Zoë", born: date.addingTimeInterval(0.5)),
    ]
    authors[0].address = Library.Address(street: "a", number: 7)
    authors[1].address = Library.Address(street: "b", number: nil)
    let tags = ["red", "green", "blue"].map { Tag(word: $0) }
    tags[1].parent = tags[0]
    for (index, author) in (authors + authors + [authors[0]]).enumerated() {
      let book = Book(title: "Book \(index)", pages: index * 50, author: index == 5 ? nil : author)
      book.price = index % 2 == 0 ? Decimal(index) + Decimal(sign: .plus, exponent: -2, significand: 99) : nil
      book.genre = index % 3 == 0 ? .essay : .novel
      book.keywords = index % 2 == 0 ? ["a"] : []
      book.tags = Array(tags.prefix(index % 4))
      context.insert(book)
    }
    for object in authors { context.insert(object) }
    for object in tags { context.insert(object) }
    return context
  }

  /// The same objects, whether they are still to be saved, were just saved, or were fetched by somebody else.
  private func expectSame<T: PersistentModel>(
    _ predicate: Predicate<T>, in context: ModelContext, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let expected = try context.fetch(FetchDescriptor<T>()).filter { try predicate.evaluate($0) }
    let descriptor = FetchDescriptor(predicate: predicate)
    let found = try context.fetch(descriptor)
    #expect(Set(found) == Set(expected), "\(predicate)", sourceLocation: sourceLocation)
    #expect(try context.fetchCount(descriptor) == expected.count, sourceLocation: sourceLocation)
    #expect(
      try Set(context.fetchIdentifiers(descriptor)) == Set(expected.map(\.persistentModelID)),
      sourceLocation: sourceLocation)
  }

  private func expectBooks(in context: ModelContext) throws {
    let genre = Library.Genre.essay
    let ada = try context.fetch(FetchDescriptor<Author>()).first { $0.name == "Ada" }?.persistentModelID
    let price = Decimal(3)
    try expectSame(#Predicate<Book> { $0.title == "Book 3" }, in: context)
    try expectSame(#Predicate<Book> { $0.pages > 100 && $0.title.starts(with: "Book") }, in: context)
    try expectSame(#Predicate<Book> { $0.genre == genre }, in: context)
    try expectSame(#Predicate<Book> { ($0.price ?? 0) > price }, in: context)
    try expectSame(#Predicate<Book> { $0.price != nil }, in: context)
    try expectSame(#Predicate<Book> { $0.author?.name == "Ada" }, in: context)
    try expectSame(#Predicate<Book> { $0.author?.name != "Ada" }, in: context)
    try expectSame(#Predicate<Book> { $0.author == nil }, in: context)
    try expectSame(#Predicate<Book> { $0.author?.persistentModelID == ada }, in: context)
    try expectSame(#Predicate<Book> { $0.author?.id == ada }, in: context)
    try expectSame(#Predicate<Book> { $0.author?.address?.number == 7 }, in: context)
    try expectSame(#Predicate<Book> { $0.tags.contains { $0.word == "green" } }, in: context)
    try expectSame(#Predicate<Book> { $0.tags.contains { $0.parent?.word == "red" } }, in: context)
    try expectSame(#Predicate<Book> { $0.tags.isEmpty }, in: context)
    try expectSame(#Predicate<Book> { $0.tags.count == 2 && $0.pages > 100 }, in: context)
    try expectSame(#Predicate<Book> { $0.keywords.contains("a") && $0.pages > 100 }, in: context)
  }

  private func expectAuthors(in context: ModelContext) throws {
    try expectSame(#Predicate<Author> { $0.books.contains { $0.pages > 200 } }, in: context)
    try expectSame(#Predicate<Author> { $0.books.allSatisfy { $0.pages < 200 } }, in: context)
    try expectSame(#Predicate<Author> { $0.books.filter { $0.pages > 100 }.count == 1 }, in: context)
    try expectSame(#Predicate<Author> { $0.born == nil }, in: context)
    try expectSame(#Predicate<Author> { $0.address?.number == nil }, in: context)
    try expectSame(#Predicate<Author> { $0.name == "Zoe\u{308}" }, in: context)
    try expectSame(#Predicate<Tag> { $0.books.contains { $0.author?.name == "Ada" } }, in: context)
    try expectSame(#Predicate<Tag> { $0.parent != nil }, in: context)
  }

  @Test("a predicate finds the same objects as Swift, saved or not")
  func conditions() throws {
    let context = try library()
    try expectBooks(in: context)
    try expectAuthors(in: context)
    try context.save()
    try expectBooks(in: context)
    try expectAuthors(in: context)
    let other = ModelContext(context.container)
    try expectBooks(in: other)
    try expectAuthors(in: other)
  }

  @Test("unsaved changes are considered, including those of related objects")
  func pending() throws {
    let context = try library()
    try context.save()
    let books = try context.fetch(FetchDescriptor<Book>(sortBy: [SortDescriptor(\.pages)]))
    books[0].pages = 1000
    books[1].author?.name = "Ada Lovelace"
    books[2].tags = []
    context.delete(books[3])
    context.insert(Book(title: "new", pages: 2000, author: books[1].author))
    try expectBooks(in: context)
    try expectAuthors(in: context)
    try expectSame(#Predicate<Book> { $0.author?.name == "Ada Lovelace" }, in: context)
    try expectSame(#Predicate<Book> { $0.pages >= 1000 }, in: context)

    var saved = FetchDescriptor<Book>(predicate: #Predicate { $0.pages >= 1000 })
    saved.includePendingChanges = false
    #expect(try context.fetchCount(saved) == 0)
    try context.save()
    #expect(try context.fetchCount(saved) == 2)
  }

  @Test("an order, a limit and an offset", arguments: [SortOrder.forward, .reverse])
  func ordered(order: SortOrder) throws {
    let context = try library()
    for isSaved in [false, true] {
      if isSaved { try context.save() }
      let all = try context.fetch(FetchDescriptor<Book>())
      let descriptors: [[SortDescriptor<Book>]] = [
        [SortDescriptor(\.pages, order: order)], [SortDescriptor(\.price, order: order), SortDescriptor(\.pages)],
        [SortDescriptor(\.title, comparator: .lexical, order: order)],
      ]
      for sort in descriptors {
        var descriptor = FetchDescriptor<Book>(sortBy: sort)
        descriptor.fetchLimit = 3
        descriptor.fetchOffset = 2
        let expected = all.sorted(using: sort).dropFirst(2).prefix(3)
        #expect(try context.fetch(descriptor).map(\.pages) == expected.map(\.pages))
      }
    }
  }

  @Test("a subclass is fetched as itself and as its superclass")
  func inheritance() throws {
    let context = try Depot.context()
    for isSaved in [false, true] {
      if isSaved { try context.save() }
      try expectSame(#Predicate<Depot.Vehicle> { $0.wheels == 2 }, in: context)
      try expectSame(#Predicate<Depot.Vehicle> { $0 is Depot.Truck }, in: context)
      try expectSame(#Predicate<Depot.Vehicle> { ($0 as? Depot.Truck)?.load == 12.5 }, in: context)
      try expectSame(#Predicate<Depot.Vehicle> { $0.trips.contains { $0.length > 10 } }, in: context)
      try expectSame(#Predicate<Depot.Truck> { $0.load == nil }, in: context)
      try expectSame(#Predicate<Depot.Truck> { $0.wheels == 6 && $0.name == "big" }, in: context)
      try expectSame(#Predicate<Depot.Trip> { $0.vehicle is Depot.Truck }, in: context)
      try expectSame(#Predicate<Depot.Trip> { $0.vehicle?.name == "big" }, in: context)
      #expect(
        try context.fetch(FetchDescriptor<Depot.Truck>(sortBy: [SortDescriptor(\.name)])).map(\.name) == [
          "big", "empty",
        ])
    }
  }

  @Test("a transient property in a predicate or an order is an error that names it")
  func transient() throws {
    let context = try library()
    try context.save()
    #expect {
      try context.fetch(FetchDescriptor<Book>(predicate: #Predicate { $0.isOpen && $0.pages > 1 }))
    } throws: { error in
      error as? SwiftDataError == .unsupportedPredicate && "\(error)".contains("'isOpen' of Book is transient")
    }
  }

  @Test("a list of ten thousand identifiers")
  func identifiers() throws {
    let context = try library()
    try context.save()
    let ids = try context.fetchIdentifiers(FetchDescriptor<Book>())
    let many = (0..<1500).flatMap { _ in ids }
    try expectSame(#Predicate<Book> { many.contains($0.persistentModelID) }, in: context)
    try expectSame(#Predicate<Book> { ids.contains($0.persistentModelID) }, in: context)
  }

  /// What is evaluated in Swift, and why.
  private func log(of context: ModelContext, _ body: () throws -> Void) rethrows -> [String] {
    var lines: [String] = []
    context.debugLog = { lines.append($0) }
    try body()
    return lines
  }

  @Test("predicates that SQLite cannot evaluate are logged, and no others")
  func told() throws {
    let context = try Depot.context()
    try context.save()
    let silent = try log(of: context) {
      try expectSame(#Predicate<Depot.Truck> { $0.wheels == 6 && $0.name.contains("i") }, in: context)
      try expectSame(#Predicate<Depot.Truck> { $0.trips.isEmpty }, in: context)
      _ = try context.fetch(FetchDescriptor<Depot.Truck>(sortBy: [SortDescriptor(\.wheels), SortDescriptor(\.load)]))
    }
    #expect(silent == [])
    let told = try log(of: context) {
      _ = try context.fetch(
        FetchDescriptor<Depot.Vehicle>(
          predicate: #Predicate { $0.wheels > 2 && $0.label == "big!" }, sortBy: [SortDescriptor(\.label)]))
    }
    #expect(told.count == 2)
    #expect(told.first?.contains("a predicate on Vehicle is evaluated in Swift: it reads") == true)
    #expect(told.last?.contains("sorted in Swift") == true)
  }

  @Test("a transient property of a class with subclasses is distinguished from a computed one")
  func inheritedTransient() throws {
    let context = try Depot.context()
    #expect(throws: SwiftDataError.unsupportedPredicate) {
      try context.fetch(FetchDescriptor<Depot.Vehicle>(predicate: #Predicate { $0.isParked }))
    }
    #expect(throws: SwiftDataError.unsupportedPredicate) {
      try context.fetch(FetchDescriptor<Depot.Trip>(predicate: #Predicate { $0.vehicle?.isParked == true }))
    }
  }

  @Test("all connections to a file compare texts as Swift does")
  func file() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appending(path: "library.store")
    let schema = Schema([Author.self, Book.self, Tag.self])
    let container = try ModelContainer(for: schema, configurations: ModelConfiguration(schema: schema, url: url))
    let context = ModelContext(container)
    for title in ["cafe\u{301}", "café", "cafe", "a\0fé", "x\r\ny"] { context.insert(Book(title: title)) }
    try context.save()
    let other = ModelContext(container)
    for text in ["é", "e", "fé", "\n", "a\0"] {
      try expectSame(#Predicate<Book> { $0.title.contains(text) }, in: other)
      try expectSame(#Predicate<Book> { $0.title.starts(with: text) }, in: other)
    }
    try expectSame(#Predicate<Book> { $0.title == "café" }, in: other)
    try expectSame(#Predicate<Book> { $0.title.count == 4 }, in: other)
  }
}
