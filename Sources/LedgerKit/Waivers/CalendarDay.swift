public import GitStore
internal import SQLiteData

/// A day of the Gregorian calendar, in UTC, so that it begins at one moment on every machine.
public struct CalendarDay: Sendable, Hashable, Comparable, CustomStringConvertible {
  private let year: Int
  private let month: Int
  private let day: Int

  /// Reads `2026-01-31`; nil for anything else, and for a day that no calendar has.
  public init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == [4, 2, 2],
      parts.allSatisfy({ $0.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } })
    else { return nil }
    let numbers = parts.compactMap { Int($0) }
    guard numbers.count == 3, (1...12).contains(numbers[1]),
      (1...GregorianCalendar.length(ofMonth: numbers[1], in: numbers[0])).contains(numbers[2])
    else { return nil }
    (year, month, day) = (numbers[0], numbers[1], numbers[2])
  }

  /// The day that a moment is in; of years before 1970 there is none.
  public init(of moment: Moment) {
    (year, month, day) = GregorianCalendar.date(ofDay: Int(max(0, moment.seconds) / 86_400), since: 1970)
  }

  /// `2026-01-31`.
  public var description: String {
    [(year, 4), (month, 2), (day, 2)].map { number, width in
      String(repeating: "0", count: max(0, width - "\(number)".count)) + "\(number)"
    }.joined(separator: "-")
  }

  /// By the calendar.
  public static func < (left: CalendarDay, right: CalendarDay) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }
}
