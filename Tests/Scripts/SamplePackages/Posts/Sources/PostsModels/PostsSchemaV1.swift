// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Foundation
import SchemaModel

/// The first release: posts, and drafts that are plain texts.
public enum PostsSchemaV1: VersionedSchema {
  public static let versionIdentifier = Schema.Version(1, 0, 0)
  public static let models: [any PersistentModel.Type] = [Post.self, Draft.self]

  @Model public final class Post {
    @Attribute(.unique) public var code: String
    public var title: String
    public var body: String
    public var createdAt: Date

    public init(code: String, title: String, body: String, createdAt: Date) {
      self.code = code
      self.title = title
      self.body = body
      self.createdAt = createdAt
    }
  }

  @Model public final class Draft {
    public var text: String

    public init(text: String) { self.text = text }
  }
}
