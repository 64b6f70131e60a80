/// The path of a folder from libgit2, without the trailing slash.
func directory(_ path: UnsafePointer<CChar>?) -> String {
  guard let path else { return "" }
  let text = String(cString: path)
  return text.utf8.count > 1 && text.hasSuffix("/") ? String(text.dropLast()) : text
}

/// `path` relative to `folder`, unless it is absolute. Symbolic links and `..` are not resolved.
func absolute(_ path: String, from folder: String) -> String {
  if path.hasPrefix("/") { return path }
  return path == "." ? folder : folder + "/" + path
}

/// The part before the last slash; empty if there is no slash.
func folderName(_ path: String) -> String {
  path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
}

/// The part after the last slash.
func lastComponent(_ path: String) -> String {
  path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
}

/// The path without trailing slashes; `nil` if it cannot name anything in a repository.
func normalized(_ path: String) -> String? {
  var path = path[...]
  while path.hasSuffix("/"), path != "/" { path = path.dropLast() }
  if path.isEmpty || path == "." { return "" }
  for component in path.split(separator: "/", omittingEmptySubsequences: false)
  where component.isEmpty || component == "." || component == ".." || component.utf8.contains(0) {
    return nil
  }
  return String(path)
}

/// Whether `one` sorts before `other` in Git's order, which compares bytes, not characters.
func precedes(_ one: String, _ other: String) -> Bool {
  one.utf8.lexicographicallyPrecedes(other.utf8)
}

/// The path of `name` in `folder`, where `""` is the top folder.
func joined(_ folder: String, _ name: String) -> String {
  folder.isEmpty ? name : folder + "/" + name
}

extension String {
  /// The text without leading and trailing white space.
  var trimmed: String {
    guard let start = firstIndex(where: { !$0.isWhitespace }), let end = lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(self[start...end])
  }
}
