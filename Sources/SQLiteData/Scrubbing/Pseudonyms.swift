internal import SQLiteSandbox
internal import SQLiteSyntax

/// Pseudonyms for the texts and blobs of one database. A pseudonym has the same shape as its original. Equal values
/// have equal pseudonyms and different values have different ones, so that keys, joins and unique indexes remain valid.
///
/// The pseudonym of a value depends on a key, which is a hash of all values. So the result is the same in each run, and
/// only a person who has all the values can compute the key.
final class Pseudonyms {
  private let key: [UInt8]
  /// The folded texts that are kept in any letter case: literals of the schema.
  private let kept: Set<String>
  /// Runs of four to six letters in the originals. Longer runs do not occur by chance.
  private let words: Set<String>
  // The keys are bytes, because Swift treats canonically equivalent strings as equal and SQLite does not.
  private var texts: [[UInt8]: String] = [:]
  private var usedTexts: Set<[UInt8]>
  private var blobs: [[UInt8]: [UInt8]] = [:]
  private var usedBlobs: Set<[UInt8]> = []

  /// - Parameters:
  ///   - key: the hash of all values.
  ///   - kept: the texts to keep.
  ///   - words: the results of ``words(in:)`` for all texts.
  init(key: [UInt8], keeping kept: Set<String>, avoiding words: Set<String>) {
    self.key = key
    // The literals of JSON, which json_valid() requires.
    self.kept = Set(kept.map(\.lowercasedASCII)).union(["true", "false", "null"])
    usedTexts = Set(self.kept.map { Array($0.utf8) })
    self.words = words
  }

  /// The pseudonym of a text.
  ///
  /// - Throws: `SchemaError` if all texts of the shape are in use, which happens only for short texts.
  func pseudonym(for text: String) throws(SchemaError) -> String {
    if text.isEmpty || kept.contains(text.lowercasedASCII) { return text }
    do {
      if let json = try JSONStrings.replaced(in: text, { try pseudonym(for: $0) }) { return json }
    } catch let error as SchemaError {
      throw error
    } catch {
      throw SchemaError(reason: "\(error)")
    }
    // Collations can ignore letter case and trailing spaces: https://www.sqlite.org/datatype3.html#collating_sequences
    let spaces = text.utf8.reversed().prefix { $0 == 0x20 }.count
    let stem = String(decoding: text.utf8.dropLast(spaces), as: UTF8.self)
    if stem.isEmpty { return text }
    let folded = stem.lowercasedASCII
    let value = Array(folded.utf8)
    let other: String
    if let known = texts[value] {
      other = known
    } else {
      other = try make(for: folded, value)
      texts[value] = other
      usedTexts.insert(Array(other.utf8))
    }
    let cased = zip(stem.unicodeScalars, other.unicodeScalars).map { original, scalar in
      ("A"..."Z").contains(original) ? Unicode.Scalar(scalar.value & ~0x20) ?? scalar : scalar
    }
    return cased.reduce(into: "") { $0.unicodeScalars.append($1) } + String(repeating: " ", count: spaces)
  }

  /// The pseudonym of a blob. A blob that is valid text is treated as text. Any other blob becomes the same number of
  /// pseudo-random bytes.
  ///
  /// - Throws: `SchemaError` if no unused pseudonym was found.
  func pseudonym(for blob: [UInt8]) throws(SchemaError) -> [UInt8] {
    if blob.isEmpty { return blob }
    if let text = String(validating: blob, as: UTF8.self), text.unicodeScalars.allSatisfy(Self.isText) {
      return Array(try pseudonym(for: text).utf8)
    }
    if let known = blobs[blob] { return known }
    for attempt in 0..<10_000 {
      var bytes = KeyedBytes(key: key, value: blob, attempt: attempt)
      let other = blob.map { _ in bytes.next() }
      guard usedBlobs.insert(other).inserted else { continue }
      blobs[blob] = other
      return other
    }
    throw SchemaError(reason: "there is no pseudonym for a blob of \(blob.count) bytes")
  }

  private static func isText(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= 0x20 && scalar.value != 0x7F || [0x09, 0x0A, 0x0D].contains(scalar.value)
  }

  // MARK: Making one

  private func make(for original: String, _ value: [UInt8]) throws(SchemaError) -> String {
    let isNumber = Self.isNumber(original)
    func fits(_ other: String) -> Bool { !usedTexts.contains(Array(other.utf8)) && Self.isNumber(other) == isNumber }
    if let date = DateShape(original.uppercasedASCII) {
      var bytes = KeyedBytes(key: key, value: value, attempt: 0)
      for _ in 0..<64 {
        let other = date.other(&bytes).lowercasedASCII
        if other != original, fits(other) { return other }
      }
      for step in 0..<4_000_000 {
        bytes = KeyedBytes(key: key, value: value, attempt: 1)
        let other = date.other(&bytes, step: step).lowercasedASCII
        if fits(other) { return other }
      }
    }
    let shape = TextShape(of: original)
    // A text without replaceable characters is its own pseudonym.
    guard shape.places.contains(where: { $0.count > 1 }) else { return original }
    for attempt in 0..<64 {
      var bytes = KeyedBytes(key: key, value: value, attempt: attempt)
      let other = pick(shape, &bytes)
      if other != original, fits(other) { return other }
    }
    // A short text has few pseudonyms, so the next unused one is taken.
    var bytes = KeyedBytes(key: key, value: value, attempt: 0)
    var choice = shape.places.map { bytes.next(below: $0.count) }
    for _ in 0..<2_000_000 {
      let other = zip(shape.places, choice).reduce(into: "") { $0.unicodeScalars.append($1.0[$1.1]) }
      if fits(other) { return other }
      for place in choice.indices {
        choice[place] = (choice[place] + 1) % shape.places[place].count
        if choice[place] != 0 { break }
      }
    }
    throw SchemaError(reason: "there is no pseudonym left for a text of \(original.unicodeScalars.count) characters")
  }

  /// Chooses the characters in order, and replaces a letter that would complete a word of the originals.
  private func pick(_ shape: TextShape, _ bytes: inout KeyedBytes) -> String {
    var text = ""
    var run: [Unicode.Scalar] = []
    for choices in shape.places {
      var scalar = choices[bytes.next(below: choices.count)]
      guard ("a"..."z").contains(scalar) else {
        run = []
        text.unicodeScalars.append(scalar)
        continue
      }
      for _ in 0..<choices.count where endsInWord(run + [scalar]) {
        let index = choices.firstIndex(of: scalar) ?? 0
        scalar = choices[(index + 1) % choices.count]
      }
      run = (run + [scalar]).suffix(Self.longestWord)
      text.unicodeScalars.append(scalar)
    }
    return text
  }

  private func endsInWord(_ run: [Unicode.Scalar]) -> Bool {
    guard run.count >= Self.shortestWord else { return false }
    return (Self.shortestWord...Self.longestWord).contains { length in
      length <= run.count
        && words.contains(run.suffix(length).reduce(into: "") { $0.unicodeScalars.append($1) })
    }
  }

  private static let shortestWord = 4
  private static let longestWord = 6

  /// The words of a text that no pseudonym may contain.
  static func words(in text: String) -> Set<String> {
    let runs = text.lowercasedASCII.utf8.split { !(UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
    return Set(
      runs.filter { (shortestWord...longestWord).contains($0.count) }.map { String(decoding: $0, as: UTF8.self) })
  }

  /// Whether a numeric column would convert the text to a number. https://www.sqlite.org/datatype3.html#type_affinity
  private static func isNumber(_ text: String) -> Bool {
    // Most texts have a letter that no number has. A regular expression takes a thousand times as long.
    guard text.utf8.count <= 64, !text.utf8.contains(where: { $0 &- 0x61 < 26 && $0 != 0x65 }) else { return false }
    return text.wholeMatch(of: /\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?\s*/) != nil
  }
}

extension SchemaError {
  /// Creates an error for which SQLite has no message.
  fileprivate init(reason: String) { self = .sqlite(code: 1, message: reason, sql: nil) }
}
