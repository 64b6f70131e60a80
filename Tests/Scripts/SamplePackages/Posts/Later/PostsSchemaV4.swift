// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Foundation
import SchemaModel

/// Posts have a slug and a date of publication, both required and without a default. Drafts become notes.
public enum PostsSchemaV4: VersionedSchema {
  public static let versionIdentifier = Schema.Version(4, 0, 0)
  public static let models: [any PersistentModel.Type] = [Post.self, Author.self, Draft.self, Note.self]

  @Model public final class Post {
    @Attribute(.unique) public var code: String
    public var title: String
    public var content: String
    public var createdAt: Date
    public var author: Author?
    public var publishedAt: Date
    public var slug: String
    public var tagline: String = ""

    public init(code: String, title: String, content: String, publishedAt: Date, slug: String) {
      self.code = code
      self.title = title
      self.content = content
      createdAt = publishedAt
      self.publishedAt = publishedAt
      self.slug = slug
    }
  }

  @Model public final class Author {
    public var name: String
    @Relationship(inverse: \Post.author) public var posts: [Post] = []

    public init(name: String) { self.name = name }
  }

  /// No longer used: notes have taken the place of drafts.
  @Model public final class Draft {
    public var text: String

    public init(text: String) { self.text = text }
  }

  @Model public final class Note {
    public var text: String
    public var words: Int

    public init(text: String, words: Int) {
      self.text = text
      self.words = words
    }
  }
}
