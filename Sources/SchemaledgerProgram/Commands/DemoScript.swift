import ArgumentParser
import Dispatch
import Foundation
import LedgerEntries
import LedgerKit
import SystemCalls

/// A demo with a repository, three versions of a schema, and the mistakes that the ledger prevents.
struct DemoScript {
  let folder: URL
  let terminal: Terminal

  /// - Throws: `ExitCode.failure` if a step has an unexpected exit status, which means that the demo has found a
  ///   defect.
  func play() throws {
    narrate("An app keeps its users' data in SQLite, and its schema in a folder of migrations.")
    try write(
      "migrations/1_notes.sql",
      "CREATE TABLE notes (\n  id INTEGER PRIMARY KEY,\n  title TEXT NOT NULL,\n  body TEXT\n);\n")
    try run("git init --quiet --initial-branch=main")
    try run("git add migrations && git commit --quiet --message 'First schema'")
    try run("schemaledger init")

    narrate("Version 1.0.0 ships. Freezing it records the schema, and a database that has it, in a commit.")
    try run("schemaledger freeze 1.0.0")
    try run("git tag v1.0.0")

    narrate("Later, a developer edits the released migration. The commit is stopped.")
    try write(
      "migrations/1_notes.sql",
      "CREATE TABLE notes (\n  id INTEGER PRIMARY KEY,\n  title TEXT NOT NULL DEFAULT '',\n  body TEXT\n);\n")
    try run("git commit --all --message 'Titles may be empty'", expecting: 1)
    try run("git restore --staged --worktree migrations")

    narrate("A new migration is what existing databases run.")
    try write("migrations/2_pinned.sql", "ALTER TABLE notes ADD COLUMN pinned INTEGER NOT NULL DEFAULT 0;\n")
    try run("git add migrations && git commit --quiet --message 'Notes can be pinned'")
    try run("schemaledger freeze 1.1.0")
    try run("schemaledger log")

    narrate("A frozen version is deleted without the hook. History still has it, and names the author.")
    try run("git rm -r --quiet SchemaLedger/Fixtures/1.0.0 && git commit --quiet --no-verify --message 'Clean up'")
    try run("schemaledger verify --all-history", expecting: 1)
    try run("git revert --no-edit HEAD >/dev/null && schemaledger verify --all-history")
  }

  private func narrate(_ text: DisplayText) {
    terminal.out("\n" + terminal.styled("# " + text, .note))
  }

  private func write(_ path: String, _ text: String) throws {
    let file = folder.appendingPathComponent(path)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: file, atomically: true, encoding: .utf8)
    terminal.out(terminal.styled("$ cat \(path)", .strong))
    for line in DisplayText.lines(of: text) { terminal.out(line) }
  }

  private func run(_ command: String, expecting status: Int32 = 0) throws {
    terminal.out(terminal.styled("$ \(command)", .strong))
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    // Both streams are merged, so that the lines are in the order in which they were written.
    process.arguments = ["-c", "{ \(command); } 2>&1"]
    process.currentDirectoryURL = folder
    process.environment = environment
    process.standardInput = FileHandle.nullDevice
    // On Linux, `waitUntilExit()` returns up to 50 ms after the end of the process.
    let ended = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in ended.signal() }
    try process.run()
    ended.wait()
    if process.terminationStatus != status {
      throw Failure(
        message: "the demo's step '\(command)' ended with status \(process.terminationStatus), not \(status)", hint: nil
      )
    }
    if status != 0 { terminal.out(terminal.styled("(exit status \(status))", .faint)) }
  }

  /// The user's Git configuration must not affect the demo, nor the demo the configuration.
  private var environment: [String: String] {
    var environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("GIT_") }
    let program = URL(fileURLWithPath: RunningProcess.executablePath() ?? CommandLine.arguments[0])
    let links = folder.appendingPathComponent(".git/demo").path
    environment["PATH"] = "\(program.deletingLastPathComponent().path):\(environment["PATH"] ?? "/usr/bin:/bin")"
    environment["HOME"] = links
    environment["XDG_CONFIG_HOME"] = links
    environment["GIT_CONFIG_NOSYSTEM"] = "1"
    for role in ["AUTHOR", "COMMITTER"] {
      environment["GIT_\(role)_NAME"] = "Ada Example"
      environment["GIT_\(role)_EMAIL"] = "ada@example.org"
    }
    return environment
  }
}
