internal import SQLiteSyntax

/// The layout of a written schema: every property of the text that does not affect its meaning.
struct Layout {
  private var random: Randomness
  /// The plain layout: upper case, single spaces, no optional words.
  let isPlain: Bool
  /// Whether the letter case of references to aliases, `NEW` and `OLD` is varied, too.
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

  /// Changes the case of the letters A to Z at random.
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

  /// The text between two tokens. Empty only if `isOptional` is true. After an operator, a comment is separated by a
  /// space: `-` followed by `--` would start the comment one character earlier.
  mutating func separator(isOptional: Bool, afterOperator: Bool) -> String {
    guard !isPlain else { return isOptional ? "" : " " }
    switch random.below(10) {
    case 0...2: return isOptional ? "" : " "
    case 3...7: return " "
    default: return (afterOperator ? " " : "") + random.pick(Self.separators)
    }
  }

  /// `name` in any style of quotes that is possible for it.
  mutating func quoted(_ name: String, allowingString: Bool = false) -> String {
    let double = "\"" + Self.doubled(name, "\"") + "\""
    guard !isPlain else { return Self.isBare(name) ? name : double }
    var forms = [double, "`" + Self.doubled(name, "`") + "`"]
    if !name.unicodeScalars.contains("]") { forms.append("[" + name + "]") }
    if Self.isBare(name) { forms += [name, name, name] }
    if allowingString { forms.append("'" + Self.doubled(name, "'") + "'") }
    return random.pick(forms)
  }

  /// Doubles quotes by scalar, since a quote followed by a combining accent is one `Character`.
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
      .map(\.identifier))

  /// Whether `name` needs no quotes in any letter case.
  static func isBare(_ name: String) -> Bool {
    name == "fresh" || bareNames.contains(name.identifier)
  }
}
