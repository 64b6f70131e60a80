extension Repository {
  /// The author of a new commit: `GIT_AUTHOR_NAME`, `_EMAIL` and `_DATE`, else `author.name` and `author.email`, else
  /// `user.name` and `user.email` from the configuration.
  ///
  /// Unlike Git, this does not fall back to the system's user and host names.
  ///
  /// `now` is used if no date is given; its offset applies to a date without one.
  ///
  /// - Throws: ``GitError/noIdentity(_:)``, ``GitError/invalidIdentity(name:email:)``,
  ///   ``GitError/invalidDate(variable:value:)``.
  public func authorIdentity(environment: Environment, now: GitTime) throws(GitError) -> Identity {
    try identity(
      .author, name: environment.authorName, email: environment.authorEmail,
      date: environment.authorDate.map { ("GIT_AUTHOR_DATE", $0) }, now: now)
  }

  /// The committer of a new commit. The rules are those of ``authorIdentity(environment:now:)``, with `committer`
  /// instead of `author`.
  public func committerIdentity(environment: Environment, now: GitTime) throws(GitError) -> Identity {
    try identity(
      .committer, name: environment.committerName, email: environment.committerEmail,
      date: environment.committerDate.map { ("GIT_COMMITTER_DATE", $0) }, now: now)
  }

  private func identity(
    _ role: GitError.Role, name: String?, email: String?, date: (variable: String, value: String)?, now: GitTime
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
    var time = now
    if let date {
      guard let given = GitTime(gitDate: date.value, offsetMinutes: now.offsetMinutes) else {
        throw .invalidDate(variable: date.variable, value: date.value)
      }
      time = given
    }
    let identity = Identity(name: name, email: email, time: time)
    // Check now what libgit2 would reject later, before anything is written.
    _ = try identity.signature()
    return identity
  }
}
