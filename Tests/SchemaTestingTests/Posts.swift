import Foundation
import SchemaMigration
import SchemaModel

/// The four versions and the plan of Strata's README: https://github.com/GRimAce11/Strata
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
    init(id: String, title: String, body: String, createdAt: Date, authorName: String? = nil) {
      (self.id, self.title, self.body, self.createdAt) = (id, title, body, createdAt)
      self.authorName = authorName
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
    init(id: String, title: String, content: String, createdAt: Date) {
      (self.id, self.title, self.createdAt) = (id, title, createdAt)
      self.content = content
    }
  }

  @Model final class Author {
    @Attribute(.unique) var id: String
    var name: String
    init(id: String, name: String) { (self.id, self.name) = (id, name) }
  }
}

enum SchemaV4: VersionedSchema {
  static let versionIdentifier = Schema.Version(4, 0, 0)
  static let models: [any PersistentModel.Type] = [Post.self, Author.self]

  @Model final class Post {
    @Attribute(.unique) var id: String
    var title: String
    var content: String = ""
    var createdAt: Date
    var author: Author?
    var publishedAt: Date = Date.distantPast
    var slug: String = ""
    init(id: String, title: String, content: String, createdAt: Date) {
      (self.id, self.title, self.createdAt) = (id, title, createdAt)
      self.content = content
    }
  }

  @Model final class Author {
    @Attribute(.unique) var id: String
    var name: String
    init(id: String, name: String) { (self.id, self.name) = (id, name) }
  }
}

typealias PostV1 = SchemaV1.Post
typealias PostV2 = SchemaV2.Post
typealias PostV3 = SchemaV3.Post
typealias PostV4 = SchemaV4.Post

func slugify(_ title: String) -> String {
  title.lowercased().replacing(" ", with: "-")
}

enum MyPlan {
  static let plan = MigrationPlan(schemas: [SchemaV1.self, SchemaV2.self, SchemaV3.self, SchemaV4.self]) {
    Stage(from: SchemaV1.self, to: SchemaV2.self)
    Stage(from: SchemaV2.self, to: SchemaV3.self) {
      Rename(\PostV2.body, to: \PostV3.content)
      CustomOperation("Attach default Author to every post") { context in
        for post in try context.fetch(FetchDescriptor<PostV3>(sortBy: [SortDescriptor(\.id)])) where post.author == nil
        {
          let author = SchemaV3.Author(id: UUID().uuidString, name: "Unknown")
          context.insert(author)
          post.author = author
        }
      }
    }
    Stage(from: SchemaV3.self, to: SchemaV4.self) {
      Backfill(\PostV4.publishedAt) { $0.createdAt }
      Backfill(\PostV4.slug) { slugify($0.title) + "-" + $0.id.prefix(6) }
      Assert.unique(\PostV4.slug)
    }
  }
}

/// The same versions with a plan of SwiftData's form.
enum ShortPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [SchemaV1.self, SchemaV2.self] }
  static var stages: [MigrationStage] { [.lightweight(fromVersion: SchemaV1.self, toVersion: SchemaV2.self)] }
}

/// A model with values of every kind.
enum MuseumV1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static let models: [any PersistentModel.Type] = [Room.self, Item.self, Painting.self, Guard.self]

  enum Era: String, Codable { case antique, modern }
  enum State: Codable { case shown, lent }
  struct Size: Codable, Equatable {
    var width: Double
    var height: Int?
  }

  @Model class Item {
    var name: String
    @Attribute(.unique) var number: Int
    var era: Era?
    var state: State
    var size: Size
    var found: Date
    var price: Decimal
    var photo: Data?
    var tags: [String]
    var key: UUID
    var site: URL?
    var isLent: Bool
    var weight: Float
    var room: Room?
    init(number: Int) {
      name = "Item \(number)"
      self.number = number
      era = number == 1 ? nil : .modern
      state = .lent
      size = Size(width: 0.1, height: number == 1 ? nil : 7)
      found = Date(timeIntervalSinceReferenceDate: -0.25)
      price = Decimal(string: "12.34") ?? 0
      tags = ["a/b", "ü"]
      key = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
      site = URL(string: "https://example.org/\(number)")
      isLent = number == 1
      weight = 2.5
    }
  }

  @Model final class Painting: Item {
    var painter: String
    init(number: Int, painter: String) {
      self.painter = painter
      super.init(number: number)
    }
  }

  @Model final class Room {
    var name: String
    @Relationship(deleteRule: .cascade, inverse: \Item.room) var items: [Item] = []
    var guards: [Guard] = []
    init(name: String) { self.name = name }
  }

  @Model final class Guard {
    var name: String
    @Relationship(inverse: \Room.guards) var rooms: [Room] = []
    var deputy: Guard?
    init(name: String) { self.name = name }
  }
}
