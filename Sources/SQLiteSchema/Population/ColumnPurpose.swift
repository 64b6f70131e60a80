/// What an application keeps in a column, as its type, its name, its default and its CHECKs tell.
enum ColumnPurpose: Sendable, Equatable {
  /// One of some values.
  case words([RowValue])
  case boolean
  /// A small number from 1, as in a column that refers to something.
  case identifier
  case count(Range<Int64>)
  case integer
  case real
  case decimal(digits: Int, places: Int)
  case moment(MomentForm)
  case json(isArray: Bool)
  case uuid
  case text(TextKind)
  case blob(length: Int?)
  /// A type says nothing, nor does the name.
  case anything

  enum TextKind: Sendable {
    case plain, email, url, slug, path, color, address, phone, hash, language, name
  }

  enum MomentForm: Sendable, Equatable {
    case seconds, milliseconds, microseconds
    case date, time
    /// What stands between date and time, and behind them.
    case text(separator: String, suffix: String)

    static let sql = MomentForm.text(separator: " ", suffix: "")
  }
}

extension ColumnPurpose {
  /// - Parameter isKey: whether it is the table's primary key.
  init(_ column: PopulatedTable.Column) {
    let facts = column.facts
    if let words = facts.words {
      self = .words(words.filter { !facts.excluded.contains($0) })
    } else if facts.isJSON || column.type.hasPrefix("JSON") {
      self = .json(isArray: facts.jsonType == "array" || column.defaultValue.isArrayText)
    } else if let moment = Self.moment(column) {
      self = .moment(moment)
    } else if Self.isBoolean(column) {
      self = column.defaultValue.isLetterBoolean ? .words([.text("t"), .text("f")]) : .boolean
    } else {
      self = Self.byStorage(column)
    }
  }

  private static func byStorage(_ column: PopulatedTable.Column) -> ColumnPurpose {
    let words = NameWords(column.name)
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
    case .real: return .real
    case .text: return text(words, column)
    case .blob where !type.isEmpty: return blob(words, column)
    case .numeric:
      if type.hasPrefix("DEC") || type.hasPrefix("NUM") { return decimal(type) }
      return type == "ANY" ? untyped(words, column) : integer(words)
    case .blob: return untyped(words, column)
    }
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
    if case .text(.plain) = text(words, column) { return .anything }
    return text(words, column)
  }

  private static func blob(_ words: NameWords, _ column: PopulatedTable.Column) -> ColumnPurpose {
    if column.facts.minimumLength == nil, words.has("uuid", "guid") || words.isIdentifier { return .blob(length: 16) }
    return .blob(length: column.facts.maximumLength == column.facts.minimumLength ? column.facts.minimumLength : nil)
  }

  private static func decimal(_ type: String) -> ColumnPurpose {
    let numbers = type.split { !$0.isNumber }.compactMap { Int($0) }
    return .decimal(digits: min(numbers.first ?? 10, 15), places: min(numbers.dropFirst().first ?? 0, 6))
  }

  private static func integer(_ words: NameWords) -> ColumnPurpose {
    if words.isIdentifier { return .identifier }
    if words.has("year") { return .count(1970..<2038) }
    if words.has("port") { return .count(1..<65_536) }
    if words.has("percent", "percentage", "progress", "opacity", "quality") { return .count(0..<101) }
    if words.has("month") { return .count(1..<13) }
    if words.has("hour") { return .count(0..<24) }
    if words.has("minute", "second") { return .count(0..<60) }
    if words.has("weekday", "dow") { return .count(0..<7) }
    let small = [
      "count", "counter", "total", "num", "number", "qty", "quantity", "size", "position", "pos", "sort", "order",
      "ordering", "priority", "rank", "index", "idx", "level", "depth", "version", "revision", "age", "duration",
      "width", "height", "length", "weight", "score", "rating", "amount", "price", "cost", "cents", "limit", "offset",
      "attempts", "retries", "step", "stage", "status", "state", "type", "kind", "mode", "flags", "role", "seq",
      "sequence", "interval", "ttl", "timeout", "code", "day", "week", "hours", "minutes", "seconds", "days", "bytes",
      "views", "likes", "votes", "points", "page", "pages", "row", "col", "line", "track", "disc", "season", "episode",
    ]
    return small.contains { words.has($0) } ? .count(0..<1000) : .integer
  }

  private static func text(_ words: NameWords, _ column: PopulatedTable.Column) -> ColumnPurpose {
    if words.has("uuid", "guid", "ulid") || (words.isIdentifier && column.keyPosition > 0) || words.words == ["id"] {
      return .uuid
    }
    if words.isIdentifier { return .uuid }
    if words.has("email", "mail") { return .text(.email) }
    if words.has("url", "uri", "href", "link", "website", "homepage", "webhook") { return .text(.url) }
    if words.has("slug", "handle", "username", "login", "permalink") { return .text(.slug) }
    if words.has("path", "file", "filename", "folder", "directory", "dir") { return .text(.path) }
    if words.has("color", "colour") { return .text(.color) }
    if words.has("ip", "address") && !words.has("mail", "street") { return .text(.address) }
    if words.has("phone", "tel", "mobile", "fax") { return .text(.phone) }
    if words.has("hash", "sha", "sha1", "sha256", "md5", "checksum", "digest", "token", "secret", "etag", "fingerprint")
    {
      return .text(.hash)
    }
    if words.has("lang", "language", "locale") { return .text(.language) }
    if words.has("name") { return .text(.name) }
    let isObject = words.has(
      "json", "metadata", "meta", "settings", "config", "preferences", "options", "attributes", "payload", "extra",
      "properties", "props")
    if isObject || column.defaultValue.isObjectText || column.defaultValue.isArrayText {
      return .json(isArray: column.defaultValue.isArrayText)
    }
    return .text(.plain)
  }

  // MARK: Types of several storage classes

  private static func isBoolean(_ column: PopulatedTable.Column) -> Bool {
    let type = column.type
    if type.hasPrefix("BOOL") || type == "BIT" || type == "TINYINT(1)" { return true }
    if case .integer(let value) = column.defaultValue, value != 0, value != 1 { return false }
    let words = NameWords(column.name)
    let isNamedSo =
      words.begins("is", "has", "can", "should", "allow", "enable", "show", "hide", "use")
      || words.ends(
        "enabled", "disabled", "active", "deleted", "archived", "hidden", "verified", "required", "public",
        "private", "locked", "pinned", "favorite", "read", "done", "completed", "flag", "visible")
    switch column.affinity {
    case .integer: return isNamedSo
    case .numeric: return type.isEmpty && isNamedSo
    default: return column.defaultValue.isLetterBoolean
    }
  }

  private static func moment(_ column: PopulatedTable.Column) -> MomentForm? {
    let type = column.type
    let isDeclared = ["DATE", "TIME"].contains { type.hasPrefix($0) }
    let words = NameWords(column.name)
    let isNamed =
      words.ends("at", "date", "datetime", "timestamp", "ts", "created", "updated", "modified", "expires", "on")
      && !words.words.isEmpty || words.begins("date", "timestamp") || words.has("datetime", "timestamp")
    if let form = MomentForm(default: column.defaultValue), isDeclared || isNamed || form != .date { return form }
    if let function = column.facts.moment {
      if column.affinity == .integer { return .seconds }
      return function == "date" ? .date : function == "time" ? .time : .sql
    }
    guard isDeclared || isNamed, column.facts.pattern == nil else { return nil }
    if column.facts.storage == "integer" { return .seconds }
    if column.facts.storage == nil || column.facts.storage == "text" {
      if type == "DATE" { return .date }
      if type == "TIME" { return .time }
      if isDeclared { return .sql }
    }
    switch column.affinity {
    case .integer: return (column.facts.maximum ?? .infinity) > 1e9 ? .seconds : nil
    case .real: return nil
    case .text: return words.ends("date") && !words.has("at") ? .date : .sql
    default: return words.ends("at", "datetime", "timestamp") ? .sql : nil
    }
  }
}

extension ColumnPurpose.MomentForm {
  /// As the default writes the moment at which the clock stands: `FrozenClock`.
  fileprivate init?(default value: RowValue) {
    switch value {
    case .integer(946_684_800): self = .seconds
    case .integer(946_684_800_000): self = .milliseconds
    case .integer(946_684_800_000_000): self = .microseconds
    case .text("2000-01-01"): self = .date
    case .text("00:00:00"): self = .time
    case .text(let text) where text.hasPrefix("2000-01-01") && text.utf8.count >= 19 && text.contains("00:00:00"):
      let rest = text.dropFirst(10)
      self = .text(separator: String(rest.prefix(1)), suffix: String(rest.dropFirst(9)))
    default: return nil
    }
  }
}

extension RowValue {
  fileprivate var isArrayText: Bool { if case .text(let text) = self { text.hasPrefix("[") } else { false } }
  fileprivate var isObjectText: Bool { if case .text(let text) = self { text.hasPrefix("{") } else { false } }
  fileprivate var isLetterBoolean: Bool { self == .text("t") || self == .text("f") }
}

/// A column's name in words: `createdAt`, `created_at` and `CREATED_AT` are the same.
struct NameWords {
  let words: [String]

  init(_ name: String) {
    var words: [String] = []
    var word = ""
    var wasLower = false
    for character in name {
      let isBreak = !(character.isLetter || character.isNumber)
      if isBreak || (character.isUppercase && wasLower) {
        if !word.isEmpty { words.append(word.lowercased()) }
        word = ""
      }
      if !isBreak { word.append(character) }
      wasLower = character.isLowercase || character.isNumber
    }
    if !word.isEmpty { words.append(word.lowercased()) }
    self.words = words
  }

  func has(_ candidates: String...) -> Bool { words.contains { candidates.contains($0) } }
  func begins(_ candidates: String...) -> Bool { words.count > 1 && candidates.contains(words[0]) }
  func ends(_ candidates: String...) -> Bool { words.last.map(candidates.contains) ?? false }
  /// `id`, `user_id`, `userId`
  var isIdentifier: Bool { ends("id", "ids", "rowid", "uid", "pk", "fk") }
}
