import EntityModel
import SourceModels
import Testing

@Suite("Reading the properties of a model")
struct PropertyReadingTests {
  private func attribute(_ declaration: String, beside: String = "") -> DeclaredModel.Attribute? {
    let schema = scope("\(beside)\n@Model final class A { \(declaration) }").schema(ofClasses: ["A"])
    #expect(schema.unresolved.isEmpty)
    return schema.model.entity(named: "A")?.attributes.first
  }

  private func reasons(_ declaration: String, beside: String = "") -> [UnresolvedReason] {
    scope("\(beside)\n@Model final class A { \(declaration) }").schema(ofClasses: ["A"]).unresolved.map(\.reason)
  }

  @Test(
    arguments: [
      ("let x: Int", DeclaredModel.AttributeType.integer64), ("var x: Int16", .integer16),
      ("var x: Foundation.Date", .date),
      ("var x = 1", .integer64), ("var x = -1.5", .double), ("var x = \"a\\(1)\"", .string), ("var x = true", .boolean),
      ("var x = UUID()", .uuid), ("var x = Date.now", .date), ("var x = UUID().uuidString", .string),
      ("var x: TimeInterval", .double), ("var x: Data = Data() { didSet { } }", .binary),
      ("var x = [String]()", .encoded),
      ("var x = [String: Int]()", .encoded), ("var x = [1, 2]", .encoded), ("var x: Set<String> = []", .encoded),
      ("@MainActor var x: URL", .uri), ("@Attribute(.transformable(by: \"T\")) var x: UIColor", .transformable),
    ])
  func `a property has the type of its annotation or of its initial value`(
    declaration: String, type: DeclaredModel.AttributeType
  ) {
    #expect(attribute(declaration)?.type == type)
  }

  private func values(_ type: String, beside: String) -> [String: ReadableValues.Content] {
    let schema = scope("\(beside)\n@Model final class A { var x: \(type) }").schema(ofClasses: ["A"])
    #expect(schema.unresolved.isEmpty)
    return schema.values.contents
  }

  @Test(arguments: [
    ("enum T: String, Codable { case a, b = \"B\" }", ["B", "a"]),
    ("enum T: Int, Codable { case a = 5, b, c = 1 }", ["1", "5", "6"]),
    ("enum T: Double, Codable { case a = 1 }", nil), ("enum T: Codable { case a }", nil),
    ("struct T: Codable { var a: Int }", nil),
    ("enum R { typealias S = String }\nenum T: R.S, Codable { case a }", ["a"]),
  ])
  func `an enumeration reads its raw values`(type: String, expected: [String]?) {
    #expect(values("T", beside: type) == (expected.map { ["A.x": .cases($0)] } ?? [:]))
    #expect(values("T?", beside: type) == (expected.map { ["A.x": .cases($0)] } ?? [:]))
  }

  @Test func `a structure in a collection reads its keys, and one with columns what is in it`() {
    let types = """
      enum Kind: String, Codable { case a }
      enum Plain: Codable { case one, two(Int) }
      struct Part: Codable {
        var kind: Kind
        var plain: Plain?
        let fixed = 1
        static var none = 0
        var text: String { "" }
        enum CodingKeys: String, CodingKey { case kind = "k", plain }
      }
      struct Own: Codable { var a: Int; init(from decoder: any Decoder) {} }
      """
    typealias Key = ReadableValues.Key
    let keys = ReadableValues.Content.keys([
      "k": Key(type: "Kind", isOptional: false), "plain": Key(type: "Plain", isOptional: true),
    ])
    let cases = ["k": ReadableValues.Content.cases(["a"]), "plain": .cases(["one", "two"])]
    #expect(values("[Part]", beside: types) == ["A.x[]": keys, "A.x[].k": cases["k"], "A.x[].plain": cases["plain"]])
    #expect(values("[Kind: [Part]]", beside: types)["A.x{}"] == .cases(["a"]))
    #expect(values("[Kind: [Part]]", beside: types)["A.x[][]"] == keys)
    #expect(values("[Own]", beside: types) == [:])
    let place =
      "struct Place: Codable { var kind: Kind; var kinds: [Kind]; var plain: Simple }\nenum Simple: Codable { case a }\n"
    #expect(
      values("Place", beside: place + types) == ["A.x.kind": .cases(["a"]), "A.x.kinds[]": .cases(["a"])])
  }

  @Test(arguments: ["Int?", "Optional<Int>", "Int!", "Swift.Optional<Int>", "MaybeInt"])
  func `every form of an optional type is optional`(type: String) {
    let found = attribute("var x: \(type)", beside: "typealias MaybeInt = Int?")
    #expect(found?.isOptional == true)
    #expect(found?.type == .integer64)
  }

  @Test func `computed, static and transient variables are not stored`() {
    let schema = scope(
      "@Model class A { var a: Int; var b: Int { 1 }; static var c = 1; @Transient var d = 1; var e: Int { get { 1 } } }"
    )
    .schema(ofClasses: ["A"])
    #expect(schema.model.entity(named: "A")?.attributes.map(\.name) == ["a"])
  }

  @Test func `an enumeration with raw values has their type`() {
    let found = attribute("var x: K", beside: "enum K: String, Codable { case a, b }")
    #expect(found?.type == .string)
    #expect(found?.valueType == "K")
  }

  @Test func `an enumeration without raw values has a component for each case`() {
    let found = attribute("var x: K?", beside: "enum K: Codable { case a, `default` }")
    #expect(found?.type == .enumeration)
    #expect(found?.components.map(\.name) == ["a", "default"])
  }

  @Test func `a structure has the parts that its generated decoder requests`() {
    let found = attribute(
      "var x: S",
      beside: """
        struct S: Codable {
          let fixed = 1; var b: Int?; var a: [String]; static let c = 2; var d: Int { 1 }
          enum CodingKeys: String, CodingKey { case b = "bee", a }
        }
        """)
    #expect(found?.type == .composite)
    #expect(found?.components.map(\.name) == ["bee", "a"])
    #expect(found?.components.map(\.isOptional) == [true, false])
    #expect(found?.components.last?.valueType == "Array<String>")
  }

  @Test(arguments: [
    ("Color.Resolved?", "", "Color.Resolved"), ("[CGFloat]?", "", "Array<CGFloat>"),
    ("Measurement<UnitLength>?", "", "Measurement<UnitLength>"),
    ("S?", "struct S: Codable { var a = 1; init(from decoder: Decoder) {} }", "S"),
    ("S?", "enum S: Codable { case a, b(Int) }", "S"),
    ("S?", "struct S: Codable, RawRepresentable { var rawValue: Int }", "S"),
    ("S?", "@propertyWrapper struct W {}\nstruct S: Codable { @W var a = 1 }", "S"),
  ])
  func `a type whose columns no store shows is an attribute all the same`(type: String, beside: String, name: String) {
    let found = attribute("var x: \(type)", beside: beside)
    #expect(found?.type == .unknown)
    #expect(found?.valueType == name)
    #expect(found?.isOptional == true)
  }

  @Test func `a part of a structure may be unknown`() {
    let found = attribute("var x: S", beside: "struct S: Codable { var a: Int; var b: CGFloat }")
    #expect(found?.type == .composite)
    #expect(found?.components.map(\.type) == [.integer64, .unknown])
  }

  @Test(arguments: [
    ("String?.none", "String", true), ("[Int]?.some([])", "Array<Int>", true), ("Optional<Int>.none", "Int", true),
    ("E.first.rawValue", "String", false), ("E.a.rawValue", "String", false),
  ])
  func `an initial value may name a type`(value: String, type: String, isOptional: Bool) {
    let found = attribute(
      "var x = \(value)", beside: "enum E: String { case a; static let first = E.a }")
    #expect(found?.valueType ?? (found?.type == .string ? "String" : "Int") == type)
    #expect(found?.isOptional == isOptional)
    #expect(reasons("var x = value?.none") == [.noType(expression: "value?.none")])
  }

  @Test func `what the sources do not determine is unresolved`() {
    #expect(reasons("var x = f()") == [.noType(expression: "f()")])
    #expect(reasons("var x: S", beside: "struct S { var a = 1 }") == [.notCodable(name: "S")])
    #expect(reasons("var x: B", beside: "typealias B = C; typealias C = B") != [])
    #expect(reasons("@Attribute(.other) var x = 1") == [.argument(text: ".other")])
    #expect(reasons("@Relationship var x: Int") != [])
    #expect(reasons("lazy var x = 1") != [])
  }

  @Test func `a definition from outside stands for a type that is not declared`() {
    let schema = scope(
      "@Model class A { var x: Color.Resolved? }",
      types: ["Color.Resolved": .structure([DeclaredModel.Attribute(name: "linearRed", type: .float)])]
    ).schema(ofClasses: ["A"])
    #expect(schema.isComplete)
    #expect(schema.model.entity(named: "A")?.attributes.first?.components.map(\.name) == ["linearRed"])
    #expect(schema.model.entity(named: "A")?.attributes.first?.valueType == "Resolved")
  }

  @Test func `a finding can point to the line of a property`() {
    let schema = scope("@Model class A {\n  var a: Int\n}\n@Model class B: A {\n  var b: Int\n}").schema(ofClasses: [
      "B"
    ])
    #expect(schema.location(ofEntity: "B", property: "b") == SourceLocation(path: "A.swift", line: 7))
    #expect(schema.location(ofEntity: "B", property: "a") == SourceLocation(path: "A.swift", line: 4))
    #expect(schema.model.entity(named: "B")?.superentity == "A")
  }
}
