import GRDB
import Testing

@testable import SchemaModel

/// Saves that write many rows with one statement. None of the objects can tell.
@Suite("Saves of many changes")
struct ManyChangesTests {
  typealias Author = Library.Author
  typealias Book = Library.Book
  typealias Tag = Library.Tag

  let container: ModelContainer
  let context: ModelContext

  init() throws {
    container = try Library.container()
    context = ModelContext(container)
  }

  private func tags(_ count: Int) throws -> [Tag] {
    let tags = (1...count).map { Tag(word: "\($0)") }
    for tag in tags { context.insert(tag) }
    try context.save()
    return tags
  }

  private func rows(_ sql: String) throws -> [Row] {
    try container.stores[0].connection.read { try Row.fetchAll($0, sql: sql) }
  }

  @Test("rows between those of other changes, and of none, get their own values")
  func gaps() throws {
    let tags = try tags(60)
    for index in [4, 16, 17] { context.delete(tags[index]) }
    try context.save()
    let left = tags.filter { $0.modelContext != nil }
    #expect(left.count == 57)
    for (index, tag) in left.enumerated() where index % 20 != 7 {
      tag.word += "!"
      if index % 20 == 12 { tag.parent = left[0] }
    }
    try context.save()
    let found = try rows("SELECT Z_PK, Z_OPT, ZWORD, ZPARENT FROM ZTAG ORDER BY Z_PK")
    #expect(found.count == 57)
    for (index, row) in found.enumerated() {
      let isChanged = index % 20 != 7
      let key: Int = row["Z_PK"]
      #expect(row["ZWORD"] == "\(key)" + (isChanged ? "!" : ""))
      #expect(row["Z_OPT"] == (isChanged ? 2 : 1))
      #expect(row["ZPARENT"] == (index % 20 == 12 ? 1 : nil))
    }
    let changes = try rows("SELECT ZENTITYPK FROM ACHANGE WHERE ZTRANSACTIONID = 3 ORDER BY Z_PK")
    #expect(changes.map { $0["ZENTITYPK"] } == found.indices.filter { $0 % 20 != 7 }.map { found[$0]["Z_PK"] as Int })
  }

  @Test("several properties, of other types, and in another order of objects")
  func severalProperties() throws {
    let books = (1...30).map { Book(title: "\($0)") }
    for book in books { context.insert(book) }
    try context.save()
    for book in books.prefix(20) {
      book.pages = 100 + (Int(book.title) ?? 0)
      book.title += "?"
    }
    for book in books.suffix(10).reversed() {
      book.genre = .essay
      book.price = 1
      book.keywords = ["a", book.title]
    }
    try context.save()
    let found = try ModelContext(container).fetch(FetchDescriptor<Book>()).sorted {
      $0.isbn.uuidString < $1.isbn.uuidString
    }
    let expected = books.sorted { $0.isbn.uuidString < $1.isbn.uuidString }
    #expect(found.map(\.title) == expected.map(\.title))
    #expect(found.map(\.pages) == expected.map(\.pages))
    #expect(found.map(\.genre) == expected.map(\.genre))
    #expect(found.map(\.price) == expected.map(\.price))
    #expect(found.map(\.keywords) == expected.map(\.keywords))
    #expect(found.count { $0.genre == .essay } == 10)
  }

  @Test("objects exchange unique values")
  func unique() throws {
    let authors = (0..<20).map { Author(name: "\($0)") }
    for author in authors { context.insert(author) }
    try context.save()
    for (index, author) in authors.enumerated() { author.name = "\((index + 1) % 20)" }
    try context.save()
    #expect(try rows("SELECT ZNAME FROM ZAUTHOR ORDER BY Z_PK").map { $0["ZNAME"] } == (1...20).map { "\($0 % 20)" })
    for author in authors { author.name = "same" }
    #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
    #expect(try rows("SELECT ZNAME FROM ZAUTHOR ORDER BY Z_PK").map { $0["ZNAME"] } == (1...20).map { "\($0 % 20)" })
  }

  @Test("an object that another context deleted is named, and nothing is written")
  func deletedElsewhere() throws {
    let tags = try tags(20)
    let other = ModelContext(container)
    for tag in try other.fetch(FetchDescriptor<Tag>()) where ["11", "15"].contains(tag.word) { other.delete(tag) }
    try other.save()
    for tag in tags { tag.word += "!" }
    do {
      try context.save()
      Issue.record("it was saved")
    } catch {
      guard case StoreError.deletedElsewhere("Tag", 11) = error else { throw error }
    }
    #expect(try rows("SELECT 1 FROM ZTAG WHERE ZWORD LIKE '%!'").isEmpty)
    #expect(try rows("SELECT 1 FROM ACHANGE WHERE ZTRANSACTIONID > 2").isEmpty)
    #expect(context.changedModelsArray.count == 20)
  }

  @Test("the history has an object whose row is gone and whose values are the same as before")
  func unchangedRowThatIsGone() throws {
    let tags = try tags(20)
    let other = ModelContext(container)
    for tag in try other.fetch(FetchDescriptor<Tag>()) where tag.word == "11" { other.delete(tag) }
    try other.save()
    for tag in tags { tag.word += "!" }
    tags[10].word = "11"
    try context.save()
    #expect(try rows("SELECT 1 FROM ZTAG WHERE ZWORD LIKE '%!'").count == 19)
    let changes = try rows("SELECT Z_PK, ZENTITYPK, ZCHANGETYPE FROM ACHANGE WHERE ZTRANSACTIONID = 3 ORDER BY Z_PK")
    #expect(changes.map { $0["Z_PK"] } == Array(22...41))
    #expect(changes.map { $0["ZENTITYPK"] } == Array(1...20))
    #expect(changes.allSatisfy { $0["ZCHANGETYPE"] == 1 })
  }

  @Test("an object that one context could not save is saved by another")
  func anotherContext() throws {
    let (author, tag) = (Author(name: "Ada"), Tag(word: "a"))
    for name in ["Ada", "Bob"] { context.insert(name == "Ada" ? author : Author(name: name)) }
    try context.save()
    context.insert(tag)
    author.name = "Bob"
    #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
    context.rollback()
    let other = ModelContext(container)
    for _ in 1...3 {
      other.insert(tag)
      try other.save()
    }
    #expect(try rows("SELECT 1 FROM ZTAG").count == 1)
  }
}
