import CanonicalJSON
import GitStore
import LedgerKit

/// The output of `history` for a model or a property: a paragraph for each commit.
struct ModelHistoryReport {
  let histories: [ModelHistory]

  func write(_ format: OutputFormat, to terminal: Terminal) {
    switch format {
    case .text:
      for history in histories {
        if histories.count > 1 { terminal.out(terminal.styled("\(history.database)", .strong)) }
        for event in history.events { write(event, to: terminal) }
      }
    case .json:
      var report = JSONReport("modelHistory")
      report["databases"] = .array(
        histories.map { ["database": .string($0.database), "events": .array($0.events.map(json))] })
      report.write(to: terminal)
    }
    let unreadable = histories.map(\.unreadableCount).reduce(0, +)
    if unreadable > 0 {
      terminal.warn("the models of \(Wording.count(unreadable, "commit")) cannot be read")
    }
  }

  private func write(_ event: ModelHistory.Event, to terminal: Terminal) {
    let day = DateText.day(event.commit.author.time)
    let summary = terminal.styled("(\(event.commit.summary))", .faint)
    let version: DisplayText =
      event.former.map { "\(event.version), new after \($0)" as DisplayText } ?? "\(event.version)"
    terminal.out("\(day)  \(event.commit.id.short)  \(event.commit.author.name)  \(version)  " + summary)
    for change in event.changes { terminal.out("    \(change)") }
    terminal.out("    at \(event.path):\(event.line)")
  }

  private func json(_ event: ModelHistory.Event) -> JSONValue {
    JSONValue(present: [
      "changes": .array(event.changes.map { .string($0) }), "commit": .string(event.commit.id.hex),
      "former": event.former.map { .string($0) }, "line": .number(event.line), "path": .string(event.path),
      "version": .string(event.version),
    ])
  }
}
