/// Texts of some kinds. Each has the column's name in it, so that a value tells where it comes from.
enum TextShapes {
  static func text(
    _ kind: ColumnPurpose.TextKind, _ number: Int, label: String, phase: Int, seed: UInt64
  ) -> String {
    switch kind {
    case .plain: return plain(number, label, phase)
    case .name: return number % 4 == 0 ? plain(number, label, phase) : "\(label) Ø’\(number)"
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
      return languages[(number + phase) % languages.count]
    }
  }

  /// Empty and long text, text that looks like something else, quotes, newlines, and letters of several bytes. Each
  /// column begins with another, so that the same row has different ones.
  private static func plain(_ number: Int, _ label: String, _ phase: Int) -> String {
    switch (number + phase * 3) % 12 {
    case 2: return number < 12 ? "" : "\(label) \(number)"
    case 3: return "It's \"\(label)\"\n\(number); -- `x`"
    case 4: return "00\(number * 10 + phase % 10)"
    case 5: return "\(label) Größe 数据 🙂 e\u{301} \(number)"
    case 6: return String(repeating: "\(label) \(number) ", count: number < 12 ? 60 : 6)
    case 7: return " \(label) \(number)\t"
    case 8: return "\(number)\(phase).50"
    case 9: return number < 12 ? "NULL" : "\(label) % _ \\ \(number)"
    default: return "\(label) \(number)"
    }
  }

  /// A text of at most so many characters: digits and letters.
  static func short(_ number: Int, limit: Int, phase: Int) -> String {
    let text = String(number, radix: 36)
    let letter = String(UnicodeScalar(UInt8(97 + phase % 26)))
    return String((text.count < limit ? letter + text : text).suffix(max(limit, 0)))
  }

  static func hexadecimal(_ value: UInt64, _ count: Int) -> String {
    let text = String(value, radix: 16)
    return String((String(repeating: "0", count: max(count - text.utf8.count, 0)) + text).suffix(count))
  }
}

/// Moments from 2021 on, in the forms in which applications store them.
enum Moment {
  private static let ends = ["end", "ends", "ended", "until", "expires", "expiry", "due", "last", "to", "finished"]
  private static let middles = ["updated", "modified", "changed", "completed", "deleted", "closed", "archived"]

  /// What ends is later than what begins: the hours by the words of the name.
  static func value(
    _ number: Int, position: Int, name: String, _ form: ColumnPurpose.MomentForm
  ) -> RowValue {
    let words = NameWords(name).words
    let hours = words.contains(where: ends.contains) ? 2000 : words.contains(where: middles.contains) ? 500 : 0
    let days = form == .date ? hours / 24 + position : 0
    let seconds = Int64(1_612_345_678 + number * 86_413 + hours * 3600 + position * 61 + days * 86_400)
    switch form {
    case .seconds: return .integer(seconds)
    case .milliseconds: return .integer(seconds * 1000 + 123)
    case .microseconds: return .integer(seconds * 1_000_000 + 123_456)
    case .date: return .text(date(seconds))
    case .time: return .text(time(seconds))
    case .text(let separator, let suffix): return .text(date(seconds) + separator + time(seconds) + suffix)
    }
  }

  private static func time(_ seconds: Int64) -> String {
    let second = seconds % 86_400
    return two(second / 3600) + ":" + two(second / 60 % 60) + ":" + two(second % 60)
  }

  /// The civil date of a day count. https://howardhinnant.github.io/date_algorithms.html#civil_from_days
  private static func date(_ seconds: Int64) -> String {
    let days = seconds / 86_400 + 719_468
    let era = days / 146_097
    let day = days % 146_097
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365
    let ofYear = day - (365 * year + year / 4 - year / 100)
    let month = (5 * ofYear + 2) / 153
    let civil = month < 10 ? month + 3 : month - 9
    return "\(year + era * 400 + (civil <= 2 ? 1 : 0))-" + two(civil) + "-" + two(ofYear - (153 * month + 2) / 5 + 1)
  }

  private static func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
