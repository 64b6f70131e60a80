import Findings
import Foundation
import GitStore
import LedgerCore
import LedgerEntries
import LedgerTestSupport
import TestSupport
import Testing

@testable import LedgerKit

@Suite("History review")
struct HistoryReviewTests {
  private let sandbox: Sandbox
  private let one: EntryDraft
  private let two: EntryDraft
  private let folder = "SchemaLedger/Fixtures/1.0.0"

  /// Creates a repository with 1.0.0 and 2.0.0 frozen and committed.
  init() throws {
    one = try draft("1.0.0", users)
    two = try draft("2.0.0", usersAndNotes, parents: [one.entry.id])
    sandbox = try Sandbox()
    try sandbox.freeze(one, over: usersAndNotes)
    try sandbox.freeze(two)
  }

  private func review(in place: String? = nil) throws -> HistoryReview {
    let repository = try sandbox.open(place)
    let present = try repository.snapshot(.workTree)
    return try HistoryReview(
      LedgerHistory(of: "SchemaLedger", in: repository), in: repository, ledger: "SchemaLedger",
      current: try Ledger(at: "SchemaLedger", in: present).fixtures(in: present))
  }

  /// Creates a different, valid entry of 1.0.0.
  private func other(_ column: String = "other") throws -> EntryDraft {
    try draft("1.0.0", ["db/1.sql": "CREATE TABLE users (\(column));\n"])
  }

  private func tell(_ findings: [Finding]) throws -> [String] {
    findings.map { finding in
      ([finding.brief] + finding.commits.map { "\($0.role): \($0.info.summary)" }).joined(separator: ", ")
    }
  }

  @Test("a version that only an excluded branch has otherwise is no collision, unless a tag keeps it")
  func excludedBranch() throws {
    try sandbox.git("checkout", "--quiet", "--orphan", "old/topic")
    try sandbox.freeze(other())
    try sandbox.git("checkout", "--quiet", "main")
    let repository = try sandbox.open()
    let present = try repository.snapshot(.workTree)
    func review(_ yaml: String) throws -> (codes: [String], branches: [String]) {
      let configuration = try Configuration(yaml: "source: {kind: schema, path: s.sql}\nother-branches: \(yaml)\n")
      let filter = BranchFilter(exclusion: configuration.databases[0].branchExclusion, today: nil)
      let excluded = ExcludedCommits(filter, .standard, in: repository)
      let review = try HistoryReview(
        LedgerHistory(of: "SchemaLedger", in: repository), in: repository, ledger: "SchemaLedger",
        current: try Ledger(at: "SchemaLedger", in: present).fixtures(in: present), excluding: excluded)
      return (review.findings.map(\.code.rawValue), excluded.branches)
    }
    #expect(try review("true").codes == ["SL105"])
    #expect(try review("{exclude: new}").codes == ["SL105"])
    let (codes, branches) = try review("{exclude: old}")
    #expect(codes == [])
    #expect(branches == ["old/topic"])
    try sandbox.git("tag", "kept", "old/topic")
    #expect(try review("{exclude: old}").codes == ["SL105"])
  }

  @Test("a complete history has no findings, and every entry is read")
  func whole() throws {
    let review = try review()
    #expect(review.findings.isEmpty)
    #expect(review.fixtures.map(\.id) == [one.entry.id, two.entry.id])
    #expect(review.fixtures.map(\.folder) == [folder, "SchemaLedger/Fixtures/2.0.0"])
    #expect(review.fixtures[0].database == one.files["App.sqlite"])
  }

  @Test("a rewritten entry is reported with both commits, their authors, the files and the schema")
  func rewritten() throws {
    try sandbox.write(files([other()]))
    try sandbox.git("add", "--all")
    try sandbox.git(["commit", "--quiet", "-m", "Sloppy"], environment: ["GIT_AUTHOR_NAME": "Mallory"])
    let review = try review()
    #expect(
      try tell(review.findings) == [
        // 2.0.0 names the original entry as its parent, which history still contains.
        "SL101 error 1.0.0, committed: Freeze 1.0.0, rewrote: Sloppy"
      ])
    let finding = try #require(review.findings.first)
    #expect(finding.commits.map(\.info.author.name) == ["Ada", "Mallory"])
    #expect(
      finding.message
        == "1.0.0 was rewritten after it was frozen: App.sqlite, entry.json, schema.json, schema.sha256, schema.sql changed; the schema is different"
    )
    #expect(finding.changes.isEmpty == false)
    #expect(review.fixtures.count == 3)
  }

  @Test("an entry that was restored is reported without an error")
  func putBack() throws {
    try sandbox.freeze(try other())
    try sandbox.freeze(try other("third"))
    try sandbox.freeze(one)
    #expect(
      try tell(review().findings) == [
        "SL101 warning 1.0.0, committed: Freeze 1.0.0, rewrote: Freeze 1.0.0",
        "SL101 warning 1.0.0, committed: Freeze 1.0.0, rewrote: Freeze 1.0.0",
      ])
  }

  @Test("a fixture that was rewritten without entry.json is an error")
  func fixtureOnly() throws {
    var content = files([one])
    content[folder + "/App.sqlite"] = two.files["App.sqlite"]
    try sandbox.write(content)
    try sandbox.commitAll("Sneak")
    let findings = try review().findings
    #expect(try tell(findings) == ["SL101 error 1.0.0, committed: Freeze 1.0.0, rewrote: Sneak"])
    #expect(
      findings.first?.message == "1.0.0 was rewritten after it was frozen: App.sqlite changed; the schema is different")
  }

  @Test("a rewrite that leaves no readable entry names the files that it changed")
  func unreadableRewrite() throws {
    try sandbox.write([folder + "/entry.json": Array("broken".utf8)])
    try sandbox.commitAll("Break")
    let findings = try review().findings
    #expect(findings.map(\.brief) == ["SL103 error 1.0.0 \(folder)", "SL101 error 1.0.0"])
    #expect(findings.last?.message == "1.0.0 was rewritten after it was frozen: entry.json changed")
    try sandbox.write([folder + "/entry.json": Array("broken again".utf8)])
    try sandbox.commitAll("Break again")
    #expect(try review().findings.last?.message == "1.0.0 was rewritten, and neither content can be read")
  }

  @Test("a deleted entry is reported, also if it was restored")
  func deleted() throws {
    try sandbox.git("rm", "-r", "--quiet", folder)
    try sandbox.commitAll("Tidy up")
    let findings = try review().findings
    #expect(try tell(findings) == ["SL102 error 1.0.0, committed: Freeze 1.0.0, deleted: Tidy up"])
    let frozen = try #require(findings.first?.commits.first)
    #expect(findings.first?.help?.text == "restore it: git checkout \(frozen.info.id.short) -- \(folder)")
    #expect(findings.first?.entry == one.entry.id)
    try sandbox.freeze(one)
    #expect(try tell(review().findings) == ["SL102 warning 1.0.0, committed: Freeze 1.0.0, deleted: Tidy up"])
  }

  @Test("one version that was frozen with two contents is a collision")
  func collision() throws {
    try sandbox.git("switch", "--quiet", "-c", "side")
    let ours = try draft("3.0.0", usersAndNotes, parents: [two.entry.id])
    let theirs = try draft("3.0.0", users, parents: [one.entry.id])
    try sandbox.freeze(ours)
    try sandbox.git("switch", "--quiet", "main")
    try sandbox.freeze(theirs)
    let findings = try review().findings
    #expect(
      try tell(findings) == ["SL105 error 3.0.0, committed: Freeze 3.0.0, committed: Freeze 3.0.0"])
    // The collision remains after both sides are made equal.
    try sandbox.freeze(ours)
    #expect(try tell(review().findings.filter { $0.code == .versionCollision }).count == 1)
  }

  @Test("one version with the same content on two branches is not a collision")
  func noCollision() throws {
    let three = try draft("3.0.0", usersAndNotes, parents: [two.entry.id])
    try sandbox.git("switch", "--quiet", "-c", "side")
    try sandbox.freeze(three)
    try sandbox.git("switch", "--quiet", "main")
    try sandbox.freeze(three)
    let review = try review()
    #expect(review.findings.isEmpty)
    #expect(review.fixtures.map(\.commits.count) == [1, 1, 2])
  }

  /// The files in an entry's folder in a past commit, and the message about them.
  static let leftovers: [(files: [String: String], message: String)] = [
    (["App.sqlite": "x"], "it has no entry.json"),
    (["entry.json": "{"], "entry.json is not JSON"),
    (["entry.json": #"{"format":3}"#], "it has format 3, and this schemaledger reads formats up to 2"),
  ]

  @Test("a folder that never was an entry does not stop the review", arguments: leftovers)
  func unreadable(content: [String: String], reason: String) throws {
    for (name, text) in content { try sandbox.write("SchemaLedger/Fixtures/3.0.0/" + name, text) }
    try sandbox.commitAll("Half")
    try sandbox.remove("SchemaLedger/Fixtures/3.0.0")
    try sandbox.commitAll("Gone")
    let review = try review()
    #expect(
      try tell(review.findings) == [
        "SL103 error 3.0.0 SchemaLedger/Fixtures/3.0.0, committed: Half",
        "SL102 error 3.0.0, committed: Half, deleted: Gone",
      ])
    #expect(
      review.findings.first?.message
        == "SchemaLedger/Fixtures/3.0.0 \(reason.contains("format") ? "cannot be read" : "is not a readable entry"): \(reason)"
    )
    #expect(review.fixtures.count == 2)
  }

  @Test("an entry with an invalid name does not stop the review")
  func invalidVersion() throws {
    let text = String(decoding: one.files["entry.json"] ?? [], as: UTF8.self).replacing(#""1.0.0""#, with: #""../1""#)
    try sandbox.commit("SchemaLedger/Fixtures/3.0.0/entry.json", text, message: "Forged")
    #expect(try tell(review().findings) == ["SL103 error 3.0.0 SchemaLedger/Fixtures/3.0.0, committed: Forged"])
  }

  @Test("a parent that no commit contains is reported")
  func chain() throws {
    try sandbox.freeze(try draft("3.0.0", usersAndNotes, parents: ["0123456789abcdef"]))
    let findings = try review().findings
    #expect(try tell(findings) == ["SL104 error 3.0.0"])
    #expect(findings.first?.message == "3.0.0 names a parent that is not in the ledger: entry 0123456789ab")
  }

  @Test("an object that is missing from the clone is named, and the others are read")
  func missingObject() throws {
    let blob = try sandbox.git("rev-parse", "HEAD:\(folder)/App.sqlite")
    try sandbox.remove(".git/objects/\(blob.prefix(2))/\(blob.dropFirst(2))")
    let review = try review()
    #expect(review.findings.map(\.brief) == ["SL106 error 1.0.0"])
    #expect(review.findings.first?.message.contains(String(blob.prefix(8))) == true)
    #expect(review.fixtures.map(\.id) == [two.entry.id])
  }

  @Test(
    "trees that are missing from the clone are reported once, and the others are read",
    arguments: ["", "SchemaLedger/Fixtures"])
  func missingTree(path: String) throws {
    try sandbox.git("rm", "-r", "--quiet", folder)
    try sandbox.commitAll("Tidy up")
    let tree = try sandbox.git("rev-parse", "HEAD~2:\(path)")
    try sandbox.remove(".git/objects/\(tree.prefix(2))/\(tree.dropFirst(2))")
    let review = try review()
    // The next commit also contains 1.0.0.
    #expect(review.findings.map(\.brief) == ["SL106 error", "SL102 error 1.0.0"])
    #expect(
      review.findings.first?.message
        == "the ledger of 1 commit cannot be read: object \(tree.prefix(8)) is not in this clone")
    #expect(Set(review.fixtures.map(\.id)) == [one.entry.id, two.entry.id])
    #expect(!review.hasAllEntries)
  }

  @Test("a damaged object is reported, and the others are read")
  func corruptObject() throws {
    let blob = try sandbox.git("rev-parse", "HEAD:\(folder)/App.sqlite")
    let other = try sandbox.git("rev-parse", "HEAD:\(folder)/schema.sql")
    let path = { (id: String) in ".git/objects/\(id.prefix(2))/\(id.dropFirst(2))" }
    try sandbox.remove(path(blob))
    try FileManager.default.copyItem(
      atPath: sandbox.root + "/" + path(other), toPath: sandbox.root + "/" + path(blob))
    let review = try review()
    #expect(try tell(review.findings) == ["SL103 error 1.0.0 \(folder), committed: Freeze 1.0.0"])
    #expect(review.findings.first?.help?.text.contains("git fsck") == true)
    #expect(review.fixtures.map(\.id) == [two.entry.id])
  }

  @Test("a shallow clone is reported once, and its chain is not reported as broken")
  func shallow() throws {
    try sandbox.git("rm", "-r", "--quiet", folder)
    try sandbox.commitAll("Tidy up")
    let place = sandbox.folder + "/shallow"
    try sandbox.git("clone", "--quiet", "--depth=1", "file://" + sandbox.root, place)
    #expect(try review(in: place).findings.map(\.code) == [.shallowClone])
  }

  @Test("findings always have the same order")
  func deterministic() throws {
    let versions = ["3.0.0", "4.0.0", "5.0.0", "10.0.0"]
    for version in versions { try sandbox.freeze(try draft(version, usersAndNotes, parents: [two.entry.id])) }
    for version in versions { try sandbox.git("rm", "-r", "--quiet", "SchemaLedger/Fixtures/" + version) }
    try sandbox.commitAll("Tidy up")
    let findings = try review().findings
    #expect(findings.map(\.version) == versions)
    #expect(try review().findings == findings)
  }
}
