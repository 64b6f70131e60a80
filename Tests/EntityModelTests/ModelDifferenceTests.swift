import EntityModel
import Testing

@Suite("ModelDifference")
struct ModelDifferenceTests {
  typealias Attribute = DeclaredModel.Attribute
  typealias Entity = DeclaredModel.Entity
  typealias Relationship = DeclaredModel.Relationship

  static func said(_ before: [Entity], _ after: [Entity]) -> [String] {
    ModelDifference(
      from: DeclaredModel(version: "1", entities: before), to: DeclaredModel(version: "2", entities: after)
    ).changes.map(\.message)
  }

  static func attributes(_ before: Attribute..., to after: Attribute...) -> [String] {
    said([Entity(name: "User", attributes: before)], [Entity(name: "User", attributes: after)])
  }

  static func relationship(_ before: Relationship, to after: Relationship) -> [String] {
    said([Entity(name: "User", relationships: [before])], [Entity(name: "User", relationships: [after])])
  }

  @Test("models with equal declarations do not differ, regardless of their versions")
  func same() {
    let model = ModelDocumentTests.everything
    var later = model
    later.version = "9"
    #expect(ModelDifference(from: model, to: later).changes == [])
  }

  @Test("an attribute's differences, each in a sentence")
  func ofAttributes() {
    let email = Attribute(name: "email", type: .string)
    #expect(
      Self.attributes(
        Attribute(name: "email", type: .string, isOptional: true, options: ["spotlight"]),
        to: Attribute(
          name: "email", type: .binary, valueType: "Address", defaultText: "Data()", options: ["externalStorage"],
          hashModifier: "v2")) == [
          "User.email: had no default, has the default Data()",
          "User.email: had no hash modifier, has the hash modifier v2",
          "User.email: was optional, is required", "User.email: is now externalStorage",
          "User.email: is no longer spotlight", "User.email: was string, is binary",
          "User.email: was of no declared type, is Address",
        ])
    #expect(Self.attributes(email) == ["User.email: was removed: it was a required string"])
    #expect(
      Self.attributes(
        email, to: email, Attribute(name: "role", type: .string, valueType: "Role", isOptional: true)) == [
          "User.role: is new: an optional Role"
        ])
    #expect(
      Self.attributes(
        Attribute(name: "n", type: .integer64, defaultText: "0"), to: Attribute(name: "n", type: .integer64)) == [
          "User.n: had the default 0, has no default"
        ])
  }

  @Test("a relationship's differences, each in a sentence")
  func ofRelationships() {
    #expect(
      Self.relationship(
        Relationship(name: "posts", destination: "Post", isToMany: true),
        to: Relationship(
          name: "posts", destination: "Page", isToMany: false, isOptional: true, deleteRule: .cascade,
          inverse: "author", minimumCount: 1)) == [
          "User.posts: was to-many, is to-one", "User.posts: the delete rule was nullify, is cascade",
          "User.posts: the destination was Post, is Page", "User.posts: had no inverse, has the inverse author",
          "User.posts: had no minimum count, has the minimum count 1", "User.posts: was required, is optional",
        ])
  }

  @Test("renames are distinguished from additions and removals")
  func renames() {
    let mail = Attribute(name: "mail", type: .string)
    let email = Attribute(name: "email", originalName: "mail", type: .string)
    #expect(Self.attributes(mail, to: email) == ["User.email: was renamed from mail"])
    // Both declare the rename: nothing has changed since.
    #expect(Self.attributes(email, to: email) == [])
    #expect(
      Self.attributes(email, to: Attribute(name: "email", type: .string)) == [
        "User.email: had the original name mail, has no original name"
      ])
    #expect(
      Self.attributes(mail, to: Attribute(name: "email", type: .string)) == [
        "User.email: is new: a required string", "User.mail: was removed: it was a required string",
      ])
  }

  @Test("two attributes that swap their names are both renamed")
  func swap() {
    let before = [Attribute(name: "a", type: .string), Attribute(name: "b", type: .string, isOptional: true)]
    let after = [
      Attribute(name: "a", originalName: "b", type: .string, isOptional: true),
      Attribute(name: "b", originalName: "a", type: .string),
    ]
    #expect(
      Self.said([Entity(name: "U", attributes: before)], [Entity(name: "U", attributes: after)]) == [
        "U.a: was renamed from b", "U.b: was renamed from a",
      ])
    #expect(Self.said([Entity(name: "U", attributes: after)], [Entity(name: "U", attributes: after)]) == [])
  }

  @Test("a consequence of a rename is not a separate change")
  func renamedEntity() {
    let post = { (user: String, author: String, original: String?) in
      Entity(
        name: "Post",
        relationships: [
          Relationship(name: author, originalName: original, destination: user, isToMany: false, inverse: "posts")
        ], uniquenessConstraints: [[author]], indexes: [DeclaredModel.Index(properties: [author])])
    }
    let user = { (name: String, original: String?, author: String) in
      Entity(
        name: name, originalName: original,
        relationships: [Relationship(name: "posts", destination: "Post", isToMany: true, inverse: author)])
    }
    #expect(
      Self.said(
        [post("Account", "owner", nil), user("Account", nil, "owner"), Entity(name: "Admin", superentity: "Account")],
        [
          post("User", "author", "owner"), user("User", "Account", "author"),
          Entity(name: "Admin", superentity: "User"),
        ])
        == ["Post.author: was renamed from owner", "User: was renamed from Account"])
  }

  @Test("an entity's differences, each in a sentence")
  func ofEntities() {
    #expect(
      Self.said(
        [
          Entity(name: "Old"),
          Entity(
            name: "User", attributes: [Attribute(name: "a", type: .string)], uniquenessConstraints: [["a"]],
            indexes: [DeclaredModel.Index(properties: ["a"])]),
        ],
        [
          Entity(name: "New", superentity: "User"),
          Entity(
            name: "User", superentity: "Person", attributes: [Attribute(name: "a", type: .string)],
            uniquenessConstraints: [["a", "b"]], indexes: [DeclaredModel.Index(kind: .rtree, properties: ["a"])]),
        ]) == [
          "New: is new: inherits from User", "Old: was removed", "User: is no longer indexed by (a)",
          "User: is now indexed by (a) as an R-tree",
          "User: had no superentity, inherits from Person", "User: (a) is no longer unique",
          "User: (a, b) is now unique",
        ])
  }

  @Test("an attribute that becomes a relationship is one change")
  func becomes() {
    #expect(
      Self.said(
        [Entity(name: "Post", attributes: [Attribute(name: "author", type: .string)])],
        [Entity(name: "Post", relationships: [Relationship(name: "author", destination: "User", isToMany: false)])])
        == [
          "Post.author: was a required string, is a to-one relationship to User"
        ])
  }

  @Test("the parts of a composite are compared one by one")
  func composites() {
    let point = { (parts: [Attribute]) in Attribute(name: "at", type: .composite, components: parts) }
    let (x, y) = (Attribute(name: "x", type: .double), Attribute(name: "y", type: .double))
    #expect(
      Self.attributes(point([x, y]), to: point([y, x])) == ["User.at: the order of its parts was x, y, is y, x"])
    #expect(
      Self.attributes(
        point([x, y]), to: point([Attribute(name: "x", type: .float), Attribute(name: "z", type: .double)]))
        == [
          "User.at.x: was double, is float", "User.at.y: was removed: it was a required double",
          "User.at.z: is new: a required double",
        ])
  }
}
