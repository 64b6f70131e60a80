import ArgumentParser
import CanonicalJSON
import GitStore
import LedgerCore
import LedgerEntries
import LedgerKit
import MigrationSources
internal import SQLiteSandbox
internal import SQLiteSchema
import SQLiteSyntax

/// The output of `freeze`.
struct FreezeReport {
  let outcome: Freeze.Outcome
  let version: Version
  /// The revision from which the source was read; `nil` for the work tree.
  let revision: String?
  /// The database that was read instead of the source; `nil` if the source was read.
  let store: String?
  /// Whether new migrations were not verified, because the user said so.
  let isUnverified: Bool

  private var place: String { store ?? revision.map { "the schema at \($0)" } ?? "today's schema" }

  /// - Throws: `ExitCode.finding` when the version is already frozen with a different schema.
  func write(_ format: OutputFormat, to terminal: Terminal) throws {
    switch format {
    case .text: writeText(to: terminal)
    case .json: try writeJSON(to: terminal)
    }
    if case .differs = outcome { throw ExitCode.finding }
  }

  private func writeText(to terminal: Terminal) {
    let confirmations = terminal.confirmations
    switch outcome {
    case .frozen(let frozen):
      let place: DisplayText = frozen.commit.map { "commit \($0.short)" } ?? "staged, not committed"
      confirmations.out("froze \(terminal.styled("\(version)", .strong))  entry \(frozen.id.prefix(12))  (\(place))")
      let objects = Wording.count(frozen.objectCount, "object")
      let migrations =
        frozen.entry.hasMigrations ? ", " + Wording.count(frozen.entry.migrations.count, "migration") : ""
      let content: DisplayText = frozen.unknownTables.isEmpty ? "\(objects)\(migrations)" : "the model only"
      confirmations.out("  \(frozen.folder)  (\(content))")
      if !frozen.unknownTables.isEmpty {
        confirmations.out(
          "  its tables are not known, so verify compares no rows: \(Wording.some(frozen.unknownTables, 3))")
      }
      if let place = frozen.place {
        confirmations.out("  read from \(Wording.place(place)), the location of the source at that commit")
      }
      if let store = frozen.store { writeStore(store, to: terminal) }
      if isUnverified { confirmations.out("  its new migrations were not verified (--no-verify)") }
      if let diff = frozen.diff { confirmations.out("  since the previous version: \(Wording.summary(of: diff))") }
      let undo = FreezeUndo(of: [frozen])
      confirmations.out("  to undo it before a push: \(undo.command(isAtRoot: terminal.otherRoot() == nil))")
      FreezeWarnings(terminal: terminal, frozen: frozen).write()
    case .alreadyFrozen(let item):
      confirmations.out("\(version) is already frozen, and \(place) is the same  (entry \(item.id.prefix(12)))")
    case .differs(_, let findings):
      FindingText(terminal: terminal).lines(findings).forEach(terminal.out)
    }
  }

  private func writeStore(_ store: StoreReading, to terminal: Terminal) {
    let confirmations = terminal.confirmations
    if let count = store.appliedCount {
      let reason = store.migrationsTable.map { "according to \($0)" } ?? "according to its schema"
      confirmations.out(
        "  \(store.name) has run \(count) of \(Wording.count(store.migrationCount, "migration")), \(reason)")
    }
    switch store.rows {
    case nil: break
    case .own: confirmations.out("  its rows are those of \(store.name)")
    case .scrubbed:
      confirmations.out(
        "  its rows are those of \(store.name), with pseudonyms for texts and blobs; numbers are unchanged")
    }
    confirmations.out(
      "  nothing can make it again, so \(EntryNotCompared.acceptance(of: [version.name]))"
    )
    if !store.emptied.isEmpty {
      terminal.warn("no rows were kept of \(store.emptied.map(\.text).shown()), because their text cannot be read")
    }
    if !store.unknown.isEmpty {
      terminal.warn(
        "\(store.name) has run \(store.unknown.shown()), which today's source does not have",
        hint:
          "a migration was removed or renamed; to use the migrations of a revision: schemaledger freeze --from … --at REV"
      )
    }
    if let diff = store.diff, diff.verdict > .cosmetic {
      terminal.warn("\(store.name) has a different schema than its migrations produce", hint: nil)
      for line in DiffText(terminal: terminal).lines(diff.meaningfulChanges, indent: 6, limit: 12) {
        terminal.message(line)
      }
    }
  }

  private func writeJSON(to terminal: Terminal) throws {
    var report = JSONReport("freeze")
    report["version"] = .string(version.name)
    switch outcome {
    case .frozen(let frozen):
      report["outcome"] = "frozen"
      report["entry"] = .string(frozen.id)
      report["schema"] = .string(frozen.entry.schema)
      report["folder"] = .string(frozen.folder)
      try report.set("notes", to: frozen.notices.notes)
      report["commit"] = frozen.commit.map { .string($0.hex) } ?? .null
      if isUnverified { report["unverified"] = true }
      report["changes"] = try (frozen.diff?.changes ?? []).json()
      report["store"] = try frozen.store?.json() ?? .null
      report["uncommitted"] = .array(frozen.uncommitted.map { .string($0) })
      report["undo"] = .string(FreezeUndo(of: [frozen]).command(isAtRoot: true))
      report["warnings"] = .array(frozen.warnings.map { .string(FreezeAdvice(frozen: frozen).message($0)) })
    case .alreadyFrozen(let item):
      report["outcome"] = "alreadyFrozen"
      report["entry"] = .string(item.id)
      report["schema"] = .string(item.entry.schema)
    case .differs(let item, let findings):
      report["outcome"] = "differs"
      report["entry"] = .string(item.id)
      try report.set(findings: findings.documents())
    }
    report.write(to: terminal)
  }
}

extension StoreReading {
  fileprivate func json() throws -> JSONValue {
    [
      "migrationsTable": migrationsTable.map { .string($0) } ?? .null,
      "changes": try (diff?.meaningfulChanges ?? []).json(),
      "emptied": .array(emptied.map { .string($0.text) }),
      "migrations": appliedCount.map { .number($0) } ?? .null,
      "rows": rows.map { .string($0.rawValue) } ?? .null,
      "unknown": .array(unknown.map { .string($0) }),
    ]
  }
}
