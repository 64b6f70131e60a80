internal import Foundation

/// Finds databases that a command wrote in the repository instead of at the given path.
enum StrayDatabases {
  /// Relative paths of the first few SQLite files in `folder` that were modified after the folder `mark` was created.
  static func written(in folder: String, since mark: String) -> [String] {
    func modified(_ path: String) -> Date? {
      try? FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
    }
    guard let start = modified(mark), let names = FileManager.default.enumerator(atPath: folder) else { return [] }
    var found: [String] = []
    var seen = 0
    while let name = names.nextObject() as? String, found.count < 3, seen < 20_000 {
      seen += 1
      let last = name.split(separator: "/").last ?? ""
      if names.level > 4 || [".git", "node_modules", ".venv", "venv", ".build", "target"].contains(last) {
        names.skipDescendants()
        continue
      }
      let path = folder + "/" + name
      if let date = modified(path), date >= start, StoredFile.isDatabase(path) { found.append(name) }
    }
    return found
  }
}
