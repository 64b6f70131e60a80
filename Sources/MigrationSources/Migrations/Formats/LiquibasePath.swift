/// Operations on paths as changelogs write them.
enum LiquibasePath {
  /// Removes `classpath:`, `./`, and a slash at either end, and resolves `..`.
  static func normalised(_ path: String) -> String {
    join("", path.hasPrefix("classpath:") ? String(path.dropFirst("classpath:".count)) : path)
  }

  static func join(_ folder: String, _ path: String) -> String {
    var parts: [Substring] = []
    for part in folder.split(separator: "/") + path.split(separator: "/") where part != "." {
      if part == "..", !parts.isEmpty { parts.removeLast() } else { parts.append(part) }
    }
    return parts.joined(separator: "/")
  }

  static func parent(of path: String) -> String {
    path.split(separator: "/").dropLast().joined(separator: "/")
  }

  static func isChangelog(_ name: String) -> Bool {
    name.hasSQLSuffix || [".yaml", ".yml", ".json", ".xml"].contains(where: name.hasSuffix)
  }
}
