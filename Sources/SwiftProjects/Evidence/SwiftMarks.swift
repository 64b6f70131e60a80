/// What the bytes of a Swift file show of its database. A mark counts where code can have it: imports and attributes at
/// the start of a line, so that a comment that mentions them is none. A block comment with such a line is taken for
/// code.
struct SwiftMarks {
  private(set) var imports: Set<String> = []
  private var hasModel = false
  private var hasMigrator = false
  private var opensSQLite = false

  init(_ bytes: [UInt8]) {
    for line in bytes.split(separator: UInt8(ascii: "\n")) { read(line.drop { $0 == 0x20 || $0 == 0x09 }) }
  }

  var kinds: [DatabaseKind] {
    var kinds: [DatabaseKind] = []
    if hasModel, imports.contains("SwiftData") { kinds.append(.swiftData) }
    if hasMigrator, imports.contains("GRDB") {
      kinds.append(.grdbMigrator)
    } else if opensSQLite || !imports.isDisjoint(with: Self.libraries) {
      kinds.append(.otherSQLite)
    }
    return kinds
  }

  /// Modules of libraries for SQLite: SQLite.swift, GRDB, FMDB, SQLCipher and the system's.
  private static let libraries: Set<String> = ["SQLite", "SQLite3", "GRDB", "FMDB", "SQLCipher", "CSQLite"]

  private mutating func read(_ line: ArraySlice<UInt8>) {
    guard let first = line.first, !line.starts(with: "//".utf8) else { return }
    if first == UInt8(ascii: "@") || line.starts(with: "import ".utf8) || Self.mayImport(line) { readWords(of: line) }
    hasMigrator = hasMigrator || line.has("DatabaseMigrator")
    opensSQLite = opensSQLite || line.has("sqlite3_open")
  }

  /// Whether a line begins with the access level of an import.
  private static func mayImport(_ line: ArraySlice<UInt8>) -> Bool {
    (line.starts(with: "public".utf8) || line.starts(with: "internal".utf8) || line.starts(with: "private".utf8)
      || line.starts(with: "package".utf8) || line.starts(with: "fileprivate".utf8)) && line.has("import ")
  }

  private mutating func readWords(of line: ArraySlice<UInt8>) {
    let words = String(decoding: line, as: UTF8.self).split { " \t\r;".contains($0) }
    for (index, word) in words.enumerated() {
      if word == "@Model" || word.hasPrefix("@Model(") { hasModel = true }
      guard word == "import", index + 1 < words.count else {
        // Attributes and access levels stand before an import; anything else is a declaration.
        if word.hasPrefix("@") || ["public", "internal", "private", "package", "fileprivate"].contains(word) {
          continue
        }
        return
      }
      var module = words[index + 1]
      let declarations: Set<Substring> = ["class", "struct", "enum", "func", "protocol", "typealias", "var", "let"]
      if declarations.contains(module), index + 2 < words.count { module = words[index + 2] }
      imports.insert(String(module.prefix { $0 != "." }))
      return
    }
  }
}
