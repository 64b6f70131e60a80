import EntityModel
import Testing

@Suite("LayoutError")
struct LayoutErrorTests {
  typealias Attribute = DeclaredModel.Attribute
  typealias Entity = DeclaredModel.Entity
  typealias Relationship = DeclaredModel.Relationship

  static let post = Entity(
    name: "Post", relationships: [Relationship(name: "author", destination: "User", isToMany: false)])

  static let cases: [(String, [Entity])] = [
    (
      "User.NAME and User.name would share the column ZNAME: rename one of them; upper and lower case are the same to SQLite",
      [Entity(name: "User", attributes: ["name", "NAME"].map { Attribute(name: $0, type: .string) })]
    ),
    (
      "Book.title is declared by Book and by its superentity: declare it once",
      [
        Entity(name: "Media", attributes: [Attribute(name: "title", type: .string)]),
        Entity(name: "Book", superentity: "Media", attributes: [Attribute(name: "title", type: .string)]),
      ]
    ),
    (
      "URL and Url would share one table: rename one of them; upper and lower case are the same to SQLite",
      [Entity(name: "URL"), Entity(name: "Url")]
    ),
    (
      "Book inherits from Media, which is not in the schema: add Media to the schema's models",
      [Entity(name: "Novel", superentity: "Book"), Entity(name: "Book", superentity: "Media")]
    ),
    (
      "X inherits from itself: the topmost class must not inherit from a model class",
      [Entity(name: "X", superentity: "Y"), Entity(name: "Y", superentity: "X")]
    ),
    ("Post.author has the destination User, which is not in the schema: add User to the schema's models", [post]),
    (
      "the inverse of User.posts is Post.writer, which is not a relationship: name a relationship of Post, or remove the inverse",
      [
        post,
        Entity(
          name: "User",
          relationships: [Relationship(name: "posts", destination: "Post", isToMany: true, inverse: "writer")]),
      ]
    ),
    (
      "the inverse of User.posts is Post.author, whose inverse is nothing: declare the inverse on one side only; the other side is inferred",
      [
        post,
        Entity(
          name: "User",
          relationships: [Relationship(name: "posts", destination: "Post", isToMany: true, inverse: "author")]),
      ]
    ),
    (
      "User.posts can be neither unique nor indexed: it has no column of its own: name an attribute or a to-one relationship",
      [
        Entity(
          name: "User", relationships: [Relationship(name: "posts", destination: "User", isToMany: true)],
          uniquenessConstraints: [["posts"]])
      ]
    ),
    (
      "User.where must have components if and only if it is a composite: give the attribute the type composite, or remove its components",
      [Entity(name: "User", attributes: [Attribute(name: "where", type: .composite)])]
    ),
    (
      "User.a b is not a valid name for a column: begin it with a letter and use letters, digits and underscores",
      [Entity(name: "User", attributes: [Attribute(name: "a b", type: .string)])]
    ),
    (
      "_Metadata is not a valid name for a table: begin it with a letter and use letters, digits and underscores",
      [Entity(name: "_Metadata")]
    ),
    (
      "A); DROP TABLE Z_METADATA; -- is not a valid name for a table: begin it with a letter and use letters, digits and underscores",
      [Entity(name: "A); DROP TABLE Z_METADATA; --")]
    ),
  ]

  @Test("a model without a valid layout is rejected with a reason and a hint", arguments: cases)
  func refused(text: String, entities: [Entity]) {
    let error = #expect(throws: LayoutError.self) {
      try StoreLayout(of: DeclaredModel(version: "1", entities: entities))
    }
    #expect(error?.description == text)
  }
}
