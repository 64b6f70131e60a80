import Foundation
import SchemaModel
import Testing

@Suite("Models isolated to the main actor")
struct MainActorModelTests {
  @Test("objects of isolated classes and their subclasses are written and read")
  @MainActor func roundTrip() throws {
    let container = try ModelContainer(
      for: Note.self, Memo.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = container.mainContext
    let memo = Memo(title: "call", pages: 2)
    context.insert(memo)
    memo.reply = Note(title: "answer")
    try context.save()

    let reading = ModelContext(container)
    let found = try #require(
      try reading.fetch(FetchDescriptor<Memo>(predicate: #Predicate { $0.title == "call" })).first)
    #expect(found !== memo && found.pages == 2 && found.reply?.title == "answer")
    #expect(found.summary == "call, 2")
    found.title = "write"
    #expect(found.hasChanges)
    reading.rollback()
    #expect(found.title == "call")
  }

  @Test("observers of an isolated class are notified")
  @MainActor func observation() throws {
    let memo = Memo(title: "call", pages: 2)
    let isNotified = Flag()
    withObservationTracking {
      _ = memo.pages
    } onChange: {
      isNotified.value = true
    }
    memo._$didChangeAll()
    #expect(isNotified.value)
  }

  @Test("a schema is described, and objects are counted, away from the main actor")
  func elsewhere() async throws {
    let schema = Schema([Note.self, Memo.self])
    #expect(schema.entity(for: Memo.self)?.attributesByName.keys.sorted() == ["pages", "title"])
    let container = try ModelContainer(for: schema, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    try await MainActor.run {
      container.mainContext.insert(Note(title: "a"))
      container.mainContext.insert(Memo(title: "b", pages: 1))
      try container.mainContext.save()
    }
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Note>()) == 2)
    #expect(try ModelContext(container).fetch(FetchDescriptor<Note>()).count == 2)
  }

  /// A property that predicates use away from its actor is not isolated.
  @MainActor @Model class Note {
    nonisolated var title: String
    init(title: String) { self.title = title }
    var summary: String { title }
  }

  /// Isolated because its superclass is.
  @Model final class Memo: Note {
    var pages: Int
    var reply: Note?

    init(title: String, pages: Int) {
      self.pages = pages
      super.init(title: title)
    }

    override var summary: String { "\(title), \(pages)" }
  }

  // Before macOS 15.4, there are no isolated deinitializers.
  #if os(Linux)
    @Test("a subclass inherits an isolated deinitializer")
    @MainActor func deinitializer() throws {
      let container = try ModelContainer(
        for: Sketch.self, Painting.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
      Sketch.ended = []
      container.mainContext.insert(Painting(name: "harbour"))
      try container.mainContext.save()
      let paintings = try container.mainContext.fetch(FetchDescriptor<Painting>()).map(\.name)
      #expect(paintings == ["harbour"] && Set(Sketch.ended) == ["harbour"])
    }

    @MainActor @Model class Sketch {
      static var ended: [String] = []
      var name: String
      init(name: String) { self.name = name }
      isolated deinit { Self.ended.append(name) }
    }

    @Model final class Painting: Sketch {
      override init(name: String) { super.init(name: name) }
    }
  #endif

  /// Set and read on the main actor only.
  final class Flag: @unchecked Sendable { var value = false }
}
