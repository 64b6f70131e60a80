/// The references that history is read from.
public struct ReferenceSelection: Hashable, Sendable {
  /// Patterns for references in addition to branches, tags and remote branches, such as `refs/pull/*`.
  ///
  /// The patterns are those of `git log --glob`: "leading refs/, is automatically prepended if missing. If glob lacks
  /// ?, *, or [, /* at the end is implied", and `*` also matches `/`.
  /// <https://git-scm.com/docs/git-log#Documentation/git-log.txt---globglob-pattern>
  public let included: [String]

  /// Branches, tags and remote branches, except those of pull requests.
  public static let standard = ReferenceSelection()

  /// The references of ``standard``, and those that match a pattern.
  public init(including patterns: [String] = []) {
    included = patterns.map { pattern in
      let full = pattern.hasPrefix("refs/") ? pattern : "refs/" + pattern
      if full.contains(where: { "?*[".contains($0) }) { return full }
      return full.hasSuffix("/") ? full + "*" : full + "/*"
    }
  }
}

extension Reference {
  /// Whether a remote branch is a fetched pull request, by its usual names: `pull/N/head`, `merge-requests/N/merge`,
  /// `pr/N`. Anyone can open a pull request, so these branches have not been accepted.
  var isOfPullRequest: Bool {
    guard kind == .remoteBranch else { return false }
    let words = name.split(separator: "/").dropFirst(3)
    guard let folder = words.first, let number = words.dropFirst().first,
      ["pr", "pull", "pulls", "pull-requests", "merge-requests"].contains(folder),
      number.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return false }
    let last = words.dropFirst(2)
    return last.isEmpty || last.count == 1 && ["head", "merge", "from"].contains(last.first)
  }
}
