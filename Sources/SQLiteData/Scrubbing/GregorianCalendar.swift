/// Days of the Gregorian calendar, also before it was there, as ISO 8601 and SQLite count them.
package enum GregorianCalendar {
  /// Days of a month, from 1 to 12.
  package static func length(ofMonth month: Int, in year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// - Parameters:
  ///   - day: from 0 for the first of January of `year`.
  ///   - year: 1 or later.
  package static func date(ofDay day: Int, since year: Int) -> (year: Int, month: Int, day: Int) {
    // 400 years have 146,097 days.
    var (year, month, rest) = (year + day / 146_097 * 400, 1, day % 146_097)
    while rest >= length(of: year) {
      rest -= length(of: year)
      year += 1
    }
    while rest >= length(ofMonth: month, in: year) {
      rest -= length(ofMonth: month, in: year)
      month += 1
    }
    return (year, month, rest + 1)
  }

  private static func isLeap(_ year: Int) -> Bool {
    year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
  }

  private static func length(of year: Int) -> Int { isLeap(year) ? 366 : 365 }
}
