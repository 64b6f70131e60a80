import ArgumentParser
import CanonicalJSON
import Findings
import LedgerCore
import LedgerEntries
import LedgerKit
import MigrationSources
internal import SQLiteSchema

/// The output of `status`.
struct StatusReport {
  let states: [LedgerStatus]
  /// The conflicts with unmerged branches.
  let branches: BranchReview.Result

  private var findings: [Finding] { states.flatMap(findings) }

  private func findings(of state: LedgerStatus) -> [Finding] {
    state.findings + branches.databases.filter { $0.database == state.database }.flatMap(\.findings)
  }

  /// - Throws: `ExitCode.finding` when a finding is an error.
  func write(_ format: OutputFormat, to terminal: Terminal) throws {
    switch format {
    case .text:
      for state in states { writeText(state, to: terminal) }
      // The hooks are those of the repository.
      if states.count > 1, let state = states.first { writeHook(state, to: terminal) }
      terminal.write(branches.allNotes)
    case .json: try writeJSON(to: terminal)
    }
    if findings.worst == .error { throw ExitCode.finding }
  }

  private func writeText(_ state: LedgerStatus, to terminal: Terminal) {
    if states.count > 1 { terminal.out(terminal.styled("\(state.database)", .strong)) }
    let versions = state.ledger.items.map(\.entry.version.name)
    if let latest = state.ledger.latest {
      let list = versions.count > 6 ? "… " + versions.suffix(5).shown() : versions.shown()
      terminal.out(
        "frozen   \(list)  (\(Wording.count(versions.count, "version")), the last is \(latest.entry.version))")
    } else if !state.ledger.broken.isEmpty {
      terminal.out("frozen   no readable entry: schemaledger verify")
    } else {
      terminal.out("frozen   nothing yet: schemaledger freeze \(firstArguments(of: state))")
    }
    if !state.uncommitted.isEmpty {
      let names = state.uncommitted.shown()
      let choice: DisplayText = states.count > 1 ? " --database \(state.database)" : ""
      terminal.out("open     \(names) not committed yet: schemaledger freeze \(state.uncommitted[0])\(choice)")
    }
    if let latest = state.ledger.latest { terminal.out("since \(latest.entry.version)  \(changes(state))") }
    if let diff = state.diff {
      DiffText(terminal: terminal).lines(diff.meaningfulChanges, indent: 9, limit: 10)
        .forEach(terminal.out)
    }
    if states.count == 1 { writeHook(state, to: terminal) }
    for note in state.notices.notes { terminal.out("note     \(note.text)") }
    FindingText(terminal: terminal).lines(findings(of: state)).forEach(terminal.out)
  }

  private func firstArguments(of state: LedgerStatus) -> String {
    if states.count == 1 { return "1.0.0" }
    let areEmpty = states.allSatisfy { $0.ledger.items.isEmpty && $0.ledger.broken.isEmpty }
    return areEmpty ? "--all 1.0.0" : "1.0.0 --database \(state.database)"
  }

  private func writeHook(_ state: LedgerStatus, to terminal: Terminal) {
    let name = state.hookName.rawValue
    switch state.hook {
    case .installed, .included: break
    case .missing: terminal.out("hook     \(name) is not installed: schemaledger hook install")
    case .notExecutable: terminal.out("hook     \(name) \(Wording.hookNotExecutable)")
    case .outdated: terminal.out("hook     \(name) is from an earlier version: schemaledger hook install")
    case .foreign: terminal.out("hook     another \(name) hook is installed: schemaledger hook status")
    }
  }

  private func changes(_ state: LedgerStatus) -> String {
    var parts: [String] = []
    if state.hasMigrations {
      let count = state.newMigrations.count
      parts.append(count == 0 ? "no new migration" : Wording.count(count, "new migration"))
    }
    if let diff = state.diff {
      let count = diff.meaningfulChanges.count
      parts.append(count == 0 ? "the same schema" : Wording.count(count, "change") + " to the schema")
    }
    if state.isCommand { parts.append("a command creates today's schema: schemaledger check runs it") }
    return parts.joined(separator: ", ")
  }

  private func writeJSON(to terminal: Terminal) throws {
    var report = JSONReport("status")
    report["branchesExcluded"] = .array(branches.excluded.map { .string($0) })
    report["branchesNotCompared"] = .array((branches.notCompared + branches.stale).map { .string($0) })
    report["databases"] = .array(try states.map(Self.json))
    try report.set(findings: states.flatMap { try findings(of: $0).documents(database: $0.database) })
    let notes = states.flatMap { state in
      state.notices.notes.map { note in
        var note = note
        note.database = state.database
        return note
      }
    }
    try report.set("notes", to: notes + branches.allNotes)
    report.write(to: terminal)
  }

  private static func json(_ state: LedgerStatus) throws -> JSONValue {
    JSONValue(present: [
      "changes": try state.diff.map { try $0.changes.json() },
      "database": .string(state.database),
      "hook": .string("\(state.hook)"),
      "latest": state.ledger.latest.map { .string($0.entry.version.name) },
      "newMigrations": .array(state.newMigrations.map { .string($0) }),
      "uncommitted": .array(state.uncommitted.map { .string($0) }),
      "verdict": state.diff.map { .string($0.verdict.rawValue) },
      "versions": .array(state.ledger.items.map { .string($0.entry.version.name) }),
    ])
  }
}
