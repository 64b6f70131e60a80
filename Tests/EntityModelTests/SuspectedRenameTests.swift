import EntityModel
import Testing

@Suite("Suspected renames")
struct SuspectedRenameTests {
  typealias Attribute = DeclaredModel.Attribute
  typealias Entity = DeclaredModel.Entity
  typealias Relationship = DeclaredModel.Relationship

  private func renames(_ before: [Entity], _ after: [Entity]) -> [String] {
    SuspectedRename.all(
      from: DeclaredModel(version: "1", entities: before), to: DeclaredModel(version: "2", entities: after)
    ).map { rename in
      rename.property.map { "\(rename.entity).\($0) was \(rename.oldName)" }
        ?? "\(rename.newName) was \(rename.oldName)"
    }
  }

  private func attributes(_ before: [Attribute], _ after: [Attribute]) -> [String] {
    renames([Entity(name: "User", attributes: before)], [Entity(name: "User", attributes: after)])
  }

  private func string(_ name: String, was original: String? = nil) -> Attribute {
    Attribute(name: name, originalName: original, type: .string)
  }

  @Test func `a new attribute may replace the only one of its type that is gone`() {
    typealias Attribute = DeclaredModel.Attribute
    func model(_ attributes: Attribute...) -> DeclaredModel {
      DeclaredModel(version: "1", entities: [DeclaredModel.Entity(name: "Note", attributes: attributes)])
    }
    let rank = Attribute(name: "rank", type: .integer64)
    let older = model(Attribute(name: "text", type: .string), rank)
    func former(_ newer: DeclaredModel) -> String? { older.formerName(of: "body", in: "Note", of: newer) }
    #expect(former(model(Attribute(name: "body", type: .string), rank)) == "text")
    #expect(former(model(Attribute(name: "body", type: .binary), rank)) == nil)
    #expect(former(model(Attribute(name: "body", originalName: "text", type: .string), rank)) == nil)
    let two = model(Attribute(name: "body", type: .string), Attribute(name: "title", type: .string), rank)
    #expect(former(two) == nil)
  }

  @Test(arguments: [
    ("status", "statusKey"), ("paxcounterUpdateInterval", "updateInterval"), ("userId", "userID"),
    ("is_done", "isDone"), ("product", "products"), ("category", "categories"), ("adress", "address"),
    ("sotredAt", "storedAt"), ("HTMLText", "htmlText"), ("dateCreated", "dateOfCreated"),
  ])
  func `an attribute with a similar name`(names: (String, String)) {
    #expect(attributes([string(names.0)], [string(names.1)]) == ["User.\(names.1) was \(names.0)"])
    #expect(attributes([string(names.1)], [string(names.0)]) == ["User.\(names.0) was \(names.1)"])
  }

  @Test(arguments: [
    ("prompt", "content"), ("minCount", "maxCount"), ("internalNote", "externalNote"), ("line1", "line2"),
    ("address", "address2"), ("id", "orderID"), ("latitude", "longitude"), ("enabled", "disabled"), ("email", "phone"),
    ("startDate", "endDate"), ("detection", "favorite"), ("a", "b"), ("actionsJSON", "actions"),
    ("language", "languageIndex"),
  ])
  func `an attribute with another name is a new one`(names: (String, String)) {
    #expect(attributes([string(names.0)], [string(names.1)]) == [])
    #expect(attributes([string(names.1)], [string(names.0)]) == [])
  }

  @Test func `the type must be the same, and optionality may change`() {
    let status = string("status")
    #expect(attributes([status], [Attribute(name: "statusKey", type: .integer64)]) == [])
    #expect(attributes([status], [Attribute(name: "statusKey", type: .string, valueType: "Status")]) == [])
    #expect(
      attributes([status], [Attribute(name: "statusKey", type: .string, isOptional: true)])
        == ["User.statusKey was status"])
  }

  @Test func `a declared rename is not suspected`() {
    #expect(attributes([string("status")], [string("statusKey", was: "status")]) == [])
    // The old name is taken.
    #expect(attributes([string("status")], [string("state", was: "status"), string("statusKey")]) == [])
    // The original name is that of an earlier version.
    #expect(attributes([string("status")], [string("statusKey", was: "state")]) == [])
  }

  @Test func `of several candidates none is suspected`() {
    #expect(attributes([string("name")], [string("firstName"), string("lastName")]) == [])
    #expect(attributes([string("firstName"), string("lastName")], [string("name")]) == [])
    #expect(
      attributes([string("name"), string("note")], [string("fullName"), string("notes")])
        == ["User.fullName was name", "User.notes was note"])
  }

  @Test func `a similar name of another type is a candidate, too`() {
    let picture = string("picture")
    let type = string("pictureType")
    #expect(attributes([picture], [type]) == ["User.pictureType was picture"])
    #expect(attributes([picture], [type, Attribute(name: "pictureData", type: .binary)]) == [])
    #expect(
      attributes([picture, Attribute(name: "pictures", type: .integer64)], [type]) == ["User.pictureType was picture"])
    #expect(attributes([picture, Attribute(name: "Picture_", type: .integer64)], [type]) == [])
  }

  @Test func `a property that moved to a superentity keeps its name`() {
    let before = [
      Entity(name: "Person"), Entity(name: "User", superentity: "Person", attributes: [string("name")]),
    ]
    let after = [
      Entity(name: "Person", attributes: [string("name")]),
      Entity(name: "User", superentity: "Person", attributes: [string("fullName")]),
    ]
    #expect(renames(before, after) == [])
    #expect(renames(after, before) == [])
  }

  private func posts(_ author: String, inverse: String?, to destination: String = "User") -> [Entity] {
    [
      Entity(
        name: "Post",
        relationships: [Relationship(name: author, destination: destination, isToMany: false, inverse: inverse)]
      ), Entity(name: "User"), Entity(name: "Team"),
    ]
  }

  @Test func `a relationship with a similar name or with the same inverse`() {
    #expect(
      renames(posts("author", inverse: nil), posts("authors", inverse: nil)) == ["Post.authors was author"])
    #expect(
      renames(posts("owner", inverse: "posts"), posts("author", inverse: "posts")) == ["Post.author was owner"])
    #expect(renames(posts("owner", inverse: nil), posts("author", inverse: nil)) == [])
    #expect(renames(posts("owner", inverse: "posts"), posts("author", inverse: "drafts")) == [])
    #expect(renames(posts("author", inverse: nil), posts("authors", inverse: nil, to: "Team")) == [])
  }

  private func list(_ name: String, _ properties: String..., to destination: String? = nil) -> Entity {
    Entity(
      name: name, attributes: properties.map(string),
      relationships: destination.map { [Relationship(name: "parent", destination: $0, isToMany: false)] } ?? [])
  }

  private func string(_ name: String) -> Attribute { string(name, was: nil) }

  @Test func `an entity with the same properties`() {
    #expect(
      renames([list("Attribute", "a", "b", "c", "d")], [list("Choice", "a", "b", "c", "d")])
        == ["Choice was Attribute"])
    #expect(
      renames([list("ListItem", "a", "b", "c", "d")], [list("ToDoItem", "a", "b", "c")]) == ["ToDoItem was ListItem"])
    #expect(renames([list("Old", "a", "b", "c")], [list("New", "a", "b", "c", "d")]) == ["New was Old"])
    #expect(renames([list("Old", "a", "b", "c")], [list("New", "a", "b", "c", "d", "e")]) == [])
    // Statistics of shelves that became statistics of categories.
    #expect(renames([list("Old", "a", "b", "c", "d", "x")], [list("New", "a", "b", "c", "d", "y")]) == [])
    #expect(renames([list("Old", "a", "b")], [list("New", "a", "b")]) == [])
  }

  @Test func `an entity that loses many properties was redesigned`() {
    let old = ["language", "status", "summary", "publisher"].map { string($0) }
    #expect(attributes(old, [string("languageCode")]) == [])
    #expect(attributes(Array(old.prefix(3)), [string("languageCode")]) == ["User.languageCode was language"])
  }

  @Test func `a relationship of an entity to itself is the same`() {
    #expect(
      renames([list("Old", "a", "b", to: "Old")], [list("New", "a", "b", to: "New")]) == ["New was Old"])
    #expect(renames([list("Old", "a", "b", to: "Old")], [list("New", "a", "b", to: "Other")]) == [])
  }

  @Test func `an entity that remains, is declared to be renamed, or became two is not suspected`() {
    let old = list("Old", "a", "b", "c")
    #expect(renames([old], [old, list("New", "a", "b", "c")]) == [])
    #expect(renames([old], [list("One", "a", "b", "c"), list("Other", "a", "b", "c")]) == [])
    #expect(
      renames([old], [Entity(name: "New", originalName: "Old", attributes: old.attributes)]) == [])
    #expect(
      renames(
        [list("Old", "status")],
        [
          Entity(name: "New", originalName: "Old", attributes: [string("statusKey")])
        ]) == ["New.statusKey was status"])
  }
}
