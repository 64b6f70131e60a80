/// A reader of property lists in the old form, which Xcode writes: `{ key = value; }`, `( value, )`, texts and
/// comments.
///
/// https://developer.apple.com/library/archive/documentation/Cocoa/Conceptual/PropertyLists/OldStylePlists/OldStylePLists.html
struct OldPropertyList {
  /// A project nests about ten values.
  private static let deepest = 64

  private let bytes: [UInt8]
  private var position = 0
  private var line = 1

  /// Reads the one value of a file.
  static func parse(_ bytes: [UInt8]) throws(PropertyListError) -> PropertyListValue {
    var reader = OldPropertyList(bytes: bytes)
    let value = try reader.value(depth: 0)
    try reader.skipBlanks()
    if let byte = reader.peek { throw reader.unexpected(byte) }
    return value
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func value(depth: Int) throws(PropertyListError) -> PropertyListValue {
    guard depth < Self.deepest else { throw PropertyListError(line: line, reason: .tooDeep) }
    try skipBlanks()
    let start = line
    switch peek {
    case nil: throw cutOff
    case UInt8(ascii: "{"): return try dictionary(from: start, depth: depth)
    case UInt8(ascii: "("): return try array(from: start, depth: depth)
    default: return PropertyListValue(line: start, content: .text(try text()))
    }
  }

  private mutating func dictionary(from start: Int, depth: Int) throws(PropertyListError) -> PropertyListValue {
    position += 1
    var values: [String: PropertyListValue] = [:]
    var repeated: [String] = []
    while true {
      try skipBlanks()
      if take("}") { break }
      let key = try text()
      try expect("=")
      let value = try value(depth: depth + 1)
      try expect(";")
      if values.updateValue(value, forKey: key) != nil { repeated.append(key) }
    }
    return PropertyListValue(line: start, content: .dictionary(values), repeated: repeated)
  }

  private mutating func array(from start: Int, depth: Int) throws(PropertyListError) -> PropertyListValue {
    position += 1
    var values: [PropertyListValue] = []
    while true {
      try skipBlanks()
      if take(")") { break }
      values.append(try value(depth: depth + 1))
      try skipBlanks()
      if take(",") { continue }
      try expect(")")
      break
    }
    return PropertyListValue(line: start, content: .array(values))
  }

  private mutating func text() throws(PropertyListError) -> String {
    guard let first = peek else { throw cutOff }
    if first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") { return try quoted(by: first) }
    let start = position
    while let byte = peek, Self.isPlain(byte) { position += 1 }
    guard position > start else { throw unexpected(first) }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private mutating func quoted(by quote: UInt8) throws(PropertyListError) -> String {
    let start = line
    var result: [UInt8] = []
    position += 1
    while let byte = peek {
      position += 1
      if byte == quote { return String(decoding: result, as: UTF8.self) }
      if byte == UInt8(ascii: "\n") { line += 1 }
      guard byte == UInt8(ascii: "\\"), let escaped = peek else {
        result.append(byte)
        continue
      }
      position += 1
      switch escaped {
      case UInt8(ascii: "n"): result.append(UInt8(ascii: "\n"))
      case UInt8(ascii: "t"): result.append(UInt8(ascii: "\t"))
      case UInt8(ascii: "r"): result.append(UInt8(ascii: "\r"))
      default:
        if escaped == UInt8(ascii: "\n") { line += 1 }
        result.append(escaped)
      }
    }
    throw PropertyListError(line: start, reason: .cutOff)
  }

  private mutating func skipBlanks() throws(PropertyListError) {
    while let byte = peek {
      switch byte {
      case UInt8(ascii: "\n"):
        line += 1
        position += 1
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): position += 1
      case UInt8(ascii: "/") where starts(with: "//"):
        while let next = peek, next != UInt8(ascii: "\n") { position += 1 }
      case UInt8(ascii: "/") where starts(with: "/*"): try skipComment()
      case UInt8(ascii: "<") where starts(with: "<<<<<<<"), UInt8(ascii: ">") where starts(with: ">>>>>>>"),
        UInt8(ascii: "=") where starts(with: "======="):
        throw PropertyListError(line: line, reason: .mergeMarkers)
      default: return
      }
    }
  }

  private mutating func skipComment() throws(PropertyListError) {
    let start = line
    position += 2
    while !starts(with: "*/") {
      guard let byte = peek else { throw PropertyListError(line: start, reason: .cutOff) }
      if byte == UInt8(ascii: "\n") { line += 1 }
      position += 1
    }
    position += 2
  }

  private mutating func expect(_ character: Unicode.Scalar) throws(PropertyListError) {
    try skipBlanks()
    if take(character) { return }
    guard let byte = peek else { throw cutOff }
    throw unexpected(byte)
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard peek == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  private func starts(with text: StaticString) -> Bool {
    guard position + text.utf8CodeUnitCount <= bytes.count else { return false }
    return text.withUTF8Buffer { wanted in
      for offset in 0..<wanted.count where bytes[position + offset] != wanted[offset] { return false }
      return true
    }
  }

  private var cutOff: PropertyListError { PropertyListError(line: line, reason: .cutOff) }

  private func unexpected(_ byte: UInt8) -> PropertyListError {
    PropertyListError(line: line, reason: .unexpected(String(decoding: [byte], as: UTF8.self)))
  }

  /// Characters of texts without quotes; Xcode quotes all others.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), UInt8(ascii: "/"),
      UInt8(ascii: ":"), UInt8(ascii: "."), UInt8(ascii: "-"):
      true
    default: byte >= 0x80
    }
  }
}
