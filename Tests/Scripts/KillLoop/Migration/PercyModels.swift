import Foundation
import Percy
import SchemaModel

/// Three versions of a store that Percy migrates.
enum P1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Note.self] }

  @Model
  final class Note {
    var title: String
    var text: String
    @Attribute(.externalStorage) var picture: Data?

    init(title: String, text: String, picture: Data?) {
      self.title = title
      self.text = text
      self.picture = picture
    }
  }
}

enum P2: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [Note.self] }

  @Model
  final class Note {
    var title: String
    var text: String
    var slug: String = ""
    @Attribute(.externalStorage) var picture: Data?

    init(title: String, text: String, picture: Data?) {
      self.title = title
      self.text = text
      self.picture = picture
    }
  }
}

enum P3: VersionedSchema {
  static let versionIdentifier = Schema.Version(3, 0, 0)
  static var models: [any PersistentModel.Type] { [Note.self] }

  @Model
  final class Note {
    var title: String
    var text: String
    var slug: String = ""
    var mark: Int = 0
    @Attribute(.externalStorage) var picture: Data?

    init(title: String, text: String, picture: Data?) {
      self.title = title
      self.text = text
      self.picture = picture
    }
  }
}

enum PercyPlan: ForwardMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [P1.self, P2.self, P3.self] }
  static var stages: [MigrationStage] {
    [.lightweight(fromVersion: P1.self, toVersion: P2.self), .lightweight(fromVersion: P2.self, toVersion: P3.self)]
  }
}

protocol StoryConfiguration: PercyConfiguration {}

extension StoryConfiguration {
  static var identifier: String { "org.example.story" }
  static var iCloudContainer: String? { nil }
  static var name: String { "Story" }
  static var migrationPlan: any PercyMigrationPlan.Type { PercyPlan.self }
}

enum First: StoryConfiguration { static var versionedSchema: any VersionedSchema.Type { P1.self } }
enum Second: StoryConfiguration { static var versionedSchema: any VersionedSchema.Type { P2.self } }
enum Third: StoryConfiguration { static var versionedSchema: any VersionedSchema.Type { P3.self } }
