internal import CanonicalJSON
internal import Digests
internal import Foundation

/// The keys of `entry.json`, for `JSONDecoder`, which decodes a fixed set of keys several times as fast as a
/// ``JSONValue``.
///
/// `JSONDecoder` skips unknown keys. To detect them, the caller writes the entry again and compares the bytes.
struct EntryDocument: Decodable {
  private struct File: Decodable {
    let sha256: String
    let size: Int
  }

  private struct Migration: Decodable {
    let id, meaning, path, text: String
    let repeatable: Bool?

    var record: MigrationRecord {
      MigrationRecord(id: id, path: path, text: text, meaning: meaning, isRepeatable: repeatable ?? false)
    }
  }

  private struct Source: Decodable {
    let convention: String?
    let kind: String
  }

  private let before: [Migration]?
  private let commit: String?
  private let database: String
  private let files: [String: File]
  private let format: Int
  private let ignored: [String]?
  private let migrations: [Migration]
  private let origin: String?
  private let parents: [String]
  private let rows: String?
  private let schema: String
  private let source: Source
  private let sqlite: String
  private let tags: [String]?
  private let version: String

  /// Decodes an entry document; `nil` if the bytes are not one.
  init?(parsing bytes: [UInt8]) {
    guard JSONValue.isDecodable(bytes),
      let document = try? JSONDecoder().decode(EntryDocument.self, from: Data(bytes))
    else { return nil }
    self = document
  }

  /// The entry; `nil` if the document has another format, or a value that is not valid in an entry.
  var entry: Entry? {
    guard format == Entry.format, let version = try? Version(version), files["\(database).sqlite"] != nil else {
      return nil
    }
    return Entry(
      database: database, version: version, parents: parents,
      files: files.mapValues { Entry.File(size: $0.size, digest: $0.sha256) }, schema: schema,
      sourceKind: source.kind, convention: source.convention,
      migrations: migrations.map(\.record), sqlite: sqlite, commit: commit.flatMap(Entry.commitName),
      before: before?.map(\.record) ?? [], ignoredTables: ignored ?? [],
      isFromStore: origin == "store", rows: rows.flatMap(Entry.Rows.init), tags: tags ?? [])
  }
}
