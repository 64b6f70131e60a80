import Foundation
import GitStore
import LedgerCore
import LedgerKit
import TestSupport
import Testing

@Suite("Settled reading")
struct SettledReadingTests {
  private let sandbox: Sandbox
  private let repository: Repository
  private let finding = Finding.collision("1.0", ids: ["a", "b"])

  init() throws {
    sandbox = try Sandbox()
    try sandbox.commit("Ledger/entry", "x")
    repository = try sandbox.open()
  }

  private func read(_ read: (_ turn: Int) throws -> [Finding]) async throws -> (findings: [Finding], readings: Int) {
    var turn = 0
    let findings = try await SettledReading(repository: repository, folders: ["Ledger"]).value(accusing: \.self) {
      turn += 1
      return try read(turn)
    }
    return (findings, turn)
  }

  @Test("what is read without findings is read once, even if something was changed meanwhile")
  func withoutFindings() async throws {
    let result = try await read { _ in
      try sandbox.commit("Ledger/entry", "y")
      return []
    }
    #expect(result.findings == [])
    #expect(result.readings == 1)
  }

  @Test("a finding in a repository that nobody changes is believed at once")
  func unchanged() async throws {
    let result = try await read { _ in [finding] }
    #expect(result.findings == [finding])
    #expect(result.readings == 1)
  }

  @Test("a finding that is no longer there after a change is not reported")
  func falseFinding() async throws {
    let result = try await read { turn in
      if turn > 1 { return [] }
      try sandbox.commit("Ledger/other", "y")
      return [finding]
    }
    #expect(result.findings == [])
    #expect(result.readings == 2)
  }

  @Test("a finding that is there again is believed, although the repository keeps changing")
  func trueFinding() async throws {
    let result = try await read { turn in
      try sandbox.commit("Ledger/other", "\(turn)")
      return [finding]
    }
    #expect(result.findings == [finding])
    #expect(result.readings == 2)
  }

  @Test("a finding is not believed while another process is about to replace the index")
  func lockedIndex() async throws {
    try sandbox.write(".git/index.lock", "")
    let result = try await read { turn in turn < 4 ? [finding] : [] }
    #expect(result.findings == [])
    #expect(result.readings == 4)
  }

  @Test("a finding is believed in the end if a lock of the index was left behind")
  func leftLock() async throws {
    try sandbox.write(".git/index.lock", "")
    let result = try await read { _ in [finding] }
    #expect(result.findings == [finding])
    #expect(result.readings == 5)
  }

  @Test("if each reading finds something else, none is believed")
  func neverSettled() async throws {
    await #expect(throws: LedgerError.keepsChanging) {
      try await read { turn in
        try sandbox.commit("Ledger/other", "\(turn)")
        return [.collision("1.\(turn)", ids: ["a", "b"])]
      }
    }
  }

  @Test("a missing object is looked for again, and is an error if it is still missing")
  func missingObject() async throws {
    let error = GitError.missingObject(try sandbox.id("HEAD"), promised: false)
    let result = try await read { turn in
      if turn == 1 { throw error }
      return []
    }
    #expect(result.readings == 2)
    await #expect(throws: error) { try await read { _ in throw error } }
  }
}
