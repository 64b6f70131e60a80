// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Foundation
import SchemaModel

/// `body` is `content` now, and an author is an object.
public enum PostsSchemaV3: VersionedSchema {
  public static let versionIdentifier = Schema.Version(3, 0, 0)
  public static let models: [any PersistentModel.Type] = [Post.self, Author.self, Draft.self]

  @Model public final class Post {
    @Attribute(.unique) public var code: String
    public var title: String
    public var content: String
    public var createdAt: Date
    public var author: Author?

    public init(code: String, title: String, content: String, createdAt: Date) {
      self.code = code
      self.title = title
      self.content = content
      self.createdAt = createdAt
    }
  }

  @Model public final class Author {
    public var name: String
    @Relationship(inverse: \Post.author) public var posts: [Post] = []

    public init(name: String) { self.name = name }
  }

  @Model public final class Draft {
    public var text: String

    public init(text: String) { self.text = text }
  }
}
