/// Compares names of entities and properties by their words.
enum SimilarNames {
  /// Whether two different names probably mean the same thing.
  ///
  /// * They differ in case or in punctuation: `userId`, `user_ID`.
  /// * One has all words of the other in their order, and more: `status`, `statusKey`. The words in common have at least
  ///   three letters, so that `id` is not similar to `orderID`.
  /// * One word differs, by one letter or in number: `product`, `products`. It has at least four letters, so that
  ///   `minCount` is not similar to `maxCount`.
  ///
  /// Names with different numbers are not similar: `line1`, `line2`.
  static func areSimilar(_ one: String, _ other: String) -> Bool {
    let (first, second) = (words(one), words(other))
    guard digits(one) == digits(other) else { return false }
    if first.joined() == second.joined() { return true }
    if first.count == second.count {
      let different = zip(first, second).filter { $0 != $1 }
      return different.count == 1 && different.allSatisfy { areForms($0, $1) }
    }
    let (fewer, more) = first.count < second.count ? (first, second) : (second, first)
    return fewer.joined().count >= 3 && isContained(fewer, in: more)
  }

  /// Whether only one of two similar names has a word for a form of the value: an `actionsJSON` and an `actions` of the same
  /// type have different contents.
  static func haveDifferentForms(_ one: String, _ other: String) -> Bool {
    !Set(words(one)).symmetricDifference(words(other)).isDisjoint(with: forms)
  }

  /// Words for a form in which a value is kept, or for something that is derived from it.
  private static let forms: Set<String> = [
    "base64", "count", "data", "encoded", "hash", "index", "json", "raw", "serialized", "string", "text",
  ]

  /// The words of a name in camel case or with underscores, in lower case.
  static func words(_ name: String) -> [String] {
    var words: [String] = []
    var word = ""
    let letters = Array(name)
    for (index, letter) in letters.enumerated() {
      let isSeparator = !letter.isLetter && !letter.isNumber
      let follows = index > 0 && !letters[index - 1].isUppercase
      let begins = index > 0 && index + 1 < letters.count && letters[index + 1].isLowercase
      if isSeparator || letter.isUppercase && (follows || begins) {
        if !word.isEmpty { words.append(word) }
        word = ""
      }
      if !isSeparator { word += letter.lowercased() }
    }
    return word.isEmpty ? words : words + [word]
  }

  private static func digits(_ name: String) -> String { name.filter(\.isNumber) }

  private static func isContained(_ fewer: [String], in more: [String]) -> Bool {
    var rest = fewer[...]
    for word in more where word == rest.first { rest = rest.dropFirst() }
    return rest.isEmpty
  }

  /// Whether two words are the singular and the plural of one, or differ in one letter.
  private static func areForms(_ one: String, _ other: String) -> Bool {
    let (short, long) = one.count < other.count ? (one, other) : (other, one)
    if short.hasSuffix("y"), long == short.dropLast() + "ies" { return true }
    if long == short + "es" { return true }
    return short.count >= 4 && differInOneLetter(Array(short), Array(long))
  }

  /// Whether one letter is different or missing, or two neighbours are exchanged.
  private static func differInOneLetter(_ short: [Character], _ long: [Character]) -> Bool {
    let start = zip(short, long).prefix { $0 == $1 }.count
    let (tail, longTail) = (short[start...], long[start...])
    if short.count + 1 == long.count { return Array(tail) == Array(longTail.dropFirst()) }
    guard short.count == long.count, tail.count > 0 else { return false }
    if Array(tail.dropFirst()) == Array(longTail.dropFirst()) { return true }
    return tail.count > 1 && Array(tail.prefix(2).reversed()) == Array(longTail.prefix(2))
      && Array(tail.dropFirst(2)) == Array(longTail.dropFirst(2))
  }
}
