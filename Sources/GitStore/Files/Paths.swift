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

/// The path without trailing slashes; `nil` if it cannot name anything in a repository. It is read by bytes, as by Git:
/// finding character boundaries would cost more than reading a file.
func normalized(_ path: String) -> String? {
  let slash = UInt8(ascii: "/")
  var bytes = path.utf8[...]
  while bytes.last == slash, bytes.count > 1 { bytes.removeLast() }
  if bytes.isEmpty || bytes.elementsEqual(".".utf8) { return "" }
  // The bytes of the component so far, and the dots among them.
  var (length, dots) = (0, 0)
  func isName() -> Bool { length > 2 || length > dots }
  for byte in bytes {
    if byte == slash {
      guard isName() else { return nil }
      (length, dots) = (0, 0)
    } else {
      guard byte != 0 else { return nil }
      length += 1
      if byte == UInt8(ascii: ".") { dots += 1 }
    }
  }
  guard isName() else { return nil }
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
