internal import GitStore

/// The paths of a snapshot, grouped by the folders that contain SQL files directly or one level down. Conventions judge
/// folders by these paths, which come from one listing of all files.
final class ProjectFiles {
  /// Folders that may hold migrations, sorted by path.
  let folders: [FolderPaths]
  /// Paths of SQLDelight's files in each of its source folders, relative to that folder.
  let sqlDelight: [String: [String]]
  /// Names of build files, by folder.
  private let manifests: [String: Set<Substring>]
  private let snapshot: FileSnapshot
  private var texts: [String: String?] = [:]

  private static let manifestNames: Set<Substring> = [
    "Cargo.toml", "atlas.hcl", "build.gradle", "build.gradle.kts", "diesel.toml", "flyway.conf", "flyway.toml",
    "go.mod",
    "package.json",
  ]

  init(_ snapshot: FileSnapshot) throws {
    self.snapshot = snapshot
    let paths = try snapshot.files(under: "").map { PathParts($0.path) }

    var found: [Substring: FolderPaths] = [:]
    for path in paths where path.full.hasSQLSuffix {
      for folder in [path.parent, path.grandparent].compactMap(\.self) where found[folder] == nil {
        found[folder] = FolderPaths(path: String(folder))
      }
    }
    var sqlDelight: [String: [String]] = [:]
    let usesSQLDelight = paths.contains { $0.full.hasSuffix(".sq") || $0.full.hasSuffix(".sqm") }
    let sources = try SQLDelightFolders(in: usesSQLDelight ? paths.map(\.full) : []) { path in
      try snapshot.read(path).flatMap(SourceText.init)?.text
    }
    for path in paths {
      guard let (folder, file) = sources.split(path.full) else { continue }
      sqlDelight[String(folder), default: []].append(String(file))
      if found[folder] == nil { found[folder] = FolderPaths(path: String(folder)) }
    }
    self.sqlDelight = sqlDelight
    var manifests: [String: Set<Substring>] = [:]
    for path in paths {
      found[path.parent]?.files.append(String(path.name))
      if let outer = path.grandparent {
        found[outer]?.folders[String(path.parentName), default: []].append(String(path.name))
      }
      if Self.manifestNames.contains(path.name) { manifests[String(path.parent), default: []].insert(path.name) }
    }
    folders = found.values.sorted { $0.path < $1.path }
    self.manifests = manifests
  }

  /// The text of a file; `nil` if the file does not exist or is not text.
  func text(_ path: String) throws -> String? {
    if let known = texts[path] { return known }
    let text = try snapshot.read(path).flatMap(SourceText.init)?.text
    texts[path] = .some(text)
    return text
  }

  /// Whether the text of the first or the last of these files in a folder passes `test`.
  func firstOrLast(of names: [String], in paths: FolderPaths, satisfies test: (String) -> Bool) throws -> Bool {
    let sorted = names.sorted()
    return try Set([sorted.first, sorted.last].compactMap(\.self)).contains { name in
      try text(paths.path(of: name)).map(test) ?? false
    }
  }

  /// The folder and the folders that contain it, nearest first.
  static func foldersAround(_ folder: String) -> [String] {
    Array(sequence(first: folder) { $0.isEmpty ? nil : String(PathParts($0).parent) })
  }

  /// Whether there is a build file in or above a folder.
  func hasManifest(around folder: String) -> Bool { Self.foldersAround(folder).contains { manifests[$0] != nil } }

  /// The nearest build file named `name`, in or above a folder, whose text contains `word`, if a word is given. If
  /// there is no build file of any kind above, as for a top-level `migrations` next to `backend`, a build file anywhere
  /// in the project matches.
  func manifest(
    _ name: String, naming word: String? = nil, for folder: String
  ) throws -> (path: String, above: Bool)? {
    let above = Self.foldersAround(folder).filter { manifests[$0] != nil }
    for place in above.isEmpty ? manifests.keys.sorted() : above where manifests[place]?.contains(name[...]) == true {
      let path = place.isEmpty ? name : place + "/" + name
      guard let word else { return (path, !above.isEmpty) }
      if try text(path)?.contains(word) == true { return (path, !above.isEmpty) }
    }
    return nil
  }
}

/// The names in a folder, and in the folders it contains.
struct FolderPaths {
  let path: String
  var files: [String] = []
  var folders: [String: [String]] = [:]

  init(path: String) { self.path = path }

  /// The path of a file or folder in the folder.
  func path(of name: String) -> String { path.isEmpty ? name : path + "/" + name }

  /// Names of the folders that contain a file named `name`, sorted.
  func folders(with name: String) -> [String] {
    folders.filter { $0.value.contains(name) }.keys.sorted()
  }
}

/// A path split at its last two slashes.
private struct PathParts {
  let full: String
  let name: Substring
  let parent: Substring
  let parentName: Substring
  /// `nil` for a path without a folder.
  let grandparent: Substring?

  init(_ path: String) {
    full = path
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else {
      (name, parent, parentName, grandparent) = (path[...], "", "", nil)
      return
    }
    name = path[path.utf8.index(after: slash)...]
    parent = path[..<slash]
    guard let outer = parent.utf8.lastIndex(of: UInt8(ascii: "/")) else {
      (parentName, grandparent) = (parent, "")
      return
    }
    parentName = parent[parent.utf8.index(after: outer)...]
    grandparent = parent[..<outer]
  }
}
