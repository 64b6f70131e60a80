import Digests
import EntityModel
import Testing

@Suite("ModelDocument")
struct ModelDocumentTests {
  typealias Attribute = DeclaredModel.Attribute
  typealias Entity = DeclaredModel.Entity
  typealias Relationship = DeclaredModel.Relationship

  /// A model that uses every feature.
  static let everything = DeclaredModel(
    version: "3.0.0",
    entities: [
      Entity(
        name: "User", originalName: "Account", superentity: "Person",
        attributes: [
          Attribute(
            name: "email", originalName: "mail", type: .string, valueType: "Address", isOptional: true,
            defaultText: "\"a@b\"", options: ["spotlight", "externalStorage"], hashModifier: "2"),
          Attribute(
            name: "home", type: .composite, valueType: "Point",
            components: [Attribute(name: "y", type: .double), Attribute(name: "x", type: .double)]),
        ],
        relationships: [
          Relationship(
            name: "posts", originalName: "notes", destination: "Person", isToMany: true, isOptional: true,
            deleteRule: .cascade, inverse: "author", minimumCount: 1, maximumCount: 9, hashModifier: "x")
        ], uniquenessConstraints: [["email", "home"], ["email"]],
        indexes: [
          DeclaredModel.Index(properties: ["email"]), DeclaredModel.Index(kind: .rtree, properties: ["x", "y"]),
          DeclaredModel.Index(
            properties: ["email", "home"], name: "byEmail", descending: ["home"], condition: "home != nil"),
        ],
        transientAttributes: [
          DeclaredModel.TransientAttribute(name: "cache"),
          DeclaredModel.TransientAttribute(name: "age", type: .integer16, isOptional: true, hashModifier: "2"),
        ]),
      Entity(
        name: "Person", attributes: [Attribute(name: "count", type: .integer64, derivation: "posts.@count")],
        relationships: [
          Relationship(name: "author", destination: "User", isToMany: false, inverse: "posts", isOrdered: true)
        ],
        isAbstract: true, hashModifier: "3"),
    ])

  @Test("default values are omitted")
  func document() {
    #expect(
      String(decoding: Stores.model("1.0.0").bytes, as: UTF8.self)
        == #"{"entities":[{"attributes":[{"name":"createdAt","optional":true,"type":"date"},"#
        + #"{"name":"name","optional":true,"type":"string"}],"name":"User"}],"format":1,"version":"1.0.0"}"#)
  }

  @Test("a document is read back as its model")
  func roundTrip() throws {
    for model in [Self.everything, Stores.model("2.0.0"), DeclaredModel(version: "", entities: [])] {
      #expect(try DeclaredModel(parsing: model.bytes) == model)
      #expect(try DeclaredModel(parsing: model.bytes + [UInt8(ascii: "\n")]) == model)
    }
  }

  @Test("the version of a document is known without parsing it", arguments: ["1.0.0", "", "a\"}", "ü"])
  func statedVersion(version: String) {
    var model = Self.everything
    model.version = version
    #expect(DeclaredModel.states(version, document: model.bytes))
    #expect(DeclaredModel.states(version, document: model.bytes + [UInt8(ascii: "\n")]))
    #expect(!DeclaredModel.states(version + "1", document: model.bytes))
    #expect(!DeclaredModel.states("1" + version, document: model.bytes))
    #expect(!DeclaredModel.states(version, document: DeclaredModel(version: "other", entities: []).bytes))
  }

  @Test("the digest depends on the version, the identity does not")
  func identity() {
    var other = Self.everything
    other.version = "4.0.0"
    #expect(other.digest != Self.everything.digest)
    #expect(other.identity() == Self.everything.identity())
    #expect(Stores.model("1.0.0").digest == sha256(String(decoding: Stores.model("1.0.0").bytes, as: UTF8.self)))
    #expect(Stores.model("1.0.0").identity() != Stores.model("2.0.0").identity())
  }

  private static func user(_ members: String) -> String {
    #"{"entities":[{"attributes":["# + members + #"],"name":"User"}],"format":1,"version":"1"}"#
  }

  static let refused: [(String, ModelDocumentError)] = [
    ("", .notAnObject), ("[]", .notAnObject), ("{\"format\":1.5}", .notAnObject),
    (#"{"entities":[],"format":2,"later":[],"version":"1"}"#, .newerFormat(2)),
    (#"{"entities":[],"format":0,"version":"1"}"#, .unknownValue(path: "", key: "format", value: "0")),
    (#"{"entities":[],"version":"1"}"#, .missing(path: "", key: "format")),
    (#"{"format":1,"version":"1"}"#, .missing(path: "", key: "entities")),
    (#"{"entities":[],"format":1}"#, .missing(path: "", key: "version")),
    (#"{"entities":[],"format":1,"version":1}"#, .wrongKind(path: "", key: "version", expected: "a string")),
    (#"{"entities":{},"format":1,"version":"1"}"#, .wrongKind(path: "", key: "entities", expected: "a list")),
    (
      #"{"entities":[1],"format":1,"version":"1"}"#,
      .wrongKind(path: "entities[0]", key: "the value", expected: "an object")
    ),
    (#"{"entities":[],"format":1,"more":1,"version":"1"}"#, .unknownKey(path: "", key: "more")),
    (
      #"{"entities":[{"name":"B"},{"name":"A"}],"format":1,"version":"1"}"#, .wrongOrder(path: "", key: "entities")
    ),
    (
      #"{"entities":[{"name":"A"},{"name":"A"}],"format":1,"version":"1"}"#, .wrongOrder(path: "", key: "entities")
    ),
    (
      #"{"entities":[{"name":"A","unique":[["b"],["a"]]}],"format":1,"version":"1"}"#,
      .wrongOrder(path: "entities[0]", key: "unique")
    ),
    (
      user(#"{"name":"a","type":"color"}"#),
      .unknownValue(path: "entities[0].attributes[0]", key: "type", value: "color")
    ),
    (user(#"{"name":"a"}"#), .missing(path: "entities[0].attributes[0]", key: "type")),
    (
      user(#"{"colour":"red","name":"a","type":"string"}"#),
      .unknownKey(path: "entities[0].attributes[0]", key: "colour")
    ),
    (
      user(#"{"name":"b","type":"string"},{"name":"a","type":"string"}"#),
      .wrongOrder(path: "entities[0]", key: "attributes")
    ),
    (
      user(#"{"name":"a","options":["b","a"],"type":"string"}"#),
      .wrongOrder(path: "entities[0].attributes[0]", key: "options")
    ),
    (
      user(#"{"name":"a","optional":1,"type":"string"}"#),
      .wrongKind(path: "entities[0].attributes[0]", key: "optional", expected: "true or false")
    ),
    (user(#"{"name":"a","optional":false,"type":"string"}"#), .notCanonical),
    (user(#"{"name":"a","originalName":"a","type":"string"}"#), .notCanonical),
    (user(#"{"type":"string","name":"a"}"#), .notCanonical),
    (#"{"entities":[], "format":1,"version":"1"}"#, .notCanonical),
    (#"{"entities":[],"format":1,"version":"1"}"# + "\n\n", .notCanonical),
    (#"{"entities":[],"entities":[],"format":1,"version":"1"}"#, .notCanonical),
  ]

  @Test("anything but the canonical document is rejected, with the location", arguments: refused)
  func strict(text: String, expected: ModelDocumentError) {
    let error = #expect(throws: ModelDocumentError.self) { try DeclaredModel(parsing: Array(text.utf8)) }
    #expect(error == expected)
    #expect(error?.description.isEmpty == false)
  }
}
