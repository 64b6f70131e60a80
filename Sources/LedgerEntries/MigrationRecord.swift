internal import CanonicalJSON

/// What an entry records of one migration.
public struct MigrationRecord: Sendable, Hashable {
  /// What the migration is called, and known by in a database that has had it.
  public let id: String
  /// Where the file was when it was frozen, from the top of the repository.
  public let path: String
  /// SHA-256 of the text with line ends as LF.
  public let text: String
  /// SHA-256 of what the text says: see `Script.meaning(of:)`.
  public let meaning: String
  /// Whether it is run again when it has changed.
  public let isRepeatable: Bool

  /// A record by its parts.
  package init(id: String, path: String, text: String, meaning: String, isRepeatable: Bool = false) {
    self.id = id
    self.path = path
    self.text = text
    self.meaning = meaning
    self.isRepeatable = isRepeatable
  }
}

extension MigrationRecord {
  var json: JSONValue {
    var members: [String: JSONValue] = [
      "id": .string(id), "meaning": .string(meaning), "path": .string(path), "text": .string(text),
    ]
    if isRepeatable { members["repeatable"] = .bool(true) }
    return .object(members)
  }

  init?(_ json: JSONValue) {
    guard let id = json["id"]?.string, let path = json["path"]?.string, let text = json["text"]?.string,
      let meaning = json["meaning"]?.string
    else { return nil }
    self.init(id: id, path: path, text: text, meaning: meaning, isRepeatable: json["repeatable"] == .bool(true))
  }
}
