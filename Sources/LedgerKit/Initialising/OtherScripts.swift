internal import GitStore
internal import LedgerCore
internal import MigrationSources

/// SQL files that create or change tables and that have no name by which `init` would find them.
struct OtherScripts {
  /// One file, or the files of one folder.
  struct Group {
    let candidate: SourceCandidate
    /// The largest number of CREATE TABLE in one of the files.
    let tableCount: Int
  }

  struct File {
    let path: String
    let tables: TableStatements

    var name: String { Self.name(of: path) }

    static func name(of path: String) -> String { String(path.split(separator: "/").last ?? "") }

    static func folder(of path: String) -> String { path.split(separator: "/").dropLast().joined(separator: "/") }
  }

  /// Files that create or change tables, or create indexes; sorted by path.
  let files: [File]

  /// Sorted, those with the most tables first.
  var groups: [Group] {
    Dictionary(grouping: files.filter { $0.tables.count > 0 }) { File.folder(of: $0.path) }.map { folder, files in
      let names = files.prefix(3).map(\.name).joined(separator: ", ") + (files.count > 3 ? ", …" : "")
      let isOne = files.count == 1
      let summary =
        isOne
        ? "an SQL file that creates or changes tables"
        : "\(files.count) SQL files that create or change tables: \(names)"
      return Group(
        candidate: SourceCandidate(
          path: isOne ? files[0].path : folder, kind: isOne ? .schema : .programs, convention: nil, summary: summary),
        tableCount: files.map(\.tables.created).max() ?? 0)
    }.sorted { ($1.tableCount, $0.candidate.path) < ($0.tableCount, $1.candidate.path) }
  }

  /// - Parameters:
  ///   - known: paths of files and folders that `init` has found.
  ///   - isWanted: whether the files of a folder count.
  /// - Throws: `GitError`.
  init(
    in snapshot: FileSnapshot, besides known: Set<String>, in isWanted: (_ folder: String) -> Bool = { _ in true }
  ) throws {
    files = try snapshot.files(under: "").map(\.path).compactMap { path in
      guard path.hasSQLSuffix, !known.contains(path), (Dialect.named(in: File.name(of: path)) ?? .sqlite) == .sqlite
      else { return nil }
      let folder = File.folder(of: path)
      guard !known.contains(folder), isWanted(folder), (Dialect.named(in: folder) ?? .sqlite) == .sqlite,
        !path.split(separator: "/").contains(where: { MigrationFolders.ignoredFolderNames.contains(String($0)) }),
        let bytes = try snapshot.read(path), !bytes.isEmpty
      else { return nil }
      let tables = TableStatements(in: bytes)
      return tables.count + tables.indexCount > 0 ? File(path: path, tables: tables) : nil
    }
  }
}

/// The statements CREATE TABLE, ALTER TABLE and CREATE INDEX in a text, in any letter case.
struct TableStatements {
  private(set) var created = 0
  private(set) var indexCount = 0
  private var altered = 0

  /// Whether a program probably changes a schema with them, and not only an own table for its versions.
  var changesSchema: Bool { count > 1 || indexCount > 0 }

  /// The number of statements about tables.
  var count: Int { created + altered }

  init(in bytes: [UInt8]) {
    var before = ""
    for word in bytes.split(whereSeparator: { !$0.isLetterOrDigit && $0 != UInt8(ascii: "_") }) {
      // Longer words cannot be any of these.
      let text = word.count < 10 ? String(decoding: word.map { $0 | 0x20 }, as: UTF8.self) : ""
      if text == "table" {
        created += before == "create" ? 1 : 0
        altered += before == "alter" ? 1 : 0
      }
      if text == "index", before == "create" { indexCount += 1 }
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
