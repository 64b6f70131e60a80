import Foundation
import GitStore
import TestSupport
import Testing

@Suite("Fingerprint")
struct FingerprintTests {
  @Test("reading changes nothing, and each way of writing changes the fingerprint")
  func changes() throws {
    let sandbox = try Sandbox()
    try sandbox.commit("Ledger/Fixtures/1.0/entry.json", "{}")
    let repository = try sandbox.open()
    func fingerprint() -> Fingerprint { repository.fingerprint(of: ["Ledger"]) }
    var last = fingerprint()
    try sandbox.git("log", "-1")
    _ = try repository.references()
    _ = try repository.snapshot(.workTree).files(under: "Ledger")
    #expect(fingerprint() == last)
    let steps: [(String, () throws -> Void)] = [
      ("a file of the ledger", { try sandbox.write("Ledger/Fixtures/1.0/entry.json", "{ }") }),
      ("a new folder of the ledger", { try sandbox.write("Ledger/Fixtures/2.0/entry.json", "{}") }),
      ("the index", { try sandbox.git("add", ".") }),
      ("a commit", { try sandbox.git("commit", "-q", "-m", "Two") }),
      ("a branch in a folder", { try sandbox.git("branch", "topic/one") }),
      ("another target of a branch", { try sandbox.git("branch", "-f", "topic/one", "HEAD~1") }),
      ("packed references", { try sandbox.git("pack-refs", "--all") }),
      ("another branch in HEAD", { try sandbox.git("symbolic-ref", "HEAD", "refs/heads/topic/one") }),
      ("new packs", { try sandbox.git("repack", "-a", "-d", "-q") }),
      (
        "a removed folder of the ledger",
        { try FileManager.default.removeItem(atPath: sandbox.root + "/Ledger/Fixtures/2.0") }
      ),
    ]
    for (name, step) in steps {
      try step()
      let next = fingerprint()
      #expect(next != last, "\(name)")
      last = next
    }
    try sandbox.write("elsewhere", "x")
    #expect(fingerprint() == last)
  }

  @Test("a lock of the index is seen, but not in a hook, where it is that of the commit")
  func indexLock() throws {
    let sandbox = try Sandbox()
    try sandbox.commit("one", "x")
    #expect(try !sandbox.open().fingerprint(of: []).isIndexLocked)
    try sandbox.write(".git/index.lock", "")
    #expect(try sandbox.open().fingerprint(of: []).isIndexLocked)
    #expect(try !sandbox.open(nil, ["GIT_INDEX_FILE": ".git/index"]).fingerprint(of: []).isIndexLocked)
  }
}
