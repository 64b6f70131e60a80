import Foundation
import SchemaMigration
import SchemaModel

/// The first version of the models of these tests.
enum SafeV1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Note.self, Draft.self] }

  @SchemaModel.Model
  final class Note {
    var title: String
    var text: String
    @SchemaModel.Attribute(.externalStorage) var picture: Data?

    init(title: String, text: String, picture: Data? = nil) {
      self.title = title
      self.text = text
      self.picture = picture
    }
  }

  @SchemaModel.Model
  final class Draft {
    var text: String
    var note: Note?

    init(text: String, note: Note? = nil) {
      self.text = text
      self.note = note
    }
  }
}

/// The second version: `text` has another name, `slug` is new, and there are no drafts.
enum SafeV2: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [Note.self] }

  @SchemaModel.Model
  final class Note {
    var title: String
    var content: String
    var slug: String = ""
    @SchemaModel.Attribute(.externalStorage) var picture: Data?

    init(title: String, content: String) {
      self.title = title
      self.content = content
    }
  }
}

/// A version that no plan of these tests has.
enum SafeV9: VersionedSchema {
  static let versionIdentifier = Schema.Version(9, 0, 0)
  static var models: [any PersistentModel.Type] { [Note.self] }

  @SchemaModel.Model
  final class Note {
    var title: String
    var number: Int

    init(title: String, number: Int) {
      self.title = title
      self.number = number
    }
  }
}

struct SafeFailure: Error, Equatable { let text: String }
