import CanonicalJSON
import GitStore
import LedgerEntries
import LedgerKit
internal import SQLiteSchema

/// The output of `log`.
struct LogReport {
  let logs: [(database: String, log: LedgerLog)]
  var notes: [Note] = []
  /// Whether the report has only one line for each version, without its changes.
  var isBrief = false

  func write(_ format: OutputFormat, to terminal: Terminal) throws {
    terminal.write(notes)
    switch format {
    case .text: writeText(to: terminal)
    case .json: try writeJSON(to: terminal)
    }
    if case .text = format {
      for line in logs.flatMap({ FindingText(terminal: terminal).lines($0.log.deletions) }) { terminal.message(line) }
    }
    for name in brokenReferences { terminal.warn("\(Wording.brokenReference(name))") }
    if let count = logs.map(\.log.unreadableCommitCount).max(), count > 0 {
      terminal.warn("\(Wording.gap(.commits(count: count)))", hint: "schemaledger verify --all-history")
    }
  }

  /// The broken references of the repository, which are the same for each database.
  private var brokenReferences: [String] { logs.first?.log.brokenReferences ?? [] }

  private func writeText(to terminal: Terminal) {
    if logs.count > 1, logs.allSatisfy({ $0.log.items.isEmpty && $0.log.broken.isEmpty }) {
      terminal.message("no version is frozen yet: schemaledger freeze --all 1.0.0")
      return
    }
    for (database, log) in logs {
      if logs.count > 1 { terminal.out(terminal.styled("\(database)", .strong)) }
      for broken in log.broken {
        terminal.message("\(broken.folder) is not a readable entry: \(broken.reason); see schemaledger verify")
      }
      if log.items.isEmpty, log.broken.isEmpty {
        let choice: DisplayText = logs.count > 1 ? " --database \(database)" : ""
        terminal.message("no version is frozen yet: schemaledger freeze 1.0.0\(choice)")
      }
      let width = log.items.map(\.entry.version.name.count).max() ?? 0
      for item in log.items { write(item, width: width, to: terminal) }
    }
  }

  private func write(_ item: LedgerLog.Item, width: Int, to terminal: Terminal) {
    let version: DisplayText = "\(item.entry.version)"
    var parts: [DisplayText] = [terminal.styled(version.padded(to: width), .strong), "\(item.id.prefix(12))"]
    if let commit = item.commit {
      parts += ["\(commit.id.short)", "\(DateText.day(commit.author.time))", "\(commit.author.name)"]
    } else if item.withdrawals.isEmpty {
      parts.append("not committed")
    }
    if let words = item.originWords { parts.append("read from \(words)") }
    if !item.tags.isEmpty { parts.append("(\(Wording.list(item.tags)))") }
    if !item.withdrawals.isEmpty {
      parts.append(terminal.styled("withdrawn", .warning))
    } else if !item.isPresent {
      parts.append(terminal.styled("not in the ledger now", .warning))
    }
    terminal.out(parts.joined(separator: "  "))
    let margin = DisplayText.spaces(width + 2)
    for withdrawn in item.withdrawals { terminal.out(margin + Wording.withdrawn(withdrawn)) }
    if isBrief { return }
    if let diff = item.diff {
      terminal.out(margin + "\(Wording.summary(of: diff))")
    } else if item.isFirst {
      let count = Wording.count(item.entry.migrations.count, "migration")
      let migrations: DisplayText = item.entry.hasMigrations ? ", \(count)" : ""
      terminal.out(margin + "first version" + migrations)
    }
  }

  private func writeJSON(to terminal: Terminal) throws {
    var report = JSONReport("log")
    report["brokenReferences"] = .array(brokenReferences.map { .string($0) })
    try report.set("deletions", to: logs.flatMap { try $0.log.deletions.documents(database: $0.database) })
    report["entries"] = .array(
      try logs.flatMap { database, log in try log.items.map { try Self.json($0, database) } })
    try report.set("notes", to: notes)
    report.write(to: terminal)
  }

  private static func json(_ item: LedgerLog.Item, _ database: String) throws -> JSONValue {
    JSONValue(present: [
      "author": item.commit.map { .string("\($0.author.name) <\($0.author.email)>") },
      "changes": try item.diff.map { try $0.changes.json() },
      "commit": item.commit.map { .string($0.id.hex) },
      "database": .string(database),
      "date": item.commit.map { .string(DateText.iso($0.author.time)) },
      "entry": .string(item.id),
      "migrations": .number(item.entry.migrations.count),
      "parents": .array(item.entry.parents.map { .string($0) }),
      "present": .bool(item.isPresent),
      "readFrom": item.entry.commit.map { commit in
        item.origin.map(\.json) ?? ["commit": .string(commit)]
      },
      "schema": .string(item.entry.schema),
      "source": .string(item.entry.sourceKind),
      "tags": .array(item.tags.map { .string($0) }),
      "verdict": item.diff.map { .string($0.verdict.rawValue) },
      "version": .string(item.entry.version.name),
      "withdrawals": item.withdrawals.isEmpty ? nil : .array(item.withdrawals.map(\.json)),
    ])
  }
}

extension LedgerLog.Withdrawn {
  /// The withdrawal in `log` and `show`.
  var json: JSONValue {
    JSONValue(present: [
      "author": commit.map { .string("\($0.author.name) <\($0.author.email)>") },
      "commit": commit.map { .string($0.id.hex) },
      "date": commit.map { .string(DateText.iso($0.author.time)) },
      "entry": .string(withdrawal.entryID),
      "reason": .string(withdrawal.reason),
      "withdrawal": .string(withdrawal.id),
    ])
  }
}

extension LedgerLog.Item {
  /// The commit from which a past version was read, with its day and author; `nil` for any other version. A commit that this
  /// clone does not have is only named.
  var originWords: DisplayText? {
    guard let commit = entry.commit else { return nil }
    guard let origin else { return "\(commit.prefix(8)), which is not in this clone" }
    return "\(origin.id.short)  \(DateText.day(origin.author.time))  \(origin.author.name)"
  }
}

extension CommitInfo {
  /// The commit with its author and the author's date.
  var json: JSONValue {
    [
      "author": .string("\(author.name) <\(author.email)>"), "commit": .string(id.hex),
      "date": .string(DateText.iso(author.time)),
    ]
  }
}
