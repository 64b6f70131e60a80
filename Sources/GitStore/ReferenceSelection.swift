/// Which references history is read from.
public struct ReferenceSelection: Hashable, Sendable {
  /// Patterns for those that are meant besides branches, tags and remote branches, such as `refs/pull/*`.
  ///
  /// As `git log --glob`: "leading refs/, is automatically prepended if missing. If glob lacks ?, *, or [, /* at the end
  /// is implied", and `*` matches `/` too. <https://git-scm.com/docs/git-log#Documentation/git-log.txt---globglob-pattern>
  public let included: [String]

  /// Branches, tags and remote branches, without those of pull requests.
  public static let standard = ReferenceSelection()

  /// As ``standard``, and what matches a pattern.
  public init(including patterns: [String] = []) {
    included = patterns.map { pattern in
      let full = pattern.hasPrefix("refs/") ? pattern : "refs/" + pattern
      if full.contains(where: { "?*[".contains($0) }) { return full }
      return full.hasSuffix("/") ? full + "*" : full + "/*"
    }
  }
}

extension Reference {
  /// Whether a remote branch is the copy of a pull request: `pull/N/head`, `merge-requests/N/merge`, `pr/N`, as those
  /// who fetch them call them. Anybody can open one, and nobody has agreed to it.
  var isOfPullRequest: Bool {
    let words = name.split(separator: "/").dropFirst(3)
    guard kind == .remoteBranch, let folder = words.first, let number = words.dropFirst().first,
      ["pr", "pull", "pulls", "pull-requests", "merge-requests"].contains(folder),
      number.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return false }
    let last = words.dropFirst(2)
    return last.isEmpty || last.count == 1 && ["head", "merge", "from"].contains(last.first)
  }
}
