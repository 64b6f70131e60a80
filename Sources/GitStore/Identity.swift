/// Who did something, and when: the author or the committer of a commit.
public struct Identity: Hashable, Sendable {
  /// The name, as `user.name`.
  public var name: String
  /// The address, as `user.email`.
  public var email: String
  /// When.
  public var moment: Moment

  /// Seconds since 1970 in UTC.
  public var seconds: Int64 { moment.seconds }
  /// Minutes east of UTC.
  public var offsetMinutes: Int { moment.offsetMinutes }

  /// An identity at a moment.
  public init(name: String, email: String, moment: Moment) {
    self.name = name
    self.email = email
    self.moment = moment
  }

  /// An identity at so many seconds since 1970, on a clock so many minutes east of UTC.
  public init(name: String, email: String, seconds: Int64, offsetMinutes: Int) {
    self.init(name: name, email: email, moment: Moment(seconds: seconds, offsetMinutes: offsetMinutes))
  }
}

/// A time as Git keeps it: an instant and the offset of the clock it was read from.
public struct Moment: Hashable, Sendable {
  /// Seconds since 1970 in UTC.
  public var seconds: Int64
  /// Minutes east of UTC.
  public var offsetMinutes: Int

  /// A moment by its parts.
  public init(seconds: Int64, offsetMinutes: Int) {
    self.seconds = seconds
    self.offsetMinutes = offsetMinutes
  }
}

extension Repository {
  /// Who the author of a new commit is: `GIT_AUTHOR_NAME`, `_EMAIL` and `_DATE`, else `author.name` and
  /// `author.email`, else `user.name` and `user.email` of the configuration.
  ///
  /// Git would go on to guess from the system's user and host names; nothing is guessed here.
  ///
  /// `now` is used when no date is given, and its offset for a date that has none.
  ///
  /// - Throws: ``GitError/noIdentity(_:)``, ``GitError/invalidIdentity(name:email:)``, ``GitError/invalidDate(variable:value:)``.
  public func authorIdentity(environment: Environment, now: Moment) throws(GitError) -> Identity {
    try identity(
      .author, name: environment.authorName, email: environment.authorEmail,
      date: environment.authorDate.map { ("GIT_AUTHOR_DATE", $0) }, now: now)
  }

  /// Who the committer of a new commit is, by the same rules with `committer` for `author`.
  public func committerIdentity(environment: Environment, now: Moment) throws(GitError) -> Identity {
    try identity(
      .committer, name: environment.committerName, email: environment.committerEmail,
      date: environment.committerDate.map { ("GIT_COMMITTER_DATE", $0) }, now: now)
  }

  private func identity(
    _ role: GitError.Role, name: String?, email: String?, date: (variable: String, value: String)?, now: Moment
  ) throws(GitError) -> Identity {
    func value(_ given: String?, _ key: String) throws(GitError) -> String {
      if let given { return given }
      for section in [role.rawValue, "user"] {
        if let found = try string("\(section).\(key)"), !found.isEmpty { return found }
      }
      throw .noIdentity(role)
    }
    let name = try value(name, "name")
    let email = try value(email, "email")
    guard ![name, email].contains(where: { $0.unicodeScalars.contains("\n") }) else {
      throw .invalidIdentity(name: name, email: email)
    }
    var moment = now
    if let date {
      guard let given = Moment(gitDate: date.value, offsetMinutes: now.offsetMinutes) else {
        throw .invalidDate(variable: date.variable, value: date.value)
      }
      moment = given
    }
    let identity = Identity(name: name, email: email, moment: moment)
    // What libgit2 would not take is said before anything is written.
    _ = try identity.signature()
    return identity
  }
}
