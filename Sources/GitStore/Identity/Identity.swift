/// The author or the committer of a commit: a name, an email address and a time.
public struct Identity: Hashable, Sendable, Codable {
  /// The name, as in `user.name`.
  public var name: String
  /// The email address, as in `user.email`.
  public var email: String
  /// The time of the commit.
  public var time: GitTime

  /// Seconds since 1970 in UTC.
  public var seconds: Int64 { time.seconds }
  /// The UTC offset in minutes; positive east of Greenwich.
  public var offsetMinutes: Int { time.offsetMinutes }

  /// Creates an identity.
  public init(name: String, email: String, time: GitTime) {
    self.name = name
    self.email = email
    self.time = time
  }

  /// Creates an identity from seconds since 1970 in UTC and a UTC offset in minutes.
  public init(name: String, email: String, seconds: Int64, offsetMinutes: Int) {
    self.init(name: name, email: email, time: GitTime(seconds: seconds, offsetMinutes: offsetMinutes))
  }
}
