public import CanonicalJSON
internal import Digests
internal import SQLiteSandbox
internal import SQLiteSchema

/// One frozen version: the content of `entry.json`. Its bytes are canonical JSON, and their SHA-256 is the entry id.
/// Therefore freezing the same source twice gives the same id, and an entry authenticates the parents whose ids it
/// contains.
public struct Entry: Sendable, Hashable {
  /// The size and digest of a file of an entry.
  public struct File: Sendable, Hashable {
    /// The size in bytes.
    public let size: Int
    /// The SHA-256 in hexadecimal.
    public let digest: String
  }

  /// The newest format that this code can read and write.
  public static let format = 2
  /// The name of the file that lists all other files of the entry.
  public static let fileName = "entry.json"
  /// The name of the file with the statements that make the database, in an entry without the database itself.
  public static let scriptName = "fixture.sql"
  /// The size in bytes of the largest fixture that is always a file of its own. A larger one is written as the statements
  /// that make it, if these make the same bytes and are much smaller.
  package static let largestFixture = 128 << 10
  /// The name of the file with the source's model.
  public static let modelName = "model.json"
  /// The name of the file that says which stored values the program can read.
  public static let valuesName = "values.json"

  /// The database's name in the configuration, from which the fixture's file name is derived.
  public let database: String
  /// The version; the entry's folder has the same name.
  public let version: Version
  /// The entry ids of the parents, sorted.
  public let parents: [String]
  /// All other files of the entry, by name.
  public let files: [String: File]
  /// The schema's identity, which is the digest of `schema.sql`.
  public let schema: String
  /// The kind of source, as in the configuration.
  public let sourceKind: String
  /// The name of the migration convention; `nil` for a source without migrations.
  public let convention: String?
  /// The migrations that make up this version, in the order in which they run; empty for a source without migrations.
  public let migrations: [MigrationRecord]
  /// The version of SQLite that created the fixture.
  public let sqlite: String
  /// For a version recorded afterwards, the commit it was read from: 40 lowercase hexadecimal digits.
  public let commit: String?

  /// The scripts of the configuration's `before` that ran before the first migration, in order. The id of each is its
  /// path.
  public var before: [MigrationRecord] = []

  /// Tables in the fixture that the configuration excludes from the schema.
  public var ignoredTables: [String] = []

  /// Whether the fixture has the schema of a database from the field, instead of one that the source created.
  public var isFromStore = false

  /// The origin of the rows in a fixture that was made from a database in the field.
  public enum Rows: String, Sendable, Hashable {
    /// The unchanged rows of that database.
    case own
    /// As many rows as in that database, with pseudonyms for texts and blobs.
    case scrubbed
  }

  /// The origin of the rows; `nil` if the fixture contains only rows that the source's own SQL has inserted, if any.
  public var rows: Rows?

  /// Whether the tables of the version are known. Otherwise the entry has the model and no fixture, and its schema is empty.
  public var hasTables = true

  /// For a version recorded from tags, all tags that had this schema and these migrations at that time, oldest version
  /// first.
  public var tags: [String] = []

  /// The digest of `model.json`; `nil` for an entry without a model.
  public var model: String? { files[Self.modelName]?.digest }

  /// Whether the source has migrations; a schema file alone has none.
  public var hasMigrations: Bool { convention != nil }

  /// Whether the fixture is a script that makes the database. Such an entry has format 2, which programs that expect the
  /// database refuse, and no `schema.json`.
  public var hasScript: Bool { files[Self.scriptName] != nil }

  /// The format of this entry.
  public var format: Int { hasScript ? 2 : 1 }

  /// The name of the file that has the fixture.
  public var fixtureName: String { hasScript ? Self.scriptName : "\(database).sqlite" }

  /// The names of all files that an entry can have beside ``fileName``.
  package var possibleFiles: Set<String> {
    let names: Set = [fixtureName, "schema.sql", "schema.sha256", Self.modelName, Self.valuesName]
    return hasScript ? names : names.union(["schema.json"])
  }

  /// The database in a file named ``fixtureName``: its bytes, or what they make.
  ///
  /// - Throws: `SchemaError`.
  package func databaseFile(from file: [UInt8]) throws -> [UInt8] {
    guard hasScript else { return file }
    guard let script = String(validating: file, as: UTF8.self) else {
      throw SchemaError.notADatabase("\(Self.scriptName) is not UTF-8 text")
    }
    return try ScratchDatabase.file(of: script)
  }
}

extension Entry {
  /// The JSON of `entry.json`. Keys without a value are omitted.
  public var json: JSONValue {
    JSONValue(present: [
      "before": before.isEmpty ? nil : .array(before.map(\.json)),
      "commit": commit.map { .string($0) },
      "database": .string(database),
      "files": .object(files.mapValues { ["sha256": .string($0.digest), "size": .number($0.size)] }),
      "format": .number(format),
      "ignored": ignoredTables.isEmpty ? nil : .array(ignoredTables.map { .string($0) }),
      "migrations": .array(migrations.map(\.json)),
      "origin": isFromStore ? "store" : nil,
      "parents": .array(parents.map { .string($0) }),
      "rows": rows.map { .string($0.rawValue) },
      "schema": .string(schema),
      "source": JSONValue(present: ["convention": convention.map { .string($0) }, "kind": .string(sourceKind)]),
      "sqlite": .string(sqlite),
      "tables": hasTables ? nil : "unknown",
      "tags": tags.isEmpty ? nil : .array(tags.map { .string($0) }),
      "version": .string(version.name),
    ])
  }

  /// The bytes of `entry.json`.
  public var bytes: [UInt8] { Array(json.canonical.utf8) }

  /// The SHA-256 of ``bytes``.
  public var id: String { sha256(bytes) }

  /// Parses `entry.json`.
  ///
  /// - Throws: `EntryError.newerFormat`; `EntryError.notAnEntry` if the file is not JSON, is not canonical (which includes
  ///   duplicate keys), lacks a key or has an unknown one.
  public init(parsing bytes: [UInt8], folder: String) throws(EntryError) {
    try self.init(parsing: bytes, folder: folder, sharing: MigrationLists())
  }

  /// Parses `entry.json` like ``init(parsing:folder:)``.
  ///
  /// - Parameter lists: the list of migrations of the entry that was parsed before, whose memory this one shares if it has
  ///   the same. The list of this entry replaces it.
  package init(parsing bytes: [UInt8], folder: String, sharing lists: MigrationLists) throws(EntryError) {
    func reject(_ reason: String) -> EntryError { .notAnEntry(folder: folder, reason: reason) }
    // The limit is far above the size of any entry: an entry of 10,000 migrations has 3 MB.
    guard bytes.count <= 16 << 20 else { throw reject("\(Self.fileName) is larger than 16 MiB") }
    // A valid entry is nearly always read in one step. Otherwise the document is examined value by value.
    if let entry = EntryReader.entry(in: bytes, sharing: lists) {
      self = entry
      return
    }
    guard let json = JSONValue(parsing: bytes) else { throw reject("\(Self.fileName) is not JSON") }
    guard json.canonical.utf8.elementsEqual(bytes) else {
      throw reject("\(Self.fileName) is not in canonical form: it was edited or has a duplicate key")
    }
    guard let format = json["format"]?.number else { throw reject("\(Self.fileName) has no format") }
    guard format == 1 || format == Self.format else {
      throw .newerFormat(folder: folder, format: format)
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
    before = json["before"]?.array?.compactMap(MigrationRecord.init) ?? []
    ignoredTables = json["ignored"]?.array?.compactMap(\.string) ?? []
    tags = json["tags"]?.array?.compactMap(\.string) ?? []
    hasTables = json["tables"] == nil
    guard self.parents.count == parents.count, self.files.count == files.count,
      self.migrations.count == migrations.count, hasNeededFiles
    else { throw reject("\(Self.fileName) has a value of the wrong type") }
    guard format == self.format else {
      throw reject("\(Self.fileName) has format \(format), and its files are those of format \(self.format)")
    }
    // An unknown key would not be part of the id.
    guard json == self.json else { throw reject("\(Self.fileName) has a key that format \(format) does not define") }
    guard hasDigests else { throw reject("\(Self.fileName) has a migration whose digests are not SHA-256") }
  }

  /// A fixture in one form or, if the tables are not known, the model and no fixture.
  var hasNeededFiles: Bool {
    hasTables == (files[fixtureName] != nil) && (hasTables || files[Self.modelName] != nil)
      && !(hasScript && files["\(database).sqlite"] != nil)
  }

  private var hasDigests: Bool { (migrations + before).allSatisfy(\.hasDigests) }
}

extension Entry {
  /// The full id of a commit; `nil` for any other text.
  static func commitName(_ text: String) -> String? {
    let isDigit = { (byte: UInt8) in
      UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || UInt8(ascii: "a")...UInt8(ascii: "f") ~= byte
    }
    return text.utf8.count == 40 && text.utf8.allSatisfy(isDigit) ? text : nil
  }
}

extension Entry.File {
  /// Creates the record of a file with these bytes.
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
