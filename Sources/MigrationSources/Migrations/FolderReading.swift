internal import GitStore

/// A folder of migrations while a convention reads it: its names, its texts, and the notices found so far.
package struct FolderReading {
  let folder: String
  /// Names of the files in the folder, sorted.
  let files: [String]
  /// Names of the folders in the folder, sorted, without hidden folders, which the tools skip.
  let folders: [String]
  var notices: [MigrationNotice] = []
  /// See ``MigrationListing/fresh``.
  var fresh: [Migration]?
  /// See ``MigrationListing/checkpoints``.
  var checkpoints: [String] = []
  /// See ``MigrationListing/foreignKeys``.
  var foreignKeys: Bool?
  /// See ``MigrationListing/stated``.
  var stated: StatedTables?
  /// The file or the function that registers GRDB's migrations; `nil` for the only one.
  var migrator: String?
  /// Whether the folder is that of an earlier commit.
  var isPast = false
  /// See ``MigrationListing/snapshots``.
  var snapshots: [SchemaSnapshot] = []
  /// Placeholders without a value, in the order in which they were found. A migration that contains one is incomplete.
  var missingValues: [MissingValue] = []
  /// The first statement of a program that is not SQL.
  private(set) var codeStep: MigrationFolderError?
  /// Values, by name, for the placeholders that the tool replaces in the SQL, from the configuration.
  let placeholders: [String: String]
  private let snapshot: FileSnapshot
  private let links: Set<String>

  /// - Parameter orFile: whether the path may be that of one file.
  init(
    _ folder: String, of snapshot: FileSnapshot, placeholders: [String: String] = [:], orFile: Bool = false
  ) throws(MigrationFolderError) {
    let children: [FileSnapshot.Child]
    if let found = try Self.children(of: folder, in: snapshot) {
      children = found
    } else if orFile, try Self.read(folder, in: snapshot) != nil {
      children = []
    } else {
      throw .noSuchFolder(folder)
    }
    self.folder = folder
    self.placeholders = placeholders
    self.snapshot = snapshot
    files = children.filter { !$0.isFolder }.map(\.name)
    links = Set(children.filter { $0.kind == .symlink }.map(\.name))
    folders = children.filter { $0.isFolder && !$0.name.hasPrefix(".") }.map(\.name)
  }

  /// The repository path of a file or folder in the folder.
  func path(_ name: String) -> String {
    folder.isEmpty ? name : folder + "/" + name
  }

  /// A file's bytes; `nil` if the file does not exist.
  func bytes(_ name: String) throws(MigrationFolderError) -> [UInt8]? { try bytes(atPath: path(name)) }

  func bytes(atPath path: String) throws(MigrationFolderError) -> [UInt8]? { try Self.read(path, in: snapshot) }

  private static func read(_ path: String, in snapshot: FileSnapshot) throws(MigrationFolderError) -> [UInt8]? {
    do {
      return try snapshot.read(path)
    } catch {
      throw .git(error)
    }
  }

  /// A file's text; `nil` if the file does not exist.
  func textIfPresent(_ name: String) throws(MigrationFolderError) -> SourceText? {
    if links.contains(name) { throw .symbolicLink(path(name)) }
    return try textIfPresent(atPath: path(name))
  }

  /// The text of a file anywhere in the project; `nil` if the file does not exist.
  func textIfPresent(atPath path: String) throws(MigrationFolderError) -> SourceText? {
    guard let bytes = try bytes(atPath: path) else { return nil }
    guard let text = SourceText(bytes) else { throw .notText(path) }
    return text
  }

  /// The text of a file that another file or folder requires.
  func text(_ name: String, namedBy: String) throws(MigrationFolderError) -> SourceText {
    guard let text = try textIfPresent(name) else { throw .missingFile(path(name), namedBy: namedBy) }
    return text
  }

  /// Names of the files in one of ``folders``.
  func files(in name: String) throws(MigrationFolderError) -> [String] {
    (try Self.children(of: path(name), in: snapshot) ?? []).filter { !$0.isFolder }.map(\.name)
  }

  /// Paths of all files in the folder and below it, relative to the folder and sorted, without files in hidden folders.
  func filesBelow() throws(MigrationFolderError) -> [String] { try files(below: folder) }

  /// Paths of all files in and below any folder of the project; empty if the folder does not exist.
  func files(below folder: String) throws(MigrationFolderError) -> [String] {
    let prefix = folder.isEmpty ? "" : folder + "/"
    do {
      return try snapshot.files(under: folder).map { String($0.path.dropFirst(prefix.count)) }.filter { path in
        !path.split(separator: "/").dropLast().contains { $0.hasPrefix(".") }
      }.sorted()
    } catch {
      throw .git(error)
    }
  }

  /// The Swift files in and below the folder, or the one file, without those of tests, previews and other projects.
  func swiftFiles() throws(MigrationFolderError) -> [FileSnapshot.File] {
    do throws(GitError) {
      if folder.hasSuffix(".swift") {
        return [FileSnapshot.File(path: folder, kind: .file, id: try snapshot.id(of: folder))]
      }
      let prefix = folder.isEmpty ? 0 : folder.count + 1
      return try snapshot.files(under: folder).filter { file in
        file.path.hasSuffix(".swift") && !Self.isAside(String(file.path.dropFirst(prefix)))
      }
    } catch {
      throw .git(error)
    }
  }

  /// Whether a Swift file is one of tests, of previews or of another project.
  package static func isAside(_ name: String) -> Bool {
    MigrationFolders.isAside(name)
      || name.split(separator: "/").contains { part in
        let name = part.hasSuffix(".swift") ? part.dropLast(6) : part
        return name.hasSuffix("Tests") || name.hasSuffix("Test") || ["Pods", "Carthage", "Previews"].contains(name)
      }
  }

  /// Records a statement of a program that is not SQL.
  mutating func noteCode(_ statement: String, path: String, line: Int) {
    let notice = MigrationNotice(path: path, reason: .statement, number: line, words: statement)
    // A function may be called by several migrations.
    if notices.contains(notice) { return }
    codeStep = codeStep ?? .codeStep(path, line: line, statement: statement)
    notices.append(notice)
  }

  /// Records placeholders without a value. Each is recorded once, by its name in the configuration.
  mutating func note(_ missing: [MissingValue]) {
    for value in missing where !missingValues.contains(where: { $0.placeholder == value.placeholder }) {
      missingValues.append(value)
    }
  }

  /// Adds a notice for a file that the tool skips, if the file is SQL or a numbered program.
  mutating func noticeSkipped(_ name: String) {
    if name.hasSQLSuffix {
      notices.append(MigrationNotice(path: path(name), reason: .unrecognised))
    } else if name.isNumberedProgram {
      notices.append(MigrationNotice(path: path(name), reason: .codeStep))
    } else if name.isDirectedScriptOfOtherDialect {
      notices.append(MigrationNotice(path: path(name), reason: .otherDialect))
    }
  }

  /// Adds notices for folders that contain SQL, for tools that read only the files directly in the folder.
  mutating func noticeSkippedFolders() throws(MigrationFolderError) {
    for name in folders where try files(in: name).contains(where: \.hasSQLSuffix) { noticeFolder(name) }
  }

  /// Adds notices for the folders with SQL beside this one whose names are later numbers, as `10` beside `9`: a program that has
  /// a folder for each version may run them.
  mutating func noticeLaterFolders() throws(MigrationFolderError) {
    func number(_ name: some StringProtocol) -> VersionNumber? {
      VersionNumber(name.hasPrefix("v") ? name.dropFirst() : name[...], separator: ".")
    }
    let parts = folder.split(separator: "/")
    guard let own = parts.last.flatMap(number) else { return }
    let parent = parts.dropLast().joined(separator: "/")
    for child in try Self.children(of: parent, in: snapshot) ?? [] where child.isFolder {
      guard let other = number(child.name), own < other else { continue }
      let path = parent.isEmpty ? child.name : parent + "/" + child.name
      if try Self.children(of: path, in: snapshot)?.contains(where: { $0.name.hasSQLSuffix }) == true {
        notices.append(MigrationNotice(path: path, reason: .folderNotRead))
      }
    }
  }

  /// Adds a notice for a folder that contains SQL and that the tool does not read.
  mutating func noticeFolder(_ name: String) {
    notices.append(MigrationNotice(path: path(name), reason: .folderNotRead))
  }

  private static func children(
    of folder: String, in snapshot: FileSnapshot
  ) throws(MigrationFolderError) -> [FileSnapshot.Child]? {
    do {
      return try snapshot.list(folder)
    } catch {
      throw .git(error)
    }
  }
}

/// The text of a file, decoded without repairs.
struct SourceText {
  let text: String
  let hasByteOrderMark: Bool

  /// Returns `nil` if the bytes are not UTF-8, or contain a NUL, at which SQLite stops reading.
  init?(_ bytes: [UInt8]) {
    hasByteOrderMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    let content = bytes.dropFirst(hasByteOrderMark ? 3 : 0)
    let decoded = String(decoding: content, as: UTF8.self)
    guard decoded.utf8.elementsEqual(content), !content.contains(0) else { return nil }
    text = decoded
  }
}

extension String {
  /// Whether the name ends in `.sql`, in upper or lower case, or in `.up.sqlite` or `.down.sqlite`, which golang-migrate
  /// accepts.
  package var hasSQLSuffix: Bool {
    if hasSuffix(".sql") || lowercased().hasSuffix(".sql") { return true }
    return [".up.sqlite", ".down.sqlite", ".up.sqlite3", ".down.sqlite3"].contains(where: hasSuffix)
  }

  /// Whether the name is that of a migration for another database, such as `1_users.up.postgres`.
  fileprivate var isDirectedScriptOfOtherDialect: Bool {
    let parts = split(separator: ".")
    guard parts.count > 2, ["up", "down"].contains(parts[parts.count - 2]) else { return false }
    return Dialect(word: parts[parts.count - 1]).map { $0 != .sqlite } ?? false
  }

  /// Whether the name is a program's and begins with a number, perhaps after a word such as `migration`: `2_fill.go`,
  /// `V3__Fill.java`, `Migration_27_Hash.cs`.
  /// Tests of migrations are not migrations.
  package var isNumberedProgram: Bool {
    let parts = split(separator: ".")
    guard hasProgramSuffix, parts.count > 1 else { return false }
    let before = parts[parts.count - 2]
    if before.hasSuffix("_test") || ["test", "spec", "d"].contains(before) { return false }
    return prefixMatch(
      of: /(?i)(?:[vm]|(?:migrat(?:ion|e)|update|upgrade|version|step|patch|change|schema)[_-]?v?)?[0-9]/) != nil
  }

  /// Whether the name ends in a suffix of a program or shell script.
  package var hasProgramSuffix: Bool {
    split(separator: ".").last.map(Self.programSuffixes.contains) ?? false
  }

  private static let programSuffixes: Set<Substring> = [
    "bat", "c", "cc", "cjs", "clj", "cmd", "cpp", "cr", "cs", "cxx", "dart", "erl", "ex", "exs", "fizz", "fs", "go",
    "gotxt", "groovy", "h", "hpp", "hs", "java", "jl", "js", "kt", "lua", "mjs", "ml", "mts", "nim", "php", "pl", "ps1",
    "py", "rb", "rs",
    "scala", "sh", "swift", "ts", "vb", "zig",
  ]

  /// The text after the first `_`, or the entire text if there is none.
  var afterFirstUnderscore: String {
    firstIndex(of: "_").map { String(self[index(after: $0)...]) } ?? self
  }
}
