package import CanonicalJSON

/// The record of a migration in an entry.
public struct MigrationRecord: Sendable, Hashable {
  /// The migration's id, by which a database records that it has been applied.
  public let id: String
  /// The path of the file when it was frozen, from the top of the repository.
  public let path: String
  /// The SHA-256 of the text, with line ends converted to LF.
  public let text: String
  /// The SHA-256 of the meaning of the text; see `Script.meaning(of:)`.
  public let meaning: String
  /// Whether the migration is run again after it has changed.
  public let isRepeatable: Bool
  /// The SHA-256 of what the migration tool compares in databases that have run the migration. `nil` if it compares the
  /// text with LF line ends, or nothing.
  package let compared: String?

  /// Creates a record.
  package init(
    id: String, path: String, text: String, meaning: String, isRepeatable: Bool = false, compared: String? = nil
  ) {
    self.id = id
    self.path = path
    self.text = text
    self.meaning = meaning
    self.isRepeatable = isRepeatable
    self.compared = compared
  }
}

extension MigrationRecord {
  /// Whether it is one of the migrations that a Swift file registers, and not a file of its own.
  package var isInProgram: Bool { path.hasSuffix(".swift") }

  /// The name for people: the path, or the id of one that a Swift file registers.
  package var name: String { isInProgram ? "'\(id)'" : path }

  /// The path, with the id of one that a Swift file registers: `App/Database.swift::items`.
  package var placeName: String { isInProgram ? "\(path)::\(id)" : path }

  package var json: JSONValue {
    var members: [String: JSONValue] = [
      "id": .string(id), "meaning": .string(meaning), "path": .string(path), "text": .string(text),
    ]
    if isRepeatable { members["repeatable"] = .bool(true) }
    if let compared { members["compared"] = .string(compared) }
    return .object(members)
  }

  package init?(_ json: JSONValue) {
    guard let id = json["id"]?.string, let path = json["path"]?.string, let text = json["text"]?.string,
      let meaning = json["meaning"]?.string
    else { return nil }
    self.init(
      id: id, path: path, text: text, meaning: meaning, isRepeatable: json["repeatable"] == .bool(true),
      compared: json["compared"]?.string)
  }

  /// Whether both records are of one text, also for a migration tool that compares the line endings.
  package func hasText(of other: MigrationRecord) -> Bool { text == other.text && compared == other.compared }

  /// Whether its digests have the form of a SHA-256: 64 lower-case hexadecimal digits.
  var hasDigests: Bool {
    Self.isDigest(text) && Self.isDigest(meaning) && (compared.map(Self.isDigest) ?? true)
  }

  private static func isDigest(_ text: String) -> Bool {
    // A ledger of thousands of versions has hundreds of thousands of digests. A view of a string is slower than its bytes.
    func areDigits(_ bytes: some Collection<UInt8>) -> Bool {
      bytes.allSatisfy { byte in
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || UInt8(ascii: "a")...UInt8(ascii: "f") ~= byte
      }
    }
    return text.utf8.count == 64
      && (text.utf8.withContiguousStorageIfAvailable { areDigits($0) } ?? areDigits(text.utf8))
  }
}
