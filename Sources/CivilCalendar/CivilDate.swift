/// A day of the Gregorian calendar, which is extended to the time before its introduction as ISO 8601 and SQLite do.
package struct CivilDate: Sendable, Hashable, Comparable, CustomStringConvertible {
  package let year: Int
  /// From 1 to 12.
  package let month: Int
  /// From 1 to the length of the month.
  package let day: Int

  /// `nil` if the calendar has no such day.
  package init?(year: Int, month: Int, day: Int) {
    guard (1...12).contains(month), (1...Self.length(ofMonth: month, in: year)).contains(day) else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// Converts a number of days since 1970-01-01, which is negative for an earlier day.
  /// https://howardhinnant.github.io/date_algorithms.html#civil_from_days
  package init(daysSince1970 days: Int) {
    let shifted = days + 719_468
    // An era of 400 years has 146,097 days. Years start in March, so that the leap day is the last of the year.
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// The number of days since 1970-01-01.
  package var daysSince1970: Int { Self.daysSince1970(year: year, month: month, day: day) }

  /// The number of days from 1970-01-01 to a day. A `day` beyond the end of the month counts on into the next month, as
  /// in Git: 2023-02-31 is 2023-03-03.
  /// https://howardhinnant.github.io/date_algorithms.html#days_from_civil
  ///
  /// - Parameter month: from 1 to 12.
  package static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// The number of days in a month, from 1 to 12.
  package static func length(ofMonth month: Int, in year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private static func isLeap(_ year: Int) -> Bool {
    year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
  }

  /// The day in ISO 8601, such as `2026-01-31`.
  package var description: String {
    [(year, 4), (month, 2), (day, 2)].map { number, width in
      String(repeating: "0", count: max(0, width - "\(number)".count)) + "\(number)"
    }.joined(separator: "-")
  }

  package static func < (left: CivilDate, right: CivilDate) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }
}
