public import CanonicalJSON
internal import SQLiteSchema

/// One frozen version: what `entry.json` says. Its bytes are canonical JSON, and their SHA-256 is the entry's id, so
/// the same source frozen twice gives the same id, and an entry that names its parents' ids proves them.
public struct Entry: Sendable, Hashable {
  /// What an entry says of one of its files.
  public struct File: Sendable, Hashable {
    /// Bytes.
    public let size: Int
    /// SHA-256.
    public let digest: String
  }

  /// The format this code writes, and the newest it reads.
  public static let format = 1
  /// The file in an entry's folder that names all others.
  public static let fileName = "entry.json"
  /// The file of an entry that has what the source declares of its objects.
  public static let modelName = "model.json"
  /// How the reason begins when an entry has a format that this code does not know.
  package static let newerFormat = "it has format"
  package static let newerFormatHint = "install the version of schemaledger that wrote it, or a newer one"

  /// The database's name in the configuration, from which the fixture has its own.
  public let database: String
  /// The same as the name of the entry's folder.
  public let version: Version
  /// Entry ids, sorted.
  public let parents: [String]
  /// Every other file of the entry, by its name.
  public let files: [String: File]
  /// The schema's identity: the digest of `schema.sql`.
  public let schema: String
  /// `migrations`, `schema`, `command`, `database` or `swift`.
  public let sourceKind: String
  /// A name of ``MigrationConvention``; nil for a source without migrations.
  public let convention: String?
  /// The migrations that make up this version, in the order they run; empty for a source without any.
  public let migrations: [MigrationRecord]
  /// The version of SQLite that made the fixture.
  public let sqlite: String
  /// For a version recorded afterwards, the commit it was read from: 40 hexadecimal digits, in lower case.
  public let commit: String?

  /// Tables in the fixture that the configuration left out of the schema.
  public var ignoredTables: [String] = []

  /// Whether the fixture has the schema of a store from the field; the source did not make it.
  public var isFromStore = false

  /// Whose rows a fixture has that is of a store from the field.
  public enum Rows: String, Sendable, Hashable {
    /// The store's, as they were.
    case own
    /// As many as the store's, with stand-ins for texts and blobs.
    case scrubbed
  }

  /// Nil for a fixture whose rows its source's own SQL has inserted, if any.
  public var rows: Rows?

  /// For a version recorded from tags: all tags that had this schema and these migrations then, oldest version first.
  public var tags: [String] = []

  /// The digest of `model.json`; nil for an entry whose source declares nothing.
  public var model: String? { files[Self.modelName]?.digest }

  /// Whether its source has migrations; a schema file alone has none.
  public var hasMigrations: Bool { convention != nil }

  /// The fixture's file name.
  public var fixtureName: String { "\(database).sqlite" }
}

extension Entry {
  /// The keys of `entry.json`; a key without a value is left out.
  public var json: JSONValue {
    JSONValue(present: [
      "commit": commit.map { .string($0) },
      "database": .string(database),
      "files": .object(files.mapValues { ["sha256": .string($0.digest), "size": .number($0.size)] }),
      "format": .number(Self.format),
      "ignored": ignoredTables.isEmpty ? nil : .array(ignoredTables.map { .string($0) }),
      "migrations": .array(migrations.map(\.json)),
      "origin": isFromStore ? "store" : nil,
      "parents": .array(parents.map { .string($0) }),
      "rows": rows.map { .string($0.rawValue) },
      "schema": .string(schema),
      "source": JSONValue(present: ["convention": convention.map { .string($0) }, "kind": .string(sourceKind)]),
      "sqlite": .string(sqlite),
      "tags": tags.isEmpty ? nil : .array(tags.map { .string($0) }),
      "version": .string(version.name),
    ])
  }

  /// The bytes of `entry.json`.
  public var bytes: [UInt8] { Array(json.canonical.utf8) }

  /// The SHA-256 of ``bytes``.
  public var id: String { sha256(bytes) }

  /// Reads `entry.json`.
  ///
  /// - Throws: `EntryError.notAnEntry`: not JSON, not canonical (which also refuses a key that stands twice), of a
  ///   newer format, with something missing or with something more.
  public init(parsing bytes: [UInt8], folder: String) throws(EntryError) {
    func reject(_ reason: String) -> EntryError { .notAnEntry(folder: folder, reason: reason) }
    // Far above any entry: an entry of 10,000 migrations has 3 MB.
    guard bytes.count <= 16 << 20 else { throw reject("\(Self.fileName) is larger than 16 MiB") }
    // What is as it should be is read at once; what is not is looked at value by value, for a reason.
    if let entry = EntryDocument(parsing: bytes)?.entry, entry.bytes == bytes {
      self = entry
      return
    }
    guard let json = JSONValue(parsing: bytes) else { throw reject("\(Self.fileName) is not JSON") }
    guard json.canonical.utf8.elementsEqual(bytes) else {
      throw reject("\(Self.fileName) is not in canonical form: it was edited, or has a key twice")
    }
    guard let format = json["format"]?.number else { throw reject("\(Self.fileName) has no format") }
    guard format == Self.format else {
      throw reject("\(Self.newerFormat) \(format); this schemaledger reads format \(Self.format)")
    }
    guard let name = json["version"]?.string, let database = json["database"]?.string,
      let schema = json["schema"]?.string, let sqlite = json["sqlite"]?.string,
      let sourceKind = json["source"]?["kind"]?.string, let parents = json["parents"]?.array?.map(\.string),
      let files = json["files"]?.object, let migrations = json["migrations"]?.array
    else { throw reject("\(Self.fileName) lacks a key") }
    do {
      version = try Version(name)
    } catch {
      if case .invalidVersion(_, let reason) = error { throw reject("its version: \(reason)") }
      throw error
    }
    self.database = database
    self.schema = schema
    self.sqlite = sqlite
    self.sourceKind = sourceKind
    convention = json["source"]?["convention"]?.string
    commit = json["commit"]?.string.flatMap(Self.commitName)
    self.parents = parents.compactMap { $0 }
    self.files = files.compactMapValues(File.init)
    self.migrations = migrations.compactMap(MigrationRecord.init)
    isFromStore = json["origin"] == "store"
    rows = json["rows"]?.string.flatMap(Rows.init)
    ignoredTables = json["ignored"]?.array?.compactMap(\.string) ?? []
    tags = json["tags"]?.array?.compactMap(\.string) ?? []
    guard self.parents.count == parents.count, self.files.count == files.count,
      self.migrations.count == migrations.count, self.files[fixtureName] != nil
    else { throw reject("\(Self.fileName) has a value of another kind than expected") }
    // What is not read would not count in the id.
    guard json == self.json else { throw reject("\(Self.fileName) has something that format \(format) does not have") }
  }
}

extension Entry {
  /// A commit's full name; nil for any other text.
  static func commitName(_ text: String) -> String? {
    let isDigit = { (byte: UInt8) in
      UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || UInt8(ascii: "a")...UInt8(ascii: "f") ~= byte
    }
    return text.utf8.count == 40 && text.utf8.allSatisfy(isDigit) ? text : nil
  }
}

extension Entry.File {
  /// What an entry says of a file with these bytes.
  public init(_ bytes: [UInt8]) {
    size = bytes.count
    digest = sha256(bytes)
  }

  fileprivate init?(_ json: JSONValue) {
    guard let size = json["size"]?.number, let digest = json["sha256"]?.string else { return nil }
    self.size = size
    self.digest = digest
  }
}
