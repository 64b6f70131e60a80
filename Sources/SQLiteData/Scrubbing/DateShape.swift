internal import CivilCalendar

/// A text that is a date, a time of day or both, as ISO 8601 and SQLite write them: `2024-01-31`, `09:30`,
/// `2024-01-31T09:30:15.25Z`. https://www.sqlite.org/lang_datefunc.html#time_values
struct DateShape {
  private let date: CivilDate?
  private let separator: String
  /// Whether the time has seconds.
  private let hasSeconds: Bool
  private let hasTime: Bool
  private let fraction: Int
  private let zone: String

  /// `nil` for any other text, and for a day that the calendar does not have.
  init?(_ text: String) {
    // A date begins with a digit. Most texts do not, and the expression takes a thousand times as long.
    guard text.utf8.count <= 40, let first = text.utf8.first, first >= 0x30, first <= 0x39 else { return nil }
    let pattern =
      /^(?:(\d{4})-(\d\d)-(\d\d))?(?:([T ]?)([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.(\d{1,9}))?)?( ?Z|[+-]\d\d:?\d\d)?)?$/
    guard let match = try? pattern.wholeMatch(in: text) else { return nil }
    if let year = match.1.flatMap({ Int($0) }), let month = match.2.flatMap({ Int($0) }),
      let day = match.3.flatMap({ Int($0) })
    {
      guard year >= 1, let day = CivilDate(year: year, month: month, day: day) else { return nil }
      date = day
    } else {
      date = nil
    }
    hasTime = match.5 != nil
    hasSeconds = match.7 != nil
    separator = match.4.map(String.init) ?? ""
    fraction = match.8?.count ?? 0
    zone = match.9.map(String.init) ?? ""
    // There must be a separator between a date and a time, and none before a time alone.
    guard !hasTime || (date == nil) == separator.isEmpty else { return nil }
  }

  /// Another date of the same form, in the years from 1970 to 2037.
  func other(_ bytes: inout KeyedBytes) -> String {
    text(daysSince1970: bytes.next(below: Self.recentDays), second: bytes.next(below: 86_400)) { bytes.next(below: 10) }
  }

  /// A date of the same form, `step` days and seconds after a random one (minutes, if the form has no seconds). It is
  /// used when most random dates are taken.
  func other(_ bytes: inout KeyedBytes, step: Int) -> String {
    // After 9999-12-31, the last day that the form can express, follows 0001-01-01.
    let day = (bytes.next(below: Self.recentDays) + step + 1 - Self.firstDay) % (Self.endDay - Self.firstDay)
    let second = (bytes.next(below: 86_400) + step * (hasSeconds ? 1 : 60)) % 86_400
    return text(daysSince1970: Self.firstDay + day, second: second) { bytes.next(below: 10) }
  }

  /// 0001-01-01, in days since 1970-01-01.
  private static let firstDay = CivilDate.daysSince1970(year: 1, month: 1, day: 1)
  /// The day after 9999-12-31, in days since 1970-01-01.
  private static let endDay = CivilDate.daysSince1970(year: 10_000, month: 1, day: 1)
  /// The number of days in the years from 1970 to 2037.
  private static let recentDays = CivilDate.daysSince1970(year: 2038, month: 1, day: 1)

  /// The text of a date and a time.
  ///
  /// - Parameters:
  ///   - days: the number of days since 1970-01-01.
  ///   - second: the second of the day.
  ///   - digit: returns a digit of the fraction.
  private func text(daysSince1970 days: Int, second: Int, digit: () -> Int) -> String {
    var text = ""
    if date != nil { text = CivilDate(daysSince1970: days).description }
    guard hasTime else { return text }
    text += "\(separator)\(padded(second / 3600, 2)):\(padded(second / 60 % 60, 2))"
    if hasSeconds { text += ":" + padded(second % 60, 2) }
    if fraction > 0 { text += "." + (0..<fraction).map { _ in "\(digit())" }.joined() }
    return text + zone
  }

  private func padded(_ number: Int, _ width: Int) -> String {
    let text = "\(number)"
    return String(repeating: "0", count: max(0, width - text.count)) + text
  }
}
