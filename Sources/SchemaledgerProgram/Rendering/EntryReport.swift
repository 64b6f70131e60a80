import CanonicalJSON
import GitStore
import LedgerCore
import LedgerEntries
import LedgerKit

/// The output of `show`.
struct EntryReport {
  let record: VersionRecord
  let onlySQL: Bool
  /// The entry's commits; `nil` if only the schema is printed.
  let history: EntryHistory?

  private var item: Ledger.Item { record.item }
  private var schema: String { String(decoding: record.schema ?? [], as: UTF8.self) }
  /// The lines of the model, one for each entity that the source of the entry declares.
  private var objects: [String] { DeclaredObjects.lines(of: record.model) }
  private var logged: LedgerLog.Item? { history?.logged }

  func write(_ format: OutputFormat, to terminal: Terminal) {
    switch format {
    case .json:
      var report = JSONReport("show")
      report["version"] = .string(item.entry.version.name)
      report["entry"] = .string(item.id)
      report["content"] = item.entry.json
      report["frozen"] = logged?.commit.map(\.json) ?? .null
      if let commit = item.entry.commit {
        report["readFrom"] = logged?.origin.map(\.json) ?? ["commit": .string(commit)]
      }
      report["sql"] = record.schema == nil ? .null : .string(schema)
      report["present"] = .bool(record.isPresent)
      report["tags"] = .array((logged?.tags ?? item.entry.tags).map { .string($0) })
      report["withdrawals"] = .array(record.withdrawals.map(\.json))
      report.write(to: terminal)
    case .text where onlySQL:
      terminal.data(schema.hasSuffix("\n") ? schema : schema + "\n")
    case .text:
      writeText(to: terminal)
    }
  }

  private static func words(_ commit: CommitInfo) -> DisplayText {
    "\(commit.id.hex)  \(DateText.day(commit.author.time))  \(commit.author.name) <\(commit.author.email)>"
  }

  private func writeText(to terminal: Terminal) {
    let entry = item.entry
    terminal.out("version     \(terminal.styled("\(entry.version)", .strong))")
    terminal.out("entry       \(item.id)")
    terminal.out("schema      \(entry.schema)")
    for parent in entry.parents { terminal.out("parent      \(parent)") }
    let convention: DisplayText = entry.convention.map { ", \($0)" } ?? ""
    terminal.out("source      \(entry.sourceKind)\(convention), SQLite \(entry.sqlite)")
    let unknown = history?.gap.map { "not known: \(Wording.gap($0))" as DisplayText }
    terminal.out("frozen      \(logged?.commit.map(Self.words) ?? unknown ?? "not committed yet")")
    if let commit = entry.commit {
      terminal.out("read from   \(logged?.origin.map(Self.words) ?? "\(commit)  (not in this clone)")")
    }
    let tags = logged?.tags ?? entry.tags
    if !tags.isEmpty { terminal.out("tags        \(Wording.list(tags))") }
    if record.isPresent { terminal.out("folder      \(item.folder)") }
    for withdrawn in record.withdrawals {
      // The entry that is shown may be a later one.
      let other: DisplayText =
        withdrawn.withdrawal.entryID == item.id ? "" : "entry \(withdrawn.withdrawal.entryID.prefix(12))  "
      terminal.out("withdrawn   " + other + Wording.withdrawn(withdrawn).dropFirst("withdrawn  ".count))
    }
    for (index, migration) in entry.migrations.enumerated() {
      terminal.out((index == 0 ? "migrations  " : "            ") + "\(migration.placeName)")
    }
    for (index, line) in objects.enumerated() {
      terminal.out((index == 0 ? "model       " : "            ") + "\(line)")
    }
    if record.schema == nil { return }
    terminal.out("")
    for line in DisplayText.lines(of: schema) { terminal.out(line) }
  }
}
