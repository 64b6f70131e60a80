internal import SQLiteSyntax

/// Generates the values of one column, with difficult shapes that an application could have written.
struct ValueMaker: Sendable {
  let purpose: ColumnPurpose
  /// Whether no two rows may have the same value.
  let isUnique: Bool
  private let column: PopulatedTable.Column
  private let position: Int
  private let label: String
  /// The table's and the column's name, so that paths in two tables differ.
  private let place: String
  private let seed: UInt64
  /// The maximum number of characters of a text, from `VARCHAR(n)` or `length(x) <= n`.
  private let limit: Int

  init(_ column: PopulatedTable.Column, of table: Identifier, position: Int, isUnique: Bool, seed: UInt64) {
    self.column = column
    self.isUnique = isUnique
    self.position = position
    self.seed = seed
    purpose = ColumnPurpose(column)
    func word(_ name: String) -> String {
      String(name.filter { $0.isLetter || $0.isNumber || $0 == "_" }.prefix(24))
    }
    label = word(column.name.text)
    place = "\(word(table.text))/\(label)"
    let declared =
      column.type.contains("CHAR") ? column.type.split(separator: "(").dropFirst().first?.prefix { $0.isNumber } : nil
    limit = min(declared.flatMap { Int($0) } ?? .max, column.facts.maximumLength ?? .max)
  }

  /// The number of different values; `nil` if it is practically unlimited.
  var count: Int? {
    switch purpose {
    case .words(let words): words.count
    case .boolean: 2
    case .count(let range): range.count
    default: nil
    }
  }

  /// The value with a number.
  ///
  /// - Parameters:
  ///   - number: gives a different value for each number, as far as there are enough.
  ///   - isDistinct: whether no two numbers may have the same value.
  func value(_ number: Int, isDistinct: Bool) -> RowValue {
    // Every eleventh value repeats the one before it.
    let isRepeated = !isDistinct && number % 11 == 10 && !purpose.isAlwaysDistinct
    let number = isRepeated ? number - 1 : number
    if !isDistinct, number % 4 == 3, let word = word(number) { return word }
    return adjusted(made(number, isDistinct), number)
  }

  /// A word that statements use, for some of the numbers.
  private func word(_ number: Int) -> RowValue? {
    switch purpose {
    case .text, .integer, .count:
      let words = column.facts.vocabulary.filter {
        $0.isText == (column.affinity == .text) && column.facts.pattern == nil
      }
      return words.isEmpty ? nil : words[number / 4 % words.count]
    default: return nil
    }
  }

  private func made(_ number: Int, _ isDistinct: Bool) -> RowValue {
    switch purpose {
    case .words(let words):
      guard !words.isEmpty else { return .null }
      // Each cycle contains all words, and starts with a different one in each column.
      return words[(number + Draw.below(words.count, seed, number / words.count)) % words.count]
    case .boolean: return .integer(Int64(Draw.below(2, seed, number)))
    case .identifier: return .integer(Int64(number + 1 + (isDistinct ? 0 : position)))
    case .count(let range):
      // The range is what is usual; only a CHECK limits the values.
      if isDistinct { return .integer(range.lowerBound + Int64(number)) }
      return .integer(range.lowerBound + Int64((number * 7 + position * 3) % range.count))
    case .integer: return .integer(integer(number))
    case .real: return .real(real(number))
    case .decimal(let digits, let places): return decimal(number, digits, places)
    case .timestamp(let form): return form.value(number, position: position, name: column.name.text)
    case .json(let isArray): return .text(json(number, isArray))
    case .uuid: return .text(uuid(number))
    case .text(let kind):
      let label = kind == .path ? place : label
      if let twin = TextShapes.twin(kind, number, label: label, phase: position) { return .text(twin) }
      return .text(TextShapes.text(kind, number, label: label, phase: position, isDistinct: isDistinct, seed: seed))
    case .blob(let length): return .blob(blob(number, length))
    case .anything: return anything(number, isDistinct)
    }
  }

  private func anything(_ number: Int, _ isDistinct: Bool) -> RowValue {
    number % 3 == 1
      ? .integer(Int64(number * 11 + position))
      : .text(TextShapes.text(.plain, number, label: label, phase: position, isDistinct: isDistinct, seed: seed))
  }

  /// Values include the neighbours of the limits of 32 bits, but not the limits of 64 bits: applications do not count
  /// so far, and sum() of two such values fails. An integer that a REAL cannot represent exactly shows whether a value
  /// was converted to one.
  private func integer(_ number: Int) -> Int64 {
    let shift = Int64(position)
    let extremes: [Int64] = [
      0, -1 - shift, 2_147_483_648 + shift, 9_007_199_254_740_993 + shift * 2, -2_147_483_649 - shift,
      -9_007_199_254_740_993 - shift * 2, 2_147_483_647 - shift,
    ]
    let place = number - 2 - position % 2
    return extremes.indices.contains(place) ? extremes[place] : Int64(number * 13 + position * 5 + 2)
  }

  private func real(_ number: Int) -> Double {
    let extremes: [Double] = [0, -1.5, 0.1, 1e15, 1e-7, 3]
    let place = number - 2 - position % 5
    return extremes.indices.contains(place)
      ? extremes[place] + Double(position) * 0.5 : Double(number) + 0.25 + Double(position) * 0.125
  }

  private func decimal(_ number: Int, _ digits: Int, _ places: Int) -> RowValue {
    var limit: Int64 = 1
    for _ in 0..<digits { limit *= 10 }
    var unit: Int64 = 1
    for _ in 0..<places { unit *= 10 }
    let number = number == 3 ? limit - 1 - Int64(position) : (Int64(number) * 137 + Int64(position) * 11) % limit
    return number % unit == 0 ? .integer(number / unit) : .real(Double(number) / Double(unit))
  }

  private func json(_ number: Int, _ isArray: Bool) -> String {
    if let shape = column.facts.jsonShape, !shape.isEmpty, shape.members.isEmpty == isArray {
      return shape.text(number, label: label)
    }
    if isArray {
      return number % 5 == 1 ? "[]" : #"["\#(label) \#(number)", "ü\"", \#(number), null]"#
    }
    switch number % 6 {
    case 1: return "{}"
    case 2: return #"{"\#(label)": \#(number), "list": [1, 2.5, "x"], "none": null}"#
    case 3: return #"{"\#(label)": {"text": "Größe 数 \#(number)\nIt's", "on": true}}"#
    default: return #"{"\#(label)": "\#(number)"}"#
    }
  }

  private func uuid(_ number: Int) -> String {
    let high = Draw.mix(seed ^ UInt64(truncatingIfNeeded: number))
    let digits = TextShapes.hexadecimal(high, 16) + TextShapes.hexadecimal(Draw.mix(high), 16)
    let characters = Array(digits)
    func part(_ range: Range<Int>) -> String { String(characters[range]) }
    return "\(part(0..<8))-\(part(8..<12))-4\(part(13..<16))-a\(part(17..<20))-\(part(20..<32))"
  }

  private func blob(_ number: Int, _ length: Int?) -> [UInt8] {
    if length == nil, number == 2 + position % 3 { return [] }
    // A blob of ten bytes or more contains 0, which must not end it, and 0xFF, which is not valid UTF-8.
    let word = Draw.mix(seed ^ UInt64(truncatingIfNeeded: number))
    let bytes = (0..<8).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) } + [0, 0xFF]
    let count = length ?? (number % 8 == 5 ? 300 : 10)
    return (0..<count).map { bytes[$0 % bytes.count] }
  }

  // MARK: Bounds

  private func adjusted(_ value: RowValue, _ number: Int) -> RowValue {
    switch value {
    case .integer(let integer): return .integer(Int64(bounded(Double(integer), number) ?? Double(integer), or: integer))
    case .real(let real): return bounded(real, number).map { .real($0) } ?? value
    case .text(let text):
      if case .words = purpose { return value }
      return .text(adjusted(text, number))
    case .blob, .null: return value
    }
  }

  /// A number between minimum and maximum, both of which occur; `nil` if the given number is between them already.
  private func bounded(_ value: Double, _ number: Int) -> Double? {
    let (low, high) = (column.facts.minimum, column.facts.maximum)
    if low.map({ value >= $0 }) ?? true, high.map({ value <= $0 }) ?? true { return nil }
    switch (low, high) {
    case (let low?, let high?):
      let width = high - low
      if width < 1 { return number % 2 == 0 ? low : high }
      return low + Double(number).truncatingRemainder(dividingBy: (width + 1).rounded(.down))
    case (let low?, nil): return low + Double(number)
    case (nil, let high?): return high - Double(number)
    case (nil, nil): return nil
    }
  }

  private func adjusted(_ text: String, _ number: Int) -> String {
    var text = text
    if let pattern = column.facts.pattern, !pattern.matches(text) { text = pattern.text(number) }
    if column.facts.isLowercase { text = text.lowercased() }
    if column.facts.isUppercase { text = text.uppercased() }
    if let alphabet = column.facts.alphabet, !text.allSatisfy(alphabet.contains) {
      text = TextShapes.text(number, of: alphabet, atLeast: column.facts.minimumLength ?? 1)
    }
    let least = column.facts.minimumLength ?? 0
    if text.unicodeScalars.count > limit { text = TextShapes.short(number, limit: limit, phase: position) }
    if text.unicodeScalars.count < least {
      text = TextShapes.short(number, limit: max(least, 1), phase: position)
      text = String(repeating: "x", count: max(least - text.unicodeScalars.count, 0)) + text
    }
    return text
  }
}

extension Int64 {
  fileprivate init(_ value: Double, or other: Int64) {
    self = value == Double(other) ? other : Int64(exactly: value.rounded()) ?? other
  }
}
