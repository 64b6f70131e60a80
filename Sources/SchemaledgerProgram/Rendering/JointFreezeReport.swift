import ArgumentParser
import CanonicalJSON
import GitStore
import LedgerCore
import LedgerEntries
import LedgerKit
internal import SQLiteSchema

/// The output of `freeze --all`: a line for each database.
struct JointFreezeReport {
  let result: JointFreeze.Result
  let version: Version
  /// The revision from which the sources were read; `nil` for the work tree.
  let revision: String?
  /// Whether new migrations were not verified, because the user said so.
  let isUnverified: Bool

  private var frozen: [(name: String, frozen: Freeze.Frozen)] {
    result.databases.compactMap { name, outcome -> (name: String, frozen: Freeze.Frozen)? in
      if case .frozen(let frozen) = outcome { return (name, frozen) }
      return nil
    }
  }

  /// - Throws: `ExitCode.finding` when the version is already frozen with a different schema.
  func write(_ format: OutputFormat, to terminal: Terminal) throws {
    switch format {
    case .text: writeText(to: terminal)
    case .json: try writeJSON(to: terminal)
    }
    if !result.findings.isEmpty { throw ExitCode.finding }
  }

  // MARK: Text

  private func writeText(to terminal: Terminal) {
    let names = result.databases.map { "\($0.name)" as DisplayText }
    let confirmations = result.findings.isEmpty ? terminal.confirmations : terminal
    let width = names.map(\.count).max() ?? 0
    for (name, (_, outcome)) in zip(names, result.databases) {
      let title = terminal.styled(name.padded(to: width), .strong)
      confirmations.out("\(title)  \(line(outcome, terminal))")
      if case .differs(_, let findings) = outcome {
        FindingText(terminal: terminal).lines(findings).forEach(terminal.out)
      }
      if case .frozen(let frozen) = outcome {
        let margin = DisplayText.spaces(width + 2)
        if let place = frozen.place { confirmations.out("\(margin)read from \(Wording.place(place))") }
        if let diff = frozen.diff {
          confirmations.out("\(margin)since the previous version: \(Wording.summary(of: diff))")
        }
      }
    }
    confirmations.out(terminal.styled(summary, result.findings.isEmpty ? .success : .warning))
    if isUnverified { confirmations.out("new migrations were not verified (--no-verify)") }
    if !frozen.isEmpty {
      let undo = FreezeUndo(of: frozen.map(\.frozen))
      confirmations.out("to undo it before a push: \(undo.command(isAtRoot: terminal.otherRoot() == nil))")
    }
    for (name, frozen) in frozen { FreezeWarnings(terminal: terminal, frozen: frozen, database: name).write() }
  }

  private func line(_ outcome: JointFreeze.Outcome, _ terminal: Terminal) -> DisplayText {
    let place = revision.map { "the schema at \($0)" } ?? "today's schema"
    switch outcome {
    case .frozen(let frozen):
      let entry = frozen.entry
      let migrations: DisplayText =
        entry.hasMigrations ? ", \(Wording.count(entry.migrations.count, "migration"))" : ""
      let stated: DisplayText = entry.version == version ? "" : ", the value of its user_version"
      return "froze \(terminal.styled("\(entry.version)", .strong))\(stated)  entry \(frozen.id.prefix(12))"
        + "  (\(Wording.count(frozen.objectCount, "object"))\(migrations))"
    case .alreadyFrozen(let item):
      return "\(item.entry.version) is already frozen, and \(place) is the same  (entry \(item.id.prefix(12)))"
    case .unchanged(let item):
      return (revision == nil ? "unchanged since" : "the same as") + " \(item.entry.version)"
    case .differs(let item, _):
      return terminal.styled("\(item.entry.version) is already frozen with other content", .error)
    case .absent: return "no schema at \(revision ?? "this commit")"
    case .heldBack: return "not frozen"
    }
  }

  private var summary: DisplayText {
    let count = "\(frozen.count) of \(Wording.count(result.databases.count, "database"))"
    if !result.findings.isEmpty { return "nothing was frozen, because a version is already frozen with other content" }
    if frozen.isEmpty {
      return "nothing to freeze: "
        + (revision == nil ? "no database has changed since its last version" : "all are frozen")
    }
    return "froze \(count)  (\(result.commit.map { "commit \($0.short)" } ?? "staged, not committed"))"
  }

  // MARK: JSON

  private func writeJSON(to terminal: Terminal) throws {
    var report = JSONReport("freeze")
    report["version"] = .string(version.name)
    report["outcome"] = result.findings.isEmpty ? frozen.isEmpty ? "nothingNew" : "frozen" : "differs"
    report["commit"] = result.commit.map { .string($0.hex) } ?? .null
    if isUnverified { report["unverified"] = true }
    report["databases"] = .array(try result.databases.map { try Self.json($0.name, $0.outcome) })
    report.write(to: terminal)
  }

  private static func json(_ name: String, _ outcome: JointFreeze.Outcome) throws -> JSONValue {
    func json(_ word: String, _ item: Ledger.Item, _ findings: [Finding]? = nil) throws -> JSONValue {
      JSONValue(present: [
        "database": .string(name), "entry": .string(item.id),
        "findings": try findings.map { try JSONValue(encoding: $0.documents(database: name)) },
        "outcome": .string(word),
        "version": .string(item.entry.version.name),
      ])
    }
    return switch outcome {
    case .frozen(let frozen):
      [
        "changes": try (frozen.diff?.changes ?? []).json(), "database": .string(name),
        "entry": .string(frozen.id), "folder": .string(frozen.folder),
        "notes": try JSONValue(encoding: frozen.notices.notes), "outcome": "frozen",
        "schema": .string(frozen.entry.schema), "uncommitted": .array(frozen.uncommitted.map { .string($0) }),
        "version": .string(frozen.entry.version.name),
      ]
    case .alreadyFrozen(let item): try json("alreadyFrozen", item)
    case .unchanged(let item): try json("unchanged", item)
    case .differs(let item, let findings): try json("differs", item, findings)
    case .absent: ["database": .string(name), "outcome": "absent"]
    case .heldBack: ["database": .string(name), "outcome": "notFrozen"]
    }
  }
}
