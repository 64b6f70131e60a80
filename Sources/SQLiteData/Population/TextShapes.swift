/// Shapes of generated text. Most of them contain the column's name, so that a value shows its origin.
enum TextShapes {
  static func text(
    _ kind: ColumnPurpose.TextKind, _ number: Int, label: String, phase: Int, isDistinct: Bool, seed: UInt64
  ) -> String {
    switch kind {
    case .plain: return plain(number, label, phase, isDistinct)
    case .name: return number % 4 == 0 ? plain(number, label, phase, isDistinct) : "\(label) Ø’\(number)"
    case .email:
      let local =
        number % 6 == 2 ? "\(label).\(number)+tag" : number % 6 == 4 ? "\(label)_Größe\(number)" : "\(label)\(number)"
      return "\(local)@example.org"
    case .url:
      return number % 4 == 2
        ? "https://example.org:8080/\(label)/\(number)?q=a%20b&c='d'#top" : "https://example.org/\(label)/\(number)"
    case .slug: return "\(label)-\(number)".lowercased()
    case .path: return number % 4 == 2 ? "/srv/\(label)/It's größer \(number).txt" : "/srv/\(label)/\(number).txt"
    case .color: return "#" + hexadecimal(Draw.mix(seed &+ UInt64(truncatingIfNeeded: number)), 6)
    case .address:
      return number % 5 == 4
        ? "2001:db8::\(phase):\(hexadecimal(UInt64(truncatingIfNeeded: number), 4))"
        : "10.\(phase % 256).\(number / 256 % 256).\(number % 256)"
    case .phone: return "+49 30 \(5_550_000 + number)\(phase)"
    case .hash:
      let word = Draw.mix(seed ^ UInt64(truncatingIfNeeded: number))
      return [word, Draw.mix(word), Draw.mix(word &+ 1), Draw.mix(word &+ 2)].map { hexadecimal($0, 16) }.joined()
    case .language:
      let languages = ["en", "de", "pt-BR", "zh-Hans", "ja", "es-419", "ar"]
      let isFirst = !isDistinct || number < languages.count
      return languages[(number + phase) % languages.count] + (isFirst ? "" : "-x-\(number / languages.count)")
    }
  }

  /// One of two texts that differ only by case, by a space at the end, or by their Unicode form (é as one character or two);
  /// `nil` for most numbers, and for a kind of text that has one form.
  ///
  /// The first rows have the shapes of ``plain``.
  static func twin(_ kind: ColumnPurpose.TextKind, _ number: Int, label: String, phase: Int) -> String? {
    guard number > 12, number % 13 > 10 else { return nil }
    let first = number / 13 * 13 + 11
    let one =
      switch kind {
      case .plain, .name: "\(label) é \(first)"
      case .email: "\(label)\(first)@example.org"
      case .path: "/srv/\(label)/é \(first).txt"
      case .url: "https://example.org/\(label)/\(first)"
      case .address: "2001:db8::\(phase):\(hexadecimal(UInt64(truncatingIfNeeded: first), 4))"
      case .slug, .color, .phone, .hash, .language: ""
      }
    if one.isEmpty || number == first { return one.isEmpty ? nil : one }
    switch (number / 13 + phase) % 3 {
    case 1 where one.contains("é"): return one.replacing("é", with: "e\u{301}")
    case 2 where kind != .email && kind != .address: return one + " "
    default: return one.uppercased()
    }
  }

  /// Empty and long text, text that looks like another type, quotes, newlines, and multi-byte characters. Each column
  /// starts with a different shape, so that a row contains several.
  private static func plain(_ number: Int, _ label: String, _ phase: Int, _ isDistinct: Bool) -> String {
    switch (number + phase * 3) % 12 {
    case 2: return number < 12 || !isDistinct ? "" : "\(label) \(number)"
    case 3: return "It's \"\(label)\"\n\(number); -- `x`"
    case 4: return "00\(number * 10 + phase % 10)"
    case 5: return "\(label) Größe 数据 🙂 e\u{301} \(number)"
    case 6: return String(repeating: "\(label) \(number) ", count: number < 12 ? 60 : 6)
    case 7: return " \(label) \(number)\t"
    case 8: return "\(number)\(phase).50"
    case 9: return number < 12 || !isDistinct ? "NULL" : "\(label) % _ \\ \(number)"
    default: return "\(label) \(number)"
    }
  }

  /// A text of digits and letters with at most `limit` characters.
  static func short(_ number: Int, limit: Int, phase: Int) -> String {
    let text = String(number, radix: 36)
    let letter = String(UnicodeScalar(UInt8(97 + phase % 26)))
    return String((text.count < limit ? letter + text : text).suffix(max(limit, 0)))
  }

  /// A number whose digits are the characters of `alphabet`.
  static func text(_ number: Int, of alphabet: [Character], atLeast length: Int) -> String {
    var text = ""
    var rest = number
    repeat {
      text.insert(alphabet[rest % alphabet.count], at: text.startIndex)
      rest /= alphabet.count
    } while rest > 0 && alphabet.count > 1
    return String(repeating: alphabet[0], count: max(length - text.count, 0)) + text
  }

  static func hexadecimal(_ value: UInt64, _ count: Int) -> String {
    let text = String(value, radix: 16)
    return String((String(repeating: "0", count: max(count - text.utf8.count, 0)) + text).suffix(count))
  }
}
