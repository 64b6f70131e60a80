import Foundation
import GitStore

enum DateText {
  /// The seconds from the year 1 to the year 9999, which ISO 8601 can write.
  private static let writable: ClosedRange<Int64> = -62_135_596_800...253_402_300_799

  /// Formats a date, such as `2026-01-31`, in the time zone in which Git recorded it. A date that has no such form is
  /// written as by ``iso(_:)``.
  static func day(_ time: GitTime) -> String {
    writable.contains(time.seconds) ? String(iso(time).prefix(10)) : iso(time)
  }

  /// Formats a date and time, such as `2026-01-31T12:00:00+01:00`. A date before the year 1 or after the year 9999 is
  /// written in Git's form, as seconds since 1970: `@253402300800`. A commit may also have no valid date.
  static func iso(_ time: GitTime) -> String {
    if time == .unknown { return "no valid date" }
    guard writable.contains(time.seconds) else { return "@\(time.seconds)" }
    let zone = TimeZone(secondsFromGMT: time.offsetMinutes * 60) ?? .gmt
    let style = Date.ISO8601FormatStyle(timeZoneSeparator: .colon, timeZone: zone)
    return Date(timeIntervalSince1970: Double(time.seconds)).formatted(style)
  }
}
