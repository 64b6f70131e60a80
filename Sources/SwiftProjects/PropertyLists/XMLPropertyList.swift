/// A reader of property lists in XML. Entities are the five of XML and character references; a file cannot define more.
struct XMLPropertyList {
  private static let deepest = 64

  private let bytes: [UInt8]
  private var position = 0
  private var line = 1

  /// Reads the one value of a file.
  static func parse(_ bytes: [UInt8]) throws(PropertyListError) -> PropertyListValue {
    var reader = XMLPropertyList(bytes: bytes)
    var tag = try reader.tag()
    if tag == "plist" { tag = try reader.tag() }
    return try reader.value(tag, depth: 0)
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private mutating func value(_ tag: String, depth: Int) throws(PropertyListError) -> PropertyListValue {
    guard depth < Self.deepest else { throw PropertyListError(line: line, reason: .tooDeep) }
    let start = line
    switch tag {
    case "dict": return try dictionary(from: start, depth: depth)
    case "array": return try array(from: start, depth: depth)
    case "dict/": return PropertyListValue(line: start, content: .dictionary([:]))
    case "array/": return PropertyListValue(line: start, content: .array([]))
    case "true/": return PropertyListValue(line: start, content: .text("YES"))
    case "false/": return PropertyListValue(line: start, content: .text("NO"))
    case "string/": return PropertyListValue(line: start, content: .text(""))
    case "string", "integer", "real", "date", "data":
      return PropertyListValue(line: start, content: .text(try text(endingWith: tag)))
    default: throw PropertyListError(line: start, reason: .unexpected("<\(tag)>"))
    }
  }

  private mutating func dictionary(from start: Int, depth: Int) throws(PropertyListError) -> PropertyListValue {
    var values: [String: PropertyListValue] = [:]
    var repeated: [String] = []
    while true {
      let next = try tag()
      if next == "/dict" { break }
      guard next == "key" else { throw PropertyListError(line: line, reason: .unexpected("<\(next)>")) }
      let key = try text(endingWith: "key")
      let tag = try tag()
      if values.updateValue(try value(tag, depth: depth + 1), forKey: key) != nil { repeated.append(key) }
    }
    return PropertyListValue(line: start, content: .dictionary(values), repeated: repeated)
  }

  private mutating func array(from start: Int, depth: Int) throws(PropertyListError) -> PropertyListValue {
    var values: [PropertyListValue] = []
    while true {
      let next = try tag()
      if next == "/array" { break }
      values.append(try value(next, depth: depth + 1))
    }
    return PropertyListValue(line: start, content: .array(values))
  }

  /// The next tag without its attributes: `dict`, `/dict` or `dict/`. Comments, declarations and blanks are skipped.
  private mutating func tag() throws(PropertyListError) -> String {
    while position < bytes.count {
      let byte = bytes[position]
      if byte == UInt8(ascii: "\n") { line += 1 }
      if byte == UInt8(ascii: "<") {
        if bytes[position...].starts(with: "<<<<<<<".utf8) {
          throw PropertyListError(line: line, reason: .mergeMarkers)
        }
        let isComment = bytes[position...].starts(with: "<!--".utf8)
        let content = try skip(to: isComment ? "-->" : ">")
        if !isComment, content.first != UInt8(ascii: "?"), content.first != UInt8(ascii: "!") {
          return Self.name(of: content)
        }
        continue
      }
      guard [UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t")].contains(byte) else {
        let isMarker = byte == UInt8(ascii: "=") || byte == UInt8(ascii: ">")
        throw PropertyListError(
          line: line, reason: isMarker ? .mergeMarkers : .unexpected(String(decoding: [byte], as: UTF8.self)))
      }
      position += 1
    }
    throw PropertyListError(line: line, reason: .cutOff)
  }

  private static func name(of content: ArraySlice<UInt8>) -> String {
    let name = content.prefix { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\t") }
    let text = String(decoding: name, as: UTF8.self)
    return content.last == UInt8(ascii: "/") && !text.hasSuffix("/") ? text + "/" : text
  }

  /// The bytes after the `<` at the position, up to the mark, which is skipped too.
  private mutating func skip(to mark: String) throws(PropertyListError) -> ArraySlice<UInt8> {
    let start = position + 1
    let startLine = line
    let mark = Array(mark.utf8)
    while position < bytes.count {
      if bytes[position] == mark[0], bytes[position...].starts(with: mark) {
        defer { position += mark.count }
        return bytes[start..<position]
      }
      if bytes[position] == UInt8(ascii: "\n") { line += 1 }
      position += 1
    }
    throw PropertyListError(line: startLine, reason: .cutOff)
  }

  private mutating func text(endingWith tag: String) throws(PropertyListError) -> String {
    let start = position
    while position < bytes.count, bytes[position] != UInt8(ascii: "<") {
      if bytes[position] == UInt8(ascii: "\n") { line += 1 }
      position += 1
    }
    let raw = bytes[start..<position]
    let end = try self.tag()
    guard end == "/" + tag else { throw PropertyListError(line: line, reason: .unexpected("<\(end)>")) }
    return XMLText.decoded(raw)
  }
}
