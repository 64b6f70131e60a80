/// Finds the code between the comments and string literals of a file, without parsing it.
///
/// Where a regular expression may hide the start of a string or comment, the rest of the file counts as code: the scan
/// finds too much code rather than too little.
struct CodeScan {
  private enum Literal {
    /// A string literal: its number of `#`, and whether it has three quotation marks.
    case string(hashes: Int, isMultiline: Bool)
    /// The brackets that are open in an interpolation.
    case interpolation(depth: Int)
  }

  private let bytes: UnsafeBufferPointer<UInt8>
  private var index = 0
  private var open: [Literal] = []
  /// Whether comments and strings can no longer be distinguished from code.
  private var isUncertain = false

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// The range of the next piece of code; `nil` at the end of the file.
  mutating func next() -> Range<Int>? {
    while index < bytes.count {
      if case .string(let hashes, let isMultiline)? = open.last {
        skipString(hashes, isMultiline)
        continue
      }
      let (start, depth) = (index, open.count)
      while index < bytes.count, open.count == depth, isCode() { index += 1 }
      if start < index { return start..<index }
      skipStart()
    }
    return nil
  }

  private func has(_ text: StaticString, at place: Int) -> Bool {
    guard place >= 0, place + text.utf8CodeUnitCount <= bytes.count else { return false }
    return (0..<text.utf8CodeUnitCount).allSatisfy { bytes[place + $0] == text.utf8Start[$0] }
  }

  /// Whether the byte is code; counts the brackets of an interpolation.
  private mutating func isCode() -> Bool {
    switch bytes[index] {
    case UInt8(ascii: "\""), UInt8(ascii: "`"): return isUncertain
    case UInt8(ascii: "/"):
      if isUncertain { return true }
      if has("//", at: index) || has("/*", at: index) { return false }
      isUncertain = mayHideStart()
    case UInt8(ascii: "("): change(by: 1)
    case UInt8(ascii: ")"): change(by: -1)
    default: break
    }
    return true
  }

  private mutating func change(by step: Int) {
    guard case .interpolation(let depth)? = open.last else { return }
    if depth + step == 0 { open.removeLast() } else { open[open.count - 1] = .interpolation(depth: depth + step) }
  }

  /// Whether what follows a slash would hide the start of a literal or comment, if the slash began a regular expression.
  private func mayHideStart() -> Bool {
    if index > 0, bytes[index - 1] == UInt8(ascii: "#") { return true }
    var place = index + 1
    while place < bytes.count, bytes[place] != 0x0A {
      if has("\"\"\"", at: place) || has("/*", at: place) { return true }
      place += 1
    }
    return false
  }

  /// Skips what starts at the current byte: a comment, a name in backticks, or the start of a string.
  private mutating func skipStart() {
    switch bytes[index] {
    case UInt8(ascii: "/"):
      if has("//", at: index) { skipLine() } else { skipComment() }
    case UInt8(ascii: "`"):
      index += 1
      while index < bytes.count, bytes[index] != UInt8(ascii: "`"), bytes[index] != 0x0A { index += 1 }
      index += 1
    case UInt8(ascii: "\""):
      var hashes = 0
      while index > hashes, bytes[index - hashes - 1] == UInt8(ascii: "#") { hashes += 1 }
      let isMultiline = has("\"\"\"", at: index)
      open.append(.string(hashes: hashes, isMultiline: isMultiline))
      index += isMultiline ? 3 : 1
    default: break
    }
  }

  private mutating func skipLine() {
    while index < bytes.count, bytes[index] != 0x0A, bytes[index] != 0x0D { index += 1 }
  }

  private mutating func skipComment() {
    var depth = 0
    repeat {
      if has("/*", at: index) {
        depth += 1
        index += 2
      } else if has("*/", at: index) {
        depth -= 1
        index += 2
      } else {
        index += 1
      }
    } while depth > 0 && index < bytes.count
  }

  /// Skips the text of a string up to its end or to an interpolation.
  private mutating func skipString(_ hashes: Int, _ isMultiline: Bool) {
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\\") where hasHashes(hashes, at: index + 1):
        index += 1 + hashes
        guard index < bytes.count else { return }
        if bytes[index] == UInt8(ascii: "(") {
          open.append(.interpolation(depth: 0))
          return
        }
        // A single-line string ends with its line in any case.
        if bytes[index] != 0x0A { index += 1 }
      case UInt8(ascii: "\"") where !isMultiline || has("\"\"\"", at: index):
        let length = isMultiline ? 3 : 1
        index += length
        if hasHashes(hashes, at: index) {
          index += hashes
          open.removeLast()
          return
        }
      case 0x0A where !isMultiline, 0x0D where !isMultiline:
        open.removeLast()
        return
      default: index += 1
      }
    }
  }

  private func hasHashes(_ count: Int, at place: Int) -> Bool {
    place + count <= bytes.count && (0..<count).allSatisfy { bytes[place + $0] == UInt8(ascii: "#") }
  }
}
