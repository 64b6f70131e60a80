/// The paths of one commit, for the questions that projects ask of a file system.
struct CommitFiles: Sendable {
  let sorted: [String]
  /// The Swift files, sorted.
  let swift: [String]
  private let exact: Set<String>
  /// Paths by their lower-case form, because the file system of a Mac ignores case.
  private let folded: [String: [String]]
  private let folders: Set<String>

  init(paths: [String]) {
    // By bytes, so that the files of a folder stand together.
    sorted = Set(paths).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    exact = Set(sorted)
    swift = sorted.filter(PathName.isSwift)
    var folders: Set<String> = [""]
    for path in sorted {
      var folder = PathName.parent(of: path)
      while folders.insert(folder).inserted { folder = PathName.parent(of: folder) }
    }
    self.folders = folders
    folded = Dictionary(grouping: exact.union(folders)) { $0.lowercased() }
  }

  func hasFolder(_ path: String) -> Bool { folders.contains(path) }

  /// The path as the commit spells it, if only case differs from `path` in one file or folder.
  func spelling(of path: String) -> String? {
    if exact.contains(path) || folders.contains(path) { return path }
    let candidates = folded[path.lowercased()] ?? []
    return candidates.count == 1 ? candidates.first : nil
  }

  /// The Swift files in a folder, at any depth.
  func swift(in folder: String) -> ArraySlice<String> { Self.slice(swift, in: folder) }

  /// All files in a folder, at any depth.
  func all(in folder: String) -> ArraySlice<String> { Self.slice(sorted, in: folder) }

  private static func slice(_ paths: [String], in folder: String) -> ArraySlice<String> {
    if folder.isEmpty { return paths[...] }
    let prefix = Array((folder + "/").utf8)
    let start = firstIndex(paths) { !$0.utf8.lexicographicallyPrecedes(prefix) }
    var end = start
    while end < paths.count, paths[end].utf8.starts(with: prefix) { end += 1 }
    return paths[start..<end]
  }

  private static func firstIndex(_ paths: [String], where holds: (String) -> Bool) -> Int {
    var low = 0
    var high = paths.count
    while low < high {
      let middle = (low + high) / 2
      if holds(paths[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
