import EntityModel
import Testing

/// Renamings that a stage declares, and not the models.
@Suite("DeclaredRename")
struct DeclaredRenameTests {
  private func model(_ version: String, _ entity: String, _ attributes: String...) -> DeclaredModel {
    let attributes = attributes.map { DeclaredModel.Attribute(name: $0, type: .string) }
    return DeclaredModel(version: version, entities: [.init(name: entity, attributes: attributes)])
  }

  private func mapping(
    _ from: DeclaredModel, _ to: DeclaredModel, _ renames: (String, String, String, String)...
  ) throws -> [String: String] {
    let mapping = try InferredMapping(
      from: from, to: to, stage: .custom,
      renames: renames.map { DeclaredRename(entity: $0.0, newEntity: $0.1, property: $0.2, newProperty: $0.3) })
    let pairs = mapping.entities.flatMap { entity in
      entity.attributes.compactMap { attribute in
        attribute.source.map { ("\(entity.name).\(attribute.attribute.name)", "\(entity.source ?? "").\($0.name)") }
      }
    }
    return Dictionary(uniqueKeysWithValues: pairs)
  }

  @Test("an attribute gets the values of the old one")
  func attribute() throws {
    #expect(
      try mapping(
        model("1.0.0", "Post", "body", "title"), model("2.0.0", "Post", "content", "title"),
        ("Post", "Post", "body", "content"))
        == ["Post.content": "Post.body", "Post.title": "Post.title"])
  }

  @Test("two attributes change places")
  func exchange() throws {
    #expect(
      try mapping(
        model("1.0.0", "Post", "a", "b"), model("2.0.0", "Post", "a", "b"),
        ("Post", "Post", "a", "b"), ("Post", "Post", "b", "a"))
        == ["Post.a": "Post.b", "Post.b": "Post.a"])
  }

  @Test("an entity is renamed with its attribute")
  func entity() throws {
    #expect(
      try mapping(
        model("1.0.0", "Note", "text", "rank"), model("2.0.0", "Memo", "body", "rank"),
        ("Note", "Memo", "text", "body"))
        == ["Memo.body": "Note.text", "Memo.rank": "Note.rank"])
  }

  @Test("a stage to an older version renames in the direction of the stage")
  func downward() throws {
    #expect(
      try mapping(
        model("2.0.0", "Memo", "body", "rank"), model("1.0.0", "Note", "text", "rank"),
        ("Memo", "Note", "body", "text"))
        == ["Note.text": "Memo.body", "Note.rank": "Memo.rank"])
  }
}
