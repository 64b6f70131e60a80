internal import Findings
internal import Foundation
public import GitStore
internal import LedgerCore
public import LedgerEntries

/// The releases whose tags match a pattern.
public struct ReleaseTags: Sendable, Equatable {
  /// A released commit and its tags.
  public struct Release: Sendable, Hashable {
    /// The version in the tags, without their prefix.
    public let version: Version
    /// Short names, sorted.
    public let tags: [String]
    /// The commit to which the tags point, possibly through annotated tags.
    public let commit: ObjectID
  }

  /// A tag that does not name a release.
  public struct Rejected: Sendable, Hashable {
    /// The short name.
    public let tag: String
    /// A clause in English, for example "it is a tag of a tree or a file".
    public let reason: String
  }

  /// Oldest version first. Tags of one commit with the same version are one release.
  public let releases: [Release]
  /// Sorted by name.
  public let rejected: [Rejected]
  /// Tags of commits that the pattern does not match, oldest version first.
  public let unmatched: [String]

  /// The number of tags that the pattern matches.
  public var tagCount: Int { releases.reduce(rejected.count) { $0 + $1.tags.count } }
}

extension ReleaseTags {
  /// Finds the tags whose names match `glob` as in `git tag --list`: `*` also matches slashes.
  ///
  /// - Throws: `LedgerError.noTags`, `GitError`.
  public init(matching glob: String, in repository: Repository) throws {
    let references = try repository.references()
    let commits = references.all.filter { $0.kind == .tag }.map { ($0.shortName, $0.commit) }
    try self.init(
      matching: glob, commits: Dictionary(commits) { first, _ in first },
      others: Self.names(references.others), broken: Self.names(references.broken)
    ) { try repository.commitInfo($0).committer.seconds }
  }

  /// - Parameters:
  ///   - commits: the commits to which tags point, by the tags' short names.
  ///   - others: tags that do not point to a commit.
  ///   - broken: tags whose object is missing.
  ///   - time: returns the time of a commit.
  /// - Throws: `LedgerError.noTags`, and the errors of `time`.
  init(
    matching glob: String, commits: [String: ObjectID], others: [String], broken: [String],
    time: (ObjectID) throws -> Int64
  ) throws {
    var rejected =
      others.filter { Self.matches(glob, $0) }.map { Rejected(tag: $0, reason: "it does not point to a commit") }
      + broken.filter { Self.matches(glob, $0) }.map { Rejected(tag: $0, reason: "its object does not exist") }
    var tags: [Version: [ObjectID: [String]]] = [:]
    for (tag, commit) in commits where Self.matches(glob, tag) {
      do {
        let name = Self.versionName(of: tag, glob: glob)
        guard name.contains(where: \.isNumber) else {
          rejected.append(Rejected(tag: tag, reason: "it contains no version number"))
          continue
        }
        tags[try Version(name), default: [:]][commit, default: []].append(tag)
      } catch {
        rejected.append(Rejected(tag: tag, reason: Self.reason(error, tag: tag)))
      }
    }
    guard !tags.isEmpty || !rejected.isEmpty else {
      throw LedgerError.noTags(glob: glob, examples: Array(commits.keys.sorted { Self.precedes($1, $0) }.prefix(3)))
    }
    let found = tags.flatMap { version, commits in
      commits.map { Release(version: version, tags: $1.sorted(by: Self.precedes), commit: $0) }
    }.sorted { ($0.version, $0.tags[0]) < ($1.version, $1.tags[0]) }
    let moving = try Self.moving(among: found, time: time)
    rejected += moving.flatMap { release, other in
      release.tags.map { Rejected(tag: $0, reason: "it moves from release to release: it is newer than \(other)") }
    }
    releases = found.filter { moving[$0] == nil }
    unmatched = commits.keys.filter { !Self.matches(glob, $0) }.sorted(by: Self.precedes)
    self.rejected = rejected.sorted { $0.tag < $1.tag }
  }

  /// Finds moving tags, such as `v1` beside `v1.0.0` and `v1.1.0`. Such a tag is moved to each new release, so its
  /// commit is later than that of one of them. `1.14`, made before `1.14.1`, is a release, and so are `1.0.0-beta` after
  /// `1.0.0-beta.rc1`, `2.0.0` after `2.0.0.beta.1`, and `4.18` after `4.18.0.0`.
  private static func moving(
    among releases: [Release], time: (ObjectID) throws -> Int64
  ) rethrows -> [Release: String] {
    var moving: [Release: String] = [:]
    for release in releases {
      guard !release.version.isPrerelease else { continue }
      let longer = releases.first {
        $0.version.name.hasPrefix(release.version.name + ".") && release.version < $0.version
          // `4.18` is the release of which `4.18.0.0` was a build.
          && !$0.version.name.dropFirst(release.version.name.count).allSatisfy { ".0".contains($0) }
      }
      if let longer, try time(release.commit) >= time(longer.commit) { moving[release] = longer.tags[0] }
    }
    return moving
  }

  private static func names(_ references: [String]) -> [String] {
    let prefix = "refs/tags/"
    return references.filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
  }

  /// > The pattern is a shell wildcard (i.e., matched using fnmatch(3)).
  /// https://git-scm.com/docs/git-tag#Documentation/git-tag.txt--l
  private static func matches(_ glob: String, _ tag: String) -> Bool { fnmatch(glob, tag, 0) == 0 }

  /// The version in a tag: `1.2.0` for `v1.2.0`, `cli/v1.2.0`, `app-v1.2.0` and `@scope/pkg@1.2.0`, if the glob
  /// includes the prefix.
  static func versionName(of tag: String, glob: String) -> String {
    let literal = glob.prefix { !"*?[\\".contains($0) }
    return Version.bareName(of: String(tag.dropFirst(prefix(of: literal).count)))
  }

  /// The part of a glob's literal text that precedes the version. The glob `v1.*` matches versions that start with
  /// `1.`.
  private static func prefix(of literal: Substring) -> Substring {
    var previous: Character = "/"
    for index in literal.indices {
      let character = literal[index]
      let startsWord = "/@-_".contains(previous)
      if startsWord && character.isNumber { return literal[..<index] }
      let next = literal[literal.index(after: index)...].first
      if startsWord, "vV".contains(character), next.map(\.isNumber) ?? true { return literal[..<index] }
      previous = character
    }
    return literal
  }

  private static func reason(_ error: EntryError, tag: String) -> String {
    guard case .invalidVersion(let name, let reason) = error else { return error.message }
    guard let slash = tag.lastIndex(where: { $0 == "/" || $0 == "@" }), name.contains(tag[slash]) else {
      return "'\(name)' is not a valid version name: \(reason)"
    }
    return "include what precedes the version: --from-tags \("\(tag[...slash])*".shellWord)"
  }

  /// Compares the names as versions, with any text around the number.
  private static func precedes(_ left: String, _ right: String) -> Bool {
    guard let one = try? Version(left), let other = try? Version(right) else { return left < right }
    return one < other
  }
}
