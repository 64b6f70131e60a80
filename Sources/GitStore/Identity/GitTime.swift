/// A time as Git records it: an instant, and the UTC offset of the clock.
public struct GitTime: Hashable, Sendable, Codable {
  /// Seconds since 1970 in UTC.
  public var seconds: Int64
  /// The UTC offset in minutes; positive east of Greenwich.
  public var offsetMinutes: Int

  /// The time of a commit whose header contains no valid date: before every other time.
  public static let unknown = GitTime(seconds: .min, offsetMinutes: 0)

  /// Creates a time from its parts.
  public init(seconds: Int64, offsetMinutes: Int) {
    self.seconds = seconds
    self.offsetMinutes = offsetMinutes
  }
}
