internal import GitStore
internal import SQLiteSyntax

/// What a program's code does to the schema beside the migrations: CREATE TABLE and ALTER TABLE … ADD COLUMN in source
/// files, and texts that it replaces in the migrations, such as `"BIGINT PRIMARY KEY": "INTEGER PRIMARY KEY"`.
///
/// schemaledger runs only the SQL files, as they are, so it cannot tell whether a database of such a version lacks what a
/// migration needs.
struct ProgramStatements {
  private let files: [(path: String, text: String)]

  /// Files with more bytes are not read.
  private static let largestFile = 1 << 20
  /// The number of folders around the migrations that are searched, each without its subfolders.
  private static let levels = 3
  private static let extensions: Set<String> = [
    "c", "cc", "cpp", "cs", "dart", "ex", "go", "java", "js", "kt", "m", "mjs", "php", "py", "rb", "rs", "scala",
    "swift", "ts",
  ]

  /// - Parameter files: paths and texts, in the order in which they are searched.
  init(files: [(path: String, text: String)]) { self.files = files }

  /// Reads the source files in the folders that contain the migrations' folders. Tests are left out.
  ///
  /// - Throws: `GitError`.
  init(around folders: [String], in snapshot: FileSnapshot) throws {
    var around: [String] = []
    for folder in folders {
      var parts = folder.split(separator: "/").map(String.init)
      for _ in 0..<Self.levels where !parts.isEmpty {
        parts.removeLast()
        let path = parts.joined(separator: "/")
        if !around.contains(path) { around.append(path) }
      }
    }
    var files: [(path: String, text: String)] = []
    for folder in around {
      for child in try snapshot.list(folder) ?? [] where Self.isSource(child.name) {
        let path = folder.isEmpty ? child.name : folder + "/" + child.name
        guard let bytes = try snapshot.read(path), bytes.count <= Self.largestFile else { continue }
        files.append((path, String(decoding: bytes, as: UTF8.self)))
      }
    }
    // A program may support several database systems.
    func isForSQLite(_ path: String) -> Bool { path.lowercased().contains("sqlite") }
    self.files = files.filter { isForSQLite($0.path) } + files.filter { !isForSQLite($0.path) }
  }

  private static func isSource(_ name: String) -> Bool {
    let folded = name.lowercased()
    guard let dot = folded.lastIndex(of: "."), !folded.contains("test"), !folded.contains("spec") else { return false }
    return extensions.contains(String(folded[folded.index(after: dot)...]))
  }

  /// The first place that creates the table, adds the column to any table, or replaces the type.
  func place(creating part: Part) -> (path: String, line: Int)? {
    guard let pattern = part.pattern else { return nil }
    for (path, text) in files {
      for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
      where line.contains(pattern) {
        return (path, index + 1)
      }
    }
    return nil
  }

  /// A table, a column, or the type of columns.
  enum Part: Hashable {
    case table(Identifier)
    case column(Identifier)
    case type(String, replacedBy: String)

    var isType: Bool { if case .type = self { true } else { false } }

    /// Matches the beginning of the statement in a line of any programming language; `nil` for a name that is no word.
    fileprivate var pattern: Regex<AnyRegexOutput>? {
      func isWord(_ text: String) -> Bool {
        !text.isEmpty && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
      }
      if case .type(let before, let after) = self {
        guard isWord(before), isWord(after) else { return nil }
        func literal(_ word: String) -> String { #"["'`][^"'`]*\b"# + word + #"\b[^"'`]*["'`]"# }
        return try? Regex(literal(before) + #"\s*(:|,|=>|=|->)\s*"# + literal(after)).ignoresCase()
      }
      let (start, name) =
        switch self {
        case .type: ("", "")
        case .table(let name): (#"create\s+((temp|temporary|virtual)\s+)?table\s+(if\s+not\s+exists\s+)?"#, name.text)
        case .column(let name): (#"alter\s+table\b.*\badd\s+(column\s+)?"#, name.text)
        }
      guard isWord(name) else { return nil }
      return try? Regex(start + #"[\\"'`\[]*"# + name + #"\b"#).ignoresCase()
    }
  }
}
