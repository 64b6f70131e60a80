// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import SchemaModel

/// The version in development, which is not frozen and may change: posts have comments.
public enum AppSchemaV3: VersionedSchema {
  public static let versionIdentifier = Schema.Version(3, 0, 0)
  public static var models: [any PersistentModel.Type] { [User.self, Post.self, Comment.self] }

  @Model public final class User {
    public var name: String
    public var email: String
    @Relationship(deleteRule: .cascade, inverse: \Post.author) public var posts: [Post] = []

    public init(name: String, email: String) {
      self.name = name
      self.email = email
    }
  }

  @Model public final class Post {
    public var title: String
    public var author: User?
    @Relationship(deleteRule: .cascade, inverse: \Comment.post) public var comments: [Comment] = []

    public init(title: String, author: User? = nil) {
      self.title = title
      self.author = author
    }
  }

  @Model public final class Comment {
    public var text: String
    public var post: Post?

    public init(text: String, post: Post? = nil) {
      self.text = text
      self.post = post
    }
  }
}
