import EntityModel
import SourceModels
import Testing

@Suite("The stores that containers open")
struct ContainerTests {
  private let models = """
    @Model class Note { var text: String }
    @Model class CachedImage { var url: String }

    """

  /// The models of each store that the app has a file of.
  private func stores(_ text: String) -> [[String]] {
    scope(models + text).containers.filter(\.opensStore).map(\.models)
  }

  private func schemas(_ text: String) -> [[String]] {
    let scope = scope(models + text)
    guard case .databases(let references) = scope.choice else { return [] }
    return references.map { scope.schema(of: $0).model.entities.map(\.name) }
  }

  @Test func `a local schema is not the member of that name`() {
    let text = """
      final class Provider {
        static let schema = Schema([Note.self])
        func other() { let schema = Schema([CachedImage.self]); _ = schema }
        let container: ModelContainer = { try! ModelContainer(for: Provider.schema) }()
      }
      """
    #expect(stores(text) == [["Note"]])
    #expect(schemas(text) == [["Note"]])
    let local = text.replacing("_ = schema", with: "_ = try! ModelContainer(for: schema)").replacing(
      "Provider.schema", with: "schema")
    #expect(stores(local) == [["CachedImage"], ["Note"]])
  }

  @Test func `members of two types with one name differ`() {
    let text = """
      enum A { static let schema = Schema([Note.self]) }
      enum B { static let schema = Schema([CachedImage.self]) }
      let container = try! ModelContainer(for: A.schema)
      """
    #expect(stores(text) == [["Note"]])
    #expect(stores(text.replacing("for: A", with: "for: B")) == [["CachedImage"]])
  }

  @Test func `a member in an extension of Schema is its member`() {
    let text = """
      import SwiftData
      extension Schema {
        static var app: Schema { Schema([Note.self]) }
        static func cache() -> Schema { Schema([CachedImage.self]) }
      }
      func open() throws { _ = try ModelContainer(for: Schema.app) }
      """
    #expect(stores(text) == [["Note"]])
    #expect(stores(text.replacing("Schema.app", with: ".app")) == [["Note"]])
    #expect(stores(text.replacing("Schema.app", with: ".cache()")) == [["CachedImage"]])
    #expect(stores(text.replacing("Schema.app", with: "Other.app")) == [[]])
  }

  @Test(arguments: [
    "let container: ModelContainer = try! .init(for: Note.self)",
    "let container = try! ModelContainer.init(for: Note.self)",
    "let container: ModelContainer = { print(1); return try! .init(for: Note.self) }()",
    "var container: ModelContainer { get throws { try .init(for: Note.self) } }",
    "func open() throws -> SwiftData.ModelContainer? { if true { return try .init(for: Note.self) }; return nil }",
    "func open(_ container: ModelContainer = try! .init(for: Note.self)) {}",
    "struct S { var c: ModelContainer!\n init() { c = try! .init(for: Note.self) } }",
    "struct S { var c: ModelContainer\n init() throws { self.c = try .init(for: .init([Note.self])) } }",
    "func open() throws { let c: ModelContainer; do { c = try .init(for: Note.self) }; print(c) }",
  ])
  func `an initializer without a type makes what its place requires`(text: String) {
    #expect(stores(text) == [["Note"]])
    #expect(stores(text.replacing("ModelContainer", with: "Other")).isEmpty)
  }

  @Test func `an initializer is not that of a container if its place requires something else`() {
    let text = """
      struct S {
        let c: ModelContainer
        func other() -> Other { .init(for: Note.self) }
        func open() -> ModelContainer { take(.init(for: Note.self)); return c }
        func give() -> ModelContainer { let other: Other = .init(for: Note.self); return c }
      }
      """
    #expect(stores(text).isEmpty)
  }

  @Test func `a schema that is not understood is said once for a container and its configuration`() {
    let text = """
      func open() throws {
        let schema = Schema(all())
        let configuration = ModelConfiguration("a", schema: schema)
        _ = try ModelContainer(for: schema, configurations: [configuration])
      }
      """
    #expect(scope(models + text).unreadContainers.count == 1)
  }

  @Test func `locals of nested bodies end with them`() {
    let text = """
      let schema = Schema([Note.self])
      func make() throws {
        if true { let schema = Schema([CachedImage.self]); _ = schema }
        [1].forEach { schema in print(schema) }
        _ = try ModelContainer(for: schema)
      }
      """
    #expect(stores(text) == [["Note"]])
  }

  @Test(arguments: [
    "func make(schema: Schema) throws { _ = try ModelContainer(for: schema) }",
    "func make() throws { guard let schema = load() else { return }\n _ = try ModelContainer(for: schema) }",
    "func make() throws { for schema in all { _ = try ModelContainer(for: schema) } }",
    "let make = { (schema: Schema) in try ModelContainer(for: schema) }",
    "let make = { schema in try ModelContainer(for: schema) }",
    """
    func make(_ small: Bool) throws {
      var schema = Schema([Note.self])
      if small { schema = Schema([CachedImage.self]) }
      _ = try ModelContainer(for: schema)
    }
    """,
    "func make(models: [any PersistentModel.Type]) throws { _ = try ModelContainer(for: Schema(models)) }",
  ])
  func `a value that code decides is not guessed, and the container is named`(_ text: String) {
    // The member of the name is not meant.
    let scope = scope(models + "let schema = Schema([Note.self])\nlet models = [Note.self]\n" + text)
    #expect(scope.unreadContainers.count == 1)
    #expect(scope.containers.filter(\.opensStore).map(\.models) == [[]])
  }

  @Test func `a value that is assigned once, a default argument and a constant of a constant are read`() {
    #expect(
      stores("func f() throws { let s: Schema; s = Schema([Note.self]); _ = try ModelContainer(for: s) }") == [["Note"]]
    )
    #expect(stores("func f(s: Schema = Schema([Note.self])) throws { _ = try ModelContainer(for: s) }") == [["Note"]])
    #expect(
      stores("func f() throws { let m = [Note.self]; let s = Schema(m); _ = try ModelContainer(for: s) }") == [["Note"]]
    )
    #expect(stores("let s: Schema = { Schema([Note.self]) }()\nlet c = try ModelContainer(for: s)") == [["Note"]])
  }

  @Test func `the only expression of a static function is its value`() {
    let text = """
      enum Store {
        static func makeSchema() -> Schema { Schema(models()) }
        static func models() -> [any PersistentModel.Type] { return [Note.self] }
        static let container = try! ModelContainer(for: Self.makeSchema())
      }
      """
    #expect(stores(text) == [["Note"]])
    let other = text.replacing("Self.makeSchema()", with: "Self.makeSchema(of: 1)")
    #expect(scope(models + other).unreadContainers.count == 1)
  }

  @Test
  func `configurations of which code returns some are stores, and one that is not understood may divide the models`() {
    let text = """
      enum Persistence {
        static var isSynced: Bool { true }
        static var synced: ModelConfiguration { ModelConfiguration("A", schema: Schema([Note.self])) }
        static var local: ModelConfiguration { ModelConfiguration("A", schema: Schema([Note.self]), cloudKitDatabase: .none) }
        static var cache: ModelConfiguration { ModelConfiguration("B", schema: Schema([CachedImage.self])) }
        static var all: [ModelConfiguration] {
          if isSynced { return [synced, cache] } else { return [local, cache] }
        }
      }
      func make() throws -> ModelContainer {
        let configurations = Persistence.all
        return try ModelContainer(for: Note.self, CachedImage.self, configurations: configurations)
      }
      """
    #expect(stores(text) == [["Note"], ["CachedImage"]])
    #expect(stores(text.replacing("{ return [", with: "{ [")) == [["Note"], ["CachedImage"]])
    let unknown = scope(models + text.replacing("Persistence.all", with: "Persistence.all.filter(\\.isUsed)"))
    #expect(unknown.unreadContainers.count == 1)
    // A schema that is not understood may be another one, too.
    let given = text.replacing("Persistence.all", with: "Persistence.all.filter(\\.isUsed)")
      .replacing("Schema([Note.self])", with: "schema()").replacing("Schema([CachedImage.self])", with: "schema()")
    #expect(scope(models + given).unreadContainers.count == 1)
    // Without a configuration with other models, whatever the expression gives has those of the container.
    let plain = "let c = try! ModelContainer(for: Note.self, configurations: given())"
    #expect(stores(plain) == [["Note"]])
  }

  @Test func `each configuration with a schema is a store`() {
    let text = """
      let notes = ModelConfiguration("notes", schema: Schema([Note.self]))
      func make() throws -> ModelContainer {
        let cache = ModelConfiguration(
          schema: Schema([CachedImage.self]), url: caches)
        return try ModelContainer(for: Note.self, CachedImage.self, configurations: notes, cache)
      }
      """
    #expect(stores(text) == [["Note"], ["CachedImage"]])
    #expect(schemas(text) == [["Note"], ["CachedImage"]])
    let found = scope(models + text)
    #expect(found.containers.filter(\.opensStore).map(\.location.line) == [5, 7])
    guard let second = found.reference(named: "A.swift:7") else {
      Issue.record("no store in line 7")
      return
    }
    #expect(found.schema(of: second).model.entities.map(\.name) == ["CachedImage"])
    // The list may also be an array.
    #expect(stores(text.replacing("configurations: notes, cache", with: "configurations: [notes, cache]")).count == 2)
    let inMemory = text.replacing("url: caches", with: "isStoredInMemoryOnly: true")
    #expect(stores(inMemory) == [["Note"]])
    let unknown = scope(models + text.replacing("notes, cache)", with: "notes, other())"))
    #expect(
      unknown.unreadContainers.map(\.message) == [
        "a configuration of the container is given by other(…), which is not understood"
      ])
  }

  @Test func `one configuration with the schema of the container is its store`() {
    let text = """
      func make() throws {
        let schema = Schema([Note.self])
        let configuration = ModelConfiguration(schema: schema, isStoredInMemoryOnly: false)
        _ = try ModelContainer(for: schema, configurations: [configuration])
      }
      """
    #expect(stores(text) == [["Note"]])
    #expect(stores(text.replacing("false", with: "true")) == [])
    // A parameter decides.
    #expect(
      stores(text.replacing("make()", with: "make(inMemory: Bool = true)").replacing("false", with: "inMemory")) == [
        ["Note"]
      ])
  }

  @Test func `a store in memory is not the app's`() {
    let text = """
      let cache = try ModelContainer(for: CachedImage.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
      struct App { var body: some View { V().modelContainer(for: CachedImage.self, inMemory: true) } }
      let notes = try ModelContainer(for: Note.self)
      """
    #expect(schemas(text) == [["Note"]])
    #expect(schemas(text.replacing("true", with: "false")) == [["CachedImage"], ["Note"]])
  }

  @Test func `a type of the app with the name of one of SwiftData's is not that one`() {
    #expect(
      stores("struct ModelContainer { init(for types: Any.Type...) {} }\nlet c = ModelContainer(for: Note.self)") == [])
  }

  @Test func `the version of a schema is known`() {
    let found = scope(models + "let c = try ModelContainer(for: Schema([Note.self], version: Schema.Version(2, 1, 0)))")
    #expect(found.containers.filter(\.opensStore).map(\.version) == ["2.1.0"])
  }

  /// Each value takes the place of its name, so that names of names could fill the memory.
  @Test func `values that double with each name end as unknown`() {
    let names = (1...40).map { "let a\($0) = [a\($0 - 1), a\($0 - 1)]" }
    let text =
      "func f() throws { let a0 = [Note.self]; \(names.joined(separator: "; ")); _ = try ModelContainer(for: Schema(a40)) }"
    #expect(scope(models + text).unreadContainers.count == 1)
  }
}
