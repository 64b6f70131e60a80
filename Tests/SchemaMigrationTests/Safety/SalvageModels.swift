import SchemaModel

/// Models with inheritance and a many-to-many relationship, which a subclass inherits.
enum Library: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Item.self, Book.self, Tag.self, Shelf.self] }

  @SchemaModel.Model
  class Item {
    var title: String
    @SchemaModel.Relationship(inverse: \Tag.items) var tags: [Tag] = []
    @SchemaModel.Relationship(inverse: \Shelf.items) var shelf: Shelf?

    init(title: String) { self.title = title }
  }

  @SchemaModel.Model
  final class Book: Item {
    var pages: Int
    var sequel: Item?

    init(title: String, pages: Int) {
      self.pages = pages
      super.init(title: title)
    }
  }

  @SchemaModel.Model
  final class Tag {
    var word: String
    var items: [Item] = []

    init(word: String) { self.word = word }
  }

  @SchemaModel.Model
  final class Shelf {
    var name: String
    var items: [Item] = []

    init(name: String) { self.name = name }
  }
}
