import SwiftSyntaxMacrosGenericTestSupport
import Testing

@Suite("Diagnostics of @Model")
struct ModelDiagnosticsTests {
  @Test(
    "anything but a plain class is refused, once",
    arguments: [
      ("struct X { var a = 1 }", "'@Model' cannot be applied to struct type 'X'"),
      ("enum X { case a }", "'@Model' cannot be applied to enum type 'X'"),
      ("actor X { var a = 1 }", "'@Model' cannot be applied to actor type 'X'"),
      ("protocol X {}", "'@Model' cannot be applied to protocol type 'X'"),
      (
        "final class X<T> { var a = 1; init() {} }",
        "'@Model' cannot be applied to generic class 'X': an entity has one name and one table"
      ),
    ])
  func refused(declaration: String, message: String) {
    let expansion = Expansion(of: "@Model \(declaration)")
    #expect(expansion.diagnostics == ["1:1 error: \(message)"])
    #expect(!expansion.text.contains("_$"))
    #expect(!expansion.text.contains("_PersistedProperty"))
  }

  @Test("a class without an initializer is told that it needs one")
  func initializer() {
    #expect(
      Expansion(of: "@Model final class X { var a = 1 }").diagnostics
        == ["1:1 error: @Model requires an initializer be provided for 'X'"])
    #expect(Expansion(of: "@Model final class X { var a = 1\n#if DEBUG\ninit() {}\n#endif\n}").diagnostics.isEmpty)
  }

  @Test("a class whose name is none for a table is told", arguments: [("_X", "_X"), ("`A B`", "A B")])
  func name(written: String, name: String) {
    #expect(
      Expansion(of: "@Model final class \(written) { init() {} }").diagnostics
        == ["1:20 error: '\(name)' \(Self.unusable)"])
  }

  @Test("a model belongs to no actor")
  func isolated() {
    #expect(
      Expansion(of: "@MainActor @Model final class X { init() {} }").diagnostics == [
        "1:1 error: '@Model' class 'X' cannot belong to an actor: its objects belong to their context; remove @MainActor"
      ])
  }

  static let constant =
    "cannot be a constant: a fetched object could not take the stored value; use 'private(set) var', or mark it @Transient"
  static let unusable =
    "is no name for a table or a column: begin it with a letter and use letters, digits and underscores"
  static let coreData = "Core Data keeps this name for itself, and SwiftData stops at such a model"

  @Test(
    "a property that cannot be persisted is told why",
    arguments: [
      ("let id = UUID()", "2:1 error: persisted property 'id' \(constant)"),
      ("public let id: UUID", "2:8 error: persisted property 'id' \(constant)"),
      (
        "var a = 1 { didSet { print(a) } }",
        "2:5 warning: 'willSet' and 'didSet' of persisted property 'a' are ignored; @Model reads and writes its record"
      ),
      (
        "lazy var a = 1",
        "2:10 error: persisted property 'a' cannot be lazy; mark it @Transient, or give it a plain default"
      ),
      (
        "weak var a: X?",
        "2:10 error: 'weak' has no effect on persisted property 'a': its context holds the object; remove it"
      ),
      (
        "unowned(unsafe) var a: X",
        "2:21 error: 'unowned' has no effect on persisted property 'a': its context holds the object; remove it"
      ),
      ("var a = 1, b = 2", "2:1 error: a persisted property needs a declaration of its own: one 'var' for each"),
      ("var (a, b) = (1, 2)", "2:1 error: a persisted property cannot be declared in a tuple"),
      ("var a", "2:5 error: persisted property 'a' needs a type or a default value"),
      ("var description = \"\"", "2:5 error: a persisted property cannot be named 'description': \(coreData)"),
      ("var hash: Int = 0", "2:5 error: a persisted property cannot be named 'hash': \(coreData)"),
      (
        "var isDeleted = false",
        "2:5 error: a persisted property cannot be named 'isDeleted': every persistent model has a member of this name"
      ),
      (
        "@Attribute(.unique) var a: [String] = []",
        "2:25 error: 'a' cannot be unique: it holds many values; make a property of the other side unique"
      ),
      (
        "@Relationship(.unique) var a: Array<X>? = []",
        "2:28 error: 'a' cannot be unique: it holds many values; make a property of the other side unique"
      ),
      (
        "@Attribute @Relationship var a: X?",
        "2:30 error: 'a' is an attribute or a relationship: say @Attribute or @Relationship"
      ),
      ("var `a b` = 1", "2:5 error: 'a b' \(unusable)"), ("var `a-b`: Int?", "2:5 error: 'a-b' \(unusable)"),
      ("@Transient var a: Int", "2:16 error: @Transient requires non-optional property 'a' to have a default value"),
      ("@Transient let a: Int?", "2:16 error: @Transient requires non-optional property 'a' to have a default value"),
      (
        "#if DEBUG\nvar a = 1\n#endif",
        "3:1 error: a persisted property cannot be inside '#if': the same version of a schema would be another one "
          + "in another build"
      ),
      (
        "#if DEBUG\n#Unique<X>([\\.a])\n#endif\nvar a = 1",
        "3:1 error: a persisted property cannot be inside '#if': the same version of a schema would be another one "
          + "in another build"
      ),
      (
        "#if DEBUG\n@Attribute(.unique)\n#endif\nvar a = 1",
        "3:1 error: a persisted property cannot be inside '#if': the same version of a schema would be another one "
          + "in another build"
      ),
    ])
  func property(member: String, expected: String) {
    #expect(Expansion(of: "@Model final class X {\n\(member)\ninit() {}\n}").diagnostics == [expected])
  }

  @Test(
    "what is no persisted property is left alone",
    arguments: [
      "static let a = 1", "class var a: Int { 1 }", "var a: Int { 1 }", "var a: Int { get { 1 } set {} }",
      "@Transient var a: Int?", "@Transient var a: Optional<Int>", "@Transient lazy var a = 1", "@Transient let a = 1",
      "@Transient var description = 1", "var description: String { \"\" }", "@SchemaModel.Transient var a = 1",
      "#if DEBUG\nvar a: Int { 1 }\n#endif", "@Transient var a = 1 { didSet {} }",
    ])
  func ignored(member: String) {
    let expansion = Expansion(of: "@Model final class X {\n\(member)\ninit() {}\n}")
    #expect(expansion.diagnostics == [])
    #expect(!expansion.text.contains("_PersistedProperty"))
    #expect(!expansion.text.contains("name: \"a\""))
  }

  @Test(
    "a constant becomes a variable that only the class sets",
    arguments: [
      ("let id = UUID()", "private(set) var id = UUID()"), ("public let id: UUID", "public private(set) var id: UUID"),
      ("@Attribute(.unique) let id: Int", "@Attribute(.unique) private(set) var id: Int"),
    ])
  func constantFixIt(constant: String, variable: String) {
    let fixed = Expansion.applyingFixIts(to: "@Model final class X {\n  \(constant)\n  init() {}\n}")
    #expect(fixed == "@Model final class X {\n  \(variable)\n  init() {}\n}")
  }

  @Test(
    "what only a model reads is told elsewhere",
    arguments: [
      (
        "final class X { @Attribute(.unique) var a = 1 }",
        "1:17 warning: '@Attribute' says nothing outside a @Model class"
      ),
      ("struct X { @Transient var a = 1 }", "1:12 warning: '@Transient' says nothing outside a @Model class"),
      ("enum V1 { #Unique<X>([\\.a]) }", "1:11 error: '#Unique' says nothing outside a @Model class"),
    ])
  func outside(source: String, expected: String) {
    #expect(Expansion(of: source).diagnostics == [expected])
  }
}
