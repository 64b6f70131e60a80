import Foundation
import GitStore
import LedgerCore
import LedgerTestSupport
import TestSupport
import Testing

@testable import LedgerKit

@Suite("Cache of removed entries")
struct RemovedEntriesFileTests {
  private let sandbox: Sandbox

  /// Creates a repository whose 20 versions were committed one at a time, and then moved from `Old` to `SchemaLedger`.
  init() throws {
    sandbox = try Sandbox()
    for number in 1...20 { try sandbox.commit("Old/Fixtures/1.\(number).0/entry.json", "\(number)") }
    try sandbox.git("mv", "Old", "SchemaLedger")
    try sandbox.commitAll("Move")
  }

  private func folders(cache: HistoryCache = .standard) throws -> [String] {
    let repository = try sandbox.open()
    let tips = try repository.historyTips().commits
    return try LedgerWalk(of: NamedLedgers([]), in: repository, from: tips, cache: cache).folders.all
  }

  @Test("what commits removed is read from the file in the next run, and the result is the same")
  func isKept() throws {
    #expect(try folders() == ["Old", "SchemaLedger"])
    // The second walk, of both folders, has asked about 20 commits more.
    let known = try RemovedEntriesFile(in: sandbox.open().caches).read()
    #expect(known.count == 20)
    #expect(known[try sandbox.id("HEAD")] == ["Old": Set((1...20).map { "1.\($0).0" })])
    #expect(try folders() == ["Old", "SchemaLedger"])
    #expect(try folders(cache: .objectsOnly) == ["Old", "SchemaLedger"])
  }

  @Test("a file of somebody else is not believed, and no cache is read where none is used")
  func forged() throws {
    let forgery: [ObjectID: [String: Set<String>]] = [try sandbox.id("HEAD"): [:]]
    let other = try sandbox.open(nil, ["XDG_STATE_HOME": sandbox.folder + "/other"]).caches
    RemovedEntriesFile(in: other).write(forgery)
    #expect(try folders() == ["Old", "SchemaLedger"])
    // The holder of the key is believed, so the file is indeed read.
    try RemovedEntriesFile(in: sandbox.open().caches).write(forgery)
    #expect(try folders() == ["SchemaLedger"])
    #expect(try folders(cache: .none) == ["Old", "SchemaLedger"])
  }

  @Test("a clone that lacks a tree stores nothing about the commit, and finds the move when it has the tree")
  func incomplete() throws {
    let move = try sandbox.id("HEAD")
    let tree = try sandbox.id("HEAD~1^{tree}")
    // Enough other commits for a file to be written.
    for number in 21...40 { try sandbox.commit("SchemaLedger/Fixtures/1.\(number).0/entry.json", "\(number)") }
    let path = sandbox.file(of: tree)
    let content = try Data(contentsOf: URL(fileURLWithPath: path))
    try sandbox.remove(object: tree)
    #expect(try folders() == ["SchemaLedger"])
    let known = try RemovedEntriesFile(in: sandbox.open().caches).read()
    #expect(known.count == 20 && known[move] == nil)
    try content.write(to: URL(fileURLWithPath: path))
    #expect(try folders() == ["Old", "SchemaLedger"])
  }

  @Test(
    "names with any characters are read as they were written",
    arguments: [[:], ["a b/c\n": ["1\n2", "3"], "": ["x"]], ["d": []]] as [[String: Set<String>]])
  func names(_ removed: [String: Set<String>]) throws {
    let file = try RemovedEntriesFile(in: sandbox.open().caches)
    let commits = try [sandbox.id("HEAD"), sandbox.id("HEAD~1")]
    file.write([commits[0]: removed, commits[1]: ["e": ["f"]]])
    #expect(file.read() == [commits[0]: removed.filter { !$0.value.isEmpty }, commits[1]: ["e": ["f"]]])
  }
}
