/// Reads the subset of XML 1.0 that Xcode writes: elements, attributes, text, comments, one declaration, and a document
/// type without declarations of its own. It refuses everything else, above all entities, with which a small file can
/// expand to any size or name other files.
///
/// https://www.w3.org/TR/xml/
package struct MarkupReader {
  /// What is read at most.
  package struct Limits: Sendable {
    /// The size of a file in bytes.
    let size: Int
    /// The depth of elements.
    let depth: Int
    /// The number of elements.
    let elements: Int

    /// The largest of 184 models in public repositories has 98,672 bytes; a model has six levels.
    package static let model = Limits(size: 4 << 20, depth: 32, elements: 200_000)
    /// Of a project. A dictionary has an element for each key and one for each value.
    package static let project = Limits(size: 32 << 20, depth: 64, elements: 2_000_000)
  }

  private let limits: Limits
  /// Whether a document type is allowed, as in a property list.
  private let allowsDocumentType: Bool
  private let bytes: [UInt8]
  private var position = 0
  private var line = 1
  private var count = 0

  /// Reads a document.
  package static func read(
    _ bytes: [UInt8], allowsDocumentType: Bool = false, limits: Limits = .model
  ) throws(MarkupError) -> MarkupElement {
    var reader = MarkupReader(limits: limits, allowsDocumentType: allowsDocumentType, bytes: bytes)
    guard bytes.count <= limits.size else {
      throw reader.error(.tooLarge(bytes: bytes.count, limit: limits.size))
    }
    return try reader.document()
  }

  private init(limits: Limits, allowsDocumentType: Bool, bytes: [UInt8]) {
    (self.limits, self.allowsDocumentType, self.bytes) = (limits, allowsDocumentType, bytes)
  }

  // MARK: Document

  private mutating func document() throws(MarkupError) -> MarkupElement {
    if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) { throw error(.encoding("UTF-16")) }
    if bytes.starts(with: Array("bplist".utf8)) { throw error(.binary) }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    try checkEncoding()
    if skip("<?xml") { try declaration() }
    try skipBetween()
    if skip("<!DOCTYPE") { try documentType() }
    try skipBetween()
    let root = try content()
    try skipBetween()
    guard position == bytes.count else { throw error(.syntax(expected: "the end of the file")) }
    return root
  }

  /// Checks that all bytes are UTF-8 without the characters that XML forbids.
  private func checkEncoding() throws(MarkupError) {
    if let control = bytes.firstIndex(where: { $0 < 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }) {
      throw MarkupError(reason: .notUTF8, line: line(at: control), found: "")
    }
    let decoded = String(decoding: bytes, as: UTF8.self).utf8
    guard decoded.count != bytes.count || !decoded.elementsEqual(bytes) else { return }
    let wrong = zip(bytes, decoded).enumerated().first { $0.element.0 != $0.element.1 }?.offset ?? bytes.count
    throw MarkupError(reason: .notUTF8, line: line(at: wrong), found: "")
  }

  private func line(at end: Int) -> Int { 1 + bytes[..<end].count { $0 == 0x0A } }

  private mutating func declaration() throws(MarkupError) {
    let attributes = try attributes(of: "?xml")
    guard skip("?>") else { throw error(.syntax(expected: "?>")) }
    guard let encoding = attributes.first(where: { $0.name == "encoding" })?.value else { return }
    guard ["utf-8", "us-ascii"].contains(encoding.lowercased()) else { throw error(.encoding(encoding)) }
  }

  private mutating func documentType() throws(MarkupError) {
    guard allowsDocumentType else { throw error(.documentType) }
    while let byte = peek(), byte != UInt8(ascii: ">") {
      // Declarations of entities and elements would follow it.
      guard byte != UInt8(ascii: "["), byte != UInt8(ascii: "<") else { throw error(.documentType) }
      advance()
    }
    guard skip(">") else { throw error(.syntax(expected: ">")) }
  }

  /// Skips white space and comments.
  private mutating func skipBetween() throws(MarkupError) {
    repeat { skipSpace() } while try skipComment()
  }

  private mutating func skipComment() throws(MarkupError) -> Bool {
    guard skip("<!--") else { return false }
    while !skip("-->") {
      guard peek() != nil else { throw error(.syntax(expected: "-->")) }
      advance()
    }
    return true
  }

  // MARK: Elements

  /// The root element with its content. The open elements are in a list, so that the depth does not need stack.
  private mutating func content() throws(MarkupError) -> MarkupElement {
    var open: [MarkupElement] = []
    while true {
      if try skipComment() { continue }
      var closed: MarkupElement?
      if skip("</") {
        closed = try endTag(of: open.popLast())
      } else if peek() == UInt8(ascii: "<") {
        let (element, isEmpty) = try startTag()
        if isEmpty { closed = element } else { open.append(element) }
        guard open.count <= limits.depth else { throw error(.tooDeep(limit: limits.depth)) }
      } else {
        guard !open.isEmpty else { throw error(.syntax(expected: "an element")) }
        open[open.count - 1].append(try text(until: UInt8(ascii: "<")))
      }
      guard let closed else { continue }
      guard !open.isEmpty else { return closed }
      open[open.count - 1].append(closed)
    }
  }

  private mutating func startTag() throws(MarkupError) -> (MarkupElement, isEmpty: Bool) {
    let start = line
    advance()
    count += 1
    guard count <= limits.elements else { throw error(.tooManyElements(limit: limits.elements)) }
    let name = try name()
    let element = MarkupElement(name: name, line: start, attributes: try attributes(of: name))
    if skip("/>") { return (element, true) }
    guard skip(">") else { throw error(.syntax(expected: ">")) }
    return (element, false)
  }

  private mutating func endTag(of element: MarkupElement?) throws(MarkupError) -> MarkupElement {
    let name = try name()
    guard let element, element.name == name else {
      throw error(.wrongEnd(found: name, expected: element?.name ?? ""))
    }
    skipSpace()
    guard skip(">") else { throw error(.syntax(expected: ">")) }
    return element
  }

  private mutating func attributes(of element: String) throws(MarkupError) -> [MarkupElement.Attribute] {
    var attributes: [MarkupElement.Attribute] = []
    while true {
      let before = position
      skipSpace()
      guard let byte = peek(), !Self.endsTag(byte) else { return attributes }
      guard position > before else { throw error(.syntax(expected: "white space")) }
      let (name, start) = (try name(), line)
      skipSpace()
      guard skip("=") else { throw error(.syntax(expected: "=")) }
      skipSpace()
      guard let quote = peek(), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
        throw error(.syntax(expected: "a quotation mark"))
      }
      advance()
      let value = try text(until: quote)
      advance()
      // Xcode writes fewer than 25 attributes, so the search does not take long.
      guard attributes.count < 100, !attributes.contains(where: { $0.name == name }) else {
        throw error(.attributeTwice(name))
      }
      attributes.append(MarkupElement.Attribute(name: name, value: value, line: start))
    }
  }

  private static func endsTag(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?")
  }

  private mutating func name() throws(MarkupError) -> String {
    let start = position
    while let byte = peek(), byte >= 0x80 || Self.isNameByte(byte) { advance() }
    guard position > start, bytes[start] >= 0x80 || !Self.isDigit(bytes[start]) else {
      throw error(.syntax(expected: "a name"))
    }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || isDigit(byte)
      || [UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: ":")].contains(byte)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  // MARK: Text

  /// The text up to a byte, which is not consumed, with its references replaced.
  private mutating func text(until end: UInt8) throws(MarkupError) -> String {
    var content: [UInt8] = []
    while let byte = peek(), byte != end {
      guard byte != UInt8(ascii: "<") else { throw error(.syntax(expected: "&lt;")) }
      if byte == UInt8(ascii: "&") {
        content += try reference()
      } else if byte < 0x20, end != UInt8(ascii: "<") {
        // White space in an attribute: https://www.w3.org/TR/xml/#AVNormalize
        content.append(0x20)
        advance()
      } else {
        content.append(byte)
        advance()
      }
    }
    guard peek() != nil else { throw error(.syntax(expected: String(decoding: [end], as: UTF8.self))) }
    return String(decoding: content, as: UTF8.self)
  }

  /// The predefined entities: https://www.w3.org/TR/xml/#sec-predefined-ent
  private static let entities: [String: String] = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"]
  /// The maximum length of a reference in bytes, such as `#x10FFFF`.
  private static let longestReference = 10

  private mutating func reference() throws(MarkupError) -> String.UTF8View {
    advance()
    let rest = bytes[position...].prefix(Self.longestReference + 1)
    guard let end = rest.firstIndex(of: UInt8(ascii: ";")) else { throw error(.syntax(expected: "&amp;")) }
    let name = String(decoding: bytes[position..<end], as: UTF8.self)
    guard let text = Self.entities[name] ?? Self.character(name) else { throw error(.entity(name)) }
    position = end + 1
    return text.utf8
  }

  /// The character of a numeric reference, such as `#10` or `#xA`; `nil` if it is none, or one that XML forbids.
  private static func character(_ name: String) -> String? {
    guard name.hasPrefix("#") else { return nil }
    let digits = name.dropFirst().hasPrefix("x") ? name.dropFirst(2) : name.dropFirst()
    guard digits.allSatisfy(\.isHexDigit), let number = UInt32(digits, radix: name.hasPrefix("#x") ? 16 : 10),
      number >= 0x20 || [0x9, 0xA, 0xD].contains(number), let scalar = Unicode.Scalar(number)
    else { return nil }
    return String(Character(scalar))
  }

  // MARK: Bytes

  private func peek() -> UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func advance() {
    if position < bytes.count, bytes[position] == 0x0A { line += 1 }
    position += 1
  }

  private mutating func skip(_ text: StaticString) -> Bool {
    let wanted = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    guard bytes.count - position >= wanted.count, bytes[position..<position + wanted.count].elementsEqual(wanted)
    else { return false }
    position += wanted.count
    return true
  }

  private mutating func skipSpace() {
    while let byte = peek(), byte <= 0x20 { advance() }
  }

  private func error(_ reason: DocumentFault) -> MarkupError {
    let found = bytes.dropFirst(position).prefix(4)
    return MarkupError(
      reason: reason, line: line, found: String(String(decoding: found, as: UTF8.self).prefix(1)))
  }
}
