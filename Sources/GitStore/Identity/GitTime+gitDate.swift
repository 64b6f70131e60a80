internal import CivilCalendar

extension GitTime {
  /// Parses the formats of [Git's DATE FORMATS](https://git-scm.com/docs/git-commit#_date_formats) and the output
  /// format of `git log`:
  ///
  /// * Git internal: `1700000000 +0100`, `@1700000000 +0100`; the offset is optional
  /// * ISO 8601: `2023-11-14T22:13:20+01:00`, `2023-11-14 22:13:20 +0100`, with `Z` or a fraction of a second
  /// * RFC 2822: `Tue, 14 Nov 2023 22:13:20 +0100`
  /// * `git log`: `Tue Nov 14 22:13:20 2023 +0100`
  ///
  /// `offsetMinutes` applies to a date without an offset.
  public init?(gitDate text: String, offsetMinutes: Int) {
    if let time = Self.internalFormat(text, offsetMinutes) {
      self = time
    } else if let time = Self.calendarFormat(text, offsetMinutes) {
      self = time
    } else {
      return nil
    }
  }

  private static func internalFormat(_ text: String, _ offsetMinutes: Int) -> GitTime? {
    let words = text.split(separator: " ")
    guard let first = words.first, words.count <= 2 else { return nil }
    let isMarked = first.hasPrefix("@")
    let digits = isMarked ? first.dropFirst() : first
    // "20231114" could be a day: without the `@`, Git does not read eight digits or fewer as seconds.
    guard digits.allSatisfy(\.isNumber), isMarked || digits.count > 8, let seconds = Int64(digits) else { return nil }
    guard words.count == 2 else {
      return GitTime(seconds: seconds, offsetMinutes: isMarked ? 0 : offsetMinutes)
    }
    guard let offset = offset(words[1]) else { return nil }
    return GitTime(seconds: seconds, offsetMinutes: offset)
  }

  private static func calendarFormat(_ text: String, _ offsetMinutes: Int) -> GitTime? {
    var day: Int?
    var month: Int?
    var year: Int?
    var time: Int?
    var zone = offsetMinutes
    for word in words(text) {
      if let date = isoDate(word) {
        (year, month, day) = date
      } else if let value = clock(word) {
        time = value
      } else if let value = offset(word) {
        zone = value
      } else if let value = months.firstIndex(of: word.prefix(3).lowercased()) {
        month = value + 1
      } else if weekdays.contains(word.prefix(3).lowercased()) {
        continue
      } else if let value = Int(word), word.allSatisfy(\.isNumber) {
        if word.count == 4 { year = value } else if word.count <= 2 { day = value } else { return nil }
      } else {
        return nil
      }
    }
    guard let year, let month, let day, let time, (1...12).contains(month), (1...31).contains(day), year >= 1970
    else { return nil }
    let days = CivilDate.daysSince1970(year: year, month: month, day: day)
    let seconds = days * 86_400 + time - zone * 60
    return seconds < 0 ? nil : GitTime(seconds: Int64(seconds), offsetMinutes: zone)
  }

  /// Splits at spaces and commas, at the `T` of ISO 8601, and before a zone that directly follows the time.
  private static func words(_ text: String) -> [Substring] {
    text.split { $0 == " " || $0 == "," }.flatMap { word -> [Substring] in
      guard word.contains(":"), word.first?.isNumber == true else { return [word] }
      var parts: [Substring] = []
      var rest = word
      if let letter = rest.firstIndex(where: { $0 == "T" || $0 == "t" }) {
        parts.append(rest[..<letter])
        rest = rest[rest.index(after: letter)...]
      }
      let zone = rest.firstIndex { "+-Zz".contains($0) } ?? rest.endIndex
      parts.append(rest[..<zone])
      if zone < rest.endIndex { parts.append(rest[zone...]) }
      return parts
    }
  }

  /// `2023-11-14`, also with `.` or `/`.
  private static func isoDate(_ word: Substring) -> (year: Int, month: Int, day: Int)? {
    let parts = word.split(omittingEmptySubsequences: false) { "-./".contains($0) }
    guard parts.count == 3, parts[0].count == 4, let year = Int(parts[0]), let month = Int(parts[1]),
      let day = Int(parts[2])
    else { return nil }
    return (year, month, day)
  }

  /// The seconds since midnight of `22:13:20`, `22:13` or `22:13:20.5`.
  private static func clock(_ word: Substring) -> Int? {
    let parts = word.split(separator: ":", omittingEmptySubsequences: false)
    guard word.first?.isNumber == true, (2...3).contains(parts.count), let hour = Int(parts[0]),
      let minute = Int(parts[1]),
      let second = parts.count == 3 ? Int(parts[2].prefix { $0 != "." }) : 0,
      (0...24).contains(hour), (0...59).contains(minute), (0...60).contains(second)
    else { return nil }
    return hour * 3600 + minute * 60 + second
  }

  /// The minutes of `+0100`, `+01:00`, `+01`, `Z`, `UTC` or `GMT`.
  private static func offset(_ word: Substring) -> Int? {
    if ["Z", "UTC", "GMT"].contains(word.uppercased()) { return 0 }
    guard let sign = word.first, sign == "+" || sign == "-" else { return nil }
    let digits = word.dropFirst().filter { $0 != ":" }
    guard digits.allSatisfy(\.isNumber), digits.count == 2 || digits.count == 4, let value = Int(digits) else {
      return nil
    }
    let minutes = digits.count == 2 ? value * 60 : value / 100 * 60 + value % 100
    return sign == "-" ? -minutes : minutes
  }

  private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
  private static let weekdays: Set<String> = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
}
