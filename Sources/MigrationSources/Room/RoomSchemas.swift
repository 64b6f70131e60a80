package import GitStore

/// The schemas that Room has exported for one database: a folder that is named by the class of the database, with a file
/// for each version.
///
/// https://developer.android.com/training/data-storage/room/migrating-db-versions#export-schemas
public struct RoomSchemas: Sendable, Hashable {
  /// One version. Its file is parsed when the version is needed.
  public struct Version: Sendable, Hashable {
    /// The number of the version, which is the name of the file.
    public let number: Int
    /// The path of the file.
    public let path: String
    /// The content of the file.
    public let bytes: [UInt8]

    /// The name of the version in the ledger.
    public var name: String { String(number) }

    /// Parses the file.
    ///
    /// - Throws: ``RoomExportError``.
    public func export() throws(RoomExportError) -> RoomExport { try RoomExport(path: path, parsing: bytes) }
  }

  /// The folder, from the top of the repository.
  public let folder: String
  /// The versions, oldest first. Never empty.
  public let versions: [Version]
  /// A version of the code that is not exported.
  public let notices: [MigrationNotice]

  /// The newest version, which is the one of today's code.
  public var current: Version { versions[versions.count - 1] }

  /// The version of this name, or `nil`.
  public func version(named name: String) -> Version? { versions.first { $0.name == name } }

  /// The path at which Room writes the schema of a version.
  package func path(ofVersionNamed name: String) -> String {
    folder.isEmpty ? "\(name).json" : "\(folder)/\(name).json"
  }

  /// Reads the files of a folder; `nil` if there is no such folder.
  ///
  /// - Parameter readsCode: whether the code of the database is looked for, for ``notices``.
  /// - Throws: ``RoomExportError`` if there is no file of a version, `GitError`.
  package init?(folder: String, in snapshot: FileSnapshot, readsCode: Bool) throws {
    guard let children = try snapshot.list(folder) else { return nil }
    self.folder = folder
    let numbers = children.filter { !$0.isFolder }.compactMap { RoomExport.version(ofFileNamed: $0.name) }.sorted()
    var versions: [Version] = []
    for number in numbers {
      let path = folder.isEmpty ? "\(number).json" : "\(folder)/\(number).json"
      guard let bytes = try snapshot.read(path) else { continue }
      versions.append(Version(number: number, path: path, bytes: bytes))
    }
    guard let last = versions.last else { throw RoomExportError.noExports(folder: folder) }
    self.versions = versions
    notices = readsCode ? try Self.notices(folder, last.number, in: snapshot) : []
  }

  /// The version of the code, if it is newer than all files. It is looked for only in a file that is named by the class.
  private static func notices(
    _ folder: String, _ last: Int, in snapshot: FileSnapshot
  ) throws -> [MigrationNotice] {
    let className = folder.split(separator: "/").last.map(String.init) ?? ""
    let names = ["kt", "java"].map { "/\(className.split(separator: ".").last ?? "").\($0)" }
    for file in try snapshot.files(under: "") where names.contains(where: ("/" + file.path).hasSuffix) {
      guard let bytes = try snapshot.read(file.path),
        let version = RoomAnnotation.version(
          of: className, in: String(decoding: bytes, as: UTF8.self), isKotlin: file.path.hasSuffix(".kt")),
        version > last
      else { continue }
      return [MigrationNotice(path: file.path, reason: .notExported, number: version)]
    }
    return []
  }

  /// The folders with schemas that Room has exported, normally without those of tests. The last file of each is looked into,
  /// because `1.json` may be anything.
  ///
  /// - Throws: `GitError`.
  package static func folders(
    in snapshot: FileSnapshot, includesTests: Bool = false
  ) throws(GitError) -> [String] {
    var last: [String: Int] = [:]
    for file in try snapshot.files(under: "") {
      let parts = file.path.split(separator: "/")
      guard let name = parts.last, let number = RoomExport.version(ofFileNamed: name) else { continue }
      let folders = parts.dropLast()
      if folders.isEmpty || !includesTests && folders.contains(where: isLeftOut) { continue }
      let folder = folders.joined(separator: "/")
      last[folder] = max(number, last[folder] ?? 0)
    }
    var found: [String] = []
    for (folder, number) in last.sorted(by: { $0.key < $1.key }) {
      guard let bytes = try snapshot.read("\(folder)/\(number).json") else { continue }
      let text = String(decoding: bytes, as: UTF8.self)
      if text.contains("\"identityHash\""), text.contains("\"formatVersion\"") { found.append(folder) }
    }
    return found
  }

  /// Folders of tests and of others' code.
  private static func isLeftOut(_ folder: Substring) -> Bool {
    MigrationFolders.ignoredFolderNames.contains(folder.lowercased()) || folder.hasSuffix("Test")
      || folder.hasSuffix("Tests") || folder == "test"
  }
}
