/// Estimates how deeply the parser would recurse without a bracket, which its own limit counts: for prefix operators,
/// generic arguments, the conditional operator, and `else if`. The estimate is too high for many files and too low for
/// none; the limits are far above those of a source that a person or a generator writes.
struct NestingScan {
  private var prefixes = 0
  private var angles = 0
  private var questions = 0
  private var elses = 0
  private var squares = 0
  private(set) var isTooDeep = false

  private static let limit = 1_000
  private static let elseLimit = 10_000
  /// The parser's lookahead for `[` takes time that multiplies with each level: 20,000 in a row do not end.
  private static let squareLimit = 8
  private static let words = [
    "try", "await", "some", "any", "inout", "each", "repeat", "is", "as", "let", "var", "case", "unsafe", "consume",
    "copy", "borrowing", "consuming", "sending", "isolated", "throw", "return", "do", "in", "where", "if",
  ].map { Array($0.utf8) }

  init(_ bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer { bytes in
      var index = 0
      while index < bytes.count, !isTooDeep {
        let start = index
        while index < bytes.count, isName(bytes[index]) { index += 1 }
        if index > start {
          count(word: UnsafeBufferPointer(rebasing: bytes[start..<index]))
        } else {
          count(byte: bytes[index])
          index += 1
        }
      }
    }
  }

  private mutating func count(word: UnsafeBufferPointer<UInt8>) {
    squares = 0
    if word.elementsEqual("else".utf8) {
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
    case UInt8(ascii: "["):
      prefixes = 0
      squares += 1
    case UInt8(ascii: "<"): angles += 1
    case UInt8(ascii: ">"): angles = max(0, angles - 1)
    case UInt8(ascii: "?"): questions += 1
    case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: ";"):
      (prefixes, angles, questions) = (0, 0, 0)
    case UInt8(ascii: "/"), UInt8(ascii: "*"), UInt8(ascii: "="), UInt8(ascii: "#"), UInt8(ascii: "\n"),
      UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "@"):
      break
    default: (prefixes, squares) = (0, 0)
    }
    isTooDeep = max(prefixes, angles, questions) > Self.limit || squares > Self.squareLimit
  }
}
