/// The statements CREATE TABLE, ALTER TABLE, DROP TABLE, and CREATE of an index, a view or a trigger in a text, in any letter
/// case.
struct TableStatements {
  private(set) var created = 0
  /// The number of statements about indexes, views and triggers.
  private(set) var otherCount = 0
  private(set) var altered = 0
  /// The names of the created tables, in lower case.
  private(set) var names: Set<String> = []
  /// Those of ``names`` that are virtual tables, which only SQLite has.
  private(set) var virtualNames: Set<String> = []
  /// The names of the tables and views that have a created trigger, in lower case.
  private(set) var triggered: Set<String> = []
  /// The names of the altered and dropped tables, in lower case.
  private(set) var changed: Set<String> = []

  /// Whether a program with these statements probably changes the schema that has these tables, and does not only keep a
  /// table of its own for versions.
  func changeSchema(of tables: Set<String>) -> Bool {
    count > 1 || otherCount > 0 || !changed.isDisjoint(with: tables)
  }

  /// The number of statements about tables.
  var count: Int { created + altered }

  init(in bytes: [UInt8]) {
    var before = ""
    var end = bytes.startIndex
    var (isName, isVirtual, isChange) = (false, false, false)
    var (isTrigger, isTriggered) = (false, false)
    for word in bytes.split(whereSeparator: { !$0.isLetterOrDigit && $0 != UInt8(ascii: "_") }) {
      // Longer words cannot be any of these.
      let text = word.count < 10 ? String(decoding: word.map { $0 | 0x20 }, as: UTF8.self) : ""
      // `Request.Create({ index: "…" })` is no statement.
      if bytes[end..<word.startIndex].contains(where: "(){}[];:=.,".utf8.contains) { before = "" }
      end = word.endIndex
      if isName, !["if", "not", "exists"].contains(text) {
        let name = String(decoding: word, as: UTF8.self).lowercased()
        if isChange { changed.insert(name) } else { names.insert(name) }
        if isVirtual { virtualNames.insert(name) }
        (isName, isVirtual, isChange) = (false, false, false)
      }
      if isTriggered {
        triggered.insert(String(decoding: word, as: UTF8.self).lowercased())
        (isTrigger, isTriggered) = (false, false)
      }
      isTriggered = isTrigger && text == "on"
      if text == "virtual" { isVirtual = before == "create" }
      if text == "table" {
        isChange = before == "alter" || before == "drop"
        isName = before == "create" || isChange
        created += before == "create" ? 1 : 0
        altered += before == "alter" ? 1 : 0
      }
      if ["index", "view", "trigger"].contains(text), before == "create" {
        otherCount += 1
        isTrigger = text == "trigger"
      }
      if !["temp", "temporary", "virtual", "unique"].contains(text) { before = text }
    }
  }
}

extension UInt8 {
  var isLetterOrDigit: Bool {
    let folded = self | 0x20
    return folded >= UInt8(ascii: "a") && folded <= UInt8(ascii: "z") || self >= 0x30 && self <= 0x39
  }
}
