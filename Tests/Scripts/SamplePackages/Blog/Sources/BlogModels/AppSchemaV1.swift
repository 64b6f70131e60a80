// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import SchemaFreezing
import SchemaModel

/// The first released version.
@FreezeSchema(version: "1.0.0")
public enum AppSchemaV1: VersionedSchema {
  public static let versionIdentifier = Schema.Version(1, 0, 0)
  public static var models: [any PersistentModel.Type] { [User.self] }

  @Model public final class User {
    public var name: String
    public var email: String

    public init(name: String, email: String) {
      self.name = name
      self.email = email
    }
  }
}
