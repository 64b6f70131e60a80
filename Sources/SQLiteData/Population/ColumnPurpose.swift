internal import SQLiteSyntax

/// The kind of content of a column, as its type, name, default and CHECKs indicate.
enum ColumnPurpose: Sendable, Equatable {
  /// One of a list of values.
  case words([RowValue])
  case boolean
  /// A small number from 1, as in a column that refers to another table.
  case identifier
  case count(Range<Int64>)
  case integer
  case real
  case decimal(digits: Int, places: Int)
  case timestamp(TimestampFormat)
  case json(isArray: Bool)
  case uuid
  case text(TextKind)
  case blob(length: Int?)
  /// Neither the type nor the name indicates a kind.
  case anything

  enum TextKind: Sendable {
    case plain, email, url, slug, path, color, address, phone, hash, language, name
  }
}

extension ColumnPurpose {
  init(_ column: PopulatedTable.Column) {
    let facts = column.facts
    if let words = facts.words {
      self = .words(words.filter { !facts.excluded.contains($0) })
    } else if facts.isJSON || column.type.hasPrefix("JSON")
      || (facts.jsonShape != nil && column.affinity != .integer && column.affinity != .real)
    {
      // A path such as `$[0]` and a call of `json_each` show an array.
      let isRead = facts.jsonType == nil && facts.jsonShape.map { $0.members.isEmpty && !$0.elements.isEmpty } ?? false
      let isDefault = column.defaultValue.beginsWith("[")
      self = .json(
        isArray: facts.jsonType == "array" || isDefault || (isRead && !column.defaultValue.beginsWith("{")))
    } else if let shape = facts.shape, let purpose = ColumnPurpose(shape) {
      self = purpose
    } else if let form = TimestampFormat(column) {
      self = .timestamp(form)
    } else if let words = Self.words(column) {
      self = .words(words.filter { !facts.excluded.contains($0) })
    } else if Self.isBoolean(column) {
      let isLetter = column.defaultValue == .text("t") || column.defaultValue == .text("f")
      self = isLetter ? .words([.text("t"), .text("f")]) : .boolean
    } else {
      self = Self.byStorage(column)
    }
  }

  /// Whether values must differ even without a unique key, because an application generates them at random or as a
  /// hash.
  var isAlwaysDistinct: Bool { self == .uuid || self == .text(.hash) }

  private static func byStorage(_ column: PopulatedTable.Column) -> ColumnPurpose {
    let words = NameWords(column.name.text)
    let type = column.type
    if type.hasPrefix("UUID") || type.hasPrefix("GUID") || type.hasPrefix("UNIQUEIDENTIFIER") { return .uuid }
    switch column.facts.storage ?? "" {
    case "text": return text(words, column)
    case "integer": return integer(words)
    case "real": return .real
    case "blob": return blob(words, column)
    default: break
    }
    switch column.affinity {
    case .integer: return integer(words)
    // An amount is not negative.
    case .real: return words.has(NameWords.countable) ? .decimal(digits: 9, places: 2) : .real
    case .text: return text(words, column)
    case .blob where !type.isEmpty: return blob(words, column)
    case .numeric:
      // The binary types of other databases, whose values are blobs in SQLite, too.
      if ["BYTEA", "BINARY", "VARBINARY", "IMAGE"].contains(where: type.hasPrefix) { return blob(words, column) }
      if type.hasPrefix("DEC") || type.hasPrefix("NUM") { return decimal(type) }
      return type == "ANY" ? untyped(words, column) : numeric(words, column)
    case .blob: return untyped(words, column)
    }
  }

  /// The kind of content of a type that is unknown to SQLite, such as `STRING` or `ENUM`. SQLite converts text that
  /// looks like a number to a number in such a column.
  private static func numeric(_ words: NameWords, _ column: PopulatedTable.Column) -> ColumnPurpose {
    let isText = ["STRING", "ENUM", "INET", "IP", "URL", "EMAIL", "XML", "CITEXT", "NAME", "CUID", "ULID", "SLUG"]
    if isText.contains(where: column.type.hasPrefix) || column.defaultValue.isText {
      let kind = text(words, column)
      return kind == .text(.plain) ? .text(.name) : kind
    }
    return integer(words)
  }

  private static func untyped(_ words: NameWords, _ column: PopulatedTable.Column) -> ColumnPurpose {
    switch column.defaultValue {
    case .integer: return integer(words)
    case .real: return .real
    case .text: return text(words, column)
    default: break
    }
    if words.isIdentifier { return .identifier }
    if column.facts.minimum ?? column.facts.maximum != nil { return .integer }
    let kind = text(words, column)
    return kind == .text(.plain) ? .anything : kind
  }

  private static func blob(_ words: NameWords, _ column: PopulatedTable.Column) -> ColumnPurpose {
    let facts = column.facts
    if facts.minimumLength == nil, words.has("uuid", "guid") || words.isIdentifier { return .blob(length: 16) }
    return .blob(length: facts.maximumLength == facts.minimumLength ? facts.minimumLength : nil)
  }

  private static func decimal(_ type: String) -> ColumnPurpose {
    let numbers = type.split { !$0.isNumber }.compactMap { Int($0) }
    return .decimal(digits: min(numbers.first ?? 10, 15), places: min(numbers.dropFirst().first ?? 0, 6))
  }

  private static func integer(_ words: NameWords) -> ColumnPurpose {
    if words.isIdentifier { return .identifier }
    let ranges: [(Range<Int64>, [String])] = [
      (1970..<2038, ["year"]), (1..<65_536, ["port"]), (1..<13, ["month"]), (0..<24, ["hour"]),
      (0..<101, ["percent", "percentage", "progress", "opacity", "quality"]), (0..<60, ["minute", "second"]),
      (0..<7, ["weekday", "dow"]), (0..<1000, NameWords.countable),
    ]
    return ranges.first { words.has($0.1) }.map { .count($0.0) } ?? .integer
  }

  private static func text(_ words: NameWords, _ column: PopulatedTable.Column) -> ColumnPurpose {
    if words.has(["uuid", "guid", "ulid"]) || words.isIdentifier { return .uuid }
    let kinds: [(TextKind, [String])] = [
      (.email, ["email", "mail"]),
      (.url, ["url", "uri", "href", "link", "website", "homepage", "webhook"]),
      (.slug, ["slug", "handle", "username", "login", "permalink"]),
      (.path, ["path", "file", "filename", "folder", "directory", "dir"]),
      (.color, ["color", "colour"]), (.phone, ["phone", "tel", "mobile", "fax"]),
      (
        .hash,
        [
          "hash", "sha", "sha1", "sha256", "md5", "checksum", "digest", "token", "secret", "etag", "fingerprint",
        ]
      ),
      (.language, ["lang", "language", "locale"]), (.name, ["name"]),
    ]
    if let kind = kinds.first(where: { words.has($0.1) }) { return .text(kind.0) }
    if words.has(["ip"]) { return .text(.address) }
    // `meta_title` is a title.
    let isObject =
      words.has(["json"])
      || words.last(isIn: [
        "metadata", "meta", "settings", "config", "preferences", "options", "attributes", "payload", "extra",
        "properties",
        "props",
      ])
    if isObject || column.defaultValue.beginsWith("{") || column.defaultValue.beginsWith("[") {
      return .json(isArray: column.defaultValue.beginsWith("["))
    }
    return .text(.plain)
  }

  // MARK: Words and flags

  /// The words of a column whose name suggests a list of words: the default and the words that statements use. If there
  /// are not at least two, invented words are added. `nil` for other columns.
  private static func words(_ column: PopulatedTable.Column) -> [RowValue]? {
    let names = NameWords(column.name.text)
    guard column.keyPosition == 0, names.last(isIn: NameWords.enumerable) else { return nil }
    switch column.affinity {
    case .text,
      .numeric where column.defaultValue.isText:
      let known = ([column.defaultValue] + column.facts.vocabulary).filter(\.isText).uniqued
      let others = ["first", "second", "third"].map { RowValue.text($0 + "_" + (names.words.last ?? "")) }
      return known.count > 1 ? known : known + others
    case .integer:
      let known = ([column.defaultValue] + column.facts.vocabulary).filter { $0.number != nil }.uniqued
      return known.count > 1 ? known : (known + [0, 1, 2].map { .integer($0) }).uniqued
    default: return nil
    }
  }

  private static func isBoolean(_ column: PopulatedTable.Column) -> Bool {
    let type = column.type
    if type.hasPrefix("BOOL") || type == "BIT" || type == "TINYINT(1)" { return true }
    if case .integer(let value) = column.defaultValue, value != 0, value != 1 { return false }
    switch column.affinity {
    case .integer: return NameWords(column.name.text).isFlag
    case .numeric: return type.isEmpty && NameWords(column.name.text).isFlag
    default: return column.defaultValue == .text("t") || column.defaultValue == .text("f")
    }
  }
}

extension RowValue {
  fileprivate func beginsWith(_ prefix: String) -> Bool {
    if case .text(let text) = self { text.hasPrefix(prefix) } else { false }
  }

  var isText: Bool { if case .text = self { true } else { false } }
}
