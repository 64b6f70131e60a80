internal import SQLiteSchema

/// What an entry records of one migration.
public struct MigrationRecord: Sendable, Hashable {
  /// ``Migration/id``.
  public let id: String
  /// Where the file was when it was frozen, from the top of the repository.
  public let path: String
  /// SHA-256 of the text with line ends as LF.
  public let text: String
  /// SHA-256 of what the text says: see ``Script/meaning(of:)``.
  public let meaning: String

  init(_ migration: Migration) {
    id = migration.id
    path = migration.path
    // A checkout may turn line ends (`core.autocrlf`); that is no change.
    text = sha256(migration.up.replacing("\r\n", with: "\n"))
    meaning = sha256(Script.meaning(of: migration.up))
  }

  init(id: String, path: String, text: String, meaning: String) {
    self.id = id
    self.path = path
    self.text = text
    self.meaning = meaning
  }
}

extension MigrationRecord {
  var json: JSONValue {
    ["id": .string(id), "meaning": .string(meaning), "path": .string(path), "text": .string(text)]
  }

  init?(_ json: JSONValue) {
    guard let id = json["id"]?.string, let path = json["path"]?.string, let text = json["text"]?.string,
      let meaning = json["meaning"]?.string
    else { return nil }
    self.init(id: id, path: path, text: text, meaning: meaning)
  }
}
