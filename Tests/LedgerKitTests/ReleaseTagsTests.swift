import GitStore
import LedgerCore
import LedgerEntries
import TestSupport
import Testing

@testable import LedgerKit

@Suite("Release tags")
struct ReleaseTagsTests {
  @Test(
    "a version is the text of a tag after the literal part of the pattern",
    arguments: [
      ("v*", "v1.2.0", "1.2.0"), ("*", "1.2.0", "1.2.0"), ("*", "v1.2.0", "1.2.0"), ("*", "V2", "2"),
      ("v1.*", "v1.2.0", "1.2.0"), ("1.*", "1.2.0", "1.2.0"), ("v[0-9]*", "v10.0-rc.1", "10.0-rc.1"),
      ("release-*", "release-4.1", "4.1"), ("*", "release-4.1", "4.1"), ("release-v*", "release-v4.1", "4.1"),
      ("release-2024-*", "release-2024-01", "2024-01"), ("releases/*", "releases/4.1", "4.1"),
      ("cli/v*", "cli/v1.2.0", "1.2.0"), ("cli/*", "cli/v1.2.0", "1.2.0"), ("app-v*", "app-v1.2.3", "1.2.3"),
      ("app-*", "app-1.2.3", "1.2.3"), ("@scope/pkg@*", "@scope/pkg@1.2.0", "1.2.0"),
      ("@scope/pkg2@1.*", "@scope/pkg2@1.2.0", "1.2.0"), ("v.*", "v.2", "2"), ("py3-v*", "py3-v2.0", "2.0"),
      ("v*", "vendored-2", "vendored-2"), ("*", "app-v1.2.3", "app-v1.2.3"),
    ])
  func versions(glob: String, tag: String, version: String) {
    #expect(ReleaseTags.versionName(of: tag, glob: glob) == version)
  }

  /// Tags by name, with the number of the commit to which each points.
  private func tags(
    _ glob: String, _ commits: [String: Int], others: [String] = [], broken: [String] = []
  ) throws
    -> ReleaseTags
  {
    func id(_ number: Int) throws -> ObjectID {
      try #require(ObjectID(hex: String(repeating: "0", count: 38) + String(number + 10)))
    }
    return try ReleaseTags(
      matching: glob, commits: try commits.mapValues(id), others: others, broken: broken
    ) { Int64($0.hex.suffix(2)) ?? 0 }
  }

  @Test("releases are sorted by version, a prerelease before its release")
  func order() throws {
    let found = try tags("v*", ["v1.10.0": 4, "v1.9.0": 1, "v2.0.0-rc.1": 5, "v2.0.0": 6, "v1.9.0-beta": 0, "w1": 7])
    #expect(found.releases.map(\.version.name) == ["1.9.0-beta", "1.9.0", "1.10.0", "2.0.0-rc.1", "2.0.0"])
    #expect(found.tagCount == 5)
  }

  @Test("two tags of one commit are one release; two tags of two commits are two releases of one version")
  func synonyms() throws {
    let found = try tags("*", ["v1.0": 1, "1.0": 1, "2.0": 2, "v2.0": 3])
    #expect(found.releases.map(\.tags) == [["1.0", "v1.0"], ["2.0"], ["v2.0"]])
    #expect(found.releases.map(\.version.name) == ["1.0", "2.0", "2.0"])
  }

  @Test("tags that are not releases are listed with the reason")
  func rejected() throws {
    let found = try tags(
      "*", ["1.0": 1, "weekly": 2, "cli/v1.0": 3, "1..2": 4], others: ["v3-tree", "x"], broken: ["v4"])
    #expect(found.releases.map(\.tags) == [["1.0"]])
    #expect(
      found.rejected.map { "\($0.tag): \($0.reason)" } == [
        "1..2: '1..2' is not a valid version name: a dot must be between other characters",
        "cli/v1.0: include what precedes the version: --from-tags 'cli/*'",
        "v3-tree: it does not point to a commit",
        "v4: its object does not exist", "weekly: it contains no version number",
        "x: it does not point to a commit",
      ])
  }

  @Test("a moving tag v1 is not a release; 1.14 before 1.14.1 is one")
  func moving() throws {
    let found = try tags("*", ["v1": 5, "v1.0.0": 1, "v1.1.0": 5, "1.14": 6, "1.14.1": 7])
    #expect(found.releases.map(\.tags) == [["v1.0.0"], ["v1.1.0"], ["1.14"], ["1.14.1"]])
    #expect(found.rejected.map(\.tag) == ["v1"])
  }

  @Test("a prerelease does not move, and tags that the pattern does not match are listed")
  func prereleases() throws {
    let found = try tags("v*", ["v1.0.0-beta.rc1": 1, "v1.0.0-beta": 2, "v1.0.0": 3, "0.9": 1, "0.10": 1])
    #expect(found.releases.flatMap(\.tags).sorted() == ["v1.0.0", "v1.0.0-beta", "v1.0.0-beta.rc1"])
    #expect(found.rejected.isEmpty)
    #expect(found.unmatched == ["0.9", "0.10"])
  }

  @Test("a final release after its prereleases with a dot before the word does not move")
  func dottedPrereleases() throws {
    let found = try tags("*", ["2.0.0.beta.1": 1, "2.0.0": 2, "3.10.2.b1": 3, "3.10.2": 4])
    #expect(found.releases.flatMap(\.tags) == ["2.0.0.beta.1", "2.0.0", "3.10.2.b1", "3.10.2"])
    #expect(found.rejected.isEmpty)
  }

  @Test("the hint for a pattern without a match has one that matches")
  func hint() throws {
    for (tags, pattern) in [(["1.0", "1.1"], "'*'"), (["v1", "v2"], "'v*'"), (["cli/v1.0"], "'cli/v*'")] {
      #expect(LedgerError.noTags(glob: "x*", examples: tags).hint == "schemaledger freeze --from-tags \(pattern)")
    }
    #expect(LedgerError.noTags(glob: "x*", examples: []).hint == "git fetch --tags")
  }

  @Test("a pattern without a match lists existing tags, the newest first")
  func none() throws {
    #expect(throws: LedgerError.noTags(glob: "w*", examples: ["v1.10", "v1.9"])) {
      try tags("w*", ["v1.9": 1, "v1.10": 2])
    }
  }

  @Test("annotated, lightweight and nested tags are resolved to their commit; a tag of a tree is not")
  func repository() throws {
    let sandbox = try Sandbox()
    let one = try sandbox.commit("a", "1")
    try sandbox.git("tag", "v1")
    let two = try sandbox.commit("a", "2")
    try sandbox.git("tag", "-a", "-m", "Two", "v2")
    try sandbox.git("tag", "-a", "-m", "Again", "v3", "v2")
    try sandbox.git("tag", "v4", "HEAD^{tree}")
    let found = try ReleaseTags(matching: "v*", in: try sandbox.open())
    #expect(found.releases.map(\.commit) == [one, two, two])
    #expect(found.rejected.map(\.tag) == ["v4"])
  }
}
