/// Estimates how deeply the parser would recurse: for brackets and `#if`, and without a bracket for prefix operators,
/// generic arguments, the conditional operator, and `else if`. The limits are far above those of a source that a person or
/// a generator writes.
struct NestingScan {
  private struct Bracket {
    let byte: UInt8
    /// The square brackets that are open in the innermost braces, and that may begin a type.
    var lookahead: Int
  }

  private var brackets: [Bracket] = []
  private var prefixes = 0
  private var angles = 0
  private var questions = 0
  private var elses = 0
  private var conditions = 0
  private var last: UInt8 = 0
  private(set) var isTooDeep = false

  private static let limit = 1_000
  private static let elseLimit = 10_000
  private static let angleLimit = 16
  /// For `[`, the parser looks ahead whether a type begins there, which takes time that multiplies with each level. It stops
  /// at a string, so that a dictionary with strings as keys takes no such time.
  private static let lookaheadLimit = 10
  private static let statementWords = [
    "if", "guard", "let", "var", "return", "func", "else", "while", "for", "case", "class", "struct", "enum", "init",
  ].map { Array($0.utf8) }
  private static let words = [
    "try", "await", "some", "any", "inout", "each", "repeat", "is", "as", "let", "var", "case", "unsafe", "consume",
    "copy", "borrowing", "consuming", "sending", "isolated", "throw", "return", "do", "in", "where", "if",
  ].map { Array($0.utf8) }

  init(_ bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer { bytes in
      var scan = CodeScan(bytes)
      while !isTooDeep, let piece = scan.next() {
        count(UnsafeBufferPointer(rebasing: bytes[piece]))
        let isBeforeString = piece.upperBound < bytes.count && bytes[piece.upperBound] == UInt8(ascii: "\"")
        if isBeforeString, bytes[piece].last(where: { !isSpace($0) }) == UInt8(ascii: "["), !brackets.isEmpty {
          brackets[brackets.count - 1].lookahead = 0
        }
      }
    }
  }

  private func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }

  private mutating func count(_ code: UnsafeBufferPointer<UInt8>) {
    var index = 0
    while index < code.count, !isTooDeep {
      let start = index
      while index < code.count, isName(code[index]) { index += 1 }
      if index > start {
        let isDirective = start > 0 && code[start - 1] == UInt8(ascii: "#")
        count(word: UnsafeBufferPointer(rebasing: code[start..<index]), isDirective: isDirective)
      } else {
        count(byte: code[index])
        index += 1
      }
    }
  }

  private mutating func count(word: UnsafeBufferPointer<UInt8>, isDirective: Bool) {
    if Self.statementWords.contains(where: { word.elementsEqual($0) }) { angles = 0 }
    if isDirective {
      if word.elementsEqual("if".utf8) { conditions += 1 }
      if word.elementsEqual("endif".utf8) { conditions = max(0, conditions - 1) }
      isTooDeep = conditions > FileParsing.deepestNesting
    } else if word.elementsEqual("else".utf8) {
      elses += 1
      isTooDeep = elses > Self.elseLimit
    } else if word.count <= 9, Self.words.contains(where: { word.elementsEqual($0) }) {
      prefixes += 1
      isTooDeep = prefixes > Self.limit
    } else {
      prefixes = 0
    }
  }

  private mutating func count(byte: UInt8) {
    switch byte {
    case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "!"), UInt8(ascii: "~"), UInt8(ascii: "&"),
      UInt8(ascii: "."), UInt8(ascii: "^"), UInt8(ascii: "%"), UInt8(ascii: "|"), UInt8(ascii: "\\"):
      prefixes += 1
    case UInt8(ascii: "<"): angles += 1
    case UInt8(ascii: ">"):
      if last != UInt8(ascii: "-") { angles = max(0, angles - 1) }
    case UInt8(ascii: "?"): questions += 1
    case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): open(byte)
    case UInt8(ascii: ")"): close(UInt8(ascii: "("))
    case UInt8(ascii: "]"): close(UInt8(ascii: "["))
    case UInt8(ascii: "}"): close(UInt8(ascii: "{"))
    case UInt8(ascii: ";"): (prefixes, angles, questions) = (0, 0, 0)
    case UInt8(ascii: "/"), UInt8(ascii: "*"), UInt8(ascii: "="): angles = 0
    case UInt8(ascii: "#"), UInt8(ascii: "\n"), UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"),
      UInt8(ascii: "@"):
      break
    default: prefixes = 0
    }
    last = byte
    isTooDeep = isTooDeep || max(prefixes, questions) > Self.limit || angles > Self.angleLimit
  }

  private mutating func open(_ byte: UInt8) {
    prefixes = 0
    var lookahead = 0
    switch byte {
    case UInt8(ascii: "{"): (angles, questions) = (0, 0)
    case UInt8(ascii: "["): lookahead = (brackets.last?.lookahead ?? 0) + 1
    default: lookahead = brackets.last?.lookahead ?? 0
    }
    brackets.append(Bracket(byte: byte, lookahead: lookahead))
    isTooDeep = brackets.count > FileParsing.deepestNesting || lookahead > Self.lookaheadLimit
  }

  /// Closes a bracket and those in it that are not closed; ignores one that was not opened.
  private mutating func close(_ byte: UInt8) {
    prefixes = 0
    if byte == UInt8(ascii: "{") { (angles, questions) = (0, 0) }
    guard let place = brackets.lastIndex(where: { $0.byte == byte }) else { return }
    brackets.removeSubrange(place...)
  }
}
