import EntityModel
import Testing

@Suite("CloudKit's rules")
struct CloudKitTests {
  typealias Entity = DeclaredModel.Entity
  typealias Attribute = DeclaredModel.Attribute
  typealias Relationship = DeclaredModel.Relationship

  private func model(_ version: String = "1.0.0", _ entities: Entity...) -> DeclaredModel {
    DeclaredModel(version: version, entities: entities)
  }

  private func violations(_ entity: Entity) -> [String] {
    model("1.0.0", entity).cloudKitViolations.map { "\($0.place) \($0.message)" }
  }

  // MARK: One version

  @Test("uniqueness constraints are reported, of one property and of several")
  func uniqueness() {
    #expect(
      violations(
        Entity(
          name: "User", attributes: [Attribute(name: "email", type: .string, isOptional: true)],
          uniquenessConstraints: [["email"], ["first", "last"]]))
        == ["User.email is unique", "User (first, last) must be unique together"])
  }

  @Test("an attribute must be optional or have a default; an ephemeral one is not stored")
  func attributes() {
    #expect(
      violations(
        Entity(
          name: "Post",
          attributes: [
            Attribute(name: "title", type: .string), Attribute(name: "body", type: .string, defaultText: "\"\""),
            Attribute(name: "date", type: .date, isOptional: true),
            Attribute(name: "draft", type: .boolean, options: ["ephemeral"]),
          ])) == ["Post.title is required, but has no default"])
  }

  @Test("a relationship must be optional and have an inverse, and its delete rule must not be deny")
  func relationships() {
    func relationship(
      _ name: String, isOptional: Bool = true, rule: Relationship.DeleteRule = .nullify, inverse: String? = "x"
    ) -> Relationship {
      Relationship(
        name: name, destination: "Tag", isToMany: true, isOptional: isOptional, deleteRule: rule, inverse: inverse)
    }
    #expect(
      violations(
        Entity(
          name: "Post",
          relationships: [
            relationship("a"), relationship("b", isOptional: false), relationship("c", inverse: nil),
            relationship("d", rule: .deny), relationship("e", rule: .noAction), relationship("f", rule: .cascade),
          ])) == [
          "Post.b is a relationship that is not optional", "Post.c is a relationship without an inverse",
          "Post.d is a relationship with the delete rule .deny",
        ])
  }

  @Test("a relationship to the entity's own hierarchy may have an inverse that is not declared")
  func ownHierarchy() {
    func link(_ name: String, _ destination: String) -> Relationship {
      Relationship(name: name, destination: destination, isToMany: false, isOptional: true)
    }
    let model = model(
      "1.0.0", Entity(name: "Node", relationships: [link("parent", "Node"), link("leaf", "Leaf"), link("tag", "Tag")]),
      Entity(name: "Leaf", superentity: "Node", relationships: [link("root", "Node")]), Entity(name: "Tag"))
    #expect(model.cloudKitViolations.map(\.place) == ["Node.tag"])
  }

  @Test("each rule has a reason and a remedy", arguments: CloudKitViolation.Rule.allCases)
  func wording(rule: CloudKitViolation.Rule) throws {
    let entity = Entity(
      name: "A", attributes: [Attribute(name: "a", type: .string)],
      relationships: [
        Relationship(name: "r", destination: "B", isToMany: true, deleteRule: .deny, isOrdered: true)
      ],
      uniquenessConstraints: [["a"]])
    let violation = try #require(model("1.0.0", entity).cloudKitViolations.first { $0.rule == rule })
    for text in [violation.message, violation.reason, violation.hint] { #expect(!text.isEmpty && !text.hasSuffix(".")) }
  }

  // MARK: Several versions

  private func post(_ attributes: Attribute..., relationships: [Relationship] = []) -> Entity {
    Entity(name: "Post", attributes: attributes, relationships: relationships)
  }

  private func changes(_ versions: [DeclaredModel], _ model: DeclaredModel) -> [String] {
    model.cloudKitChanges(since: versions).map { "\($0.version): \($0.place) \($0.message)" }
  }

  private func changes(_ old: Entity, _ new: Entity) -> [String] {
    changes([model("1.0.0", old)], model("2.0.0", new))
  }

  private func text(_ name: String, from original: String? = nil, options: [String] = []) -> Attribute {
    Attribute(name: name, originalName: original, type: .string, isOptional: true, options: options)
  }

  @Test("additions, defaults, optionality, delete rules and indexes are no changes of the schema")
  func additions() {
    let old = post(text("title"), relationships: [])
    let new = Entity(
      name: "Post",
      attributes: [
        Attribute(name: "title", type: .string, defaultText: "\"\""), text("body", options: ["externalStorage"]),
      ],
      relationships: [
        Relationship(name: "tags", destination: "Tag", isToMany: true, isOptional: true, deleteRule: .cascade)
      ],
      indexes: [DeclaredModel.Index(properties: ["title"])])
    #expect(changes([model("1.0.0", old)], model("2.0.0", new, Entity(name: "Tag"))) == [])
    #expect(model("1.0.0", old).cloudKitChanges(since: []) == [])
  }

  @Test("a removed and a renamed attribute leave their fields behind")
  func attributesRemoved() {
    #expect(changes(post(text("title"), text("body")), post(text("title"))) == ["1.0.0: Post.body was removed"])
    #expect(
      changes(post(text("body")), post(text("content", from: "body"))) == ["1.0.0: Post.body was renamed to content"])
    #expect(changes(post(text("body")), post(text("body"), text("content", from: "body"))) == [])
  }

  @Test("a removed and a renamed entity leave their record types behind, once each")
  func entitiesRemoved() throws {
    #expect(changes([model("1.0.0", post(text("body")))], model("2.0.0")) == ["1.0.0: Post was removed"])
    let renamed = Entity(name: "Article", originalName: "Post", attributes: [text("body")])
    let found = model("2.0.0", renamed).cloudKitChanges(since: [model("1.0.0", post(text("body")))])
    let change = try #require(found.first)
    #expect(found.count == 1)
    #expect("\(change.place) \(change.message)" == "Post was renamed to Article")
    #expect(change.kept == "the record type CD_Post")
  }

  @Test(
    "a type is changed if its field has another, not if the field can hold both",
    arguments: [
      (DeclaredModel.AttributeType.integer16, DeclaredModel.AttributeType.integer64, nil),
      (.boolean, .integer32, nil), (.float, .double, nil), (.decimal, .double, nil), (.string, .uuid, nil),
      (.encoded, .binary, nil), (.string, .composite, nil), (.enumeration, .integer64, nil),
      (.integer64, .double, "INT64 to DOUBLE"), (.string, .integer64, "STRING to INT64"),
      (.date, .string, "TIMESTAMP to STRING"), (.binary, .string, "BYTES to STRING"),
      (.uri, .encoded, "STRING to BYTES"),
    ] as [(DeclaredModel.AttributeType, DeclaredModel.AttributeType, String?)])
  func retyped(before: DeclaredModel.AttributeType, after: DeclaredModel.AttributeType, change: String?) {
    let found = changes(post(Attribute(name: "a", type: before)), post(Attribute(name: "a", type: after)))
    #expect(found == (change.map { ["1.0.0: Post.a changed from \($0)"] } ?? []))
  }

  @Test("the field of an enumeration with raw values is not known")
  func enumerations() {
    let old = post(Attribute(name: "kind", type: .string, valueType: "Kind"))
    #expect(changes(old, post(Attribute(name: "kind", type: .integer64))) == [])
  }

  @Test("whether an attribute is encrypted cannot change")
  func encryption() {
    let (plain, encrypted) = (post(text("a")), post(text("a", options: ["allowsCloudEncryption"])))
    #expect(changes(plain, encrypted) == ["1.0.0: Post.a became encrypted"])
    #expect(changes(encrypted, plain) == ["1.0.0: Post.a is no longer encrypted"])
    #expect(changes(encrypted, encrypted) == [])
  }

  @Test("only a to-one relationship has a field")
  func relationshipFields() {
    func link(_ isToMany: Bool, _ name: String = "author") -> [Relationship] {
      [Relationship(name: name, destination: "Author", isToMany: isToMany, isOptional: true, inverse: "posts")]
    }
    #expect(changes(post(relationships: link(true)), post()) == [])
    #expect(changes(post(relationships: link(false)), post()) == ["1.0.0: Post.author was removed"])
    #expect(
      changes(post(relationships: link(false)), post(relationships: link(true)))
        == ["1.0.0: Post.author became a to-many relationship, which has no field"])
    #expect(changes(post(relationships: link(true)), post(relationships: link(false))) == [])
    #expect(
      changes(post(relationships: link(false)), post(Attribute(name: "author", type: .integer64)))
        == ["1.0.0: Post.author changed from STRING to INT64"])
  }

  @Test("subentities share the record type of their root, so a property may move between them")
  func hierarchies() throws {
    let old = model(
      "1.0.0", Entity(name: "Post", attributes: [text("title")]),
      Entity(name: "ImagePost", superentity: "Post", attributes: [text("caption")]))
    let moved = model(
      "2.0.0", Entity(name: "Post", attributes: [text("title"), text("caption")]),
      Entity(name: "ImagePost", superentity: "Post"))
    #expect(changes([old], moved) == [])
    let alone = model(
      "2.0.0", Entity(name: "Post", attributes: [text("title")]),
      Entity(name: "ImagePost", attributes: [text("title"), text("caption")]))
    #expect(changes([old], alone) == ["1.0.0: ImagePost moved from the record type CD_Post to CD_ImagePost"])
    let without = model(
      "2.0.0", Entity(name: "Post", attributes: [text("title")]), Entity(name: "ImagePost", superentity: "Post"))
    let change = try #require(without.cloudKitChanges(since: [old]).first)
    #expect(change.kept == "the field CD_caption of CD_Post")
  }

  @Test("a renamed root is one change, although its subentities have another record type, too")
  func renamedRoot() {
    let old = model(
      "1.0.0", Entity(name: "Post"), Entity(name: "ImagePost", superentity: "Post", attributes: [text("a")]))
    let new = model(
      "2.0.0", Entity(name: "Entry", originalName: "Post"),
      Entity(name: "ImagePost", superentity: "Entry", attributes: [text("a")]))
    #expect(changes([old], new) == ["1.0.0: Post was renamed to Entry"])
  }

  @Test("a property that returns after a version without it must fit its former field")
  func returning() {
    let versions = [
      model("1.0.0", post(Attribute(name: "rank", type: .integer64))), model("2.0.0", post(text("title"))),
    ]
    #expect(
      changes(versions, model("3.0.0", post(text("title"), text("rank"))))
        == ["1.0.0: Post.rank changed from INT64 to STRING"])
    #expect(changes(versions, model("3.0.0", post(text("title"), Attribute(name: "rank", type: .boolean)))) == [])
    // What an earlier version removed is not a change of this one.
    #expect(changes(versions, model("3.0.0", post(text("title")))) == [])
  }

  @Test("what changed since the newest version is not compared with older ones")
  func newest() {
    let versions = [
      model("1.0.0", post(Attribute(name: "rank", type: .integer64))), model("2.0.0", post(text("rank"))),
    ]
    #expect(changes(versions, model("3.0.0", post(text("rank")))) == [])
    #expect(
      changes(versions, model("3.0.0", post(Attribute(name: "rank", type: .date))))
        == ["2.0.0: Post.rank changed from STRING to TIMESTAMP"])
  }

  @Test("each kind of change has a reason and a remedy")
  func changeWording() {
    let kinds: [CloudKitChange.Kind] = [
      .removed, .renamed(to: "b"), .moved(from: "CD_A", to: "CD_B"), .retyped(from: .bytes, to: .string), .becameToMany,
      .encryption(isEncrypted: true), .encryption(isEncrypted: false),
    ]
    let old = model(
      "1.0.0",
      Entity(
        name: "A",
        attributes: [text("c", options: ["allowsCloudEncryption"]), text("d"), Attribute(name: "t", type: .binary)],
        relationships: [Relationship(name: "r", destination: "A", isToMany: false)]),
      Entity(name: "S", superentity: "A"), Entity(name: "Gone"), Entity(name: "Old"))
    let new = model(
      "2.0.0",
      Entity(
        name: "A", attributes: [text("c"), text("d", options: ["allowsCloudEncryption"]), text("t")],
        relationships: [Relationship(name: "r", destination: "A", isToMany: true)]),
      Entity(name: "S"), Entity(name: "New", originalName: "Old"))
    let found = new.cloudKitChanges(since: [old])
    #expect(found.count == kinds.count)
    for change in found {
      for text in [change.message, change.reason, change.hint] { #expect(!text.isEmpty && !text.hasSuffix(".")) }
    }
  }
}
