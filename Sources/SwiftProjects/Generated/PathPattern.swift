/// A pattern for paths, as a shell has them: `*` and `?` stay in one part of the path, and `**` is any number of parts.
struct PathPattern {
  private let parts: [Substring]

  init(_ pattern: String) { parts = pattern.split(separator: "/") }

  /// Whether it is the pattern of a path or of a folder above it.
  func matches(_ path: String) -> Bool { matches(parts[...], path.split(separator: "/")[...]) }

  private func matches(_ pattern: ArraySlice<Substring>, _ path: ArraySlice<Substring>) -> Bool {
    guard let first = pattern.first else { return true }
    if first == "**" {
      return path.indices.contains { matches(pattern.dropFirst(), path[$0...]) } || pattern.count == 1
    }
    guard let name = path.first, Self.matches(Array(first.utf8)[...], Array(name.utf8)[...]) else { return false }
    return matches(pattern.dropFirst(), path.dropFirst())
  }

  /// Whether a name has the pattern. The last `*` takes as many bytes as are needed, so the time is at most quadratic.
  private static func matches(_ pattern: ArraySlice<UInt8>, _ name: ArraySlice<UInt8>) -> Bool {
    var (pattern, name) = (pattern, name)
    var retry: (pattern: ArraySlice<UInt8>, name: ArraySlice<UInt8>)?
    while let byte = name.first {
      if pattern.first == UInt8(ascii: "*") {
        pattern.removeFirst()
        retry = (pattern, name)
      } else if let next = pattern.first, next == byte || next == UInt8(ascii: "?") {
        pattern.removeFirst()
        name.removeFirst()
      } else if let (last, rest) = retry {
        (pattern, name) = (last, rest.dropFirst())
        retry = (last, name)
      } else {
        return false
      }
    }
    return pattern.allSatisfy { $0 == UInt8(ascii: "*") }
  }
}
