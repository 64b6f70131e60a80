/// Splits SQL into tokens by the rules of SQLite's own tokenizer, `sqlite3GetToken`.
///
/// The tokenizer never fails: text that SQLite would reject becomes a token of kind `illegal`.
/// https://www.sqlite.org/draft/tokenreq.html
package struct Tokenizer {
  private let bytes: [UInt8]
  private var position = 0

  init(_ sql: String) {
    bytes = Array(sql.utf8)
  }

  /// All tokens of `sql`.
  package static func tokens(of sql: String) -> [Token] {
    var tokenizer = Tokenizer(sql)
    var tokens: [Token] = []
    while let token = tokenizer.next() { tokens.append(token) }
    return tokens
  }

  mutating func next() -> Token? {
    skipSpaceAndComments()
    guard position < bytes.count else { return nil }
    let start = position
    let byte = bytes[position]
    // Most tokens are words. `x` may begin a blob.
    if byte.isNameStart, byte | 0x20 != 0x78 { return word(from: start) }
    switch byte {
    case UInt8(ascii: "'"): return quoted(from: start, close: byte, kind: .string)
    case UInt8(ascii: "\""): return quoted(from: start, close: byte, kind: .doubleQuoted)
    case UInt8(ascii: "`"): return quoted(from: start, close: byte, kind: .quotedName)
    case UInt8(ascii: "["): return bracketed(from: start)
    case UInt8(ascii: "x"), UInt8(ascii: "X"):
      if peek(1) == UInt8(ascii: "'") { return blob(from: start) }
      return word(from: start)
    case UInt8(ascii: "0")...UInt8(ascii: "9"): return number(from: start)
    case UInt8(ascii: "."):
      if let next = peek(1), next.isDigit { return number(from: start) }
      return punctuation(from: start, length: 1)
    case UInt8(ascii: "?"), UInt8(ascii: ":"), UInt8(ascii: "@"), UInt8(ascii: "$"), UInt8(ascii: "#"):
      return parameter(from: start)
    default:
      return byte.isNameStart ? word(from: start) : operatorToken(from: start)
    }
  }

  private func peek(_ distance: Int) -> UInt8? {
    position + distance < bytes.count ? bytes[position + distance] : nil
  }

  private mutating func skipSpaceAndComments() {
    while position < bytes.count {
      let byte = bytes[position]
      if byte.isSpace {
        // SQLite treats a vertical tab as white space only after other white space.
        skip { $0.isSpace || $0 == 0x0B }
      } else if byte == UInt8(ascii: "-"), peek(1) == UInt8(ascii: "-") {
        while position < bytes.count, bytes[position] != UInt8(ascii: "\n") { position += 1 }
      } else if byte == UInt8(ascii: "/"), peek(1) == UInt8(ascii: "*") {
        // > C-style comments extend from "/*" up to and including the next "*/" or until the end of input
        position += 2
        while position < bytes.count, !(bytes[position] == UInt8(ascii: "*") && peek(1) == UInt8(ascii: "/")) {
          position += 1
        }
        position = min(position + 2, bytes.count)
      } else if byte == 0xEF, peek(1) == 0xBB, peek(2) == 0xBF {
        position += 3
      } else {
        return
      }
    }
  }

  private func token(_ kind: Token.Kind, from start: Int) -> Token {
    Token(kind: kind, text: String(decoding: bytes[start..<position], as: UTF8.self), range: start..<position)
  }

  private mutating func quoted(from start: Int, close: UInt8, kind: Token.Kind) -> Token {
    var content: [UInt8] = []
    position += 1
    while position < bytes.count {
      if bytes[position] == close {
        if peek(1) != close {
          position += 1
          return Token(kind: kind, text: String(decoding: content, as: UTF8.self), range: start..<position)
        }
        position += 1
      }
      content.append(bytes[position])
      position += 1
    }
    return token(.illegal, from: start)
  }

  private mutating func bracketed(from start: Int) -> Token {
    while position < bytes.count, bytes[position] != UInt8(ascii: "]") { position += 1 }
    guard position < bytes.count else { return token(.illegal, from: start) }
    position += 1
    let name = String(decoding: bytes[(start + 1)..<(position - 1)], as: UTF8.self)
    return Token(kind: .quotedName, text: name, range: start..<position)
  }

  private mutating func blob(from start: Int) -> Token {
    position += 2
    while position < bytes.count, bytes[position].isHexDigit { position += 1 }
    let closed = position < bytes.count && bytes[position] == UInt8(ascii: "'")
    let digits = position - start - 2
    if closed { position += 1 }
    return token(closed && digits % 2 == 0 ? .blob : .illegal, from: start)
  }

  private mutating func number(from start: Int) -> Token {
    if bytes[position] == UInt8(ascii: "0"), peek(1) == UInt8(ascii: "x") || peek(1) == UInt8(ascii: "X"),
      peek(2)?.isHexDigit == true
    {
      position += 2
      skip { $0.isHexDigit || $0 == UInt8(ascii: "_") }
    } else {
      skip { $0.isDigit || $0 == UInt8(ascii: "_") }
      if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
        position += 1
        skip { $0.isDigit || $0 == UInt8(ascii: "_") }
      }
      skipExponent()
    }
    guard position < bytes.count, bytes[position].isNamePart else { return token(.number, from: start) }
    skip { $0.isNamePart }
    return token(.illegal, from: start)
  }

  private mutating func skipExponent() {
    guard position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "e") else { return }
    let signed = peek(1) == UInt8(ascii: "+") || peek(1) == UInt8(ascii: "-")
    guard let digit = peek(signed ? 2 : 1), digit.isDigit else { return }
    position += signed ? 2 : 1
    skip { $0.isDigit || $0 == UInt8(ascii: "_") }
  }

  private mutating func skip(while condition: (UInt8) -> Bool) {
    while position < bytes.count, condition(bytes[position]) { position += 1 }
  }

  private mutating func word(from start: Int) -> Token {
    skip { $0.isNamePart }
    return token(.word, from: start)
  }

  private mutating func parameter(from start: Int) -> Token {
    let first = bytes[position]
    position += 1
    if first == UInt8(ascii: "?") {
      skip { $0.isDigit }
    } else {
      skip { $0.isNamePart || $0 == UInt8(ascii: ":") }
      if position - start == 1 { return token(.illegal, from: start) }
    }
    return token(.parameter, from: start)
  }

  private mutating func punctuation(from start: Int, length: Int) -> Token {
    position += length
    return token(.punctuation, from: start)
  }

  private mutating func operatorToken(from start: Int) -> Token {
    if let length = operatorLength { return punctuation(from: start, length: length) }
    position += 1
    return token(.illegal, from: start)
  }

  /// The length of the longest operator or separator at the current position; `nil` if there is none.
  private var operatorLength: Int? {
    let next = peek(1)
    switch Unicode.Scalar(bytes[position]) {
    case "(", ")", ",", ";", "+", "*", "/", "%", "&", "~": return 1
    case "=": return next == UInt8(ascii: "=") ? 2 : 1
    case "<":
      return next == UInt8(ascii: "=") || next == UInt8(ascii: ">") || next == UInt8(ascii: "<") ? 2 : 1
    case ">": return next == UInt8(ascii: "=") || next == UInt8(ascii: ">") ? 2 : 1
    case "|": return next == UInt8(ascii: "|") ? 2 : 1
    case "-":
      guard next == UInt8(ascii: ">") else { return 1 }
      return peek(2) == UInt8(ascii: ">") ? 3 : 2
    case "!": return next == UInt8(ascii: "=") ? 2 : nil
    default: return nil
    }
  }
}

extension UInt8 {
  fileprivate var isSpace: Bool { self == 0x20 || (self >= 0x09 && self <= 0x0D && self != 0x0B) }
  fileprivate var isDigit: Bool { self >= 0x30 && self <= 0x39 }
  fileprivate var isHexDigit: Bool { isDigit || (self | 0x20 >= 0x61 && self | 0x20 <= 0x66) }
  fileprivate var isNameStart: Bool { (self | 0x20 >= 0x61 && self | 0x20 <= 0x7A) || self == 0x5F || self >= 0x80 }
  fileprivate var isNamePart: Bool { isNameStart || isDigit || self == 0x24 }
}
