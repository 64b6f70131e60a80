/// Splits a `Package.swift` into tokens, without its comments. The compiler's parser would be exact for any Swift; a
/// manifest needs only names, texts and brackets, and what is not a literal is not evaluated either way.
struct ManifestTokens {
  private let bytes: [UInt8]
  private var position = 0
  private var line = 1
  private var tokens: [ManifestToken] = []

  /// The tokens of a file.
  static func split(_ bytes: [UInt8]) throws(PropertyListError) -> [ManifestToken] {
    var reader = ManifestTokens(bytes: bytes)
    while try reader.next() {}
    return reader.tokens
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private func byte(_ offset: Int = 0) -> UInt8? {
    position + offset < bytes.count ? bytes[position + offset] : nil
  }

  private func has(_ text: String) -> Bool { bytes[position...].starts(with: text.utf8) }

  private mutating func next() throws(PropertyListError) -> Bool {
    guard let first = byte() else { return false }
    switch first {
    case UInt8(ascii: "\n"):
      line += 1
      position += 1
    case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): position += 1
    case UInt8(ascii: "/") where has("//"):
      while let byte = byte(), byte != UInt8(ascii: "\n") { position += 1 }
    case UInt8(ascii: "/") where has("/*"): try skipComment()
    case UInt8(ascii: "\""): try readText(hashes: 0)
    case UInt8(ascii: "#"): try readHash()
    case _ where has("<<<<<<<") || has("=======") || has(">>>>>>>"):
      throw PropertyListError(line: line, reason: .mergeMarkers)
    default: readNameOrMark(first)
    }
    return true
  }

  private mutating func skipComment() throws(PropertyListError) {
    let start = line
    var depth = 0
    repeat {
      guard let byte = byte() else { throw PropertyListError(line: start, reason: .cutOff) }
      if byte == UInt8(ascii: "\n") { line += 1 }
      if has("/*") {
        depth += 1
        position += 2
      } else if has("*/") {
        depth -= 1
        position += 2
      } else {
        position += 1
      }
    } while depth > 0
  }

  private mutating func readHash() throws(PropertyListError) {
    var hashes = 0
    while byte(hashes) == UInt8(ascii: "#") { hashes += 1 }
    if byte(hashes) == UInt8(ascii: "\"") {
      position += hashes
      return try readText(hashes: hashes)
    }
    position += hashes
    append(.directive, readName(), line)
  }

  private mutating func readText(hashes: Int) throws(PropertyListError) {
    let start = line
    let quote = has("\"\"\"") ? "\"\"\"" : "\""
    let end = quote + String(repeating: "#", count: hashes)
    var isComputed = quote.utf8.count > 1
    position += quote.utf8.count
    var text: [UInt8] = []
    while let byte = byte() {
      if has(end) {
        position += end.utf8.count
        append(isComputed ? .computedText : .text, String(decoding: text, as: UTF8.self), start)
        return
      }
      if byte == UInt8(ascii: "\n") {
        if !isComputed { break }
        line += 1
      }
      if byte == UInt8(ascii: "\\"), hashes == 0 {
        // Escapes other than these do not occur in names and paths.
        let escaped = self.byte(1)
        isComputed = isComputed || (escaped != UInt8(ascii: "\"") && escaped != UInt8(ascii: "\\"))
        if let escaped { text.append(escaped) }
        position += 2
        continue
      }
      text.append(byte)
      position += 1
    }
    throw PropertyListError(line: start, reason: .cutOff)
  }

  private mutating func readNameOrMark(_ first: UInt8) {
    let start = position
    let name = readName()
    if position > start {
      let isDigit = first >= UInt8(ascii: "0") && first <= UInt8(ascii: "9")
      append(isDigit ? .number : .name, name, line)
    } else {
      position += 1
      append(.mark, String(decoding: [first], as: UTF8.self), line)
    }
  }

  private mutating func readName() -> String {
    let start = position
    while let byte = byte(), Self.isNamePart(byte) { position += 1 }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private mutating func append(_ kind: ManifestToken.Kind, _ text: String, _ line: Int) {
    tokens.append(ManifestToken(kind: kind, text: text, line: line))
  }

  private static func isNamePart(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: byte >= 0x80
    }
  }
}
