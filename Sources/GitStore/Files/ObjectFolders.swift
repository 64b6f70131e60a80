/// The folders in which objects are searched: the repository's own, those of the environment, and those that each of them
/// lists in `info/alternates`.
///
/// <https://git-scm.com/docs/gitrepository-layout>: "a relative path is relative to the object database, not to the
/// repository", and only the repository's own list may have relative paths.
struct ObjectFolders {
  /// Without repetitions, the repository's own folder first.
  let paths: [String]

  /// As in Git, so that a circle ends.
  private static let maximumDepth = 5

  /// - Parameter others: folders from the environment.
  init(own: String, others: [String]) throws(GitError) {
    var paths: [String] = []
    var waiting = ([own] + others).map { (path: $0, depth: 0) }
    while !waiting.isEmpty {
      let (path, depth) = waiting.removeFirst()
      guard !paths.contains(path) else { continue }
      paths.append(path)
      guard depth <= Self.maximumDepth, let list = try readFile(path + "/info/alternates") else { continue }
      for line in list.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) {
        let other = String(decoding: line, as: UTF8.self)
        if other.hasPrefix("#") || !other.hasPrefix("/") && depth > 0 { continue }
        waiting.append((absolute(other, from: path), depth + 1))
      }
    }
    self.paths = paths
  }
}
