import EntityModel
import Testing

@Suite("Dropped values")
struct DroppedValuesTests {
  typealias Attribute = DeclaredModel.Attribute
  typealias Entity = DeclaredModel.Entity
  typealias Relationship = DeclaredModel.Relationship

  private func dropped(_ before: [Entity], _ after: [Entity]) -> [String] {
    DroppedValues.all(
      from: DeclaredModel(version: "1", entities: before), to: DeclaredModel(version: "2", entities: after)
    ).map { dropped in
      let candidate = dropped.candidate.map { " or \($0)" } ?? ""
      return dropped.entity + (dropped.property.map { ".\($0)" } ?? "") + candidate
    }
  }

  private func note(_ attributes: Attribute..., relationships: [Relationship] = []) -> Entity {
    Entity(name: "Note", attributes: attributes, relationships: relationships)
  }

  private let text = Attribute(name: "text", type: .string)
  private let rank = Attribute(name: "rank", type: .integer64)

  @Test func `an attribute that is gone is dropped, one that was renamed or retyped is not`() {
    #expect(dropped([note(text, rank)], [note(rank)]) == ["Note.text"])
    #expect(dropped([note(text)], [note(Attribute(name: "body", type: .string))]) == ["Note.text or body"])
    #expect(dropped([note(text)], [note(Attribute(name: "body", originalName: "text", type: .string))]) == [])
    #expect(dropped([note(text)], [note(Attribute(name: "text", type: .binary))]) == [])
  }

  @Test func `a part of a structure is dropped, a case of an enumeration is not`() {
    func place(_ type: DeclaredModel.AttributeType, _ parts: String...) -> Entity {
      note(Attribute(name: "place", type: type, components: parts.map { Attribute(name: $0, type: .string) }))
    }
    #expect(dropped([place(.composite, "city", "zip")], [place(.composite, "city")]) == ["Note.place.zip"])
    #expect(dropped([place(.enumeration, "home", "work")], [place(.enumeration, "home")]) == [])
  }

  @Test func `a transient attribute and a derived one have no values`() {
    let ephemeral = Attribute(name: "draft", type: .string, options: ["ephemeral"])
    let derived = Attribute(name: "count", type: .integer64, derivation: "tags.@count")
    #expect(dropped([note(ephemeral, derived, text)], [note(text)]) == [])
  }

  @Test func `an entity is dropped unless it is abstract, and what it inherits moves with it`() {
    let base = Entity(name: "Item", attributes: [text], isAbstract: true)
    let book = Entity(name: "Book", superentity: "Item", attributes: [rank])
    #expect(dropped([base, book], [Entity(name: "Book", attributes: [text, rank])]) == [])
    #expect(dropped([base, book], [base]) == ["Book"])
    let film = Entity(name: "Film", superentity: "Item")
    let bare = Entity(name: "Item", isAbstract: true)
    #expect(dropped([base, book, film], [bare, book, film]) == ["Item.text"])
  }

  @Test func `links are dropped with both ends of a relationship, unless they lead to dropped objects`() {
    func link(_ name: String, _ destination: String, _ inverse: String?, toMany: Bool = false) -> Relationship {
      Relationship(name: name, destination: destination, isToMany: toMany, isOptional: true, inverse: inverse)
    }
    let tagged = note(relationships: [link("tags", "Tag", "notes", toMany: true)])
    let tag = Entity(name: "Tag", relationships: [link("notes", "Note", "tags", toMany: true)])
    #expect(dropped([tagged, tag], [note(), Entity(name: "Tag")]) == ["Note.tags"])
    #expect(dropped([tagged, tag], [note()]) == ["Tag"])
    let one = note(relationships: [link("tags", "Tag", nil, toMany: true)])
    #expect(dropped([tagged, tag], [one, Entity(name: "Tag")]) == [])
    // The inverse may belong to a superentity of the destination.
    let root = Entity(name: "Zone", relationships: [link("notes", "Note", "tags", toMany: true)])
    let child = Entity(name: "Area", superentity: "Zone")
    let areas = note(relationships: [link("tags", "Area", "notes", toMany: true)])
    #expect(dropped([areas, root, child], [note(), Entity(name: "Zone"), child]) == ["Note.tags"])
  }
}
