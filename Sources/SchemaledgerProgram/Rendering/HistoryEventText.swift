import GitStore
import LedgerEntries
import LedgerKit
internal import SQLiteSchema

/// Describes the effect of a commit, as the end of a line that begins with its author.
struct HistoryEventText {
  let event: HistoryEvents.Event
  /// Whether the source is a command, which reads files that cannot be compared as migrations.
  let isCommand: Bool
  /// The version whose history is shown; `nil` if the subject is a path.
  let version: String?
  /// Whether the version had several contents over time, which only their entry ids distinguish.
  let showsEntry: Bool

  var words: String { action + (event.isBoundary ? " (or an earlier commit did)" : "") }

  private var action: String {
    switch event.kind {
    case .froze(let version, let entry, let source, let isAgain):
      "froze \(version)" + (isAgain ? " again, with the same content" : "")
        + (source.map { " as it was at \($0.short)" } ?? "") + id(entry)
    case .restored(let version, let entry): "restored \(version) as it was frozen" + id(entry)
    case .rewrote(let version, let files):
      "rewrote \(version)" + (files.isEmpty ? "" : " (\(Wording.some(files, 5)))") + schema
    case .deleted(let version): "deleted \(version)"
    case .withdrew(let version, let entry, let reason): "withdrew \(version)" + id(entry) + ": \(reason)"
    case .movedLedger(let from, let to): "moved the ledger from \(from) to \(to)"
    case .changed(let changes, let isRestoring):
      (isRestoring ? restoring(changes) : changed(changes)) + frozen(changes)
        + (event.isMerged == false ? ", not merged" : "")
    case .touched(let files):
      "changed \(files.count > 2 ? Wording.count(files.count, "file") : files.joined(separator: ", "))"
        + (isCommand ? ", which the command reads" : ", but no migration")
    case .unreadable(let reason): "made the source unreadable: \(reason)"
    }
  }

  private func id(_ entry: String) -> String { showsEntry ? " (entry \(entry.prefix(12)))" : "" }

  private func frozen(_ changes: [SourceChange]) -> String {
    // The history of a version includes only changes to its own migrations.
    if version != nil { return "" }
    if !event.versions.isEmpty { return ", frozen in \(Wording.some(event.versions, 6))" }
    let tells = changes.contains { !$0.isSchema && !$0.before.isEmpty && $0.isMeaningful }
    return tells ? ", not frozen yet" : ""
  }

  /// A note that the schema is unchanged; empty if the event has schema changes to show.
  private var schema: String {
    event.effect?.diff.map { $0.verdict <= .cosmetic ? ", the schema is unchanged" : "" } ?? ""
  }

  private func restoring(_ changes: [SourceChange]) -> String {
    guard let change = changes.first else { return "" }
    switch change.kind {
    case .renamed: return changed(changes) + ", back to the frozen name"
    case .reordered: return "moved \(name(changes, \.after)) back before \(change.behind.first?.path ?? "")"
    default: return "restored \(name(changes, \.after))"
    }
  }

  private func changed(_ changes: [SourceChange]) -> String {
    guard let change = changes.first else { return "" }
    let before = name(changes, \.before)
    let after = name(changes, \.after)
    let target = changes.count == 1 ? " to \(change.after.first?.path ?? "")" : ""
    let first = change.behind.first?.name ?? ""
    switch change.kind {
    case .added: return "added \(after)"
    case .inserted: return "added \(after) before \(first)"
    case .textChanged where changes.count == 1: return "changed the text of \(after), but not its meaning"
    case .textChanged: return "changed the text of \(after), but not their meaning"
    case .changed: return "changed \(after)" + schema
    case .renamed: return "renamed \(before)\(target)"
    case .moved: return changes.count == 1 ? "moved \(before)\(target)" : "moved \(before)\(folder(change))"
    case .removed: return "removed \(before)"
    case .squashed: return "replaced \(before) by \(after)" + schema
    case .reordered: return "moved \(after) before \(first)"
    }
  }

  /// Returns the folder to which several migrations moved without a change of name.
  private func folder(_ change: SourceChange) -> String {
    guard let path = change.after.first?.path, let end = path.lastIndex(of: "/") else { return "" }
    return " to \(path[..<end])"
  }

  private func name(_ changes: [SourceChange], _ side: KeyPath<SourceChange, [MigrationRecord]>) -> String {
    let names = changes.flatMap { $0[keyPath: side].map(\.name) }
    if names.count < 4 { return names.joined(separator: ", ") }
    return "\(names.count) migrations"
  }
}
