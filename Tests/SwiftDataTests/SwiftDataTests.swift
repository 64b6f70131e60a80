import Testing

#if canImport(SwiftData)
  import SwiftData
#else
  #error("A package that requests the product SwiftData can import a module of that name")
#endif

// Nothing in this file names SchemaModel or Foundation: it stands for the files of an app.

enum ReadingV1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Book.self] }

  @Model final class Book {
    var title: String
    init(title: String) { self.title = title }
  }
}

enum ReadingV2: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [Book.self, Chapter.self] }

  enum State: String, Codable { case unread, read }

  struct Cover: Codable, Equatable {
    var colour: String
    var width: Int
  }

  @Model final class Book {
    #Index<Book>([\.name], [\.state, \.name])
    #Unique<Book>([\.name])

    @Attribute(originalName: "title") var name: String
    var state = State.unread
    var cover: Cover?
    @Relationship(deleteRule: .cascade, inverse: \Chapter.book) var chapters: [Chapter] = []
    @Transient var isOpen = false
    init(name: String) { self.name = name }
  }

  @SwiftData.Model final class Chapter {
    var number: Int
    var book: Book?
    init(number: Int) { self.number = number }
  }
}

enum ReadingPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [ReadingV1.self, ReadingV2.self] }
  static var stages: [MigrationStage] {
    [
      .custom(fromVersion: ReadingV1.self, toVersion: ReadingV2.self, willMigrate: nil) { context in
        for book in try context.fetch(FetchDescriptor<ReadingV2.Book>()) { book.state = .read }
        try context.save()
      }
    ]
  }
}

@ModelActor
actor Librarian {
  func add(_ name: String) throws {
    modelContext.insert(ReadingV2.Book(name: name))
    try modelContext.save()
  }
}

@Suite("The module SwiftData")
struct SwiftDataTests {
  let store = FileManager.default.temporaryDirectory.appendingPathComponent("reading-\(UUID().uuidString).store")

  private func removeStore() {
    for ending in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: store.path + ending) }
  }

  private func container(_ version: any VersionedSchema.Type) throws -> ModelContainer {
    try SwiftData.ModelContainer(
      for: Schema(versionedSchema: version), migrationPlan: ReadingPlan.self,
      configurations: ModelConfiguration(url: store))
  }

  @Test("models, plans, predicates and actors of a file that imports SwiftData work")
  func everything() async throws {
    defer { removeStore() }
    do {
      let context = ModelContext(try container(ReadingV1.self))
      context.insert(ReadingV1.Book(title: "Emma"))
      try context.save()
    }
    let container = try container(ReadingV2.self)
    try await Librarian(modelContainer: container).add("Persuasion")
    let context = ModelContext(container)
    let read = ReadingV2.State.read
    let books = try context.fetch(
      FetchDescriptor<ReadingV2.Book>(predicate: #Predicate { $0.state == read && $0.name.contains("m") }))
    #expect(books.map(\.name) == ["Emma"])
    let emma = try #require(books.first)
    emma.cover = ReadingV2.Cover(colour: "green", width: 12)
    emma.chapters = [ReadingV2.Chapter(number: 1)]
    try context.save()
    let again = ModelContext(container)
    let chapters = try again.fetch(FetchDescriptor<ReadingV2.Chapter>())
    #expect(chapters.map { $0.book?.cover } == [ReadingV2.Cover(colour: "green", width: 12)])
  }

  @Test("an error has SwiftData's type")
  func errors() throws {
    defer { removeStore() }
    withExtendedLifetime(try container(ReadingV2.self)) {}
    #expect(throws: SwiftDataError.self) { try container(ReadingV1.self) }
  }
}
