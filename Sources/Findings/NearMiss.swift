/// Finds the names that a mistyped one may stand for.
package enum NearMiss {
  /// The most that one message suggests.
  package static let limit = 3

  /// The known names that differ from `text` by a typing error, nearest first; at most three.
  ///
  /// Two letters of a long name may be wrong, and one of a short name. Letter case does not count. A different digit counts
  /// as two wrong letters, because it is usually another name.
  package static func names(of text: String, among known: [String]) -> [String] {
    let typed = Array(text.lowercased())
    guard !typed.isEmpty, typed.count <= 64 else { return [] }
    let near = known.compactMap { name -> (name: String, distance: Int)? in
      let letters = Array(name.lowercased())
      let limit = max(1, min(2, max(letters.count, typed.count) / 3))
      let distance = distance(from: typed, to: letters)
      return name != text && distance <= limit ? (name, distance) : nil
    }
    return Array(near.sorted { $0.distance < $1.distance }.map(\.name).prefix(limit))
  }

  /// The codes of findings that `text` may stand for, which may lack its letters: `412` for `SL412`.
  package static func codes(of text: String, among known: [String]) -> [String] {
    let digits = text.filter(\.isNumber)
    let same = known.filter { $0.filter(\.isNumber) == digits }
    return same.isEmpty ? names(of: text, among: known) : same
  }

  /// `did you mean a, b or c?`; `nil` if there is no suggestion.
  package static func question(_ names: [String]) -> String? {
    guard let last = names.last else { return nil }
    let others = names.dropLast()
    return "did you mean \(others.isEmpty ? "" : others.joined(separator: ", ") + " or ")\(last)?"
  }

  /// What the word may stand for, or else what is possible: `did you mean 'a'?`, `expected a, b, c`.
  package static func advice(for word: String, among known: [String]) -> String {
    question(names(of: word, among: known).map { "'\($0)'" }) ?? "expected \(known.joined(separator: ", "))"
  }

  /// The number of letters that are missing, additional, different or exchanged with the next one: the optimal string
  /// alignment distance. A digit in place of another counts twice.
  private static func distance(from one: [Character], to other: [Character]) -> Int {
    var rows = [Array(0...other.count)]
    for i in one.indices {
      var row = [i + 1]
      for j in other.indices {
        let isOtherDigit = one[i].isNumber && other[j].isNumber
        var best = min(row[j] + 1, rows[i][j + 1] + 1, rows[i][j] + (one[i] == other[j] ? 0 : isOtherDigit ? 2 : 1))
        if i > 0, j > 0, one[i] == other[j - 1], one[i - 1] == other[j] { best = min(best, rows[i - 1][j - 1] + 1) }
        row.append(best)
      }
      rows.append(row)
    }
    return rows[one.count][other.count]
  }
}
