import Foundation
import SchemaMigration
import SchemaModel

/// The first three versions of Strata's README: https://github.com/GRimAce11/Strata
enum SchemaV1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static let models: [any PersistentModel.Type] = [Post.self]

  @Model final class Post {
    @Attribute(.unique) var id: String
    var title: String
    var body: String
    var createdAt: Date
    init(id: String, title: String, body: String, createdAt: Date) {
      (self.id, self.title, self.body, self.createdAt) = (id, title, body, createdAt)
    }
  }
}

enum SchemaV2: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static let models: [any PersistentModel.Type] = [Post.self]

  @Model final class Post {
    @Attribute(.unique) var id: String
    var title: String
    var body: String
    var createdAt: Date
    var authorName: String?
    init(id: String, title: String, body: String, createdAt: Date) {
      (self.id, self.title, self.body, self.createdAt) = (id, title, body, createdAt)
    }
  }
}

enum SchemaV3: VersionedSchema {
  static let versionIdentifier = Schema.Version(3, 0, 0)
  static let models: [any PersistentModel.Type] = [Post.self, Author.self]

  @Model final class Post {
    @Attribute(.unique) var id: String
    var title: String
    var content: String = ""
    var createdAt: Date
    var author: Author?
    init(id: String, title: String, createdAt: Date) {
      (self.id, self.title, self.createdAt) = (id, title, createdAt)
    }
  }

  @Model final class Author {
    @Attribute(.unique) var id: String
    var name: String
    init(id: String, name: String) { (self.id, self.name) = (id, name) }
  }
}

/// Versions whose differences are of every kind.
enum ShelfV1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static let models: [any PersistentModel.Type] = [Shelf.self, Book.self, Lamp.self]

  @Model final class Shelf {
    var name: String
    @Relationship(deleteRule: .nullify, inverse: \Book.shelf) var books: [Book] = []
    var label: String?
    var width: Int
    init(name: String, width: Int) { (self.name, self.width) = (name, width) }
  }

  @Model final class Book {
    var title: String?
    @Attribute(.unique) var isbn: String
    var place: Place
    var shelf: Shelf?
    var cover: Data?
    var owner: String?
    init(isbn: String, place: Place) { (self.isbn, self.place) = (isbn, place) }
  }

  @Model final class Lamp {
    var watts: Int
    init(watts: Int) { self.watts = watts }
  }

  struct Place: Codable {
    var row: Int
    var column: Int
  }
}

enum ShelfV2: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static let models: [any PersistentModel.Type] = [Shelf.self, Book.self, Reader.self]

  @Model final class Shelf {
    #Index<Shelf>([\.name])
    var name: String
    @Relationship(deleteRule: .cascade, inverse: \Book.shelf) var books: [Book] = []
    @Attribute(originalName: "label") var caption: String?
    var width: Double
    init(name: String, width: Double) { (self.name, self.width) = (name, width) }
  }

  @Model final class Book {
    #Unique<Book>([\.title, \.shelf])
    var title: String
    var isbn: String
    var place: Place
    var shelf: Shelf?
    @Attribute(.externalStorage) var cover: Data?
    var owner: Reader?
    @Attribute(.unique) var code: String?
    init(title: String, isbn: String, place: Place) {
      (self.title, self.isbn, self.place) = (title, isbn, place)
    }
  }

  @Model final class Reader {
    var name: String
    init(name: String) { self.name = name }
  }

  struct Place: Codable {
    var row: Int
    var depth: Int?
  }
}
