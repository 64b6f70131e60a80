import SwiftSyntaxMacrosGenericTestSupport
import Testing

@Suite("Diagnostics of @Model")
struct ModelDiagnosticsTests {
  @Test(
    "a declaration that is not a plain class is rejected, once",
    arguments: [
      ("struct X { var a = 1 }", "'@Model' cannot be applied to struct type 'X'"),
      ("enum X { case a }", "'@Model' cannot be applied to enum type 'X'"),
      ("actor X { var a = 1 }", "'@Model' cannot be applied to actor type 'X'"),
      ("protocol X {}", "'@Model' cannot be applied to protocol type 'X'"),
      (
        "final class X<T> { var a = 1; init() {} }",
        "'@Model' cannot be applied to generic class 'X', because an entity has one name and one table"
      ),
    ])
  func refused(declaration: String, message: String) {
    let expansion = Expansion(of: "@Model \(declaration)")
    #expect(expansion.diagnostics == ["1:1 error: \(message)"])
    #expect(!expansion.text.contains("_$"))
    #expect(!expansion.text.contains("_PersistedProperty"))
  }

  @Test("a class without an initializer is diagnosed")
  func initializer() {
    #expect(
      Expansion(of: "@Model final class X { var a = 1 }").diagnostics
        == ["1:1 error: @Model requires an initializer be provided for 'X'"])
    #expect(Expansion(of: "@Model final class X { var a = 1\n#if DEBUG\ninit() {}\n#endif\n}").diagnostics.isEmpty)
  }

  @Test("a class whose name cannot be the name of a table is diagnosed", arguments: [("_X", "_X"), ("`A B`", "A B")])
  func name(written: String, name: String) {
    #expect(
      Expansion(of: "@Model final class \(written) { init() {} }").diagnostics
        == ["1:20 error: '\(name)' \(Self.unusable)"])
  }

  @Test("a persisted constant is an error in the Swift 6 language mode, and a property in the Swift 5 one")
  func constants() {
    let source = "@Model final class X {\nlet id = UUID()\npublic let key: UUID\ninit() {}\n}"
    let rejected = Expansion(of: source, languageMode: 6)
    #expect(
      rejected.diagnostics
        == ["id", "key"].enumerated().map { line, name in
          "\(line + 2):\(line == 0 ? 1 : 8) error: persisted property '\(name)' cannot be a constant in the Swift 6 "
            + "language mode, because the compiler then gives constants no accessors and a fetch could not return the "
            + "stored value; use 'private(set) var', mark the property @Transient, or compile the target in the Swift 5 "
            + "language mode"
        })
    #expect(!rejected.text.contains("_PersistedProperty") && !rejected.text.contains("name: \"id\""))
    for mode in [nil, 5] {
      let accepted = Expansion(of: source, languageMode: mode)
      #expect(accepted.diagnostics == [])
      #expect(accepted.text.contains("@SchemaModel._PersistedProperty(slot: 0)\nlet id = UUID()"))
      #expect(accepted.text.contains("@SchemaModel._PersistedProperty(slot: 1)\npublic let key: UUID"))
      #expect(accepted.text.contains("name: \"key\"") && accepted.text.contains("_key = ()"))
    }
  }

  @Test("a class that is isolated to the main actor is a model")
  func isolated() {
    let expansion = Expansion(of: "@MainActor @Model final class X { var a = 1; init() {} }")
    #expect(expansion.diagnostics == [])
    #expect(expansion.text.contains("nonisolated public init(backingData: SchemaModel.BackingData) {"))
  }

  static let unusable =
    "cannot be the name of a table or column; begin with a letter and use only letters, digits and underscores"
  static let coreData = "Core Data reserves this name, and SwiftData stops the program at such a model"

  @Test(
    "a property that cannot be persisted is diagnosed with the reason",
    arguments: [
      (
        "var a = 1 { didSet { print(a) } }",
        "2:5 warning: 'willSet' and 'didSet' of persisted property 'a' are ignored, "
          + "because @Model replaces the accessors"
      ),
      (
        "lazy var a = 1",
        "2:10 error: persisted property 'a' cannot be lazy; remove 'lazy', or mark it @Transient"
      ),
      (
        "weak var a: X?",
        "2:10 error: 'weak' has no effect on persisted property 'a', because its context manages the object; "
          + "remove it"
      ),
      (
        "unowned(unsafe) var a: X",
        "2:21 error: 'unowned' has no effect on persisted property 'a', because its context manages the object; "
          + "remove it"
      ),
      ("var a = 1, b = 2", "2:1 error: each persisted property needs a separate 'var' declaration"),
      ("var (a, b) = (1, 2)", "2:1 error: a persisted property cannot be declared in a tuple"),
      ("var a", "2:5 error: persisted property 'a' needs a type or a default value"),
      ("var description = \"\"", "2:5 error: a persisted property cannot be named 'description': \(coreData)"),
      ("var hash: Int = 0", "2:5 error: a persisted property cannot be named 'hash': \(coreData)"),
      (
        "var isDeleted = false",
        "2:5 error: a persisted property cannot be named 'isDeleted': "
          + "every persistent model has a member with this name"
      ),
      (
        "@Attribute(.unique) var a: [String] = []",
        "2:25 error: 'a' cannot be unique, because it has many values; make a property of the destination unique"
      ),
      (
        "@Relationship(.unique) var a: Array<X>? = []",
        "2:28 error: 'a' cannot be unique, because it has many values; make a property of the destination unique"
      ),
      (
        "@Attribute @Relationship var a: X?",
        "2:30 error: 'a' cannot be both @Attribute and @Relationship; remove one of them"
      ),
      ("var `a b` = 1", "2:5 error: 'a b' \(unusable)"), ("var `a-b`: Int?", "2:5 error: 'a-b' \(unusable)"),
      ("@Transient var a: Int", "2:16 error: @Transient requires non-optional property 'a' to have a default value"),
      ("@Transient let a: Int?", "2:16 error: @Transient requires non-optional property 'a' to have a default value"),
      (
        "#if DEBUG\nvar a = 1\n#endif",
        "3:1 error: a persisted property cannot be inside '#if', because the schema of a version would depend "
          + "on the build"
      ),
      (
        "#if DEBUG\n#Unique<X>([\\.a])\n#endif\nvar a = 1",
        "3:1 error: a persisted property cannot be inside '#if', because the schema of a version would depend "
          + "on the build"
      ),
      (
        "#if DEBUG\n@Attribute(.unique)\n#endif\nvar a = 1",
        "3:1 error: a persisted property cannot be inside '#if', because the schema of a version would depend "
          + "on the build"
      ),
    ])
  func property(member: String, expected: String) {
    #expect(Expansion(of: "@Model final class X {\n\(member)\ninit() {}\n}").diagnostics == [expected])
  }

  @Test(
    "a member that is not a persisted property is left unchanged",
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
    let fixed = Expansion.applyingFixIts(to: "@Model final class X {\n  \(constant)\n  init() {}\n}", languageMode: 6)
    #expect(fixed == "@Model final class X {\n  \(variable)\n  init() {}\n}")
  }

  @Test(
    "a property attribute outside a model is diagnosed",
    arguments: [
      (
        "final class X { @Attribute(.unique) var a = 1 }",
        "1:17 warning: '@Attribute' has no effect outside a @Model class"
      ),
      ("struct X { @Transient var a = 1 }", "1:12 warning: '@Transient' has no effect outside a @Model class"),
      ("enum V1 { #Unique<X>([\\.a]) }", "1:11 error: '#Unique' has no effect outside a @Model class"),
    ])
  func outside(source: String, expected: String) {
    #expect(Expansion(of: source).diagnostics == [expected])
  }
}
