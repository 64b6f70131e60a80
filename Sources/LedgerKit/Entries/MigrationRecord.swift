internal import CanonicalJSON
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
  /// ``Migration/isRepeatable``.
  public let isRepeatable: Bool

  init(_ migration: Migration) {
    self.init(migration, knowing: [:])
  }

  /// - Parameter frozen: meanings by the digests of texts that are frozen; what such a text says need not be worked out.
  init(_ migration: Migration, knowing frozen: [String: String]) {
    id = migration.id
    path = migration.path
    text = Self.digest(migration.up)
    isRepeatable = migration.isRepeatable
    meaning = frozen[text] ?? sha256(Script.meaning(of: migration.up))
  }

  /// A checkout may turn line ends (`core.autocrlf`); that is no change.
  static func digest(_ text: String) -> String {
    sha256(text.utf8.contains(UInt8(ascii: "\r")) ? text.replacing("\r\n", with: "\n") : text)
  }

  init(id: String, path: String, text: String, meaning: String, isRepeatable: Bool = false) {
    self.id = id
    self.path = path
    self.text = text
    self.meaning = meaning
    self.isRepeatable = isRepeatable
  }

  /// What a database has had when it has had this: a repeatable migration with other text is to be run again.
  var receipt: String { Self.receipt(id, isRepeatable ? text : nil) }

  /// ``receipt`` of a migration that is to be run.
  static func receipt(of migration: Migration) -> String {
    receipt(migration.id, migration.isRepeatable ? digest(migration.up) : nil)
  }

  private static func receipt(_ id: String, _ text: String?) -> String { text.map { "\(id) \($0)" } ?? id }
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
