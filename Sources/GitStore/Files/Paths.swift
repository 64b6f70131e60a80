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

/// The path without trailing slashes; `nil` if it cannot name anything in a repository. It is split by bytes, as Git does:
/// finding character boundaries would cost more than reading the file.
func normalized(_ path: String) -> String? {
  let slash = UInt8(ascii: "/")
  var bytes = path.utf8[...]
  while bytes.last == slash, bytes.count > 1 { bytes.removeLast() }
  if bytes.isEmpty || bytes.elementsEqual(".".utf8) { return "" }
  for component in bytes.split(separator: slash, omittingEmptySubsequences: false)
  where component.isEmpty || component.elementsEqual(".".utf8) || component.elementsEqual("..".utf8)
    || component.contains(0)
  {
    return nil
  }
  return bytes.endIndex == path.endIndex ? path : String(Substring(bytes))
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
