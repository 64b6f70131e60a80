import Foundation
import GRDB
import Testing

@testable import SchemaModel

/// What was saved, by whom, and when.
@Suite("History")
struct HistoryTests {
  typealias Author = Library.Author
  typealias Book = Library.Book
  typealias Tag = Library.Tag
  typealias Descriptor = HistoryDescriptor<DefaultHistoryTransaction>

  private func context(_ author: String? = nil) throws -> ModelContext {
    let context = ModelContext(try Library.container())
    context.author = author
    return context
  }

  @Test("each save is a transaction with its changes, in order")
  func transactions() throws {
    let context = try context("import")
    let start = Date()
    let author = Author(name: "Ada")
    let book = Book(title: "Notes", author: author)
    context.insert(author)
    context.insert(book)
    try context.save()
    context.author = nil
    book.pages = 7
    book.tags = [Tag(word: "x")]
    try context.save()
    let deleted = book.persistentModelID
    context.delete(book)
    try context.save()

    let found = try context.fetchHistory(Descriptor())
    #expect(found.map(\.author) == ["import", nil, nil])
    #expect(found.map(\.transactionIdentifier) == [1, 2, 3])
    #expect(found.allSatisfy { $0.timestamp >= start && $0.timestamp <= Date() })
    #expect(found.allSatisfy { !$0.processIdentifier.isEmpty })
    #expect(found.allSatisfy { !$0.bundleIdentifier.isEmpty })
    #expect(found.map(\.token) == found.map(\.token).sorted())

    let inserted = Set(
      found[0].changes.compactMap { change -> PersistentIdentifier? in
        if case .insert = change { change.changedPersistentIdentifier } else { nil }
      })
    #expect(inserted == [author.persistentModelID, deleted])
    guard case .insert(let tag) = found[1].changes.first, case .update(let update) = found[1].changes.last,
      case .delete(let delete) = found[2].changes.first
    else {
      Issue.record("\(found)")
      return
    }
    #expect(tag is DefaultHistoryInsert<Tag>)
    #expect(update.changedPersistentIdentifier == deleted)
    let attributes = try #require((update as? DefaultHistoryUpdate<Book>)?.updatedAttributes)
    #expect(Set(attributes) == [\Book.pages, \Book.tags])
    #expect(delete.changedPersistentIdentifier == deleted)
    #expect(delete is DefaultHistoryDelete<Book>)
  }

  @Test("a token finds later transactions, also after it was encoded")
  func tokens() throws {
    let context = try context()
    for word in ["a", "b", "c"] {
      context.author = word
      context.insert(Tag(word: word))
      try context.save()
    }
    let all = try context.fetchHistory(Descriptor())
    let token = try JSONDecoder().decode(
      DefaultHistoryToken.self, from: try JSONEncoder().encode(try #require(all.first).token))
    let later = try context.fetchHistory(Descriptor(predicate: #Predicate { $0.token > token }))
    #expect(later.map(\.author) == ["b", "c"])
    let others = try context.fetchHistory(Descriptor(predicate: #Predicate { $0.token > token && $0.author != "b" }))
    #expect(others.map(\.author) == ["c"])
    var newest = Descriptor(sortBy: [SortDescriptor(\.token, order: .reverse)])
    newest.fetchLimit = 1
    #expect(try context.fetchHistory(newest).map(\.author) == ["c"])
  }

  @Test("deleting history leaves objects and the other transactions")
  func deletion() throws {
    let context = try context()
    for word in ["a", "b", "c"] {
      context.insert(Tag(word: word))
      try context.save()
    }
    let second = try context.fetchHistory(Descriptor())[1].token
    try context.deleteHistory(Descriptor(predicate: #Predicate { $0.token <= second }))
    let left = try context.fetchHistory(Descriptor())
    #expect(left.map(\.transactionIdentifier) == [3])
    #expect(left.map(\.changes.count) == [1])
    #expect(try context.fetchCount(FetchDescriptor<Tag>()) == 3)
    context.insert(Tag(word: "d"))
    try context.save()
    #expect(try context.fetchHistory(Descriptor()).map(\.transactionIdentifier) == [3, 4])
  }

  @Test("a save that fails, or has nothing to save, leaves no transaction")
  func failed() throws {
    let context = try context()
    context.insert(Author(name: "Ada"))
    try context.save()
    try context.save()
    let other = Author(name: "Bob")
    context.insert(other)
    try context.save()
    other.name = "Ada"
    #expect(throws: (any Error).self) { try context.save() }
    #expect(try context.fetchHistory(Descriptor()).count == 2)
  }

  @Test("a new object that takes over a row is an update")
  func merged() throws {
    let context = try context()
    context.insert(Author(name: "Ada"))
    try context.save()
    context.insert(Author(name: "Ada"))
    try context.save()
    guard case .update(let update) = try context.fetchHistory(Descriptor()).last?.changes.first else {
      Issue.record("no update")
      return
    }
    #expect(update is DefaultHistoryUpdate<Author>)
  }

  /// Rows are written by the batch, and those that are left one by one.
  @Test(
    "a save records each of many changes once, in order",
    arguments: [1, HistoryRows.batch - 1, HistoryRows.batch, HistoryRows.batch + 1, 3 * HistoryRows.batch + 7])
  func many(count: Int) throws {
    let context = try context()
    let tags = (1...count).map { Tag(word: "tag \($0)") }
    for tag in tags { context.insert(tag) }
    try context.save()
    for tag in tags { tag.word += "!" }
    try context.save()
    for tag in tags { context.delete(tag) }
    try context.save()
    let found = try context.fetchHistory(Descriptor())
    for transaction in found {
      let keys = transaction.changes.map(\.changedPersistentIdentifier.id.primaryKey)
      #expect(keys == (1...count).map(Int64.init))
    }
    let rows = try context.container.stores[0].connection.read { database in
      try Row.fetchAll(database, sql: "SELECT Z_PK, Z_ENT, ZCHANGETYPE, ZTRANSACTIONID FROM ACHANGE ORDER BY Z_PK")
    }
    #expect(rows.map { $0["Z_PK"] } == Array(1...3 * count))
    #expect(rows.map { $0["ZCHANGETYPE"] } == (0..<3 * count).map { $0 / count })
    #expect(rows.map { $0["ZTRANSACTIONID"] } == (0..<3 * count).map { $0 / count + 1 })
    #expect(rows.allSatisfy { $0["Z_ENT"] == HistoryRecord.change })
  }

  /// The rows of a real store: https://github.com/nobelnrj/myhome, MyHomeV2Seed.store.
  @Test("the rows are those that SwiftData writes for an insertion")
  func rows() throws {
    let context = try context()
    context.insert(Tag(word: "a"))
    try context.save()
    try context.container.stores[0].connection.read { database in
      let change = try #require(try Row.fetchOne(database, sql: "SELECT * FROM ACHANGE"))
      #expect(change["Z_ENT"] == 16_001)
      #expect(change["Z_OPT"] as Int? == nil)
      #expect(change["ZCHANGETYPE"] == 0)
      #expect(change["ZENTITYPK"] == 1)
      #expect(change["ZTRANSACTIONID"] == 1)
      #expect(change["ZCOLUMNS"] as Data? == nil)
      let transaction = try #require(try Row.fetchOne(database, sql: "SELECT * FROM ATRANSACTION"))
      #expect(transaction["Z_ENT"] == 16_002)
      #expect(transaction["ZBUNDLEIDTS"] as Int? != nil && transaction["ZPROCESSIDTS"] as Int? != nil)
      #expect(transaction["ZAUTHOR"] as String? == nil && transaction["ZAUTHORTS"] as Int? == nil)
      let numbers = try Row.fetchAll(database, sql: "SELECT Z_ENT, Z_NAME FROM Z_PRIMARYKEY WHERE Z_ENT > 16000")
      #expect(numbers.map { $0["Z_NAME"] } == ["CHANGE", "TRANSACTION", "TRANSACTIONSTRING"])
    }
  }

  @Test("the bits of changed properties are in the order that real stores imply")
  func bits() {
    // Title of Retroview: text, cards, picks. Here: word, parent, books.
    let tag = EntityDescription.of(Tag.self)
    let slots = { (names: [String]) in Set(names.compactMap { tag.property(named: $0)?.slot }) }
    #expect(tag.historyColumns.data(of: slots(["word"])) == Data([0x80]))
    #expect(tag.historyColumns.data(of: slots(["parent", "books"])) == Data([0x60]))
    #expect(tag.historyColumns.slots(in: Data([0x60])) == slots(["parent", "books"]))
    #expect(tag.historyColumns.slots(in: Data()) == [])
  }

  @Test("history outlives a migration, without the numbers of changed properties")
  func migration() throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("history-\(UUID().uuidString).store")
    defer { for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: url.path + end) } }
    let configuration = ModelConfiguration(url: url)
    let exercise: PersistentIdentifier
    do {
      let context = ModelContext(
        try ModelContainer(for: Schema(versionedSchema: GymV1.self), configurations: configuration))
      let model = GymV1.Exercise(name: "squat")
      context.insert(model)
      try context.save()
      model.name = "Squat"
      try context.save()
      exercise = model.persistentModelID
    }
    let context = ModelContext(
      try ModelContainer(
        for: Schema(versionedSchema: GymV2.self), migrationPlan: GymPlan.self, configurations: configuration))
    let found = try context.fetchHistory(Descriptor())
    #expect(found.count == 2)
    guard case .insert(let insert)? = found.first?.changes.first, case .update(let update)? = found.last?.changes.first
    else {
      Issue.record("\(found)")
      return
    }
    #expect(insert is DefaultHistoryInsert<GymV2.Exercise>)
    #expect(update.changedPersistentIdentifier == exercise)
    #expect((update as? DefaultHistoryUpdate<GymV2.Exercise>)?.updatedAttributes == [])
  }

  @Test("what a migration stage changes is recorded without the numbers of properties; later changes have them")
  func stage() throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("history-\(UUID().uuidString).store")
    defer { for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: url.path + end) } }
    let configuration = ModelConfiguration(url: url)
    do {
      let context = ModelContext(
        try ModelContainer(for: Schema(versionedSchema: GymV2.self), configurations: configuration))
      context.insert(GymV2.Exercise(name: "Front squat"))
      try context.save()
    }
    let context = ModelContext(
      try ModelContainer(
        for: Schema(versionedSchema: GymV3.self), migrationPlan: GymPlan.self, configurations: configuration))
    let exercise = try #require(try context.fetch(FetchDescriptor<GymV3.Exercise>()).first)
    #expect(exercise.slug == "front-squat")
    exercise.slug = "squat"
    try context.save()
    let updates = try context.fetchHistory(Descriptor()).flatMap(\.changes).compactMap { change in
      if case .update(let update) = change { update as? DefaultHistoryUpdate<GymV3.Exercise> } else { nil }
    }
    #expect(updates.map(\.updatedAttributes) == [[], [\.slug]])
  }

  @Test("history that cannot be told is refused")
  func refused() throws {
    let two = try ModelContainer(
      for: Tag.self, Note.self,
      configurations: ModelConfiguration("a", schema: Schema([Tag.self]), isStoredInMemoryOnly: true),
      ModelConfiguration("b", schema: Schema([Note.self]), isStoredInMemoryOnly: true))
    #expect(throws: DataStoreError.unsupportedFeature) { try ModelContext(two).fetchHistory(Descriptor()) }
    #expect(throws: DataStoreError.unsupportedFeature) { try ModelContext(two).deleteHistory(Descriptor()) }
  }
}

@Model private final class Note {
  var text = ""
  init() {}
}
