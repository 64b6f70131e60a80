/// A column's name, split into words: `createdAt`, `created_at` and `CREATED_AT` are equal.
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

  func has(_ candidates: [String]) -> Bool { words.contains { candidates.contains($0) } }
  func has(_ candidates: String...) -> Bool { has(candidates) }
  func begins(_ candidates: String...) -> Bool { words.count > 1 && candidates.contains(words[0]) }
  func last(isIn candidates: [String]) -> Bool { words.last.map(candidates.contains) ?? false }
  func ends(_ candidates: String...) -> Bool { last(isIn: candidates) }

  /// Whether the name is like `id`, `user_id` or `userId`.
  var isIdentifier: Bool { ends("id", "ids", "rowid", "uid", "pk", "fk") }

  /// Whether a whole number of this name is 0 or 1.
  var isFlag: Bool {
    begins("is", "has", "can", "should", "allow", "allows", "enable", "show", "hide", "use", "needs")
      || ends(
        "enabled", "disabled", "active", "deleted", "archived", "hidden", "verified", "required", "public", "private",
        "locked", "pinned", "favorite", "favourite", "read", "done", "completed", "flag", "visible", "default",
        "muted", "banned", "admin", "approved", "confirmed", "bool")
  }

  /// The last words of the names of columns that contain one of a few words.
  static let enumerable = [
    "status", "state", "type", "atype", "kind", "role", "mode", "visibility", "severity", "phase", "stage", "provider",
    "format", "unit", "currency", "gender", "scope", "action", "category", "method", "theme", "strategy", "source",
    "direction", "protocol", "platform", "channel",
  ]

  /// Words in the names of columns that contain a count, from 0.
  static let countable = [
    "count", "counter", "total", "num", "number", "qty", "quantity", "size", "position", "pos", "sort", "order",
    "ordering", "priority", "rank", "index", "idx", "level", "depth", "version", "revision", "age", "duration", "width",
    "height", "length", "weight", "score", "rating", "amount", "price", "cost", "cents", "limit", "offset", "attempts",
    "retries", "step", "flags", "seq", "sequence", "interval", "ttl", "timeout", "code", "day", "week", "hours",
    "minutes", "seconds", "days", "bytes", "views", "likes", "votes", "points", "page", "pages", "row", "col", "line",
    "track", "disc", "season", "episode", "balance", "fee",
  ]
}
