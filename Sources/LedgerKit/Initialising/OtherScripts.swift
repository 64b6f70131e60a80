internal import GitStore
internal import LedgerCore
internal import MigrationSources
internal import PathPatterns

/// SQL files that create or change tables and that have no name by which `init` would find them.
struct OtherScripts {
  /// The files of one folder: a pattern for their names if it fits no other SQL file of the folder, otherwise the file with the
  /// most tables.
  struct Group {
    let candidate: SourceCandidate
    /// Whether there is no other file.
    let isFile: Bool
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

  /// Files that create or change tables, or create an index, a view or a trigger; sorted by path.
  let files: [File]

  /// All SQL files of the repository, by folder.
  private let all: [String: [String]]

  /// Those of the files whose paths are wanted.
  func filter(_ isWanted: (_ path: String) -> Bool) -> OtherScripts {
    OtherScripts(files: files.filter { isWanted($0.path) }, all: all)
  }

  private init(files: [File], all: [String: [String]]) {
    self.files = files
    self.all = all
  }

  /// Sorted, those with the most tables first.
  ///
  /// - Throws: `GitError`.
  func groups(in snapshot: FileSnapshot) throws -> [Group] {
    let numbered = numberedFolders
    let rest = files.filter { file in
      !numbered.contains { $0.candidate.path == File.folder(of: File.folder(of: file.path)) }
    }
    let folders = Dictionary(grouping: rest) { File.folder(of: $0.path) }
    return try
      (folders.compactMap { folder, files -> Group? in
        let changing = files.filter { $0.tables.count > 0 }
        guard let first = changing.first else { return nil }
        let count = changing.map(\.tables.created).max() ?? 0
        if files.count == 1 {
          let summary = "an SQL file that creates or changes tables"
          return Group(
            candidate: SourceCandidate(path: first.path, kind: .schema, convention: nil, summary: summary),
            isFile: true, tableCount: count)
        }
        let names = files.prefix(3).map(\.name).joined(separator: ", ") + (files.count > 3 ? ", …" : "")
        let pattern = try pattern(for: files, in: snapshot) ?? wholeFolder(files, in: snapshot)
        var path = pattern ?? folder
        var summary = "\(files.count) SQL files that create or change tables: \(names)"
        let named = changing.filter { $0.name.lowercased().contains("sqlite") }
          .reversed().max { $0.tables.created < $1.tables.created }.flatMap { $0.tables.created > 0 ? $0 : nil }
        if pattern == nil, count > 0, let file = named ?? changing.first(where: { $0.tables.created == count }) {
          path = file.path
          summary = "an SQL file that creates or changes tables, beside \(files.count - 1) more"
        }
        return Group(
          candidate: SourceCandidate(
            path: path, kind: path == folder ? .programs : .schema, convention: nil, summary: summary),
          isFile: false, tableCount: count)
      } + numbered).sorted { ($1.tableCount, $0.candidate.path) < ($0.tableCount, $1.candidate.path) }
  }

  /// Folders whose folders have numbers and one such file each, as `20240131120000_users/sqlite3.sql`: each file is a migration,
  /// and only a program knows how it runs.
  private var numberedFolders: [Group] {
    let numbered = files.filter { File.name(of: File.folder(of: $0.path)).prefixMatch(of: /[0-9]+[_-]/) != nil }
    return Dictionary(grouping: numbered) { File.folder(of: File.folder(of: $0.path)) }.compactMap { parent, files in
      let folders = Set(files.map { File.folder(of: $0.path) })
      guard folders.count > 1, folders.count == files.count else { return nil }
      let summary =
        "\(files.count) SQL files in numbered folders, such as \(files[0].path.dropFirst(parent.isEmpty ? 0 : parent.count + 1)); a source of kind 'command' can run the program that reads them"
      return Group(
        candidate: SourceCandidate(path: parent, kind: .programs, convention: nil, summary: summary), isFile: false,
        tableCount: 0)
    }
  }

  /// The pattern that fits the names of these files, such as `db/setup_*.sql`; `nil` if their names do not begin
  /// alike, if it fits another SQL file of the folder, or if they do not run together.
  private func pattern(for files: [File], in snapshot: FileSnapshot) throws -> String? {
    let folder = File.folder(of: files[0].path)
    let names = files.map(\.name)
    let common = names.dropFirst().reduce(names[0]) { common, name in
      String(zip(common, name).prefix { $0 == $1 }.map(\.0))
    }
    // A word or a number is not cut.
    let start = common.lastIndex { "_-.".contains($0) }.map { common[...$0] } ?? ""
    let pattern = PathPattern((folder.isEmpty ? "" : folder + "/") + start + "*.sql")
    guard !start.isEmpty, (all[folder] ?? []).count(where: pattern.matches) == files.count else { return nil }
    return try SourceTrial(schemaFiles: [pattern.text], in: snapshot).schema == nil ? nil : pattern.text
  }

  /// The pattern for all SQL files of a folder, if they make tables together: each table is then in one of them.
  private func wholeFolder(_ files: [File], in snapshot: FileSnapshot) throws -> String? {
    let folder = File.folder(of: files[0].path)
    guard all[folder]?.count == files.count, files.count(where: { $0.tables.created > 0 }) > 1 else { return nil }
    let pattern = (folder.isEmpty ? "" : folder + "/") + "*.sql"
    return try SourceTrial(schemaFiles: [pattern], in: snapshot).schema == nil ? nil : pattern
  }

  /// - Parameters:
  ///   - known: paths of files and folders that `init` has found.
  ///   - isWanted: whether the files of a folder count.
  /// - Throws: `GitError`.
  init(
    in snapshot: FileSnapshot, besides known: Set<String>, in isWanted: (_ folder: String) -> Bool = { _ in true }
  ) throws {
    let scripts = try snapshot.files(under: "").map(\.path).filter(\.hasSQLSuffix)
    all = Dictionary(grouping: scripts, by: File.folder(of:))
    files = try scripts.compactMap { path in
      guard !known.contains(path), (Dialect.named(in: File.name(of: path)) ?? .sqlite) == .sqlite
      else { return nil }
      let folder = File.folder(of: path)
      guard !known.contains(folder), isWanted(folder), (Dialect.named(in: folder) ?? .sqlite) == .sqlite,
        !path.split(separator: "/").contains(where: { MigrationFolders.ignoredFolderNames.contains(String($0)) }),
        let bytes = try snapshot.read(path), !bytes.isEmpty
      else { return nil }
      let tables = TableStatements(in: bytes)
      return tables.count + tables.otherCount > 0 ? File(path: path, tables: tables) : nil
    }
  }
}
