import EntityModel
import SourceModels
import Testing

@Suite("Name lookup")
struct NameLookupTests {
  private let versions = """
    enum V1: VersionedSchema {
      static var versionIdentifier = Schema.Version(1, 0, 0)
      static var models: [any PersistentModel.Type] { [Post.self, Shared.self] }
      @Model class Post { var kind: Kind; var author: Author? }
      @Model class Author { var old = 1 }
    }
    enum V2: VersionedSchema {
      static var versionIdentifier: Schema.Version { return .init(2, 0, 0) }
      static let models: [any PersistentModel.Type] = [Post.self] + V1.extra
      @Model class Post { var kind: Kind; var author: Author? }
    }
    extension V1 { enum Kind: Int, Codable { case a = 1 }; static var extra: [any PersistentModel.Type] { [Shared.self] } }
    extension V2 { typealias Author = Writer }
    enum Kind: String, Codable { case a }
    @Model class Author { var top = 1 }
    @Model class Writer { var written = 1 }
    @Model class Shared { var s = 1 }
    typealias Post = V2.Post
    """

  @Test func `a version's own types come first`() throws {
    let scope = scope(versions)
    let first = scope.schema(of: try #require(scope.versions.first))
    #expect(first.unresolved.isEmpty)
    #expect(first.model.version == "1.0.0")
    #expect(first.model.entity(named: "Post")?.attributes.first?.type == .integer64)
    #expect(first.model.entity(named: "Author")?.attributes.first?.name == "old")
    let second = scope.schema(of: try #require(scope.versions.last))
    #expect(second.unresolved.isEmpty)
    #expect(second.model.version == "2.0.0")
    #expect(second.model.entities.map(\.name) == ["Post", "Shared", "Writer"])
    #expect(second.model.entity(named: "Post")?.attributes.first?.type == .string)
  }

  @Test func `a type in an extension of another module's type is found where the extension is visible`() throws {
    let texts = [
      "Base/Item.swift": "public class Item {}\npublic struct Other { public struct Part: Codable { var wrong: Int } }",
      "App/Models.swift": """
      import SwiftData
      import Base
      @Model class Note { var parts: Item.Part; var tint: Colour.Shade; var gone: Item.Gone }
      let container = try ModelContainer(for: Note.self)
      """,
      "App/Extensions.swift": """
      import Base
      import Drawing
      extension Item { struct Part: Codable { var name: String } }
      extension Colour { enum Shade: String, Codable { case light } }
      """,
      "Elsewhere/Other.swift": "struct Item { struct Gone: Codable { var x: Int } }",
    ]
    let scope = SourceScope(
      MemoryTree(texts),
      modules: ["Base", "App", "Elsewhere"].map { ModulePaths(name: $0, paths: [$0]) })
    let schema = scope.schema(of: try #require(scope.containers.first))
    let attributes = schema.model.entity(named: "Note")?.attributes ?? []
    #expect(attributes.map(\.name) == ["parts", "tint"])
    #expect(attributes.first?.components.map(\.name) == ["name"])
    #expect(attributes.last?.type == .string)
    #expect(schema.unresolved.map(\.subject) == ["Note.gone"])
  }

  @Test func `a version tells which of its models are not its own`() {
    #expect(scope(versions).versions.map(\.sharedModels) == [["Shared"], ["Shared"]])
  }

  @Test func `two classes of one name are ambiguous unless modules tell them apart`() throws {
    let texts = [
      "App/A.swift": "import SwiftData\n@Model class A { var x: Int }\nlet c = try ModelContainer(for: A.self)",
      "Old/A.swift": "import SwiftData\n@Model class A { var y: Int }",
    ]
    let one = SourceScope(MemoryTree(texts))
    #expect(one.containers.first?.unresolved.count == 1)
    let two = SourceScope(
      MemoryTree(texts),
      modules: [ModulePaths(name: "App", paths: ["App"]), ModulePaths(name: "Old", paths: ["Old"])])
    let schema = two.schema(of: try #require(two.containers.first))
    #expect(schema.unresolved.isEmpty)
    #expect(schema.model.entity(named: "A")?.attributes.map(\.name) == ["x"])
  }

  @Test func `a name of an imported module is found, and one of a module that is not imported is not`() {
    let modules = [ModulePaths(name: "App", paths: ["App"]), ModulePaths(name: "Kit", paths: ["Kit"])]
    func reasons(_ imports: String) -> Int {
      SourceScope(
        MemoryTree([
          "App/A.swift": "import SwiftData\n\(imports)\n@Model class A { var x: K }",
          "Kit/K.swift": "public enum K: String, Codable { case a }",
        ]), modules: modules
      ).schema(ofClasses: ["A"]).unresolved.count
    }
    #expect(reasons("import Kit") == 0)
    #expect(reasons("") == 1)
  }

  @Test func `a file that several targets compile is visible in each of them`() {
    func reasons(_ app: [String]) -> Int {
      // The file of both belongs to the module that is listed last.
      let modules = [ModulePaths(name: "App", paths: app), ModulePaths(name: "Watch", paths: ["K.swift", "W.swift"])]
      return SourceScope(
        MemoryTree([
          "A.swift": "import SwiftData\n@Model class A { var x: K }", "K.swift": "enum K: String, Codable { case a }",
          "W.swift": "enum W: String, Codable { case a }",
        ]), modules: modules
      ).schema(ofClasses: ["A"]).unresolved.count
    }
    #expect(reasons(["A.swift", "K.swift"]) == 0)
    #expect(reasons(["A.swift"]) == 1)
  }

  @Test func `an extension of an alias extends the type for which it stands`() throws {
    let text = """
      enum V1: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Item.self] }
        @Model class Item { var center: Point }
      }
      typealias Latest = V1
      typealias Item = Latest.Item
      extension Item { struct Point: Codable { let x: Double } }
      """
    let scope = scope(text)
    let schema = scope.schema(of: try #require(scope.versions.first))
    #expect(schema.unresolved.isEmpty)
    #expect(schema.model.entities.first?.attributes.first?.components.map(\.name) == ["x"])
  }

  @Test func `a type of another folder is used if the modules are a guess, and the guess is said`() {
    func reasons(_ isGuess: Bool) -> (reasons: [UnresolvedReason], uses: [GuessedUse]) {
      let modules = ["App", "Models"].map { ModulePaths(name: $0, paths: [$0], isGuess: isGuess) }
      let scope = SourceScope(
        MemoryTree([
          "App/A.swift": "import SwiftData\n@Model class A { var x: K }",
          "Models/K.swift": "enum K: String, Codable { case a }",
        ]), modules: modules)
      return (scope.schema(ofClasses: ["A"]).unresolved.map(\.reason), scope.guessedUses)
    }
    #expect(reasons(true).reasons.isEmpty)
    #expect(reasons(true).uses.map { "\($0.name) \($0.user) \($0.module)" } == ["K App Models"])
    // A project says which modules there are.
    #expect(
      reasons(false).reasons
        == [.notImported(name: "K", locations: [SourceLocation(path: "Models/K.swift", line: 1)])])
    #expect(reasons(false).uses.isEmpty)
  }

  @Test func `classes of ManagedModels are not models`() {
    let scope = SourceScope(MemoryTree(["A.swift": "import ManagedModels\n@Model class A { var x: Int }"]))
    #expect(scope.modelClasses.isEmpty)
  }
}
