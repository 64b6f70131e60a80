import Findings
import Foundation
import GitStore
import LedgerCore
import LedgerTestSupport
import MigrationSources
import SQLiteSandbox
import SQLiteSchema
import TestSupport
import Testing

@testable import LedgerKit

/// Commands of a repository that run twice, and that are killed.
@Suite("Command trials")
struct CommandTrialTests {
  /// A command that changes a database with one row in `t (a)`, and the findings.
  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let script: String
    var twice: [String] = []
    var interrupt: [String] = []
  }

  // The pauses between statements are long, because timers are late on a busy machine.
  static let cases = [
    Case(
      testDescription: "in one transaction, with a book",
      script: """
        test "$(sqlite3 "$1" 'PRAGMA user_version')" = 1 && exit 0
        printf 'BEGIN;\\nALTER TABLE t ADD COLUMN b;\\nCREATE TABLE u (a);\\n.shell sleep 0.4\\nPRAGMA user_version = 1;\\nCOMMIT;\\n' | sqlite3 -bail "$1"
        """),
    Case(
      testDescription: "in two steps, with the book behind them",
      script: """
        test "$(sqlite3 "$1" 'PRAGMA user_version')" = 1 && exit 0
        sqlite3 -bail "$1" 'ALTER TABLE t ADD COLUMN b' || exit 3
        sleep 4
        sqlite3 "$1" 'PRAGMA user_version = 1'
        """,
      interrupt: [
        "SL312 the command, killed while it migrates 1.0.0 and run again, fails: `sh move.sh {db}` exited with status 3"
      ]),
    Case(
      testDescription: "a value that is counted twice",
      script: """
        test "$(sqlite3 "$1" 'PRAGMA user_version')" = 1 && exit 0
        sqlite3 "$1" 'UPDATE t SET a = a + 1'
        sleep 4
        sqlite3 "$1" 'PRAGMA user_version = 1'
        """,
      interrupt: ["SL312 the command, killed while it migrates 1.0.0 and run again, ends with different rows in t"]),
    Case(
      testDescription: "without a book",
      script: "sqlite3 \"$1\" 'CREATE TABLE u (a)'",
      twice: [
        "SL311 a second run of the command, on a migrated 1.0.0 database, fails: `sh move.sh {db}` exited with status 1"
      ]),
    Case(
      testDescription: "a row for each start", script: "sqlite3 \"$1\" 'INSERT INTO t VALUES (7)'",
      twice: ["SL311 a second run of the command, on a migrated 1.0.0 database, changes rows of t"]),
    Case(
      testDescription: "another schema in each run",
      script: """
        test "$(sqlite3 "$1" 'PRAGMA user_version')" = 1 && exit 0
        sleep 0.1
        sqlite3 "$1" "CREATE TABLE n$$ (a); PRAGMA user_version = 1"
        """,
      interrupt: [
        "SL312 the command was not interrupted on 1.0.0, because two complete runs produce different schemas"
      ]),
    Case(
      testDescription: "random keys",
      script: """
        test "$(sqlite3 "$1" 'PRAGMA user_version')" = 1 && exit 0
        sqlite3 "$1" 'CREATE TABLE IF NOT EXISTS k (a); DELETE FROM k; INSERT INTO k VALUES (random());'
        sleep 0.4
        sqlite3 "$1" 'PRAGMA user_version = 1'
        """),
  ]

  @Test("a command is run twice, and killed at several points", arguments: cases)
  func command(story: Case) async throws {
    let sandbox = try Sandbox()
    try sandbox.commit("move.sh", story.script + "\n")
    let command = SourceCommand(line: "sh move.sh {db}")
    let repository = try sandbox.open()
    let runner = try #require(
      try CommandRunner(
        for: .command(command, forward: command), in: repository.snapshot(.workTree), of: repository,
        environment: sandbox.commandEnvironment))
    let database = try ScratchDatabase(tracking: .known)
    try database.execute("CREATE TABLE t (a); INSERT INTO t VALUES (1);")
    let start = try #require(try database.image())
    let trial = CommandTrial(command: command, runner: runner, start: start, settings: .init())
    let migrated = try await runner.run(command, on: start)
    func findings(_ set: (inout Trials) -> Void) async throws -> [String] {
      var trials = Trials()
      set(&trials)
      return try await trial.findings(trials, "1.0.0", migrated: migrated).map { "\($0.code.rawValue) \($0.message)" }
    }
    #expect(try await findings { $0.runsTwice = true } == story.twice)
    if story.script.contains("sleep") { #expect(try await findings { $0.interrupts = true } == story.interrupt) }
  }

  @Test("an interrupted transaction is rolled back from the journal next to the file")
  func journal() async throws {
    let sandbox = try Sandbox()
    // With a cache of one page, SQLite writes to the file before the transaction ends. Only the second run waits, until it
    // is killed.
    try sandbox.commit("wait.sh", #"test "$(wc -l < "$LOG")" -ne 2 || sleep 20"#)
    try sandbox.commit(
      "move.sh",
      """
      ls "$1"-journal >> "$LOG" 2>&1
      test "$(sqlite3 "$1" 'PRAGMA user_version')" = 1 && exit 0
      printf 'PRAGMA cache_size = 1;\\nBEGIN;\\nUPDATE t SET a = a + 1;\\nINSERT INTO t SELECT value FROM generate_series(2, 20000);\\n.shell sh wait.sh\\nPRAGMA user_version = 1;\\nCOMMIT;\\n' | sqlite3 "$1"
      """)
    var command = SourceCommand(line: "sh move.sh {db}")
    command.environment["LOG"] = sandbox.folder + "/log"
    let repository = try sandbox.open()
    let runner = try #require(
      try CommandRunner(
        for: .command(command, forward: command), in: repository.snapshot(.workTree), of: repository,
        environment: sandbox.commandEnvironment))
    let database = try ScratchDatabase(tracking: .known)
    try database.execute("CREATE TABLE t (a); INSERT INTO t VALUES (1);")
    let start = try #require(try database.image())
    let whole = try ScratchDatabase(file: try await runner.run(command, on: start), tracking: .known).content()
    let bytes = try #require(try await runner.run(command, on: start, killedAfter: .seconds(3)))
    #expect(try whole.difference(to: ScratchDatabase(file: bytes, tracking: .known).content()) == nil)
    let log = try run("/bin/cat", [sandbox.folder + "/log"], in: sandbox.folder).text
    #expect(log.contains("database.sqlite-journal\n"))
  }

  @Test("a command is killed on time while all threads of Swift's concurrency are busy")
  func busyThreads() async throws {
    let sandbox = try Sandbox()
    try sandbox.commit(
      "move.sh",
      """
      sqlite3 "$1" 'CREATE TABLE IF NOT EXISTS u (a)'
      touch "$LOG"
      sleep 1.5
      touch "$LOG-end"
      """)
    let plain = SourceCommand(line: "sh move.sh {db}")
    let repository = try sandbox.open()
    let runner = try #require(
      try CommandRunner(
        for: .command(plain, forward: plain), in: repository.snapshot(.workTree), of: repository,
        environment: sandbox.commandEnvironment))
    let database = try ScratchDatabase(tracking: .known)
    try database.execute("CREATE TABLE t (a)")
    let start = try #require(try database.image())
    // Where other tests keep the threads busy, the command may have ended before this task hears that it has begun.
    for attempt in 1...10 {
      let log = sandbox.folder + "/log\(attempt)"
      let command = plain.logging(to: log)
      async let killed = runner.run(command, on: start, killedAfter: .seconds(0.7))
      while !FileManager.default.fileExists(atPath: log) { try await Task.sleep(for: .milliseconds(10)) }
      try await Task.sleep(for: .milliseconds(50))
      await withTaskGroup { group in
        for _ in 0..<2 * ProcessInfo.processInfo.activeProcessorCount {
          group.addTask { sleep(1) }
        }
      }
      if try await killed != nil { return }
    }
    Issue.record("the command ended before it was killed")
  }
}

extension SourceCommand {
  fileprivate func logging(to path: String) -> SourceCommand {
    var command = self
    command.environment["LOG"] = path
    return command
  }
}
