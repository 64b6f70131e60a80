import Foundation
import GRDB
import SchemaMigration
import SchemaModel
import Testing

@Suite("Salvage of relationships")
struct SalvageRelationshipTests {
  private static let count = 600

  /// Each item has two of 600 tags and one of 600 shelves. Every second item is a book.
  private func fill(_ store: SafeStore) throws {
    let container = try ModelContainer(
      for: Schema(versionedSchema: Library.self), configurations: ModelConfiguration(url: store.url))
    let context = ModelContext(container)
    func long(_ text: String) -> String { text + String(repeating: ".", count: 100) }
    let tags = (0..<Self.count).map { Library.Tag(word: long("tag \($0)")) }
    let shelves = (0..<Self.count).map { Library.Shelf(name: long("shelf \($0)")) }
    for tag in tags { context.insert(tag) }
    for shelf in shelves { context.insert(shelf) }
    var previous: Library.Item?
    for number in 0..<Self.count {
      let title = long("item \(number)")
      let book = number % 2 == 0 ? nil : Library.Book(title: title, pages: number)
      let item = book ?? Library.Item(title: title)
      context.insert(item)
      book?.sequel = previous
      item.tags = [tags[number], tags[(number + 1) % Self.count]]
      item.shelf = shelves[number]
      previous = item
    }
    try context.save()
  }

  /// Each item with all that it refers to, as the models say.
  private func items(_ url: URL) throws -> [String] {
    let container = try ModelContainer(
      for: Schema(versionedSchema: Library.self), configurations: ModelConfiguration(url: url, allowsSave: false))
    // Objects lose their relationships with their context.
    let context = ModelContext(container)
    defer { withExtendedLifetime(context) {} }
    return try context.fetch(FetchDescriptor<Library.Item>()).map { item in
      let book = item as? Library.Book
      let own = book.map { "book of \($0.pages) pages after \($0.sequel?.title ?? "none")" } ?? "item"
      return "\(item.title), \(own), in \(item.shelf?.name ?? "none"): "
        + item.tags.map(\.word).sorted().joined(separator: " and ")
    }.sorted()
  }

  private func destination(_ store: SafeStore) -> URL { store.folder.appendingPathComponent("new/Salvaged.store") }

  private func salvage(_ store: SafeStore) async throws -> SalvageReport {
    try await SafeModelContainer.salvage(entities: Library.models, from: store.url, to: destination(store))
  }

  /// Overwrites the second leaf page of a table.
  ///
  /// - Returns: the number of rows that it had.
  private func damage(_ table: String, _ store: SafeStore) throws -> Int {
    let queue = try DatabaseQueue(path: store.url.path)
    let found = try queue.read { database in
      let name =
        table == "links"
        ? try String.fetchOne(
          database, sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name GLOB 'Z_[0-9]*'") : table
      return try Row.fetchOne(
        database,
        sql: "SELECT pageno, ncell FROM dbstat WHERE name = ? AND pagetype = 'leaf' ORDER BY path LIMIT 1 OFFSET 1",
        arguments: [name])
    }
    try queue.close()
    let leaf = try #require(found)
    let handle = try FileHandle(forWritingTo: store.url)
    try handle.seek(toOffset: UInt64((leaf["pageno"] as Int) - 1) * 4096)
    try handle.write(contentsOf: Data(repeating: 0xEE, count: 4096))
    try handle.close()
    return leaf["ncell"]
  }

  @Test("many-to-many relationships and inherited models of a whole store are copied")
  func whole() async throws {
    let store = try SafeStore()
    try fill(store)
    let report = try await salvage(store)
    #expect(report.isComplete, "\(report)")
    #expect(
      Dictionary(uniqueKeysWithValues: report.entities.map { ($0.name, $0.rows) })
        == ["Book": 300, "Item": 300, "Shelf": 600, "Tag": 600])
    let copied = try items(destination(store))
    #expect(copied == (try items(store.url)))
    #expect(copied.count == 600)
    #expect(copied.count { $0.contains("in none") } == 0)
    #expect(copied.count { $0.contains(" and ") } == 600)
  }

  @Test("lost objects leave no link and no key behind, not in the rows of subclasses either")
  func lostDestinations() async throws {
    let store = try SafeStore()
    try fill(store)
    let lost = (shelves: try damage("ZSHELF", store), tags: try damage("ZTAG", store))
    let report = try await salvage(store)
    let rows = Dictionary(uniqueKeysWithValues: report.entities.map { ($0.name, $0.rows) })
    #expect(rows == ["Book": 300, "Item": 300, "Shelf": 600 - lost.shelves, "Tag": 600 - lost.tags])
    let losses = report.entities.flatMap { entity in entity.losses.map { (entity.name, $0) } }
    // Half of the items on the lost shelves are books, which inherit the relationship.
    let shelves = losses.filter { $0.1.property == "shelf" }
    #expect(shelves.count == lost.shelves)
    #expect(Set(shelves.map(\.0)) == ["Item", "Book"])
    #expect(losses.contains { $0.1.reason == "\(lost.tags * 2) links of objects that could not be read" })
    let found = try items(destination(store))
    #expect(found.count == 600)
    #expect(found.count { $0.contains("in none") } == lost.shelves)
    try await DatabaseQueue(path: destination(store).path).read { database in
      let dangling = try Int.fetchOne(
        database, sql: "SELECT count(*) FROM ZITEM WHERE ZSHELF NOT IN (SELECT Z_PK FROM ZSHELF)")
      #expect(dangling == 0)
    }
  }

  @Test("links on a damaged page are reported, and those on other pages are copied")
  func lostLinks() async throws {
    let store = try SafeStore()
    try fill(store)
    let lost = try damage("links", store)
    let report = try await salvage(store)
    #expect(report.entities.map(\.rows).reduce(0, +) == 1800)
    let losses = report.entities.flatMap(\.losses)
    #expect(losses.count == 1, "\(report)")
    #expect(losses.first?.reason.hasPrefix("links could not be read: ") == true)
    let container = try ModelContainer(
      for: Schema(versionedSchema: Library.self),
      configurations: ModelConfiguration(url: destination(store), allowsSave: false))
    let context = ModelContext(container)
    let links = try context.fetch(FetchDescriptor<Library.Item>()).map(\.tags.count).reduce(0, +)
    #expect(links == 1200 - lost)
    withExtendedLifetime(context) {}
  }

  @Test("a destroyed first page is an error that says what is lost and names the newest backup")
  func firstPage() async throws {
    let store = try SafeStore()
    try store.fill()
    let backup = try #require(try await store.open().backup)
    let handle = try FileHandle(forWritingTo: store.url)
    try handle.write(contentsOf: Data(repeating: 0xEE, count: 4096))
    try handle.close()
    do {
      _ = try await SafeModelContainer.salvage(entities: SafeV2.models, from: store.url, to: destination(store))
      Issue.record("something was read")
    } catch MigrationError.storeUnreadable(_, let error as StoreError) {
      #expect(error.message.contains("no row can be read"))
      #expect(error.message.hasSuffix("The newest backup is \(backup.url.path)"), "\(error.message)")
    }
    #expect(store.names("new") == [])
  }
}
