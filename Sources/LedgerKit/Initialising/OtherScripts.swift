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

  /// Sorted, those with the most tables first.
  let groups: [Group]

  /// - Parameter known: paths of files and folders that `init` has found.
  /// - Throws: `GitError`.
  init(in snapshot: FileSnapshot, besides known: Set<String>) throws {
    var counts: [String: [(name: String, tables: Int)]] = [:]
    for path in try snapshot.files(under: "").map(\.path) where path.hasSQLSuffix {
      let parts = path.split(separator: "/").map(String.init)
      let folder = parts.dropLast().joined(separator: "/")
      guard !known.contains(path), !known.contains(folder), (Dialect.named(in: folder) ?? .sqlite) == .sqlite,
        !parts.contains(where: MigrationFolders.ignoredFolderNames.contains),
        let bytes = try snapshot.read(path), !bytes.isEmpty
      else { continue }
      let tables = TableStatements(in: bytes)
      if tables.count > 0 { counts[folder, default: []].append((parts.last ?? path, tables.created)) }
    }
    groups = counts.map { folder, files in
      let files = files.sorted { $0.name < $1.name }
      let isOne = files.count == 1
      let names = files.prefix(3).map(\.name).joined(separator: ", ") + (files.count > 3 ? ", …" : "")
      let summary =
        isOne
        ? "an SQL file that creates or changes tables"
        : "\(files.count) SQL files that create or change tables: \(names)"
      let path = isOne ? (folder.isEmpty ? "" : folder + "/") + files[0].name : folder
      return Group(
        candidate: SourceCandidate(path: path, kind: isOne ? .schema : .programs, convention: nil, summary: summary),
        tableCount: files.map(\.tables).max() ?? 0)
    }.sorted { ($1.tableCount, $0.candidate.path) < ($0.tableCount, $1.candidate.path) }
  }
}

/// The statements CREATE TABLE and ALTER TABLE in a text, in any letter case.
struct TableStatements {
  private(set) var created = 0
  private var altered = 0

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
      if !["temp", "temporary", "virtual"].contains(text) { before = text }
    }
  }
}

extension UInt8 {
  var isLetterOrDigit: Bool {
    let folded = self | 0x20
    return folded >= UInt8(ascii: "a") && folded <= UInt8(ascii: "z") || self >= 0x30 && self <= 0x39
  }
}
