import Findings
import GitStore
import LedgerCore
import LedgerEntries
import LedgerKit
import LedgerTestSupport
import TestSupport
import Testing

@Suite("Push gate")
struct PushGateTests {
  private let one: EntryDraft
  private let sandbox: Sandbox
  /// The commit that freezes 1.0.0, at which the remote `origin` has its `main`.
  private let start: ObjectID
  private let folder = "SchemaLedger/Fixtures/1.0.0"

  init() throws {
    one = try draft("1.0.0", users)
    sandbox = try Sandbox()
    try sandbox.write(
      "schemaledger.yml", "source:\n  kind: migrations\n  path: db\n  convention: plain\n")
    start = try sandbox.freeze(one, over: users)
    try sandbox.git("update-ref", "refs/remotes/origin/main", start.hex)
  }

  private func judge(_ updates: ReferenceUpdate..., to remote: String = "origin") async throws -> [String] {
    let judgements = try await PushGate(sentBy: try sandbox.open(), to: remote).judge(updates)
    return judgements.flatMap { judgement in
      judgement.result.findings.map { judgement.update.name + " " + $0.brief }
        + (judgement.result.removal.map { [$0.message] } ?? [])
    }
  }

  private func main(_ new: ObjectID?) -> ReferenceUpdate {
    ReferenceUpdate(name: "refs/heads/main", old: start, new: new)
  }

  private func new(_ name: String, _ id: ObjectID) -> ReferenceUpdate { ReferenceUpdate(name: name, old: nil, new: id) }

  private func drop() throws -> ObjectID {
    try sandbox.git("rm", "-r", "--quiet", folder)
    return try sandbox.commitAll()
  }

  @Test("a push of a valid history passes")
  func appended() async throws {
    let two = try draft("2.0.0", usersAndNotes, parents: [one.entry.id])
    let tip = try sandbox.freeze(two, over: usersAndNotes)
    #expect(try await judge(main(tip), new("refs/heads/topic", tip), new("refs/tags/v2", tip)) == [])
  }

  @Test("an entry that is missing at the end stops the push; one that was restored does not")
  func deleted() async throws {
    let tip = try drop()
    #expect(try await judge(main(tip)) == ["refs/heads/main SL102 error 1.0.0"])
    let hint = try await PushGate(sentBy: try sandbox.open(), to: "origin").judge([main(tip)])[0].result.findings[0]
      .help?.text
    #expect(hint == "restore it: git restore --staged --worktree --source=\(start.short) -- \(folder)")
    try sandbox.git("revert", "--no-edit", "HEAD")
    #expect(try await judge(main(sandbox.id("HEAD"))) == [])
  }

  @Test("an edited migration in any of several commits stops the push")
  func edited() async throws {
    try sandbox.write("db/1.sql", "CREATE TABLE users (id INTEGER PRIMARY KEY);\n")
    try sandbox.commitAll()
    let tip = try sandbox.commit("README.md", "x")
    #expect(try await judge(main(tip)) == ["refs/heads/main SL202 error 1.0.0 db/1.sql"])
  }

  @Test("existing drift does not stop an unrelated push")
  func others() async throws {
    try sandbox.write("db/1.sql", "CREATE TABLE users (id INTEGER PRIMARY KEY);\n")
    let drifted = try sandbox.commitAll()
    let tip = try sandbox.commit("README.md", "x")
    #expect(try await judge(ReferenceUpdate(name: "refs/heads/main", old: drifted, new: tip)) == [])
    #expect(try await judge(ReferenceUpdate(name: "refs/heads/main", old: drifted, new: start)) == [])
  }

  @Test("rewritten history must contain all entries")
  func forced() async throws {
    try sandbox.git("update-ref", "refs/remotes/origin/main", start.hex)
    try sandbox.git("checkout", "--quiet", "--orphan", "fresh")
    try sandbox.git("rm", "-r", "--force", "--quiet", folder)
    let without = try sandbox.commitAll()
    #expect(try await judge(main(without)) == ["refs/heads/main SL102 error 1.0.0"])
    let with = try sandbox.freeze(one)
    #expect(try await judge(main(with)) == [])
  }

  @Test("a new branch or tag is compared with its merge base with the remote")
  func newReferences() async throws {
    let tip = try drop()
    #expect(try await judge(new("refs/heads/topic", tip)) == ["refs/heads/topic SL102 error 1.0.0"])
    try sandbox.git("tag", "-a", "-m", "x", "v1")
    let tag = try sandbox.id("v1")
    #expect(tag != tip)
    #expect(try await judge(new("refs/tags/v1", tag)) == ["refs/tags/v1 SL102 error 1.0.0"])
    // A finding about two pushed references is reported once.
    #expect(try await judge(new("refs/heads/a", tip), new("refs/heads/b", tip)).count == 1)
  }

  @Test("later entries of the remote's main are not reported as missing")
  func behind() async throws {
    try sandbox.git("checkout", "--quiet", "-b", "topic")
    let topic = try sandbox.commit("README.md", "x")
    try sandbox.git("checkout", "--quiet", "main")
    let two = try draft("2.0.0", usersAndNotes, parents: [one.entry.id])
    try sandbox.git("update-ref", "refs/remotes/origin/main", sandbox.freeze(two, over: usersAndNotes).hex)
    #expect(try await judge(new("refs/heads/topic", topic)) == [])
  }

  @Test("a first push is checked by itself, and commits without a ledger are not checked")
  func first() async throws {
    try sandbox.write(["\(folder)/schema.sql": bytes("x")])
    let tip = try sandbox.commitAll()
    try sandbox.git("update-ref", "-d", "refs/remotes/origin/main")
    #expect(try await judge(new("refs/heads/main", tip)).first?.contains("SL103") == true)
    try sandbox.git("checkout", "--quiet", "--orphan", "pages")
    try sandbox.git("rm", "-r", "-f", "--quiet", ".")
    #expect(try await judge(new("refs/heads/pages", sandbox.commit("index.html", "x"))) == [])
    let blob = try #require(ObjectID(hex: sandbox.git("hash-object", "-w", "index.html")))
    #expect(try await judge(new("refs/tags/blob", blob)) == [])
  }

  @Test("a push that removes the configuration is stopped")
  func configuration() async throws {
    try sandbox.git("rm", "--quiet", "schemaledger.yml")
    #expect(
      try await judge(main(sandbox.commitAll())) == ["without schemaledger.yml, frozen versions are no longer checked"])
  }

  @Test("a branch may be deleted if another branch has its entries, also one of the same push")
  func deletions() async throws {
    #expect(try await judge(main(nil)) == ["refs/heads/main SL102 error 1.0.0"])
    #expect(try await judge(main(nil), new("refs/heads/trunk", start)) == [])
    try sandbox.git("update-ref", "refs/remotes/origin/old", start.hex)
    #expect(try await judge(main(nil)) == [])
    let both = [main(nil), ReferenceUpdate(name: "refs/heads/old", old: start, new: nil)]
    #expect(try await judge(both[0], both[1]).count == 2)
    #expect(try await judge(ReferenceUpdate(name: "refs/heads/old", old: start, new: nil), to: "origin") == [])
  }

  @Test("a configuration that cannot be read is not the same as none")
  func unreadableConfiguration() async throws {
    try sandbox.write("schemaledger.yml", "source: [\n")
    let broken = try sandbox.commitAll()
    // The branch may have the only copy of an entry.
    await #expect(throws: LedgerError.self) {
      try await judge(ReferenceUpdate(name: "refs/heads/main", old: broken, new: nil))
    }
    try sandbox.git("rm", "--quiet", "schemaledger.yml")
    let removed = try sandbox.commitAll()
    await #expect(throws: LedgerError.self) {
      try await judge(ReferenceUpdate(name: "refs/heads/main", old: broken, new: removed))
    }
    // The commit that corrects it passes.
    try sandbox.git("checkout", "--quiet", start.hex, "--", "schemaledger.yml")
    let corrected = try sandbox.commitAll()
    #expect(try await judge(ReferenceUpdate(name: "refs/heads/main", old: broken, new: corrected)) == [])
  }

  @Test("a push whose old commit is missing here is an error")
  func unknown() async throws {
    let id = try #require(ObjectID(hex: String(repeating: "1", count: 40)))
    let update = ReferenceUpdate(name: "refs/heads/main", old: id, new: start)
    await #expect(throws: LedgerError.unknownRemoteCommit(reference: "refs/heads/main", id: id)) {
      try await judge(update)
    }
  }

  @Test("a shallow clone that lacks the merge base reports that")
  func shallow() async throws {
    for name in ["a", "b", "c"] { try sandbox.commit(name, "x") }
    try sandbox.git("clone", "--quiet", "--depth", "1", "file://" + sandbox.root, "../shallow")
    let place = sandbox.folder + "/shallow"
    try sandbox.git("checkout", "--quiet", "--orphan", "topic", in: place)
    try sandbox.git("commit", "--quiet", "-m", "x", in: place)
    let tip = try sandbox.id("HEAD", in: place)
    let gate = try PushGate(sentBy: try sandbox.open(place), to: "origin")
    let judgements = try await gate.judge([new("refs/heads/topic", tip)])
    #expect(judgements.map(\.isUnknown) == [true])
  }

  struct Line: Sendable, CustomTestStringConvertible {
    let text: String
    let format: ReferenceUpdate.Format
    let name: String?
    var testDescription: String { text }
  }

  private static let a = String(repeating: "a", count: 40)
  private static let zeros = String(repeating: "0", count: 40)

  @Test(
    "lines of input are read as Git writes them",
    arguments: [
      Line(text: "refs/heads/x \(a) refs/heads/y \(zeros)", format: .prePush, name: "refs/heads/y"),
      Line(text: "main@{1 day ago} \(a) refs/heads/y \(zeros)", format: .prePush, name: "refs/heads/y"),
      Line(text: "(delete) \(zeros) refs/heads/y \(a)", format: .prePush, name: "refs/heads/y"),
      Line(text: "\(zeros) \(a) refs/heads/y", format: .preReceive, name: "refs/heads/y"),
      Line(text: "\(zeros) \(a)", format: .preReceive, name: nil),
      Line(text: "x y refs/heads/y", format: .preReceive, name: nil),
      Line(text: "refs/heads/y", format: .prePush, name: nil),
    ])
  func lines(_ line: Line) throws {
    guard let name = line.name else {
      #expect(throws: LedgerError.notAnUpdate(line: line.text)) { try ReferenceUpdate.parse(line.text, line.format) }
      return
    }
    let updates = try ReferenceUpdate.parse(line.text + "\n", line.format)
    #expect(updates.map(\.name) == [name])
    let id = ObjectID(hex: Self.a)
    let isDeletion = line.text.hasPrefix("(delete)")
    #expect(updates[0].new == (isDeletion ? nil : id))
    #expect(updates[0].old == (isDeletion ? id : nil))
  }

  // MARK: Unusual references

  /// Commits other content of 1.0.0 on a branch that shares no commit with the others.
  private func unrelated() throws -> ObjectID {
    try sandbox.git("checkout", "--quiet", "--orphan", "island")
    let other = ["db/1.sql": "CREATE TABLE users (name TEXT);\n"]
    return try sandbox.freeze(draft("1.0.0", other), over: other)
  }

  private func receive(_ updates: ReferenceUpdate...) async throws -> [String] {
    try await PushGate(receivedBy: try sandbox.open()).judge(updates).flatMap { judgement in
      judgement.result.findings.map { judgement.update.name + " " + $0.brief }
        + (judgement.result.removal.map { [$0.message] } ?? [])
    }
  }

  @Test("a reference of any name without common history must not have other content of a version")
  func island() async throws {
    let tip = try unrelated()
    try sandbox.git("checkout", "--quiet", "main")
    try sandbox.git("branch", "-D", "island")
    for name in ["refs/heads/island", "refs/foo/bar", "refs/tags/v9"] {
      #expect(try await receive(new(name, tip)) == ["\(name) SL105 error 1.0.0"])
      // In place of what the reference had.
      let found = try await receive(ReferenceUpdate(name: name, old: start, new: tip))
      #expect(found.contains("\(name) SL101 error 1.0.0 \(folder)/entry.json"))
    }
    // Without a ledger, it is none of our business.
    try sandbox.git("checkout", "--quiet", "--orphan", "pages")
    try sandbox.git("rm", "-rfq", ".")
    let pages = try sandbox.commit("index.html", "x")
    #expect(try await receive(new("refs/heads/pages", pages)) == [])
  }

  @Test("the history of a reference without common history is checked as a whole")
  func forgedIsland() async throws {
    _ = try unrelated()
    let third = ["db/1.sql": "CREATE TABLE users (id, name TEXT);\n"]
    let tip = try sandbox.freeze(draft("1.0.0", third), over: third)
    try sandbox.git("checkout", "--quiet", "main")
    try sandbox.git("branch", "-D", "island")
    let found = try await receive(new("refs/foo/bar", tip))
    #expect(found == ["refs/foo/bar SL101 error 1.0.0", "refs/foo/bar SL105 error 1.0.0"])
  }

  @Test("tags of commits, of trees and of blobs, and the deletion of references of any name")
  func kinds() async throws {
    let tip = try drop()
    try sandbox.git("tag", "-a", "-m", "x", "annotated", tip.hex)
    let tag = try sandbox.id("refs/tags/annotated")
    let moved = ReferenceUpdate(name: "refs/tags/v1", old: start, new: tag)
    #expect(try await receive(moved) == ["refs/tags/v1 SL102 error 1.0.0"])
    for object in ["HEAD^{tree}", "HEAD:schemaledger.yml"] {
      #expect(try await receive(new("refs/tags/odd", sandbox.id(object))) == [])
    }
    try sandbox.git("reset", "--quiet", "--hard", start.hex)
    let kept = ReferenceUpdate(name: "refs/foo/bar", old: start, new: nil)
    #expect(try await receive(kept) == [])
    let two = try draft("2.0.0", usersAndNotes, parents: [one.entry.id])
    let only = try sandbox.freeze(two, over: usersAndNotes)
    try sandbox.git("update-ref", "refs/foo/bar", only.hex)
    try sandbox.git("reset", "--quiet", "--hard", start.hex)
    let gone = ReferenceUpdate(name: "refs/foo/bar", old: only, new: nil)
    #expect(try await receive(gone) == ["refs/foo/bar SL102 error 2.0.0"])
  }
}
