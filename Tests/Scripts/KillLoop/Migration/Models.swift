import Foundation
import SchemaMigration
import SchemaModel

enum V1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Note.self] }

  @Model
  final class Note {
    var title: String
    var text: String
    @Attribute(.externalStorage) var picture: Data?

    init(title: String, text: String, picture: Data? = nil) {
      self.title = title
      self.text = text
      self.picture = picture
    }
  }
}

enum V2: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [Note.self] }

  @Model
  final class Note {
    var title: String
    var content: String
    var slug: String = ""
    @Attribute(.externalStorage) var picture: Data?

    init(title: String, content: String) {
      self.title = title
      self.content = content
    }
  }
}

struct Problem: Error, CustomStringConvertible {
  let description: String
}

/// The plan; with `failing`, its last operation fails.
func plan(failing: Bool = false, pre: MigrationPlan.Hook? = nil) -> MigrationPlan {
  MigrationPlan(schemas: [V1.self, V2.self], preMigration: pre) {
    Stage(from: V1.self, to: V2.self) {
      Rename(\V1.Note.text, to: \V2.Note.content)
      Backfill(\V2.Note.slug) { $0.title.lowercased() }
      CustomOperation("Fail if wanted") { _ in
        if failing { throw Problem(description: "this stage fails") }
      }
    }
  }
}
