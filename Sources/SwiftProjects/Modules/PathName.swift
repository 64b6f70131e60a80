/// Paths of a commit: relative, with `/`, without a trailing one. The empty path is the root.
enum PathName {
  static func last(of path: String) -> String {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[path.index(after: $0)...]) } ?? path
  }

  static func parent(of path: String) -> String {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) } ?? ""
  }

  /// The path without `.` and `..`; nil if it leads out of the repository.
  static func joined(_ folder: String, _ path: String) -> String? {
    if path.utf8.first == UInt8(ascii: "/") { return nil }
    var parts = folder.split(separator: "/")
    for part in path.split(separator: "/") where part != "." {
      if part != ".." {
        parts.append(part)
      } else if parts.popLast() == nil {
        return nil
      }
    }
    return parts.joined(separator: "/")
  }

  static func contains(_ folder: String, _ path: String) -> Bool {
    folder.isEmpty || path == folder || path.hasPrefix(folder + "/")
  }

  static func isSwift(_ path: String) -> Bool { path.hasSuffix(".swift") }
}
