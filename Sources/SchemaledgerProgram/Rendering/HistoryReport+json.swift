import CanonicalJSON
import GitStore
import LedgerEntries
import LedgerKit
internal import SQLiteSchema

extension HistoryReport {
  func writeJSON(to terminal: Terminal) throws {
    var report = JSONReport("history")
    report["subject"] = subject.map { .string($0) } ?? .null
    report["commitsWalked"] = .number(histories.map(\.commitCount).max() ?? 0)
    report["brokenReferences"] = .array((histories.first?.brokenReferences ?? []).map { .string($0) })
    try report.set("notes", to: notes)
    report["entries"] = .array(
      histories.flatMap { history in history.contents.map { Self.json($0, history.database) } })
    report["events"] = .array(
      try histories.flatMap { history in try history.events.map { try Self.json($0, history.database) } })
    report.write(to: terminal)
  }

  private static func json(_ content: HistoryEvents.Content, _ database: String) -> JSONValue {
    [
      "branches": .array(content.branches.map { .string($0) }),
      "database": .string(database),
      "entry": .string(content.id),
      "migrations": .number(content.entry.migrations.count),
      "present": .bool(content.isPresent),
      "tags": .array(content.tags.map { .string($0) }),
      "version": .string(content.entry.version.name),
    ]
  }

  private static func json(_ event: HistoryEvents.Event, _ database: String) throws -> JSONValue {
    let commit = event.commit
    var members: [String: JSONValue?] = [
      "author": .string("\(commit.author.name) <\(commit.author.email)>"),
      "commit": .string(commit.id.hex),
      "database": .string(database),
      "date": .string(DateText.iso(commit.author.time)),
      "frozenIn": event.versions.isEmpty ? nil : .array(event.versions.map { .string($0) }),
      "kind": .string(event.kind.name),
      "merged": event.isMerged.map { .bool($0) },
      "summary": .string(commit.summary),
      "verdict": event.effect?.diff.map { .string($0.verdict.rawValue) },
      "changes": try event.effect?.diff.map { try $0.changes.json() },
    ]
    switch event.kind {
    case .froze(let version, let entry, let source, _):
      members["version"] = .string(version)
      members["entry"] = entry.isEmpty ? nil : .string(entry)
      members["readFrom"] = source.map { .string($0.hex) }
    case .restored(let version, let entry):
      members["version"] = .string(version)
      members["entry"] = entry.isEmpty ? nil : .string(entry)
    case .rewrote(let version, let files):
      members["version"] = .string(version)
      members["files"] = .array(files.map { .string($0) })
    case .deleted(let version): members["version"] = .string(version)
    case .withdrew(let version, let entry, let reason):
      members["version"] = .string(version)
      members["entry"] = .string(entry)
      members["reason"] = .string(reason)
    case .movedLedger(let from, let to):
      members["from"] = .string(from)
      members["to"] = .string(to)
    case .changed(let changes, let isRestoring):
      members["before"] = paths(changes.flatMap(\.before))
      members["after"] = paths(changes.flatMap(\.after))
      members["restoring"] = .bool(isRestoring)
      if let behind = changes.first?.behind, !behind.isEmpty { members["behind"] = paths(behind) }
      if let effect = event.effect, !effect.removed.isEmpty || !effect.added.isEmpty {
        members["statements"] = [
          "added": .array(effect.added.map { .string($0) }), "removed": .array(effect.removed.map { .string($0) }),
        ]
      }
    case .touched(let files): members["files"] = .array(files.map { .string($0) })
    case .unreadable(let reason): members["reason"] = .string(reason)
    }
    return JSONValue(present: members)
  }

  private static func paths(_ records: [MigrationRecord]) -> JSONValue { .array(records.map { .string($0.placeName) }) }
}

extension HistoryEvents.Kind {
  /// The value of the kind in JSON.
  fileprivate var name: String {
    switch self {
    case .froze(_, _, _, let isAgain): isAgain ? "frozeAgain" : "froze"
    case .restored: "restored"
    case .rewrote: "rewrote"
    case .deleted: "deleted"
    case .withdrew: "withdrew"
    case .movedLedger: "movedLedger"
    case .changed(let changes, _):
      changes.first.map { $0.isSchema ? "schema.\($0.kind.rawValue)" : $0.kind.rawValue } ?? "touched"
    case .touched: "touched"
    case .unreadable: "unreadable"
    }
  }
}
