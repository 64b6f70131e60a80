import SwiftData
import SwiftUI

enum SchemaV1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Note.self] }

  @Model final class Note {
    var title: String
    var text = ""
    var mood = Mood.calm

    init(title: String) { self.title = title }

    var row: some View { NoteRow(title: title, color: mood.color) }
  }
}
