internal import CivilCalendar

/// A date in ISO 8601 with as many digits of a second as are needed to read the same date back, such as
/// `2023-11-14T22:13:20.25Z`. `ISO8601DateFormatter` keeps at most milliseconds.
struct SnapshotDate {
  let text: String

  /// From 1970 to 2001: `Date.timeIntervalBetween1970AndReferenceDate`.
  private static let referenceDate = 978_307_200

  /// - Parameter seconds: since 2001-01-01.
  init(secondsSinceReferenceDate seconds: Double) {
    let whole = seconds.rounded(.down)
    // No calendar reaches further, and such a number has no digits of a second.
    guard let count = Int(exactly: whole), abs(count) < 1 << 52 else {
      text = "\(seconds) s after 2001-01-01"
      return
    }
    let total = count + Self.referenceDate
    let day = total >= 0 ? total / 86_400 : (total - 86_399) / 86_400
    let second = total - day * 86_400
    let time = [second / 3600, second / 60 % 60, second % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
    text = "\(CivilDate(daysSince1970: day))T\(time.joined(separator: ":"))\(Self.fraction(of: seconds, below: whole))Z"
  }

  /// The digits after the second, with the point; empty if there are none.
  ///
  /// Swift's description of a number has the fewest digits that only this number is the nearest to.
  private static func fraction(of seconds: Double, below whole: Double) -> String {
    guard seconds != whole else { return "" }
    let digits = fractionDigits(of: seconds.magnitude)
    guard seconds < 0 else { return "." + String(decoding: digits, as: UTF8.self) }
    // The second before a negative number is further away from zero, so its fraction is what is missing to one.
    var complement = digits.map { UInt8(ascii: "9") - $0 + UInt8(ascii: "0") }
    for position in complement.indices.reversed() {
      guard complement[position] == UInt8(ascii: "9") else {
        complement[position] += 1
        break
      }
      complement[position] = UInt8(ascii: "0")
    }
    return "." + String(decoding: complement, as: UTF8.self)
  }

  /// The decimal digits behind the point of a positive number below 2^52.
  private static func fractionDigits(of number: Double) -> [UInt8] {
    let parts = number.description.split(separator: "e")
    let mantissa = parts[0].split(separator: ".")
    guard parts.count == 2, let exponent = Int(parts[1]) else { return Array(mantissa[1].utf8) }
    // A number below 0.0001, such as 2.5e-05.
    let zeros = Array(repeating: UInt8(ascii: "0"), count: max(0, -exponent - 1))
    let rest = mantissa.count > 1 && mantissa[1] != "0" ? Array(mantissa[1].utf8) : []
    return zeros + Array(mantissa[0].utf8) + rest
  }
}
