import SwiftData

enum SchemaV2: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [Note.self] }

  @Model final class Note {
    var title: String
    var text = ""
    var mood = Mood.calm
    var words = 0

    init(title: String) { self.title = title }
  }
}
