import Foundation
import SchemaMigration
import Testing

@testable import SchemaModel

@Suite("Migration plan")
struct MigrationPlanTests {
  typealias First = JournalV1.Article
  typealias Second = JournalV2.Article
  typealias Third = JournalV3.Article
  typealias Fourth = JournalV4.Article

  private enum JournalPlan: DeclarativeMigrationPlan {
    static let plan = MigrationPlan(
      schemas: [JournalV1.self, JournalV2.self, JournalV3.self, JournalV4.self]
    ) {
      Stage(from: JournalV1.self, to: JournalV2.self)
      Stage(from: JournalV2.self, to: JournalV3.self) {
        Rename(\Second.text, to: \Third.content)
        CustomOperation("a writer for each article") { context in
          for article in try context.fetch(FetchDescriptor<Third>()) where article.writer == nil {
            let writer = JournalV3.Writer(name: "Unknown")
            context.insert(writer)
            article.writer = writer
          }
        }
      }
      Stage(from: JournalV3.self, to: JournalV4.self) {
        Backfill(\Fourth.publishedAt) { $0.writtenAt }
        Backfill(\Fourth.slug) { $0.title + "-" + $0.code.prefix(6) }
        Assert.unique(\Fourth.slug)
      }
    }
  }

  @Test("a chain of stages is migrated as a whole, from each version")
  func chain() throws {
    let store = try JournalStore.articles(40)
    defer { store.remove() }
    let context = try store.migrate(to: JournalV4.self, JournalPlan.plan)
    let articles = try context.fetch(FetchDescriptor<Fourth>(sortBy: [SortDescriptor(\.code)]))
    #expect(articles.count == 40)
    #expect(articles.first?.content == "Text 0")
    #expect(articles.first?.slug == "Title 0-a0")
    #expect(articles.compactMap(\.writer?.name) == Array(repeating: "Unknown", count: 40))

    let third = try JournalStore(JournalV3.self) { $0.insert(Third(code: "z", title: "T", content: "C")) }
    defer { third.remove() }
    let migrated = try third.migrate(to: JournalV4.self, JournalPlan.plan).fetch(FetchDescriptor<Fourth>())
    #expect(migrated.map(\.slug) == ["T-z"])
  }

  @Test("the type of a declarative plan is a plan for any container")
  func type() throws {
    let store = try JournalStore.articles(2)
    defer { store.remove() }
    let container = try ModelContainer(
      for: Schema(versionedSchema: JournalV4.self), migrationPlan: JournalPlan.self,
      configurations: ModelConfiguration(url: store.url))
    #expect(
      try ModelContext(container).fetch(FetchDescriptor<Fourth>()).map(\.content).sorted() == ["Text 0", "Text 1"])
    #expect(JournalPlan.schemas.count == 4)
    #expect(JournalPlan.stages.count == 3)
  }

  @Test("operations run by phase, and within a phase in the order of the list")
  func phases() {
    let stage = Stage(from: JournalV3.self, to: JournalV4.self) {
      Assert.unique(\Fourth.slug)
      Backfill(\Fourth.slug) { $0.code }
      Rename(\Third.title, to: \Fourth.title)
      CustomOperation("two") { _ in }
      CustomOperation("capture", phase: .captures) { _ in }
      Assert.custom("three") { _ in true }
    }
    #expect(
      stage.operations.map(\.description) == [
        "Rename Article.title → Article.title", "capture", "Backfill Article.slug (overwrite)", "two",
        "Assert unique Article.slug", "Assert three",
      ])
    #expect(stage.kind == .custom)
    #expect(stage.label == "JournalV3 → JournalV4")
    #expect(Stage(from: JournalV1.self, to: JournalV2.self).kind == .lightweight)
  }

  @Test("conditions, loops and arrays can build stages and operations", arguments: [true, false])
  func builders(_ isLong: Bool) {
    let more = [Stage(from: JournalV2.self, to: JournalV3.self)]
    let plan = MigrationPlan(schemas: [JournalV1.self, JournalV2.self, JournalV3.self]) {
      Stage(from: JournalV1.self, to: JournalV2.self) {
        if isLong { DeleteAll(JournalV2.Draft.self) } else { DeleteWhere(JournalV2.Draft.self) { _ in true } }
        if isLong { CustomOperation("long") { _ in } }
        for number in 1...2 { CustomOperation("\(number)") { _ in } }
        [CustomOperation("listed") { _ in }]
      }
      if isLong { more }
    }
    #expect(
      plan.stages[0].operations.map(\.description)
        == (isLong ? ["DeleteAll Draft", "long"] : ["DeleteWhere Draft"]) + ["1", "2", "listed"])
    #expect(plan.stages.count == (isLong ? 2 : 1))
  }

  @Test("a plan that can be used has no problems")
  func valid() { #expect(JournalPlan.plan.validate() == []) }

  @Test("a plan without stages, with unknown versions, with gaps and with skipped versions is refused")
  func invalid() throws {
    #expect(MigrationPlan(schemas: [JournalV1.self]) {}.validate() == ["Plan has no stages."])
    #expect(
      MigrationPlan(schemas: [JournalV2.self]) { Stage(from: JournalV1.self, to: JournalV3.self) }.validate() == [
        "Stage 0: source schema JournalV1 not in plan.schemas",
        "Stage 0: destination schema JournalV3 not in plan.schemas",
      ])
    let all: [any VersionedSchema.Type] = [JournalV1.self, JournalV2.self, JournalV3.self, JournalV4.self]
    #expect(
      MigrationPlan(schemas: all) {
        Stage(from: JournalV1.self, to: JournalV2.self)
        Stage(from: JournalV3.self, to: JournalV4.self)
      }.validate() == ["Stage 0→1 gap: JournalV2 is not the source of the next stage (JournalV3)."])
    #expect(
      MigrationPlan(schemas: all) { Stage(from: JournalV1.self, to: JournalV4.self) }.validate()
        == ["Stage 0: JournalV1 → JournalV4 skips JournalV2, JournalV3."])
    let store = try JournalStore.articles(1)
    defer { store.remove() }
    let error = #expect(throws: MigrationError.self) {
      try store.migrate(to: JournalV1.self, MigrationPlan(schemas: all) {})
    }
    #expect(error?.description == "Plan validation failed:\n - Plan has no stages.")
  }

  @Test("an operation on a model of another version is refused")
  func wrongVersion() {
    let reasons = MigrationPlan.stage(JournalV3.self, JournalV4.self) {
      Backfill(\Third.title) { $0.code }
      Rename(\Second.text, to: \Fourth.content)
      Rename(\Third.title, to: \JournalV4.Draft.note)
    }.validate()
    #expect(reasons.count == 3)
    #expect(reasons[0].hasPrefix("Stage 0: Rename Article.text → Article.content: "))
    #expect(reasons[0].hasSuffix("JournalV2.Article is not a model of the old version, 3.0.0"))
    #expect(reasons[1].contains("use Rename(_:to:sourceKey:destinationKey:)"))
    #expect(reasons[2].hasSuffix("JournalV3.Article is not a model of the new version, 4.0.0"))
  }

  @Test("a stash keeps values by key and type")
  func stash() {
    let stash = MigrationStash()
    stash.set("a", 1)
    stash.set("a", 2)
    #expect(stash.get("a", as: Int.self) == 2)
    #expect(stash.get("a", as: String.self) == nil)
    stash.reset()
    #expect(stash.get("a", as: Int.self) == nil)
  }
}
