import CanonicalJSON
import GitStore
import LedgerCore
import LedgerEntries
import LedgerKit
internal import SQLiteSchema

/// Formats the result for one store.
struct IdentificationText {
  let search: StoreSearch
  let terminal: Terminal

  private var name: DisplayText { "\(search.name)" }
  private var unknown: DisplayText { search.unknown }

  func write() {
    guard let answer = search.answers.first else { return }
    if !search.isFound {
      writeNearest(answer)
    } else if search.answers.count == 1 {
      writeMatches(answer)
    } else {
      writeDatabases()
    }
  }

  /// The database of an answer, if there are several.
  private func database(_ answer: StoreIdentification) -> DisplayText {
    search.databaseCount > 1 ? " of \(answer.database)" : ""
  }

  // MARK: A store that is no frozen version

  private func writeNearest(_ answer: StoreIdentification) {
    if !answer.hasTables {
      terminal.out("\(name) is \(unknown): it has no tables")
    } else if search.candidateCount == 0 {
      terminal.out("\(name) is \(unknown): no version is frozen yet")
    } else {
      let place: DisplayText =
        answer.isTodays ? ": it has today's schema\(database(answer)), which is not frozen" : ""
      terminal.out("\(name) is \(terminal.styled(unknown, .warning))\(place)")
    }
    if let latest = answer.latest, !answer.newerMigrations.isEmpty {
      terminal.out(
        "  newer than \(latest)\(database(answer)), the latest version: according to \(answer.migrationsTable ?? "its schema"), it has also run \(answer.newerMigrations.shortList)"
      )
    }
    if let nearest = answer.nearest {
      let count = Wording.count(nearest.diff.meaningfulChanges.count, "change")
      let version = terminal.styled("\(nearest.entry.version)", .strong)
      terminal.out("  the nearest version is \(version)\(database(answer)), with \(count)\(note(nearest))")
      DiffText(terminal: terminal).lines(nearest.diff.meaningfulChanges, indent: 4, limit: 20).forEach(terminal.out)
    } else if answer.hasTables, search.candidateCount > 0 {
      let count = Wording.count(search.candidateCount, "version")
      let databases: DisplayText =
        search.databaseCount > 1 ? " of \(search.databaseCount) databases" : ""
      terminal.out("  it has no table in common with \(count)\(databases)")
    }
  }

  // MARK: A frozen version

  private func writeMatches(_ answer: StoreIdentification) {
    terminal.out("\(name) is \(versions(answer))\(reason(answer))")
    for match in answer.matches {
      let version: DisplayText = answer.matches.count > 1 ? "\(match.entry.version)  " : ""
      terminal.out("  " + version + line(match))
    }
    if let place = answer.contradiction {
      let fact = answer.matches[0].entry.model == nil ? "it has run other migrations" : "it was made from another model"
      terminal.out("  according to its schema; according to \(place), \(fact)")
    }
    if answer.matches.count > 1 {
      terminal.out(
        "  they have the same schema, and neither a tracking table, a model in it nor user_version distinguishes them")
    }
    writeOthers(answer)
  }

  /// The versions of several databases that all have the store's schema.
  private func writeDatabases() {
    terminal.out("\(name) is \(search.answers.map { versions($0) + reason($0) }.joined(separator: ", or "))")
    for answer in search.answers {
      for match in answer.matches {
        terminal.out("  \(answer.database) \(match.entry.version)  \(line(match))")
      }
      writeOthers(answer)
    }
    terminal.out("  they have the same schema; to compare with one database: --database NAME")
  }

  private func writeOthers(_ answer: StoreIdentification) {
    if answer.others.isEmpty { return }
    let verb = answer.others.count == 1 ? "has" : "have"
    let names = answer.others.map(\.entry.version.name).shown()
    terminal.out("  \(names)\(database(answer)) \(verb) the same schema")
  }

  private func versions(_ answer: StoreIdentification) -> DisplayText {
    answer.matches.map { terminal.styled("\($0.entry.version)", .strong) }.joined(separator: " or ") + database(answer)
  }

  private func reason(_ answer: StoreIdentification) -> DisplayText {
    answer.decision.map { ", according to \($0.place)" } ?? ""
  }

  private func line(_ match: StoreIdentification.Candidate) -> DisplayText {
    var parts: [DisplayText] = ["entry \(match.id.prefix(12))", "\(match.diff.verdict.rawValue)"]
    if let commit = match.commit {
      parts.append("\(commit.id.short) \(DateText.day(commit.author.time)) \(commit.author.name)")
    }
    return parts.joined(separator: "  ") + note(match)
  }

  private func note(_ candidate: StoreIdentification.Candidate) -> DisplayText {
    candidate.isPresent ? "" : "  " + terminal.styled("not in the ledger now", .warning)
  }
}

extension [String] {
  fileprivate var shortList: DisplayText {
    let some = prefix(5).shown()
    return count > 5 ? "\(some) and \(count - 5) more" : some
  }
}

extension StoreSearch {
  /// What only one database can have is that of the only database, or of the first.
  func json() throws -> JSONValue {
    let answer = answers[0]
    let isDecided = answers.count == 1 && (isFound || answer.nearest != nil || answer.isTodays)
    return JSONValue(present: [
      "contradiction": .some(answer.contradiction.map { .string($0) } ?? .null),
      "database": .some(isDecided ? .string(answer.database) : .null),
      "decision": .some(answer.decision.map { .string($0.place) } ?? .null),
      "latest": .some(answer.latest.map { .string($0.name) } ?? .null),
      "matches": .array(try answers.flatMap { answer in try answer.matches.map { try $0.json(answer.database) } }),
      "migrationsTable": .some(answer.migrationsTable.map { .string($0) } ?? .null),
      "nearest": .some(try answer.nearest.map { try $0.json(answer.database) } ?? .null),
      "newerMigrations": .array(answer.newerMigrations.map { .string($0) }),
      "others": .array(try answers.flatMap { answer in try answer.others.map { try $0.json(answer.database) } }),
      "searchedHistory": .bool(answer.searchedHistory),
      "store": .string(name),
      "today": .bool(answer.isTodays),
    ])
  }
}

extension StoreIdentification.Candidate {
  fileprivate func json(_ database: String) throws -> JSONValue {
    [
      "changes": try diff.changes.json(), "commit": commit.map { .string($0.id.hex) } ?? .null,
      "database": .string(database), "entry": .string(id), "present": .bool(isPresent),
      "verdict": .string(diff.verdict.rawValue), "version": .string(entry.version.name),
    ]
  }
}

extension StoreIdentification.Decision {
  /// The table or pragma that decided the version.
  var place: String {
    switch self {
    case .migrationsTable(let place): place
    case .userVersion: "PRAGMA user_version"
    case .model: "the model in it"
    }
  }
}
