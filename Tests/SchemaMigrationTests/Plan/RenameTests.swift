import EntityModel
import Foundation
import Testing

@testable import SchemaMigration
@testable import SchemaModel

@Suite("Rename")
struct RenameTests {
  typealias Old = JournalV2.Article
  typealias New = JournalV3.Article

  private func store(_ count: Int = 3) throws -> JournalStore {
    try JournalStore(JournalV2.self) { context in
      for number in 0..<count {
        context.insert(Old(code: "a\(number)", title: "T\(number)", text: "body \(number)", writer: "W"))
      }
    }
  }

  @Test("the values of a renamed property are kept, also without an originalName")
  func keepsValues() throws {
    let store = try store()
    defer { store.remove() }
    let context = try store.migrate(
      to: JournalV3.self, .stage(JournalV2.self, JournalV3.self) { Rename(\Old.text, to: \New.content) })
    let articles = try context.fetch(FetchDescriptor<New>(sortBy: [SortDescriptor(\.code)]))
    #expect(articles.map(\.content) == ["body 0", "body 1", "body 2"])
    #expect(articles.map(\.title) == ["T0", "T1", "T2"])
  }

  @Test("without the rename, the new required property has no value, and nothing is migrated")
  func withoutRename() throws {
    let store = try store()
    defer { store.remove() }
    let plan = MigrationPlan.stage(JournalV2.self, JournalV3.self) { CustomOperation("nothing") { _ in } }
    let error = #expect(throws: SwiftDataError.self) { try store.migrate(to: JournalV3.self, plan) }
    guard
      case .stageFailed(_, _, "the operations", StoreError.unfilled("Article", "content", 3))? = error?.underlyingError
        as? StoreError
    else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try store.open(JournalV2.self).fetch(FetchDescriptor<Old>()).map(\.writer) == ["W", "W", "W"])
  }

  @Test("a renamed column is a part of the mapping, so that no object is read")
  func isMapped() {
    let stage = Stage(from: JournalV2.self, to: JournalV3.self) { Rename(\Old.text, to: \New.content) }
    guard case .operations(_, _, let operations) = stage.migrationStage else {
      Issue.record("not a stage of operations")
      return
    }
    #expect(operations.renames.map { $0.property } == ["text"])
    #expect(operations.renames.map { $0.newProperty } == ["content"])
    #expect(operations.begin().before.isEmpty)
    #expect(operations.begin().after.isEmpty)
  }

  @Test("a computed property is captured before the migration and written after it")
  func computed() throws {
    let store = try JournalStore.articles(1_234)
    defer { store.remove() }
    typealias First = JournalV1.Article
    let context = try store.migrate(
      to: JournalV2.self,
      .stage(JournalV1.self, JournalV2.self) { Rename(\First.heading, to: \Old.title) })
    let titles = try context.fetch(FetchDescriptor<Old>()).map(\.title)
    #expect(Set(titles) == Set((0..<1_234).map { "TITLE \($0)" }))
  }

  @Test("one old value can go to two properties, and two properties can change places")
  func severalTargets() throws {
    let store = try JournalStore.articles(2)
    defer { store.remove() }
    typealias First = JournalV1.Article
    let swapped = try store.migrate(
      to: JournalV2.self,
      .stage(JournalV1.self, JournalV2.self) {
        Rename(\First.title, to: \Old.text)
        Rename(\First.text, to: \Old.title)
      }
    ).fetch(FetchDescriptor<Old>(sortBy: [SortDescriptor(\.code)]))
    #expect(swapped.map(\.title) == ["Text 0", "Text 1"])
    #expect(swapped.map(\.text) == ["Title 0", "Title 1"])

    let other = try JournalStore.articles(1)
    defer { other.remove() }
    let copied = try other.migrate(
      to: JournalV2.self,
      .stage(JournalV1.self, JournalV2.self) { Rename(\First.title, to: \Old.text) }
    ).fetch(FetchDescriptor<Old>())
    #expect(copied.map(\.title) == ["Title 0"])
    #expect(copied.map(\.text) == ["Title 0"])
  }

  @Test("a rename between two models renames the model, whose objects keep their other values")
  func entity() throws {
    let store = try JournalStore(NotesV1.self) { context in
      for number in 0..<5 { context.insert(NotesV1.Note(text: "n\(number)", rank: number)) }
    }
    defer { store.remove() }
    let memos = try store.migrate(
      to: NotesV2.self,
      .stage(NotesV1.self, NotesV2.self) { Rename(\NotesV1.Note.text, to: \NotesV2.Memo.body) }
    ).fetch(FetchDescriptor<NotesV2.Memo>(sortBy: [SortDescriptor(\.rank)]))
    #expect(memos.map(\.body) == ["n0", "n1", "n2", "n3", "n4"])
    #expect(memos.map(\.rank) == [0, 1, 2, 3, 4])
  }

  @Test("a stage to an older version renames back")
  func downward() throws {
    let store = try JournalStore(NotesV2.self) { context in context.insert(NotesV2.Memo(body: "kept", rank: 1)) }
    defer { store.remove() }
    let plan = MigrationPlan(schemas: [NotesV1.self, NotesV2.self]) {
      Stage(from: NotesV2.self, to: NotesV1.self) { Rename(\NotesV2.Memo.body, to: \NotesV1.Note.text) }
    }
    let notes = try store.migrate(to: NotesV1.self, plan).fetch(FetchDescriptor<NotesV1.Note>())
    #expect(notes.map(\.text) == ["kept"])
  }

  @Test("objects that a transformation builds anew get their values by a key of the program")
  func explicitKey() throws {
    let store = try store()
    defer { store.remove() }
    let context = try store.migrate(
      to: JournalV3.self,
      .stage(JournalV2.self, JournalV3.self) {
        Transform(
          from: Old.self, to: New.self, capture: { $0.code },
          build: { context, code in context.insert(New(code: code, title: "", content: "")) })
        CustomOperation("early", phase: .captures) { _ in }
        RestoreAfterwards(Rename(\Old.text, to: \New.content, sourceKey: \.code, destinationKey: \.code))
      })
    let articles = try context.fetch(FetchDescriptor<New>(sortBy: [SortDescriptor(\.code)]))
    #expect(articles.map(\.content) == ["body 0", "body 1", "body 2"])
  }

  @Test("values without an object to go to are an error, with both numbers")
  func loss() throws {
    let store = try store()
    defer { store.remove() }
    let plan = MigrationPlan.stage(JournalV2.self, JournalV3.self) {
      DeleteWhere(New.self) { $0.code == "a1" }
      RestoreAfterwards(Rename(\Old.text, to: \New.content, sourceKey: \.code, destinationKey: \.code))
    }
    let error = #expect(throws: SwiftDataError.self) { try store.migrate(to: JournalV3.self, plan) }
    #expect(
      error?.description.contains(
        """
        Rename data loss: captured 3 value(s) for Article.content but restored 2. Use \
        Rename(_:to:sourceKey:destinationKey:) with an explicit user-defined identity key to avoid this.
        """) == true)
    #expect(try store.open(JournalV2.self).fetchCount(FetchDescriptor<Old>()) == 3)
  }

  @Test("two objects with one key are an error, because the values could not be told apart")
  func sameKey() throws {
    let store = try store()
    defer { store.remove() }
    let plan = MigrationPlan.stage(JournalV2.self, JournalV3.self) {
      Rename(\Old.text, to: \New.content, sourceKey: \.writer, destinationKey: \.optionalTitle)
    }
    let error = #expect(throws: SwiftDataError.self) { try store.migrate(to: JournalV3.self, plan) }
    #expect(error?.description.contains("captured 3 value(s) for Article.content but restored 1") == true)
  }

  @Test("descriptions name both properties")
  func descriptions() {
    #expect(Rename(\Old.text, to: \New.content).description == "Rename Article.text → Article.content")
    #expect(
      Rename(\Old.text, to: \New.content, sourceKey: \.code, destinationKey: \.code).description
        == "Rename Article.text → Article.content (explicit key)")
    #expect(Rename(\Old.text, to: \New.content).phase == .captures)
  }
}

extension JournalV3.Article {
  fileprivate var optionalTitle: String? { title }
}

/// A rename that restores its values in the body phase, after objects were built anew.
private struct RestoreAfterwards: MigrationOperation {
  let rename: any MigrationOperation
  init(_ rename: any MigrationOperation) { self.rename = rename }
  var description: String { rename.description }
  func declaration(between models: StageModels) -> OperationDeclaration {
    OperationDeclaration(problems: [], deletedModels: [])
  }
  func willMigrate(_ context: ModelContext, stash: MigrationStash) throws {
    try rename.willMigrate(context, stash: stash)
  }
  func didMigrate(_ context: ModelContext, stash: MigrationStash) throws {
    try rename.didMigrate(context, stash: stash)
  }
}

enum NotesV1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static let models: [any PersistentModel.Type] = [Note.self]
  @Model final class Note {
    var text: String
    var rank: Int
    init(text: String, rank: Int) {
      self.text = text
      self.rank = rank
    }
  }
}

enum NotesV2: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static let models: [any PersistentModel.Type] = [Memo.self]
  @Model final class Memo {
    var body: String
    var rank: Int
    init(body: String, rank: Int) {
      self.body = body
      self.rank = rank
    }
  }
}
