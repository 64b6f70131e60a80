import EntityModel
import Foundation
import LedgerKit
import Testing

/// SwiftDataTests compiles the written file, and compares what it declares with the model.
@Suite("Frozen models as Swift")
struct FrozenModelsTests {
  private typealias Attribute = DeclaredModel.Attribute
  private typealias Relationship = DeclaredModel.Relationship

  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("SwiftDataTests/FrozenModels")

  private static func entity(
    _ attributes: Attribute..., relationships: [Relationship] = [], uniqueness: [[String]] = []
  ) -> DeclaredModel.Entity {
    DeclaredModel.Entity(
      name: "Post", attributes: attributes, relationships: relationships, uniquenessConstraints: uniqueness)
  }

  private static func frozen(
    _ entities: DeclaredModel.Entity..., declarations: [String: String] = [:]
  ) throws(FrozenModelsError) -> FrozenModels {
    try FrozenModels(DeclaredModel(version: "1.0.0", entities: entities), declarations: declarations)
  }

  private static func model() throws -> DeclaredModel {
    try DeclaredModel(parsing: Array(try Data(contentsOf: folder.appendingPathComponent("model.json"))))
  }

  // MARK: The compiled file

  @Test("the file that SwiftDataTests compiles is written from its model")
  func compiled() throws {
    let file = try String(contentsOf: Self.folder.appendingPathComponent("SchemaV1_2_0.swift"), encoding: .utf8)
    #expect(
      try FrozenModels(try Self.model()).swift == file,
      "If the new text is right, write it into the file and run SwiftDataTests.")
  }

  @Test("the head lists each name that the model does not describe")
  func requirements() throws {
    let frozen = try FrozenModels(try Self.model())
    #expect(
      frozen.requirements == [
        .init(name: "Colour", kind: .transformable, properties: ["Shop.colour"]),
        .init(name: "Level", kind: .rawValue(.integer64), properties: ["Shop.level"]),
        .init(name: "Limits.visits", kind: .inDefault, properties: ["Shop.limit"]),
        .init(name: "Phase", kind: .rawValue(.string), properties: ["Item.phase"]),
        .init(name: "Shape", kind: .encoded, properties: ["Shop.shape", "Shop.shapes"]),
        .init(name: "State", kind: .rawValue(.string), properties: ["Shop.address", "Shop.state"]),
      ])
    let head = frozen.swift.prefix { $0 != "@" }.split(separator: "\n").filter { $0.hasPrefix("// * ") }
    #expect(head.count == frozen.requirements.count)
    #expect(
      head.last == "// * State: a type that is stored as its raw value, of type String (Shop.address, Shop.state)")
  }

  // MARK: What the caller gives

  @Test("a given declaration is written instead of one from the model")
  func declarations() throws {
    let size = Attribute(
      name: "size", type: .composite, valueType: "Size", defaultText: "Size()",
      components: [Attribute(name: "width", type: .double)])
    let state = Attribute(name: "state", type: .string, valueType: "State", defaultText: ".open")
    let bare = try Self.frozen(Self.entity(size, state))
    #expect(bare.requirements.map(\.name) == ["Size()", "State"])
    #expect(bare.swift.contains("\n    var width: Double\n"))

    let given = try Self.frozen(
      Self.entity(size, state),
      declarations: [
        "Size": "struct Size: Codable {\n  var width = 1.0\n}", "State": "enum State: String, Codable { case open }",
      ])
    #expect(given.requirements == [])
    #expect(given.swift.contains("\n  struct Size: Codable {\n    var width = 1.0\n  }\n"))
    #expect(given.swift.contains("\n  enum State: String, Codable { case open }\n"))
    #expect(!given.swift.contains("// * "))
  }

  @Test("the enumeration has a given name, or the version's")
  func name() throws {
    let model = DeclaredModel(version: "10.2.3", entities: [])
    #expect(try FrozenModels(model).name == "SchemaV10_2_3")
    let frozen = try FrozenModels(model, name: "class")
    #expect(frozen.swift.contains("enum `class`: VersionedSchema {\n"))
    #expect(frozen.swift.contains("Schema.Version(10, 2, 3)"))
  }

  // MARK: Names and text

  @Test("text from the model cannot leave its string")
  func literals() throws {
    let hostile = "a\"; evil() //\\(evil())\n\r\t\u{0}\u{202e}\u{200b}é\u{301} b"
    let attribute = Attribute(
      name: "title", originalName: hostile, type: .transformable, valueType: "String",
      options: ["transformable(by: \(hostile))"], hashModifier: hostile)
    let text = try Self.frozen(Self.entity(attribute)).swift
    let literal = #""a\"; evil() //\\(evil())\n\r\t\u{0}\u{202e}\u{200b}é\u{301} b""#
    let line = "@Attribute(.transformable(by: \(literal)), originalName: \(literal), hashModifier: \(literal))"
    #expect(text.contains("\n    \(line)\n    var title: String\n"))
  }

  @Test(
    "a name that Swift does not allow is an error",
    arguments: [
      "", "_", "a b", "1a", "a-b", "a\nb", "`a`", "self", "Type", "Protocol", "a\u{202e}b", "a\u{200d}b", "a(", "$0",
    ])
  func names(name: String) {
    let model = DeclaredModel(version: "1.0.0", entities: [Self.entity(Attribute(name: name, type: .string))])
    #expect(throws: FrozenModelsError.self) { try FrozenModels(model) }
    #expect(throws: FrozenModelsError.self) {
      try FrozenModels(DeclaredModel(version: "1.0.0", entities: []), name: name)
    }
    #expect(throws: FrozenModelsError.self) {
      try Self.frozen(Self.entity(Attribute(name: "kind", type: .string, valueType: name)))
    }
  }

  // MARK: Defaults

  @Test(
    "a default that is one expression is written as it is",
    arguments: [
      "0", "-1.5e3", "\"a // b\"", "\"\\(\"(\" + x)\"", "#\"\"\"#", "[\"a\": [1, 2]]", "{ 1 }()", "a ? b : c", "1...2",
      "[\n1,\n2]", "`default`.x", "\"\\\"\"",
    ])
  func expressions(text: String) throws {
    let attribute = Attribute(name: "value", type: .integer64, defaultText: text)
    #expect(try Self.frozen(Self.entity(attribute)).swift.contains("\n    var value: Int = \(text)\n"))
  }

  @Test(
    "a default that is not one expression is an error",
    arguments: [
      "", " ", "0 // x", "0 /* x */", "0\nvar x = 1", "0; 1", "(0", "0)", "[0)", "\"a", "\"\\(a\"", "}\nclass A {",
      "`a", "\"\"\"\\na\\n\"\"\"",
    ])
  func brokenExpressions(text: String) {
    let error = #expect(throws: FrozenModelsError.self) {
      try Self.frozen(Self.entity(Attribute(name: "value", type: .integer64, defaultText: text)))
    }
    #expect(error?.message == "Post.value has a default that is not one expression")
  }

  /// A default of an attribute, and the names in it that the head of the file lists.
  struct Default: CustomTestStringConvertible, Sendable {
    var testDescription: String { text }
    let text: String
    let type: DeclaredModel.AttributeType
    let missing: [String]

    init(_ text: String, _ type: DeclaredModel.AttributeType = .date, missing: String...) {
      self.text = text
      self.type = type
      self.missing = missing
    }
  }

  @Test(
    "names in a default are looked up in the file",
    arguments: [
      Default(".now"), Default("Date()"), Default("Foundation.Date()"), Default("Date.distantPast"), Default("nil"),
      Default("Date(timeIntervalSinceReferenceDate: 0)"), Default("SchemaV1_0_0.start"), Default("\"start\""),
      Default(".start", missing: ".start"), Default("Date().noon", missing: ".noon"),
      Default("Clock.start(at: zone)", missing: "Clock.start(at:)", "zone"),
      Default("Self.start", missing: "Self.start"),
      Default("[start: 1]", missing: "start"), Default("start", missing: "start"),
      Default(".red", .enumeration), Default("Kind.blue", .enumeration),
      Default(".green", .enumeration, missing: ".green"),
      Default("Kind.default", .enumeration, missing: "Kind.default"), Default(".red.next", .enumeration),
      Default("Kind(width: 1)", .composite), Default(".init(width: 1, height: 2)", .composite),
      Default("Kind()", .composite, missing: "Kind()"), Default(".small", .composite, missing: ".small"),
      Default("Kind(height: 2, width: 1)", .composite, missing: "Kind(height:width:)"),
      Default("Kind(1)", .composite, missing: "Kind(_:)"),
    ])
  func names(in value: Default) throws {
    let parts = [Attribute(name: "width", type: .double), Attribute(name: "height", type: .double, isOptional: true)]
    let cases = ["red", "blue"].map { Attribute(name: $0, type: .string, isOptional: true) }
    let attribute = Attribute(
      name: "value", type: value.type, valueType: value.type.hasComponents ? "Kind" : nil, defaultText: value.text,
      components: value.type == .composite ? parts : value.type == .enumeration ? cases : [])
    let frozen = try Self.frozen(Self.entity(attribute))
    #expect(frozen.requirements.map(\.name) == value.missing.sorted())
    #expect(frozen.requirements.allSatisfy { $0.kind == .inDefault && $0.properties == ["Post.value"] })
  }

  // MARK: What cannot be declared

  /// An entity that SwiftData cannot declare, and the error's message.
  struct Refusal: CustomTestStringConvertible, Sendable {
    var testDescription: String { message }
    let entity: DeclaredModel.Entity
    let message: String

    init(_ message: String, _ entity: DeclaredModel.Entity) {
      self.message = message
      self.entity = entity
    }
  }

  private static let refusals: [Refusal] = [
    Refusal("Post is an abstract entity, which SwiftData cannot declare", .init(name: "Post", isAbstract: true)),
    Refusal("Post is a renamed entity, which SwiftData cannot declare", .init(name: "Post", originalName: "Entry")),
    Refusal(
      "Post is an entity with a version hash modifier, which SwiftData cannot declare",
      .init(name: "Post", hashModifier: "2")),
    Refusal("Post refers to 'Entry', which the model does not contain", .init(name: "Post", superentity: "Entry")),
    Refusal("Post is an entity above itself, which SwiftData cannot declare", .init(name: "Post", superentity: "Post")),
    Refusal(
      "Post.hint is a transient attribute of Core Data, which SwiftData cannot declare",
      .init(name: "Post", transientAttributes: [.init(name: "hint")])),
    Refusal(
      "Post is an entity with a fetch index of Core Data, which SwiftData cannot declare",
      entity(Attribute(name: "a", type: .string)).adding(.init(properties: ["a"], name: "byA"))),
    Refusal(
      "Post is an entity with a property of the same name, which SwiftData cannot declare",
      entity(Attribute(name: "Post", type: .string))),
    Refusal("Post refers to 'b', which the model does not contain", entity(uniqueness: [["b"]])),
    Refusal(
      "Post.count is a derived attribute, which SwiftData cannot declare",
      entity(Attribute(name: "count", type: .integer64, derivation: "tags.@count"))),
    Refusal(
      "Post.a is an attribute with the option 'lazy', which SwiftData cannot declare",
      entity(Attribute(name: "a", type: .string, options: ["lazy"]))),
    Refusal(
      "Post.a is a transformable attribute without a transformer, which SwiftData cannot declare",
      entity(Attribute(name: "a", type: .transformable, valueType: "Colour"))),
    Refusal(
      "Post.a has a value of a type whose name the model does not contain",
      entity(Attribute(name: "a", type: .transformable, options: ["transformable(by: T)"]))),
    Refusal(
      "Post.a has the type '(Int, Int)', which cannot be declared from the model",
      entity(Attribute(name: "a", type: .encoded, valueType: "(Int, Int)"))),
    Refusal(
      "Post has a type named 'Kind', and so has another property of another type",
      entity(
        Attribute(name: "a", type: .string, valueType: "Kind"),
        Attribute(name: "b", type: .integer64, valueType: "Kind"))),
    Refusal(
      "Post.a has a type named 'Post', and so has another property of another type",
      entity(Attribute(name: "a", type: .string, valueType: "Post"))),
    Refusal(
      "Post.a is an ordered relationship, which SwiftData cannot declare",
      entity(relationships: [.init(name: "a", destination: "Post", isToMany: true, isOrdered: true)])),
    Refusal(
      "Post.a refers to 'User', which the model does not contain",
      entity(relationships: [.init(name: "a", destination: "User", isToMany: true)])),
    Refusal(
      "Post.a has the inverse 'a', which has another inverse",
      entity(relationships: [.init(name: "a", destination: "Post", isToMany: true, inverse: "a")])),
  ]

  @Test("what SwiftData cannot declare is an error that names it", arguments: refusals)
  func refused(refusal: Refusal) throws {
    let error = #expect(throws: FrozenModelsError.self) { try Self.frozen(refusal.entity) }
    #expect(error?.message == refusal.message)
  }

  @Test("a relationship without an inverse is an error if SwiftData would infer one")
  func inferredInverse() throws {
    let post = Self.entity(relationships: [.init(name: "author", destination: "User", isToMany: false)])
    let posts = Relationship(name: "posts", destination: "Post", isToMany: true)
    let error = #expect(throws: FrozenModelsError.self) {
      try Self.frozen(post, .init(name: "User", relationships: [posts]))
    }
    #expect(error?.message == "Post.author has no inverse, but SwiftData would infer 'posts'")
    let drafts = Relationship(name: "drafts", destination: "Post", isToMany: true)
    #expect(throws: Never.self) { try Self.frozen(post, .init(name: "User", relationships: [posts, drafts])) }
  }

  @Test(
    "a version that is not three numbers is an error",
    arguments: ["", "1", "1.2", "1.2.x", "1.2.3.4", "1.-2.3", "1..2", "1.02.3", "1.+2.3"])
  func versions(version: String) {
    let error = #expect(throws: FrozenModelsError.self) {
      try FrozenModels(DeclaredModel(version: version, entities: []))
    }
    #expect(error?.message == "the version '\(version)' does not consist of three numbers, as SwiftData's do")
  }
}

extension DeclaredModel.Entity {
  fileprivate func adding(_ index: DeclaredModel.Index) -> DeclaredModel.Entity {
    DeclaredModel.Entity(name: name, attributes: attributes, indexes: indexes + [index])
  }
}
