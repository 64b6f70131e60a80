// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import SchemaFreezing
import SchemaModel

/// The second released version: users write posts.
@SchemaFreezing.Freeze(version: "2.0.0")
public enum AppSchemaV2: VersionedSchema {
  public static let versionIdentifier = Schema.Version(2, 0, 0)
  public static var models: [any PersistentModel.Type] { [User.self, Post.self] }

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

    public init(title: String, author: User? = nil) {
      self.title = title
      self.author = author
    }
  }
}
