import Foundation
import GitStore
import TestSupport
import Testing

/// Dates that 32 bits cannot hold, and commits without a valid date.
@Suite("Unusual dates")
struct DateTests {
  /// Adds a commit with this end of its lines `author` and `committer`.
  private func commit(_ date: String, in sandbox: Sandbox) throws -> ObjectID {
    let tree = try sandbox.git("write-tree")
    let head = try sandbox.git("rev-parse", "HEAD")
    let person = "Ada  L. <ada@example.com>\(date)"
    let text = "tree \(tree)\nparent \(head)\nauthor \(person)\ncommitter \(person)\n\nFirst \nline\n\nRest\n"
    try sandbox.write(sandbox.folder + "/commit", text)
    let id = try sandbox.git("hash-object", "-t", "commit", "-w", "--literally", sandbox.folder + "/commit")
    try sandbox.git("update-ref", "HEAD", id)
    return try sandbox.id("HEAD")
  }

  @Test(
    "a commit of any date is read",
    arguments: [
      (" 4102444800 +0000", 4_102_444_800, 0), (" 4294967296 -0130", 4_294_967_296, -90),
      (" 17179869184 +0000", 17_179_869_184, 0), (" 9223372036854775807 +0000", .max, 0), (" -100 +0000", -100, 0),
      (" 0 +0000", 0, 0), (" 1700000000 +9999", 1_700_000_000, 0),
      (" 1700000000 -9223372036854775808", 1_700_000_000, 0), (" 1700000000", 1_700_000_000, 0),
      (" 18446744073709551615 +0000", .min, 0), (" abc", .min, 0), ("", .min, 0),
    ])
  func read(_ date: String, _ seconds: Int64, _ offset: Int) throws {
    let sandbox = try Sandbox()
    let first = try sandbox.commit("file", "x")
    let id = try commit(date, in: sandbox)
    let info = try sandbox.open().commitInfo(id)
    #expect(info.author.time == GitTime(seconds: seconds, offsetMinutes: offset))
    #expect(info.committer.name == "Ada  L.")
    #expect(info.committer.email == "ada@example.com")
    #expect(info.parents == [first])
    #expect(info.summary == "First line")
    #expect(info.message == "First \nline\n\nRest\n")
  }

  @Test(
    "a commit is written with its date", arguments: [4_294_967_296, 253_402_300_800, .max, 0, 1_700_000_000] as [Int64])
  func write(_ seconds: Int64) async throws {
    let sandbox = try Sandbox()
    let repository = try sandbox.open()
    let person = Identity(name: "Ada", email: "a@example.com", seconds: seconds, offsetMinutes: -90)
    let id = try await repository.commit(
      [.write(path: "a", bytes: [1])], message: "x", onto: repository.head, author: person, committer: person)
    let content = try sandbox.git("cat-file", "commit", "\(id)")
    #expect(content.contains("author Ada <a@example.com> \(seconds) -0130\n"))
    #expect(content.contains("committer Ada <a@example.com> \(seconds) -0130\n"))
    #expect(try repository.commitInfo(id).author == person)
  }

  @Test("the order of commits does not depend on Git's commit-graph file", arguments: [4_294_967_296, 17_179_869_183])
  func graph(_ seconds: Int) throws {
    let sandbox = try Sandbox()
    try sandbox.commit("file", "x")
    for number in 0..<3 {
      try sandbox.write("file", "\(number)")
      try sandbox.git("add", "file")
      _ = try commit(" \(seconds - number) +0000", in: sandbox)
    }
    func history() throws -> [String] {
      let open = try sandbox.open()
      return try open.history(of: ["file"], from: [open.head.commit].compactMap(\.self)).changes.map { "\($0)" }
    }
    let before = try history()
    try sandbox.git("commit-graph", "write", "--reachable")
    #expect(FileManager.default.fileExists(atPath: sandbox.root + "/.git/objects/info/commit-graph"))
    #expect(try history() == before)
  }
}
