import Findings
import GitStore
import LedgerCore
import LedgerEntries
import LedgerKit

/// The output of `history`: a line for each effect of a commit.
struct HistoryReport {
  /// The version or path whose history is shown; `nil` for the complete history.
  let subject: String?
  let histories: [HistoryEvents]
  /// The codes that the configuration silences.
  var isSilent: (NoteCode) -> Bool = { _ in false }

  var notes: [Note] {
    let shallow = Note(
      code: .shallowHistory, message: "this clone is shallow, so older history is missing: git fetch --unshallow")
    let isShallow = histories.contains(where: \.isShallow) && !isSilent(.shallowHistory)
    let moves = isSilent(.sourceMoved) ? [] : histories.flatMap(\.moves)
    return (isShallow ? [shallow] : []) + moves.map { Note(code: .sourceMoved, message: Wording.moved($0)) }
  }

  func write(_ format: OutputFormat, to terminal: Terminal) throws {
    switch format {
    case .text:
      for history in histories { writeText(history, to: terminal) }
    case .json: try writeJSON(to: terminal)
    }
    terminal.write(notes)
    for name in histories.first?.brokenReferences ?? [] { terminal.warn("\(Wording.brokenReference(name))") }
    if let count = histories.map(\.unreadableCommitCount).max(), count > 0 {
      terminal.warn("\(Wording.gap(.commits(count: count)))", hint: "schemaledger verify --all-history")
    }
  }

  private func writeText(_ history: HistoryEvents, to terminal: Terminal) {
    if histories.count > 1 { terminal.out(terminal.styled("\(history.database)", .strong)) }
    for content in history.contents { terminal.out(line(content, terminal)) }
    let width = history.events.map { ("\($0.commit.author.name)" as DisplayText).count }.max() ?? 0
    var last: ObjectID?
    for event in history.events {
      write(event, of: history, isFirst: event.commit.id != last, width: width, to: terminal)
      last = event.commit.id
    }
    if history.contents.isEmpty, history.events.isEmpty {
      terminal.message("no commit has changed the source or the ledger")
    }
    guard let count = history.contents.last?.entry.migrations.count, count > 0, !history.isShallow else { return }
    if !history.events.contains(where: { if case .changed = $0.kind { true } else { false } }) {
      terminal.out("no commit has changed its \(Wording.count(count, "migration")) since")
    }
  }

  private func line(_ content: HistoryEvents.Content, _ terminal: Terminal) -> DisplayText {
    var parts: [DisplayText] = [
      terminal.styled("\(content.entry.version)", .strong), "entry \(content.id.prefix(12))",
    ]
    if content.entry.hasMigrations { parts.append("\(Wording.count(content.entry.migrations.count, "migration"))") }
    if !content.tags.isEmpty { parts.append("(\(content.tags.shown()))") }
    if !content.branches.isEmpty { parts.append("on \(Wording.some(content.branches, 6))") }
    if !content.isPresent { parts.append(terminal.styled("not in the ledger now", .warning)) }
    return parts.joined(separator: "  ")
  }

  private func write(
    _ event: HistoryEvents.Event, of history: HistoryEvents, isFirst: Bool, width: Int, to terminal: Terminal
  ) {
    let author: DisplayText = "\(event.commit.author.name)"
    let head: DisplayText =
      "\(DateText.day(event.commit.author.time))  \(event.commit.id.short)  \(author.padded(to: width))  "
    let margin = DisplayText.spaces(22)
    let words = HistoryEventText(
      event: event, isCommand: history.isCommand, version: history.contents.first?.entry.version.name,
      showsEntry: history.contents.count > 1
    ).words
    let summary = isFirst ? "  " + terminal.styled("(\(event.commit.summary))", .faint) : ""
    terminal.out((isFirst ? head : .spaces(head.count)) + "\(words)" + summary)
    guard let effect = event.effect else { return }
    let changes = effect.diff?.meaningfulChanges ?? []
    DiffText(terminal: terminal).lines(changes, indent: margin.count, limit: 12).forEach(terminal.out)
    guard changes.isEmpty, case .changed = event.kind else { return }
    let statements: [(sign: DisplayText, text: String, label: Terminal.Label)] =
      effect.removed.map { ("- ", $0, .removed) } + effect.added.map { ("+ ", $0, .added) }
    for (sign, statement, label) in statements.prefix(6) {
      let text: DisplayText = "\(statement)"
      terminal.out(margin + terminal.styled(sign + text.shortened(to: 96), label))
    }
    if statements.count > 6 { terminal.out("\(margin)and \(statements.count - 6) more") }
  }
}
