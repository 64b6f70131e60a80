internal import SQLiteSyntax

/// How a schema is written down: everything about a text that does not count.
struct Layout {
  private var random: Randomness
  /// The plain layout: upper case, single spaces, no word too many.
  let isPlain: Bool
  /// Whether the letter case of references to aliases, `NEW` and `OLD` is played with as well.
  let flipsLocalNames: Bool

  static let plain = Layout(seed: 0, isPlain: true)

  init(seed: Int, isPlain: Bool = false, flipsLocalNames: Bool = false) {
    random = Randomness(seed: seed &+ 7_919)
    self.isPlain = isPlain
    self.flipsLocalNames = flipsLocalNames
  }

  mutating func chance(_ percent: Int) -> Bool { !isPlain && random.chance(percent) }

  mutating func order<Element>(_ elements: [Element]) -> [Element] { isPlain ? elements : random.shuffled(elements) }

  mutating func pick<Element>(_ elements: [Element]) -> Element { isPlain ? elements[0] : random.pick(elements) }

  mutating func keyword(_ word: String) -> String {
    switch isPlain ? 0 : random.below(4) {
    case 0, 1: word
    case 2: word.lowercased()
    default: flipped(word)
    }
  }

  /// The letters A to Z in any case.
  mutating func flipped(_ text: String) -> String {
    guard !isPlain else { return text }
    var bytes = Array(text.utf8)
    for index in bytes.indices where bytes[index] | 0x20 >= 0x61 && bytes[index] | 0x20 <= 0x7A {
      if random.chance(40) { bytes[index] ^= 0x20 }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static let separators = [
    "\n", "  ", "\t", "\r\n", "\u{0C}", " /* ; */ ", "/**/", " -- '\n", "/* '\" [ -- */", "--;\n", "\n\n",
    "/* * / /* */", " -- CREATE TABLE \"\r\n",
  ]

  /// What stands between two tokens; empty only when `isOptional`.
  /// After an operator a comment keeps its distance: `-` and `--` would be a comment with another beginning.
  mutating func separator(isOptional: Bool, afterOperator: Bool) -> String {
    guard !isPlain else { return isOptional ? "" : " " }
    switch random.below(10) {
    case 0...2: return isOptional ? "" : " "
    case 3...7: return " "
    default: return (afterOperator ? " " : "") + random.pick(Self.separators)
    }
  }

  /// `name` in any style of quotes that permits it.
  mutating func quoted(_ name: String, allowingString: Bool = false) -> String {
    let double = "\"" + Self.doubled(name, "\"") + "\""
    guard !isPlain else { return Self.isBare(name) ? name : double }
    var forms = [double, "`" + Self.doubled(name, "`") + "`"]
    if !name.unicodeScalars.contains("]") { forms.append("[" + name + "]") }
    if Self.isBare(name) { forms += [name, name, name] }
    if allowingString { forms.append("'" + Self.doubled(name, "'") + "'") }
    return random.pick(forms)
  }

  /// Scalar by scalar: a quote and a combining accent behind it are one `Character`.
  static func doubled(_ text: String, _ quote: Unicode.Scalar) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      result.append(scalar)
      if scalar == quote { result.append(scalar) }
    }
    return String(result)
  }

  private static let bareNames = Set(
    (Names.plain + Names.fallbackKeywords
      + ["größe", "日本", "Ünï", "ca\u{301}fe", "q1", "Q2", "q4", "r1", "R2", "r5", "k3", "ck", "Ünk", "new", "old"])
      .map(\.foldedASCII))

  /// Whether `name` needs no quotes, in whatever letter case.
  static func isBare(_ name: String) -> Bool {
    name == "fresh" || bareNames.contains(name.foldedASCII)
  }
}
