// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Foundation
import SchemaModel

/// A post may have the name of its author.
public enum PostsSchemaV2: VersionedSchema {
  public static let versionIdentifier = Schema.Version(2, 0, 0)
  public static let models: [any PersistentModel.Type] = [Post.self, Draft.self]

  @Model public final class Post {
    @Attribute(.unique) public var code: String
    public var title: String
    public var body: String
    public var createdAt: Date
    public var authorName: String?

    public init(code: String, title: String, body: String, createdAt: Date, authorName: String? = nil) {
      self.code = code
      self.title = title
      self.body = body
      self.createdAt = createdAt
      self.authorName = authorName
    }
  }

  @Model public final class Draft {
    public var text: String

    public init(text: String) { self.text = text }
  }
}
