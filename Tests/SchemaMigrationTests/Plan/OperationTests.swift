import Foundation
import SchemaMigration
import Testing

@testable import SchemaModel

@Suite("Operations")
struct OperationTests {
  typealias Third = JournalV3.Article
  typealias Fourth = JournalV4.Article

  private func store(_ count: Int = 3) throws -> JournalStore {
    try JournalStore(JournalV3.self) { context in
      let writer = JournalV3.Writer(name: "Ada")
      context.insert(writer)
      for number in 0..<count {
        context.insert(
          Third(
            code: "a\(number)", title: "Title \(number)", content: "c",
            writtenAt: Date(timeIntervalSinceReferenceDate: Double(number)), writer: writer))
      }
      for number in 0..<4 { context.insert(JournalV3.Draft(note: "d\(number)")) }
    }
  }

  private func fourth(@StageBuilder _ build: () -> [any MigrationOperation]) -> MigrationPlan {
    let operations = build()
    return .stage(JournalV3.self, JournalV4.self) {
      Backfill(\Fourth.publishedAt) { $0.writtenAt }
      Backfill(\Fourth.slug) { $0.title.lowercased() + "-" + $0.code.prefix(6) }
      operations
    }
  }

  // MARK: Backfill

  @Test("required properties without a default get their values, page by page")
  func backfill() throws {
    let store = try store(1_203)
    defer { store.remove() }
    let context = try store.migrate(to: JournalV4.self, fourth {})
    let articles = try context.fetch(FetchDescriptor<Fourth>())
    #expect(articles.count == 1_203)
    #expect(articles.allSatisfy { $0.slug == "\($0.title.lowercased())-\($0.code)" && $0.publishedAt == $0.writtenAt })
    #expect(Set(articles.compactMap(\.writer?.name)) == ["Ada"])
  }

  @Test("a required property that no operation fills is named, and nothing is migrated")
  func unfilled() throws {
    let store = try store()
    defer { store.remove() }
    let plan = MigrationPlan.stage(JournalV3.self, JournalV4.self) {
      Backfill(\Fourth.publishedAt) { $0.writtenAt }
    }
    let error = #expect(throws: SwiftDataError.self) { try store.migrate(to: JournalV4.self, plan) }
    #expect(error?.description.contains("slug") == true)
    #expect(try store.open(JournalV3.self).fetchCount(FetchDescriptor<Third>()) == 3)
  }

  @Test("without overwriting, values that are neither nil nor the default stay")
  func withoutOverwriting() throws {
    let store = try store()
    defer { store.remove() }
    let plan = fourth {
      CustomOperation("one has values") { context in
        for article in try context.fetch(FetchDescriptor<Fourth>()) where article.code == "a1" {
          article.tagline = "mine"
          article.subtitle = "own"
        }
      }
      Backfill(\Fourth.tagline, overwrite: false) { "tag \($0.code)" }
      Backfill(\Fourth.subtitle, overwrite: false) { "sub \($0.code)" }
    }
    let articles = try store.migrate(to: JournalV4.self, plan)
      .fetch(FetchDescriptor<Fourth>(sortBy: [SortDescriptor(\.code)]))
    #expect(articles.map(\.tagline) == ["tag a0", "mine", "tag a2"])
    #expect(articles.map(\.subtitle) == ["sub a0", "own", "sub a2"])
  }

  @Test("an order is kept although the values that it sorts by change")
  func order() throws {
    let store = try store(25)
    defer { store.remove() }
    let count = Counter()
    let plan = fourth {
      Backfill(\Fourth.title, batchSize: 4, sortBy: [SortDescriptor(\.title, order: .reverse)]) { _ in
        "\(1_000 + count.next())"
      }
    }
    let articles = try store.migrate(to: JournalV4.self, plan).fetch(FetchDescriptor<Fourth>())
    let order = articles.sorted { $0.title < $1.title }.map(\.code)
    #expect(order == (0..<25).reversed().map { "a\($0)" })
    #expect(Set(articles.map(\.title)).count == 25)
  }

  @Test("a relationship can be filled, and what the function changes of other objects is saved")
  func relationship() throws {
    let store = try JournalStore(JournalV3.self) { context in
      for number in 0..<7 { context.insert(Third(code: "a\(number)", title: "t", content: "c")) }
    }
    defer { store.remove() }
    let plan = fourth {
      CustomOperation("a writer") { $0.insert(JournalV4.Writer(name: "0")) }
      CustomOperation("count") { context in
        let writer = try #require(try context.fetch(FetchDescriptor<JournalV4.Writer>()).first)
        for article in try context.fetch(FetchDescriptor<Fourth>()) { article.writer = writer }
      }
      Backfill(\Fourth.subtitle, batchSize: 2) { article in
        article.writer?.name = "\(Int(article.writer?.name ?? "") ?? 0 + 1)"
        article.content += "!"
        return article.writer?.name
      }
    }
    let context = try store.migrate(to: JournalV4.self, plan)
    #expect(try context.fetch(FetchDescriptor<Fourth>()).map(\.content) == Array(repeating: "c!", count: 7))
    #expect(try context.fetch(FetchDescriptor<JournalV4.Writer>()).first?.articles.count == 7)
  }

  @Test("objects that an operation deletes, also while values are computed, do not stop the others from being filled")
  func deletedMeanwhile() throws {
    let store = try store(40)
    defer { store.remove() }
    let count = Counter()
    let plan = fourth {
      CustomOperation("delete some") { context in
        for article in try context.fetch(FetchDescriptor<Fourth>()) where article.code.hasSuffix("3") {
          context.delete(article)
        }
      }
      Backfill(\Fourth.subtitle, batchSize: 8) { article in
        if count.next().isMultiple(of: 10) { article.modelContext?.delete(article) }
        return "sub \(article.code)"
      }
      Backfill(\Fourth.tagline, batchSize: 8) { $0.subtitle ?? "none" }
    }
    let articles = try store.migrate(to: JournalV4.self, plan).fetch(FetchDescriptor<Fourth>())
    #expect(articles.count == 33)
    #expect(articles.allSatisfy { $0.subtitle == "sub \($0.code)" && $0.tagline == $0.subtitle })
  }

  @Test("a value that another object has already is an error if it must be unique, and no object is lost")
  func uniqueValues() throws {
    let store = try store()
    defer { store.remove() }
    let error = #expect(throws: SwiftDataError.self) {
      try store.migrate(to: JournalV4.self, fourth { Backfill(\Fourth.code) { _ in "same" } })
    }
    #expect(error?.description.contains("code of Article must be unique") == true)
    #expect(try store.open(JournalV3.self).fetchCount(FetchDescriptor<Third>()) == 3)
  }

  // MARK: Transform, deletions, custom operations

  @Test("a transformation replaces the carried objects")
  func transform() throws {
    let store = try store()
    defer { store.remove() }
    struct Snapshot: Sendable {
      let code: String
      let writer: String?
    }
    let plan = MigrationPlan.stage(JournalV3.self, JournalV4.self) {
      CustomOperation("sees no carried object") { context in
        guard try context.fetchCount(FetchDescriptor<Fourth>()) == 0 else {
          throw MigrationError.customAssertionFailed(name: "empty", message: nil)
        }
        context.insert(Fourth(code: "own", title: "", content: "", slug: "own"))
      }
      Transform(
        from: Third.self, to: Fourth.self, capture: { Snapshot(code: $0.code, writer: $0.writer?.name) },
        build: { context, old in
          let writer = JournalV4.Writer(name: old.writer ?? "")
          let article = Fourth(code: old.code, title: "new", content: "", slug: old.code)
          article.writer = writer
          context.insert(article)
        })
    }
    let context = try store.migrate(to: JournalV4.self, plan)
    let articles = try context.fetch(FetchDescriptor<Fourth>(sortBy: [SortDescriptor(\.code)]))
    #expect(articles.map(\.code) == ["a0", "a1", "a2", "own"])
    #expect(articles.map(\.writer?.name) == ["Ada", "Ada", "Ada", nil])
  }

  @Test("a transformation from one model to another leaves the objects of both alone")
  func transformToOther() throws {
    let store = try store()
    defer { store.remove() }
    let plan = fourth {
      Transform(
        from: Third.self, to: JournalV4.Draft.self, capture: { $0.title },
        build: { context, title in context.insert(JournalV4.Draft(note: title)) })
    }
    let context = try store.migrate(to: JournalV4.self, plan)
    #expect(try context.fetchCount(FetchDescriptor<Fourth>()) == 3)
    #expect(
      Set(try context.fetch(FetchDescriptor<JournalV4.Draft>()).map(\.note))
        == ["d0", "d1", "d2", "d3", "Title 0", "Title 1", "Title 2"])
  }

  @Test("two transformations between the same models each build from what they captured")
  func transformTwice() throws {
    let store = try store(2)
    defer { store.remove() }
    let plan = fourth {
      for mark in ["first", "second"] {
        Transform(
          from: Third.self, to: JournalV4.Draft.self, capture: { "\(mark) \($0.code)" },
          build: { context, note in context.insert(JournalV4.Draft(note: note)) })
      }
      DeleteWhere(JournalV4.Draft.self) { $0.note.hasPrefix("d") }
    }
    let notes = try store.migrate(to: JournalV4.self, plan).fetch(FetchDescriptor<JournalV4.Draft>()).map(\.note)
    #expect(notes.sorted() == ["first a0", "first a1", "second a0", "second a1"])
  }

  @Test("a transformation can keep the carried objects")
  func transformKeeping() throws {
    let store = try store(1)
    defer { store.remove() }
    let plan = fourth {
      Transform(
        from: JournalV3.Draft.self, to: JournalV4.Draft.self, replaceCarried: false, capture: { $0.note },
        build: { context, note in context.insert(JournalV4.Draft(note: note + "'")) })
    }
    let notes = try store.migrate(to: JournalV4.self, plan).fetch(FetchDescriptor<JournalV4.Draft>()).map(\.note)
    #expect(Set(notes) == ["d0", "d1", "d2", "d3", "d0'", "d1'", "d2'", "d3'"])
  }

  @Test("deletions follow the delete rules; a model without relationships is deleted by SQLite")
  func deletions() throws {
    let store = try store()
    defer { store.remove() }
    let plan = fourth {
      DeleteWhere(JournalV4.Draft.self) { $0.note == "d2" }
      Assert.count(of: JournalV4.Draft.self) { $0 == 3 }
      DeleteAll(JournalV4.Writer.self)
    }
    let context = try store.migrate(to: JournalV4.self, plan)
    // Writers delete their articles.
    #expect(try context.fetchCount(FetchDescriptor<Fourth>()) == 0)
    #expect(try context.fetchCount(FetchDescriptor<JournalV4.Draft>()) == 3)

    let other = try self.store()
    defer { other.remove() }
    let emptied = try other.migrate(to: JournalV4.self, fourth { DeleteAll(JournalV4.Draft.self) })
    #expect(try emptied.fetchCount(FetchDescriptor<JournalV4.Draft>()) == 0)
    #expect(try emptied.fetchCount(FetchDescriptor<Fourth>()) == 3)
  }

  @Test("operations share what they keep, and run by phase")
  func custom() throws {
    let store = try store()
    defer { store.remove() }
    let plan = fourth {
      CustomOperation(
        "titles",
        willMigrate: { context, stash in
          stash.set("titles", try context.fetch(FetchDescriptor<Third>()).map(\.title).sorted())
        },
        didMigrate: { context, stash in
          let titles = stash.get("titles", as: [String].self) ?? []
          context.insert(JournalV4.Draft(note: titles.joined(separator: ",")))
        })
    }
    let context = try store.migrate(to: JournalV4.self, plan)
    let notes = try context.fetch(FetchDescriptor<JournalV4.Draft>()).map(\.note)
    #expect(notes.contains("Title 0,Title 1,Title 2"))
  }

  @Test("a program can declare an operation")
  func ownOperation() throws {
    struct Shout: MigrationOperation {
      var description: String { "Shout" }
      func declaration(between models: StageModels) -> OperationDeclaration {
        OperationDeclaration(problems: models.problems(new: JournalV4.Draft.self), deletedModels: [])
      }
      func didMigrate(_ context: ModelContext, stash: MigrationStash) throws {
        for draft in try context.fetch(FetchDescriptor<JournalV4.Draft>()) { draft.note = draft.note.uppercased() }
      }
    }
    let store = try store()
    defer { store.remove() }
    let context = try store.migrate(to: JournalV4.self, fourth { Shout() })
    #expect(Set(try context.fetch(FetchDescriptor<JournalV4.Draft>()).map(\.note)) == ["D0", "D1", "D2", "D3"])
  }

  @Test("an operation that fails is named, and the store keeps its former objects")
  func failure() throws {
    struct Broken: Error {}
    let store = try store()
    defer { store.remove() }
    let plan = fourth {
      DeleteAll(JournalV4.Draft.self)
      CustomOperation("break") { _ in throw Broken() }
    }
    let error = #expect(throws: SwiftDataError.self) { try store.migrate(to: JournalV4.self, plan) }
    guard case .stageFailed("3.0.0", "4.0.0", "break", is Broken)? = error?.underlyingError as? StoreError else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try store.open(JournalV3.self).fetchCount(FetchDescriptor<JournalV3.Draft>()) == 4)
  }

  // MARK: Assertions

  @Test("assertions see what all other operations wrote, wherever they are listed")
  func assertionsRunLast() throws {
    let store = try store()
    defer { store.remove() }
    let plan = MigrationPlan.stage(JournalV3.self, JournalV4.self) {
      Assert.noNulls(\Fourth.slug)
      Assert.noNulls(\Fourth.subtitle)
      Assert.unique(\Fourth.slug)
      Assert.count(of: Fourth.self) { $0 > 0 }
      Assert.custom("writers") { context in
        try context.fetch(FetchDescriptor<Fourth>()).allSatisfy { $0.writer != nil }
      }
      Backfill(\Fourth.slug) { $0.code }
      Backfill(\Fourth.subtitle) { $0.code }
      Backfill(\Fourth.publishedAt) { $0.writtenAt }
    }
    _ = try store.migrate(to: JournalV4.self, plan)
  }

  @Test(
    "an assertion that fails says what it found",
    arguments: [
      (
        Assert.noNulls(\Fourth.subtitle) as any MigrationOperation,
        "Assert.noNulls failed: 3 row(s) have nil Article.subtitle after migration."
      ),
      (
        Assert.unique(\Fourth.content),
        "Assert.unique failed: 2 duplicate value(s) for Article.content after migration."
      ),
      (
        Assert.unique(\Fourth.length),
        "Assert.unique failed: 2 duplicate value(s) for Article.(a computed Int) after migration."
      ),
      (
        Assert.count(of: Fourth.self) { $0 > 3 },
        "Assertion 'Assert count(Article) satisfies predicate' failed: count = 3"
      ),
      (
        Assert.count(of: Fourth.self, satisfies: { $0 > 3 }, message: "too few"),
        "Assertion 'Assert count(Article) satisfies predicate' failed: too few"
      ),
      (Assert.custom("never") { _ in false }, "Assertion 'never' failed: no message"),
      (Assert.custom("never", message: "because") { _ in false }, "Assertion 'never' failed: because"),
    ])
  func failingAssertion(_ assertion: any MigrationOperation, _ message: String) throws {
    let store = try store()
    defer { store.remove() }
    let error = #expect(throws: SwiftDataError.self) { try store.migrate(to: JournalV4.self, fourth { assertion }) }
    #expect(error?.description.contains(message) == true, "\(String(describing: error))")
    #expect(try store.open(JournalV3.self).fetchCount(FetchDescriptor<Third>()) == 3)
  }

  @Test("objects without a value are not duplicates of each other")
  func uniqueWithoutValues() throws {
    let store = try store()
    defer { store.remove() }
    _ = try store.migrate(to: JournalV4.self, fourth { Assert.unique(\Fourth.subtitle) })
  }

  @Test("descriptions")
  func descriptions() {
    let operations: [(any MigrationOperation, String)] = [
      (Backfill(\Fourth.slug) { $0.code }, "Backfill Article.slug (overwrite)"),
      (Backfill(\Fourth.slug, overwrite: false) { $0.code }, "Backfill Article.slug"),
      (
        Transform(from: Third.self, to: Fourth.self, capture: { $0.code }, build: { _, _ in }),
        "Transform Article → Article (replace carried)"
      ),
      (DeleteAll(Fourth.self), "DeleteAll Article"),
      (DeleteWhere(Fourth.self) { _ in true }, "DeleteWhere Article"),
      (CustomOperation("any name") { _ in }, "any name"),
      (Assert.noNulls(\Fourth.slug), "Assert noNulls Article.slug"),
      (Assert.unique(\Fourth.slug), "Assert unique Article.slug"),
      (Assert.custom("linked") { _ in true }, "Assert linked"),
    ]
    for (operation, description) in operations { #expect(operation.description == description) }
  }
}

/// Counts calls of a function that must be `Sendable`.
private final class Counter: @unchecked Sendable {
  private var count = 0
  func next() -> Int {
    count += 1
    return count
  }
}
