internal import GitStore
internal import LedgerCore
internal import LedgerEntries
internal import SQLiteSandbox
internal import SQLiteSchema

/// Statements in a program's code that create tables and columns: CREATE TABLE and ALTER TABLE … ADD COLUMN in the source
/// files beside the migrations.
///
/// Some applications change the schema in code between two migrations. schemaledger runs only the SQL files, so it cannot
/// tell whether a database of such a version lacks what a migration needs.
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

  /// The first statement that creates the table, or that adds the column to any table.
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

  /// A table or a column.
  enum Part: Hashable {
    case table(String)
    case column(String)

    /// Matches the beginning of the statement in a line of any programming language; `nil` for a name that is no word.
    fileprivate var pattern: Regex<AnyRegexOutput>? {
      let (start, name) =
        switch self {
        case .table(let name): (#"create\s+((temp|temporary|virtual)\s+)?table\s+(if\s+not\s+exists\s+)?"#, name)
        case .column(let name): (#"alter\s+table\b.*\badd\s+(column\s+)?"#, name)
        }
      guard !name.isEmpty, name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }) else {
        return nil
      }
      return try? Regex(start + #"[\\"'`\[]*"# + name + #"\b"#).ignoresCase()
    }
  }
}

extension Finding {
  /// Whether what the program does besides its migrations may explain the finding: an error about frozen migrations that an
  /// empty database shows.
  var mayBeExplained: Bool { severity == .error && evidence == .empty && isPending == false }

  /// What the database of the version lacks according to the finding; empty if it says nothing of the kind, or not only
  /// that.
  var missingParts: [ProgramStatements.Part] {
    if let error = failedSQL {
      if case .table(let name)? = error.unknownName { return [.table(name)] }
      return (error.unknownColumn.map { [.column($0)] } ?? error.virtualTableOfIndex.map { [.table($0)] }) ?? []
    }
    guard code == .schemaDiffers, changes.allSatisfy({ $0.before == nil && $0.after != nil }) else { return [] }
    let parts = changes.map { change -> ProgramStatements.Part? in
      switch (change.kind.part, change.kind.aspect) {
      case (.table, .added?): .table(change.object)
      case (.column, .added?): change.column.map { .column($0) }
      default: nil
      }
    }
    return parts.contains(nil) ? [] : parts.compactMap(\.self)
  }

  /// The finding with the statements of the program that may explain it. It is then a warning, unless findings about
  /// frozen migrations are errors.
  func madeByProgram(at places: [(path: String, line: Int)], history: HistoryPolicy) -> Finding {
    guard let first = places.first else { return self }
    var finding = helped(by: .readProgram(path: first.path, line: first.line))
    if history == .warning { finding.severity = min(severity, .warning) }
    return finding
  }
}

extension Verification {
  /// The files of the commit from which the version was read or, if it was frozen from the work tree, of the commit that
  /// added it.
  ///
  /// - Throws: `GitError`.
  func snapshot(of fixture: FrozenFixture) throws -> FileSnapshot? {
    let commit = fixture.entry.commitID.flatMap(repository.commit(at:)) ?? fixture.commits.first
    return try commit.map { try repository.snapshot(.commit($0)) }
  }

  /// The findings, those as warnings that a statement in the program's code may explain: today's, or that of the version.
  ///
  /// - Throws: `GitError`.
  func madeByProgram(_ findings: [Finding], _ fixture: FrozenFixture) throws -> [Finding] {
    func mayBeExplained(_ finding: Finding) -> Bool { finding.mayBeExplained && !finding.missingParts.isEmpty }
    guard let paths = configuration.source.migrations?.paths, findings.contains(where: mayBeExplained) else {
      return findings
    }
    // The folder may have moved since.
    let former = fixture.entry.migrations.map { $0.path.split(separator: "/").dropLast().joined(separator: "/") }
    var snapshots = [present]
    if let snapshot = try snapshot(of: fixture) { snapshots.append(snapshot) }
    let statements = try snapshots.map { try ProgramStatements(around: (paths + former).uniqued, in: $0) }
    return findings.map { finding in
      guard mayBeExplained(finding) else { return finding }
      let parts = finding.missingParts
      let places = parts.compactMap { part in statements.lazy.compactMap { $0.place(creating: part) }.first }
      return places.count == parts.count ? finding.madeByProgram(at: places, history: historyPolicy) : finding
    }
  }
}
