/// A path in the repository, or a pattern for several: a folder means all files below it, `*` and `?` match within one
/// folder, and `**` matches any number of folders.
package struct PathPattern: Sendable, Hashable {
  /// As the configuration has it, without a slash at the end.
  package let text: String

  /// Creates a pattern.
  package init(_ text: String) { self.text = text }

  /// Whether the last name has `*` or `?`.
  package var hasPatternAsName: Bool { Self.parts(text).last?.contains { "*?".contains($0) } ?? false }

  /// The folder of the files if the last name is a pattern; otherwise the path itself.
  package var place: String { hasPatternAsName ? Self.parts(text).dropLast().joined(separator: "/") : text }

  /// Whether the pattern matches the path, or a folder that contains it.
  package func matches(_ path: String) -> Bool {
    text.isEmpty || Self.matches(Self.parts(text), Self.parts(path))
  }

  private static func parts(_ path: String) -> ArraySlice<Substring> { path.split(separator: "/")[...] }

  private static func matches(_ pattern: ArraySlice<Substring>, _ path: ArraySlice<Substring>) -> Bool {
    guard let first = pattern.first else { return true }
    if first == "**" {
      return (path.startIndex...path.endIndex).contains { matches(pattern.dropFirst(), path[$0...]) }
    }
    guard let name = path.first, matches(first, name) else { return false }
    return matches(pattern.dropFirst(), path.dropFirst())
  }

  /// Whether a pattern without slashes matches a name. After a mismatch, the last `*` takes one more character.
  private static func matches(_ pattern: Substring, _ name: Substring) -> Bool {
    var (position, index) = (pattern.startIndex, name.startIndex)
    var star: (after: Substring.Index, index: Substring.Index)?
    while index < name.endIndex {
      if position < pattern.endIndex, pattern[position] == "*" {
        position = pattern.index(after: position)
        star = (position, index)
      } else if position < pattern.endIndex, pattern[position] == "?" || pattern[position] == name[index] {
        (position, index) = (pattern.index(after: position), name.index(after: index))
      } else if let last = star {
        let next = name.index(after: last.index)
        star = (last.after, next)
        (position, index) = (last.after, next)
      } else {
        return false
      }
    }
    return pattern[position...].allSatisfy { $0 == "*" }
  }
}
