import Foundation
import GitStore
import LedgerCore
import LedgerTestSupport
import TestSupport
import Testing

@testable import LedgerKit

/// 1.0.0 is frozen, commit B changes its migration, and commit C restores it.
@Suite("Stored states of a source")
struct StoredStatesTests {
  private let sandbox: Sandbox
  private let stored: StoredRun

  init() throws {
    sandbox = try Sandbox()
    stored = StoredRun(sandbox: sandbox, name: "sources", kind: "sources 3")
    try sandbox.freeze(try draft("1.0.0", users), over: users)
    try sandbox.commit("db/1.sql", SourceReviewTests.changed, message: "B")
    try sandbox.commit("db/1.sql", users["db/1.sql"] ?? "", message: "C")
  }

  @Test("a second run reads the stored states and finds the same")
  func again() async throws {
    #expect(try await commits() == ["B", "C"])
    let lines = try stored.lines()
    #expect(lines.filter { $0.hasPrefix("record ") }.count == 2)
    #expect(lines.count == 4)
    #expect(try await commits() == ["B", "C"])
    #expect(try stored.lines() == lines)
    // States that are not true show that they are read.
    try stored.write(lines.map { $0.hasPrefix("record ") ? $0 : String($0.prefix(64)) + " 0" })
    #expect(try await commits().isEmpty)
    #expect(try await commits(isStored: false) == ["B", "C"])
    #expect(try await commits(program: "2") == ["B", "C"])
  }

  @Test("a damaged file is not read", arguments: ["record", "1"])
  func damaged(word: String) async throws {
    _ = try await commits()
    let lines = try stored.lines()
    let text = try String(contentsOfFile: stored.file, encoding: .utf8)
    try text.replacing(word, with: "x").write(toFile: stored.file, atomically: true, encoding: .utf8)
    #expect(try await commits() == ["B", "C"])
    #expect(try stored.lines() == lines)
  }

  @Test(
    "values in another form are not read",
    arguments: [["record {}"], ["x 0"], ["other y"], ["record [", "x "]])
  func malformed(more: [String]) async throws {
    _ = try await commits()
    let lines = try stored.lines()
    try stored.write(lines.map { $0.hasPrefix("record ") ? $0 : String($0.prefix(64)) + " 0" } + more.map { $0 + " 9" })
    #expect(try await commits() == ["B", "C"])
  }

  @Test("a state with other placeholders, or with files outside the folder, has no stored states")
  func configurations() throws {
    let states = try StoredStates(in: sandbox.open().caches, program: "1")
    func digest(_ change: (inout MigrationFolderConfiguration) -> Void) -> String? {
      var folder = MigrationFolderConfiguration(paths: ["db"], convention: "plain")
      change(&folder)
      return states.digest(DatabaseConfiguration(source: .migrations(folder)), [.absent])
    }
    let plain = digest { _ in }
    #expect(plain != nil && digest { $0.paths = ["db", "old"] } != plain)
    #expect(digest { $0.placeholders = ["a": "b"] } != plain && digest { $0.convention = "goose" } != plain)
    #expect(digest { $0.before = ["a.sql"] } == nil)
    for convention in ["sqldelight", "sqitch", "liquibase"] { #expect(digest { $0.convention = convention } == nil) }
    #expect(states.digest(numbered, [.unknown]) == nil)
  }

  /// The first lines of the commits that findings about frozen migrations name.
  private func commits(isStored: Bool = true, program: String = "1") async throws -> [String] {
    let verification = try stored.verification(isStored: isStored, program: program)
    let report = try await verification.run(.allHistory, jobs: 1) { _ in }
    return report.findings.flatMap(\.commits).map(\.info.summary).filter { ["B", "C"].contains($0) }
  }
}
