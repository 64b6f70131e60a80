import Foundation
import SchemaModel
import Testing

/// Texts as a search field and a sorted list use them: in SQL, in Swift, and over unsaved changes.
@Suite("Searching and sorting texts")
struct TextPredicateTests {
  typealias Tag = Library.Tag
  typealias Author = Library.Author
  typealias Book = Library.Book

  private static let words = [
    "item10", "Item2", "item1", "École", "ecole", "Zoë", "zoo", "Apfel", "ähnlich", "apfel", "Straße", "strasse",
    "Ｗide",
    "wide", "", "a\0b", "10", "9", "e\u{301}cole", "ＡＢ", "ab",
  ]

  private func context(saved: Bool) throws -> ModelContext {
    let context = ModelContext(try Library.container())
    for word in Self.words { context.insert(Tag(word: word)) }
    if saved { try context.save() }
    return context
  }

  /// What SwiftData finds, by the definition of its search: without regard to case, diacritics and width.
  private func words(containing text: String) -> [String] {
    Self.words.filter {
      $0.range(of: text, options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: .current) != nil
    }.sorted()
  }

  /// A letter and its accent may be one code point or two, and in either form each text is before or after the other.
  @Test(
    "texts are compared as Swift compares them, whatever the form of their accents", arguments: [true, false],
    ["e\u{301}", "\u{e9}", "f", "e", "Z", "item2", ""])
  func canonicalOrder(saved: Bool, bound: String) throws {
    let context = try context(saved: saved)
    func found(_ predicate: Predicate<Tag>) throws -> [String] {
      try context.fetch(FetchDescriptor(predicate: predicate)).map(\.word).sorted()
    }
    #expect(try found(#Predicate { $0.word < bound }) == Self.words.filter { $0 < bound }.sorted())
    #expect(try found(#Predicate { $0.word <= bound }) == Self.words.filter { $0 <= bound }.sorted())
    #expect(try found(#Predicate { bound < $0.word }) == Self.words.filter { bound < $0 }.sorted())
    #expect(
      try found(#Predicate { ("a"..."g").contains($0.word) }) == Self.words.filter { ("a"..."g").contains($0) }.sorted()
    )
  }

  @Test(
    "localizedStandardContains ignores case, diacritics and width", arguments: [true, false],
    ["ecole", "ÉCOLE", "w", "ITEM1", "ss", "ß", "", "b", "\0", "ab", "zoe"])
  func search(saved: Bool, text: String) throws {
    let context = try context(saved: saved)
    let found = try context.fetch(
      FetchDescriptor<Tag>(predicate: #Predicate { $0.word.localizedStandardContains(text) }))
    #expect(found.map(\.word).sorted() == words(containing: text))
  }

  @Test("a search over saved objects is done by SQLite alone")
  func searchInSQL() throws {
    let context = try context(saved: true)
    var messages: [String] = []
    context.debugLog = { messages.append($0) }
    let search = "ECOLE"
    let predicate = #Predicate<Tag> { $0.word.localizedStandardContains(search) && !$0.word.isEmpty }
    #expect(try context.fetchCount(FetchDescriptor(predicate: predicate)) == 3)
    #expect(messages == [])
  }

  @Test("an optional text and a related object's text are searched", arguments: [true, false])
  func searchRelated(saved: Bool) throws {
    let context = ModelContext(try Library.container())
    let (zoe, none) = (Author(name: "Zoë"), Book(title: "no author"))
    for book in [Book(title: "one", author: zoe), none] { context.insert(book) }
    if saved { try context.save() }
    let text = "ZOE"
    let found = try context.fetch(
      FetchDescriptor<Book>(predicate: #Predicate { $0.author?.name.localizedStandardContains(text) == true }))
    #expect(found.map(\.title) == ["one"])
    let others = try context.fetch(
      FetchDescriptor<Book>(predicate: #Predicate { !($0.author?.name.localizedStandardContains(text) ?? false) }))
    #expect(others.map(\.title) == ["no author"])
  }

  @Test("caseInsensitiveCompare and localizedCompare find the same in SQL and in Swift", arguments: [true, false])
  func compare(saved: Bool) throws {
    let context = try context(saved: saved)
    var messages: [String] = []
    context.debugLog = { messages.append($0) }
    let (same, ascending) = (ComparisonResult.orderedSame, ComparisonResult.orderedAscending)
    let equal = try context.fetch(
      FetchDescriptor<Tag>(predicate: #Predicate { $0.word.caseInsensitiveCompare("APFEL") == same }))
    #expect(equal.map(\.word).sorted() == ["Apfel", "apfel"])
    let before = try context.fetch(
      FetchDescriptor<Tag>(predicate: #Predicate { $0.word.localizedCompare("b") == ascending }))
    #expect(
      before.map(\.word).sorted() == Self.words.filter { $0.localizedCompare("b") == .orderedAscending }.sorted())
    #expect(before.contains { $0.word == "ähnlich" })
    #expect(messages == [])
  }

  @Test(
    "a saved and an unsaved list of texts have SwiftData's default order", arguments: [SortOrder.forward, .reverse])
  func defaultOrder(order: SortOrder) throws {
    for saved in [true, false] {
      let context = try context(saved: saved)
      var messages: [String] = []
      context.debugLog = { messages.append($0) }
      for sort in [
        SortDescriptor(\Tag.word, order: order),
        SortDescriptor(\Tag.word, comparator: .localizedStandard, order: order),
        SortDescriptor(\Tag.word, comparator: String.StandardComparator.localizedStandard, order: order),
      ] {
        let found = try context.fetch(FetchDescriptor<Tag>(sortBy: [sort])).map(\.word)
        for (one, other) in zip(found, found.dropFirst()) {
          let result = one.localizedStandardCompare(other)
          #expect(result == (order == .forward ? .orderedAscending : .orderedDescending) || result == .orderedSame)
        }
        let numbers = found.filter { ["item1", "Item2", "item10"].contains($0) }
        #expect(numbers == (order == .forward ? ["item1", "Item2", "item10"] : ["item10", "Item2", "item1"]))
      }
      #expect(messages == [])
    }
  }

  @Test("a lexical and a localized order differ from the default one")
  func otherOrders() throws {
    let context = try context(saved: true)
    let lexical = try context.fetch(FetchDescriptor<Tag>(sortBy: [SortDescriptor(\.word, comparator: .lexical)]))
    #expect(lexical.map(\.word).filter { $0.lowercased().hasPrefix("item") } == ["Item2", "item1", "item10"])
    let localized = try context.fetch(FetchDescriptor<Tag>(sortBy: [SortDescriptor(\.word, comparator: .localized)]))
    #expect(localized.map(\.word).filter { $0.lowercased().hasPrefix("item") } == ["item1", "item10", "Item2"])
  }

  @Test("changes, a limit and an inherited property do not change the order")
  func ordersOverChanges() throws {
    let context = try context(saved: true)
    var descriptor = FetchDescriptor<Tag>(sortBy: [SortDescriptor(\.word)])
    let tags = try context.fetch(descriptor)
    try #require(tags.last).word = "item1b"
    descriptor.fetchLimit = tags.count - 2
    let pending = try context.fetch(descriptor).map(\.word)
    try context.save()
    #expect(try context.fetch(descriptor).map(\.word) == pending)
    #expect(pending.contains("item1b"))
  }

  @Test("a related object's text, and Foundation's own sorting, have the default order")
  func related() throws {
    let context = ModelContext(try Library.container())
    for name in ["c10", "C9", "b"] { context.insert(Book(title: name, author: Author(name: name))) }
    context.insert(Book(title: "none"))
    for _ in 0..<2 {
      let books = try context.fetch(FetchDescriptor<Book>(sortBy: [SortDescriptor(\.author?.name)]))
      #expect(books.map(\.title) == ["none", "b", "C9", "c10"])
      try context.save()
    }
    let books = try context.fetch(FetchDescriptor<Book>())
    #expect(books.sorted(using: SortDescriptor(\Book.title)).map(\.title) == ["b", "C9", "c10", "none"])
    #expect(
      books.sorted(using: KeyPathComparator(\.title, comparator: .localizedStandard)).map(\.title) == [
        "b", "C9", "c10", "none",
      ])
    #expect(books.map(\.title).sorted(using: .localizedStandard) == ["b", "C9", "c10", "none"])
  }

  @Test("nil comes first in the default order of an optional text")
  func optional() throws {
    let context = ModelContext(
      try ModelContainer(for: Note.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true)))
    for text in ["b", nil, "A", "c10", "c9"] { context.insert(Note(text: text)) }
    for _ in 0..<2 {
      #expect(
        try context.fetch(FetchDescriptor<Note>(sortBy: [SortDescriptor(\.text)])).map(\.text) == [
          nil, "A", "b", "c9", "c10",
        ])
      try context.save()
    }
  }

  @Test("a transient text in the default order is an error that names it")
  func transient() throws {
    let context = ModelContext(
      try ModelContainer(for: Note.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true)))
    #expect(throws: SwiftDataError.unsupportedSortDescriptor) {
      try context.fetch(FetchDescriptor<Note>(sortBy: [SortDescriptor(\.draft)]))
    }
  }
}

@Model private final class Note {
  var text: String?
  @Transient var draft = ""
  init(text: String?) { self.text = text }
}
