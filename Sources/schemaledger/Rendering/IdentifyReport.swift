import CanonicalJSON
import GitStore
import LedgerCore
import LedgerEntries
import LedgerKit
internal import SQLiteSchema

/// The output of `identify`.
struct IdentifyReport {
  let answers: [StoreIdentification]

  func write(_ format: OutputFormat, to terminal: Terminal) {
    switch format {
    case .text:
      for answer in answers { IdentificationText(answer: answer, terminal: terminal).write() }
    case .json:
      var report = JSONReport("identify")
      report["stores"] = .array(answers.map(\.json))
      report.write(to: terminal)
    }
    if answers.contains(where: \.isHistoryPartial) {
      terminal.warn(
        "history is incomplete in this clone, so a version may have been missed", hint: "git fetch --unshallow")
    }
  }
}

/// Formats the result for one store.
private struct IdentificationText {
  let answer: StoreIdentification
  let terminal: Terminal

  private var name: String { Terminal.sanitized(answer.name) }

  func write() {
    if !answer.matches.isEmpty {
      writeMatches()
      return
    }
    if !answer.hasTables {
      terminal.out("\(name) is not a frozen version: it has no tables")
    } else if answer.candidateCount == 0 {
      terminal.out("\(name) is not a frozen version: no version is frozen yet")
    } else {
      let place = answer.isTodays ? ": it has today's schema, which is not frozen" : ""
      terminal.out("\(name) is \(terminal.styled("not a frozen version", .warning))\(place)")
    }
    if let latest = answer.latest, !answer.newerMigrations.isEmpty {
      terminal.out(
        "  newer than \(latest), the latest version: according to \(answer.migrationsTable ?? "its schema"), it has also run "
          + answer.newerMigrations.shortList)
    }
    if let nearest = answer.nearest {
      let count = Wording.count(nearest.diff.meaningfulChanges.count, "change")
      terminal.out(
        "  the nearest version is \(terminal.styled(nearest.entry.version.name, .strong)), with \(count)\(note(nearest))"
      )
      DiffText(terminal: terminal).lines(nearest.diff.meaningfulChanges, indent: 4, limit: 20).forEach(terminal.out)
    } else if answer.hasTables, answer.candidateCount > 0 {
      let count = Wording.count(answer.candidateCount, "version")
      terminal.out("  it has no table in common with \(count)")
    }
  }

  private func writeMatches() {
    let versions = answer.matches.map { terminal.styled($0.entry.version.name, .strong) }
    terminal.out("\(name) is \(versions.joined(separator: " or "))\(reason)")
    for match in answer.matches { terminal.out("  " + line(match)) }
    if let place = answer.contradiction {
      terminal.out("  according to its schema; according to \(place), it has run other migrations")
    }
    if answer.matches.count > 1 {
      terminal.out("  they have the same schema, and neither a tracking table nor user_version distinguishes them")
    }
    if !answer.others.isEmpty {
      let verb = answer.others.count == 1 ? "has" : "have"
      terminal.out("  \(answer.others.map(\.entry.version.name).joined(separator: ", ")) \(verb) the same schema")
    }
  }

  private var reason: String {
    switch answer.decision {
    case .migrationsTable(let place): ", according to \(place)"
    case .userVersion: ", according to user_version"
    case nil: ""
    }
  }

  private func line(_ match: StoreIdentification.Candidate) -> String {
    var parts = ["entry \(match.id.prefix(12))", match.diff.verdict.rawValue]
    if let commit = match.commit {
      parts.append("\(commit.id.short) \(DateText.day(commit.author.time)) \(Terminal.sanitized(commit.author.name))")
    }
    if answer.matches.count > 1 { parts.insert(match.entry.version.name, at: 0) }
    return parts.joined(separator: "  ") + note(match)
  }

  private func note(_ candidate: StoreIdentification.Candidate) -> String {
    candidate.isPresent ? "" : "  " + terminal.styled("not in the ledger now", .warning)
  }
}

extension [String] {
  fileprivate var shortList: String {
    let some = prefix(5).map(Terminal.sanitized).joined(separator: ", ")
    return count > 5 ? "\(some) and \(count - 5) more" : some
  }
}

extension StoreIdentification {
  fileprivate var json: JSONValue {
    JSONValue(present: [
      "migrationsTable": .some(migrationsTable.map { .string($0) } ?? .null),
      "contradiction": .some(contradiction.map { .string($0) } ?? .null),
      "decision": .some(decision.map { .string($0.place) } ?? .null),
      "latest": .some(latest.map { .string($0.name) } ?? .null),
      "matches": .array(matches.map(\.json)),
      "nearest": .some(nearest.map(\.json) ?? .null),
      "newerMigrations": .array(newerMigrations.map { .string($0) }),
      "others": .array(others.map(\.json)),
      "searchedHistory": .bool(searchedHistory),
      "store": .string(name),
      "today": .bool(isTodays),
    ])
  }
}

extension StoreIdentification.Candidate {
  fileprivate var json: JSONValue {
    [
      "changes": .array(diff.changes.map(\.json)), "commit": commit.map { .string($0.id.hex) } ?? .null,
      "entry": .string(id), "present": .bool(isPresent), "verdict": .string(diff.verdict.rawValue),
      "version": .string(entry.version.name),
    ]
  }
}

extension StoreIdentification.Decision {
  /// The table or pragma that decided the version.
  var place: String {
    switch self {
    case .migrationsTable(let place): place
    case .userVersion: "PRAGMA user_version"
    }
  }
}
