internal import GitStore

/// A folder of migrations while a convention reads it: its names, its texts, and what was noticed on the way.
struct FolderReading {
  let folder: String
  /// Names in the folder, sorted.
  let files: [String]
  /// Names of the folders in it, sorted, hidden ones left out as the tools do.
  let folders: [String]
  var notices: [MigrationNotice] = []
  private let snapshot: FileSnapshot

  init(_ folder: String, of snapshot: FileSnapshot) throws(MigrationFolderError) {
    guard let children = try Self.children(of: folder, in: snapshot) else { throw .noSuchFolder(folder) }
    self.folder = folder
    self.snapshot = snapshot
    files = children.filter { !$0.isFolder }.map(\.name)
    folders = children.filter { $0.isFolder && !$0.name.hasPrefix(".") }.map(\.name)
  }

  /// The repository path of something in the folder.
  func path(_ name: String) -> String {
    folder.isEmpty ? name : folder + "/" + name
  }

  /// A file's text; `nil`: no such file.
  func textIfPresent(_ name: String) throws(MigrationFolderError) -> SourceText? {
    let bytes: [UInt8]?
    do {
      bytes = try snapshot.read(path(name))
    } catch {
      throw .unreadable(path(name), reason: "\(error)")
    }
    guard let bytes else { return nil }
    guard let text = SourceText(bytes) else { throw .notText(path(name)) }
    return text
  }

  /// The text of a file that something else calls for.
  func text(_ name: String, namedBy: String) throws(MigrationFolderError) -> SourceText {
    guard let text = try textIfPresent(name) else { throw .missingFile(path(name), namedBy: namedBy) }
    return text
  }

  /// Names of the files in one of ``folders``.
  func files(in name: String) throws(MigrationFolderError) -> [String] {
    (try Self.children(of: path(name), in: snapshot) ?? []).filter { !$0.isFolder }.map(\.name)
  }

  /// Notices a file that the tool passes over, if it is SQL or a numbered program.
  mutating func leaveOut(_ name: String) {
    if name.hasSQLSuffix {
      notices.append(MigrationNotice(path: path(name), reason: .unrecognised))
    } else if name.utf8.first?.isDigit == true, name.hasProgramSuffix {
      notices.append(MigrationNotice(path: path(name), reason: .codeStep))
    }
  }

  /// Notices the folders with SQL in them, for tools that read files of the folder itself.
  mutating func leaveOutFolders() throws(MigrationFolderError) {
    for name in folders where try files(in: name).contains(where: \.hasSQLSuffix) {
      notices.append(MigrationNotice(path: path(name), reason: .folderNotRead))
    }
  }

  private static func children(
    of folder: String, in snapshot: FileSnapshot
  ) throws(MigrationFolderError) -> [FileSnapshot.Child]? {
    do {
      return try snapshot.list(folder)
    } catch {
      throw .unreadable(folder, reason: "\(error)")
    }
  }
}

/// The text of a file, decoded without repairing anything.
struct SourceText {
  let text: String
  let hasByteOrderMark: Bool

  /// `nil` when the bytes are not UTF-8, or hold a NUL, at which SQLite would stop reading.
  init?(_ bytes: [UInt8]) {
    hasByteOrderMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    let content = bytes.dropFirst(hasByteOrderMark ? 3 : 0)
    let decoded = String(decoding: content, as: UTF8.self)
    guard decoded.utf8.elementsEqual(content), !content.contains(0) else { return nil }
    text = decoded
  }
}

extension String {
  /// Whether the name ends in `.sql` in any case.
  var hasSQLSuffix: Bool { hasSuffix(".sql") || lowercased().hasSuffix(".sql") }

  fileprivate var hasProgramSuffix: Bool {
    let programs: Set<Substring> = [
      "cjs", "cs", "ex", "exs", "go", "java", "js", "kt", "mjs", "mts", "php", "py", "rb", "rs", "sh", "swift", "ts",
    ]
    return split(separator: ".").last.map(programs.contains) ?? false
  }

  /// What follows the first `_`, or all of it.
  var afterFirstUnderscore: String {
    firstIndex(of: "_").map { String(self[index(after: $0)...]) } ?? self
  }
}
