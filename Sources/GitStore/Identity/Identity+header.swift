internal import CLibgit2

extension Identity {
  init(_ signature: git_signature) {
    self.init(
      name: signature.name.map { String(cString: $0) } ?? "",
      email: signature.email.map { String(cString: $0) } ?? "",
      seconds: signature.when.time, offsetMinutes: Int(signature.when.offset))
  }

  /// The value of an `author`, `committer` or `tagger` line: `Name <email> 1700000000 +0130`.
  ///
  /// libgit2 1.5 writes the seconds as 32 bits, so that a date after 2106 would become a wrong one.
  ///
  /// - Throws: ``GitError/invalidIdentity(name:email:)``.
  func headerValue() throws(GitError) -> String {
    // libgit2 removes what a header cannot contain, such as a `<`.
    let signature = try signature()
    let cleaned = withExtendedLifetime(signature) { Identity(signature.signature.pointee) }
    return "\(cleaned.name) <\(cleaned.email)> \(seconds) \(time.offset)"
  }

  /// Reads the value of an `author`, `committer` or `tagger` line. As in `git`, a part that is missing is empty; a commit
  /// without a valid date has ``GitTime/unknown``.
  init(headerValue line: some StringProtocol) {
    let start = line.firstIndex(of: "<") ?? line.endIndex
    let end = line.lastIndex(of: ">") ?? line.endIndex
    let email = start < end ? line[line.index(after: start)..<end] : ""
    let date = end < line.endIndex ? line[line.index(after: end)...] : ""
    self.init(
      name: String(line[..<start]).trimmed, email: String(email).trimmed, time: GitTime(headerValue: date) ?? .unknown)
  }
}

extension GitTime {
  /// Reads `1700000000 +0100`; `nil` if the first word is not a number of 64 bits. As in `git`, a zone that is no number
  /// is UTC. No place has an offset of 24 hours or more, so that one counts as UTC, too.
  init?(headerValue text: some StringProtocol) {
    let words = text.split(separator: " ")
    guard let seconds = words.first.flatMap({ Int64($0) }) else { return nil }
    let zone = words.count > 1 ? Int(words[1]) ?? 0 : 0
    let isPossible = (-2359...2359).contains(zone) && (-59...59).contains(zone % 100)
    self.init(seconds: seconds, offsetMinutes: isPossible ? zone / 100 * 60 + zone % 100 : 0)
  }

  /// The offset in Git's form, such as `+0130`.
  var offset: String {
    let minutes = abs(offsetMinutes)
    let digits = [minutes / 60, minutes % 60].map { ($0 < 10 ? "0" : "") + String($0) }.joined()
    return (offsetMinutes < 0 ? "-" : "+") + digits
  }
}
