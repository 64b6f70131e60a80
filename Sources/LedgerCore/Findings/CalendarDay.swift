internal import CivilCalendar
public import GitStore

/// A day of the Gregorian calendar, in UTC, so that it begins at one moment on every machine.
public struct CalendarDay: Sendable, Hashable, Comparable, CustomStringConvertible {
  private let date: CivilDate

  /// Reads `2026-01-31`; nil for anything else, and for a day that no calendar has.
  public init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == [4, 2, 2],
      parts.allSatisfy({ $0.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } })
    else { return nil }
    let numbers = parts.compactMap { Int($0) }
    guard numbers.count == 3, let date = CivilDate(year: numbers[0], month: numbers[1], day: numbers[2]) else {
      return nil
    }
    self.date = date
  }

  /// The day of a time. A time before 1970 counts as 1970-01-01.
  public init(of time: GitTime) {
    date = CivilDate(daysSince1970: Int(max(0, time.seconds) / 86_400))
  }

  /// The number of days from a day to this one; negative if that is later.
  package func days(since other: CalendarDay) -> Int { date.daysSince1970 - other.date.daysSince1970 }

  /// `2026-01-31`.
  public var description: String { date.description }

  /// By the calendar.
  public static func < (left: CalendarDay, right: CalendarDay) -> Bool { left.date < right.date }
}

extension CalendarDay: Codable {
  /// Decodes `2026-01-31`.
  ///
  /// - Throws: `DecodingError`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let day = CalendarDay(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "it is not a day")
    }
    self = day
  }

  /// Encodes `2026-01-31`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
