/// Makes an input out of the seeds of a target: by bytes, by words, by whole pieces of other seeds.
struct Mutation {
  private var state: UInt64
  private let words: [String]
  private let seeds: [[UInt8]]

  init(seed: Int, words: [String], seeds: [[UInt8]]) {
    state = UInt64(bitPattern: Int64(seed)) &* 0xD134_2543_DE82_EF95 &+ 0x9E37_79B9_7F4A_7C15
    self.words = words
    self.seeds = seeds
  }

  /// Longer ones are cut: what is slow only for long inputs is looked for by `Towers`.
  static let longest = 8192

  mutating func input() -> [UInt8] {
    var bytes = pick(seeds) ?? []
    let rounds = 1 << below(4)
    for _ in 0..<rounds { mutate(&bytes) }
    return Array(bytes.prefix(Self.longest))
  }

  private mutating func mutate(_ bytes: inout [UInt8]) {
    let place = below(bytes.count + 1)
    let length = min(bytes.count - place, 1 + below(24))
    switch below(13) {
    case 0 where length > 0: bytes[place] ^= UInt8(1 << below(8))
    case 1 where length > 0: bytes[place] = pick(Self.hostile) ?? 0
    case 2: bytes.removeSubrange(place..<(place + length))
    case 3: bytes.insert(contentsOf: Array(bytes[place..<(place + length)]), at: below(bytes.count + 1))
    case 4, 5, 6: bytes.insert(contentsOf: word(), at: place)
    case 7: replaceWord(at: place, in: &bytes)
    case 8: swapWords(in: &bytes)
    case 9:
      let other = pick(seeds) ?? []
      let start = below(other.count + 1)
      bytes.insert(contentsOf: other[start..<min(other.count, start + 1 + below(80))], at: place)
    case 10: bytes.insert(contentsOf: Array(repeating: word(), count: 1 + below(40)).joined(), at: place)
    case 11: wrap(&bytes, place..<(place + length))
    default: bytes.removeSubrange(place...)
    }
  }

  private static let hostile =
    Array("'\"`[](){};,.:-/*+xX0_\n\r\t\u{B}\0$?@#!<>=|&~%\\ ".utf8) + [0x7F, 0x80, 0xEF, 0xFF]

  private mutating func word() -> [UInt8] {
    let word = below(20) == 0 ? pick(Self.numbers) : pick(words)
    let text = Array((word ?? "").utf8)
    return below(2) == 0 ? [0x20] + text + [0x20] : text
  }

  private static let numbers = [
    "0", "-1", "9223372036854775807", "9223372036854775808", "-9223372036854775808", "4294967296", "1e999", "0x", ".5",
    "00000000000000000000000001", "1_000",
  ]

  /// What a word is here: letters and digits together, anything else alone.
  private static func isLetter(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte == 0x5F || (byte >= 0x30 && byte <= 0x39) || (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A)
  }

  private func wordRange(at place: Int, in bytes: [UInt8]) -> Range<Int> {
    guard place < bytes.count, Self.isLetter(bytes[place]) else { return place..<min(place + 1, bytes.count) }
    var (start, end) = (place, place)
    while start > 0, Self.isLetter(bytes[start - 1]) { start -= 1 }
    while end < bytes.count, Self.isLetter(bytes[end]) { end += 1 }
    return start..<end
  }

  private mutating func replaceWord(at place: Int, in bytes: inout [UInt8]) {
    let range = wordRange(at: place, in: bytes)
    bytes.replaceSubrange(range, with: word())
  }

  private mutating func swapWords(in bytes: inout [UInt8]) {
    let one = wordRange(at: below(bytes.count + 1), in: bytes)
    let other = wordRange(at: below(bytes.count + 1), in: bytes)
    guard one.upperBound <= other.lowerBound else { return }
    let (first, second) = (Array(bytes[one]), Array(bytes[other]))
    bytes.replaceSubrange(other, with: first)
    bytes.replaceSubrange(one, with: second)
  }

  private mutating func wrap(_ bytes: inout [UInt8], _ range: Range<Int>) {
    let height = below(8) == 0 ? 1 + below(400) : 1 + below(3)
    guard let (open, close) = pick(Self.brackets) else { return }
    bytes.insert(contentsOf: Array(repeating: Array(close.utf8), count: height).joined(), at: range.upperBound)
    bytes.insert(contentsOf: Array(repeating: Array(open.utf8), count: height).joined(), at: range.lowerBound)
  }

  private static let brackets = [
    ("(", ")"), ("[", "]"), ("{", "}"), ("'", "'"), ("\"", "\""), ("/*", "*/"), ("(SELECT ", ")"),
    ("CASE WHEN ", " END"),
    ("- ", ""), ("NOT ", ""), ("{\"a\":", "}"), ("[{\"a\":", "}]"), ("CAST(", " AS INT)"), ("EXISTS(SELECT ", ")"),
  ]

  // MARK: Choices

  /// splitmix64: the same seed gives the same choices on every machine.
  private mutating func below(_ count: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((value ^ (value >> 31)) % UInt64(max(count, 1)))
  }

  private mutating func pick<Element>(_ elements: [Element]) -> Element? {
    elements.isEmpty ? nil : elements[below(elements.count)]
  }
}
