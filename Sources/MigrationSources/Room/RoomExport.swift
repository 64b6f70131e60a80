internal import CanonicalJSON

/// The schema of one version of a database, as Android's Room exports it to `<version>.json`.
///
/// The format is that of Room's own reader, and the statements are in the order in which Room runs them:
/// [SchemaBundle](https://github.com/androidx/androidx/blob/androidx-main/room/room-migration/src/commonMain/kotlin/androidx/room/migration/bundle/SchemaBundle.kt)
/// and, beside it, `DatabaseBundle`, `EntityBundle`, `FtsEntityBundle`, `IndexBundle` and `DatabaseViewBundle`. Room
/// compares databases with its own table, `room_master_table`, which `setupQueries` create; it is a tracking table like
/// those of other tools (`TrackingTables.known`).
public struct RoomExport: Sendable, Hashable {
  /// A statement that makes a part of the schema.
  public struct Statement: Sendable, Hashable {
    /// The SQL, with the names of tables and views in place of the placeholders.
    public let sql: String
    /// The line of the file, from 1; `nil` for a statement that is not in it.
    public let line: Int?
  }

  /// The format that is read: `SCHEMA_LATEST_FORMAT_VERSION` in Room's source.
  public static let formatVersion = 1

  /// The version of the database, from 1.
  public let version: Int
  /// Room's hash of the schema, which it keeps in each database.
  public let identityHash: String
  /// Makes the schema in an empty database, in order. The last one sets `PRAGMA user_version`, where Room keeps the
  /// version of a database.
  public let statements: [Statement]

  /// Reads a file. The version in its name must be that of its content.
  ///
  /// - Parameter path: the path of the file, for errors.
  /// - Throws: ``RoomExportError``.
  public init(path: String, parsing bytes: [UInt8]) throws(RoomExportError) {
    if bytes.contains(0) { throw .nul(path: path) }
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .notText(path: path) }
    guard let json = JSONValue(parsing: bytes, allowsFractions: true), json.object != nil else {
      throw .notJSON(path: path)
    }
    guard json["formatVersion"] == .number(Self.formatVersion) else {
      throw .otherFormat(path: path, found: json["formatVersion"]?.canonical)
    }
    let database = RoomObject(json, path: path, key: "").object("database")
    version = try database.version()
    if let number = Self.version(ofFileNamed: Self.name(of: path)), number != version {
      throw .otherVersion(path: path, version: version)
    }
    identityHash = try database.text("identityHash")
    let entities = try database.objects("entities", isRequired: true)
    // Room creates the table that has the content of a full-text table first. The content of one is never in another.
    let isFullText = entities.map { $0.has("ftsVersion") }
    let ordered = zip(entities, isFullText).filter { !$1 } + zip(entities, isFullText).filter { $1 }
    var lines = LineFinder(text)
    var statements: [Statement] = []
    for (entity, isFullText) in ordered {
      let name = try entity.text("tableName")
      func add(_ sql: String) {
        let line = lines.line(of: sql)
        statements.append(Statement(sql: sql.replacing("${TABLE_NAME}", with: name), line: line))
      }
      add(try entity.text("createSql"))
      if isFullText {
        for trigger in try entity.texts("contentSyncTriggers") { add(trigger) }
      } else {
        for index in try entity.objects("indices") { add(try index.text("createSql")) }
      }
    }
    for view in try database.objects("views") {
      let (name, sql) = (try view.text("viewName"), try view.text("createSql"))
      statements.append(Statement(sql: sql.replacing("${VIEW_NAME}", with: name), line: lines.line(of: sql)))
    }
    for query in try database.texts("setupQueries") {
      statements.append(Statement(sql: query, line: lines.line(of: query)))
    }
    statements.append(Statement(sql: "PRAGMA user_version = \(version)", line: nil))
    if statements.contains(where: { $0.sql.utf8.contains(0) }) { throw .nul(path: path) }
    self.statements = statements
  }

  /// The version that the name of a file states: 3 for `3.json`; `nil` for any other name. Room writes no leading zeros.
  package static func version(ofFileNamed name: some StringProtocol) -> Int? {
    guard name.hasSuffix(".json"), let number = Int(name.dropLast(5)), versions.contains(number),
      "\(number).json" == name
    else { return nil }
    return number
  }

  /// `PRAGMA user_version` has 32 bits, and Room requires at least 1.
  static let versions = 1...Int(Int32.max)

  private static func name(of path: String) -> Substring { path.split(separator: "/").last ?? "" }
}

/// An object of the file, which knows its place for errors.
private struct RoomObject {
  private let value: JSONValue?
  private let path: String
  private let key: String

  init(_ value: JSONValue?, path: String, key: String) {
    self.value = value
    self.path = path
    self.key = key
  }

  private func name(_ member: String) -> String { key.isEmpty ? member : "\(key).\(member)" }

  func has(_ member: String) -> Bool { value?[member] != nil }

  func object(_ member: String) -> RoomObject { RoomObject(value?[member], path: path, key: name(member)) }

  func text(_ member: String) throws(RoomExportError) -> String {
    guard let found = try self.member(member) else { throw .missing(path: path, key: name(member)) }
    guard let text = found.string else { throw .invalid(path: path, key: name(member), expected: "a text") }
    return text
  }

  func version() throws(RoomExportError) -> Int {
    guard let found = try member("version") else { throw .missing(path: path, key: name("version")) }
    guard let number = found.number, RoomExport.versions.contains(number) else {
      throw .invalid(path: path, key: name("version"), expected: "a number from 1 to \(RoomExport.versions.upperBound)")
    }
    return number
  }

  /// The texts of a list, which may be missing.
  func texts(_ member: String) throws(RoomExportError) -> [String] {
    var texts: [String] = []
    for (index, element) in try list(member).enumerated() {
      guard let text = element.string else {
        throw .invalid(path: path, key: "\(name(member))[\(index)]", expected: "a text")
      }
      texts.append(text)
    }
    return texts
  }

  /// The objects of a list. Older versions of Room write no `views`, and none writes what it knows to be empty.
  func objects(_ member: String, isRequired: Bool = false) throws(RoomExportError) -> [RoomObject] {
    if isRequired, !has(member) { throw .missing(path: path, key: name(member)) }
    return try list(member).enumerated().map { index, element in
      RoomObject(element, path: path, key: "\(name(member))[\(index)]")
    }
  }

  private func list(_ member: String) throws(RoomExportError) -> [JSONValue] {
    guard let found = try self.member(member), found != .null else { return [] }
    guard let list = found.array else { throw .invalid(path: path, key: name(member), expected: "a list") }
    return list
  }

  /// The value of a member; `nil` if it is missing.
  private func member(_ member: String) throws(RoomExportError) -> JSONValue? {
    guard let value else { throw .missing(path: path, key: key) }
    guard let object = value.object else { throw .invalid(path: path, key: key, expected: "an object") }
    return object[member]
  }
}

/// Finds the lines of a file that have given texts. Each line has at most one, since JSON has no line breaks in a text.
private struct LineFinder {
  private var lines: [Substring: [Int]] = [:]

  init(_ text: String) {
    for (index, line) in text.lines.enumerated() {
      // `"createSql": "…",` in an object, and `"…",` in a list, as Room writes them.
      var value = line.trimmed
      if value.last == "," { value.removeLast() }
      let key = "\"createSql\": "
      if value.hasPrefix(key) { value = value.dropFirst(key.count) }
      lines[value, default: []].append(index + 1)
    }
  }

  /// The first line with the text that has not been found before.
  mutating func line(of text: String) -> Int? {
    let key = Substring(JSONValue.string(text).canonical)
    guard let found = lines[key], let first = found.first else { return nil }
    if found.count > 1 { lines[key] = Array(found.dropFirst()) }
    return first
  }
}
