import Findings
import LedgerCore
import LedgerKit

/// The outcomes for many files, grouped by what went wrong.
struct RehearsalGroups {
  private var migrated = 0
  private var current = 0
  private var failed = 0
  private var causes: [Finding: ExampleGroup<Finding>] = [:]
  private var untried: [String: ExampleGroup<Void>] = [:]
  private var unread: [String: ExampleGroup<Void>] = [:]
  private var longest: (name: String, seconds: Double)?
  private var largest: (name: String, cost: UpgradeCost)?

  mutating func add(_ outcome: RehearsalOutcome) {
    switch outcome.result {
    case .migrated: migrated += 1
    case .current: current += 1
    case .failed: failed += 1
    case .notRehearsed(let reason):
      untried[reason, default: ExampleGroup()].add(outcome.name, ())
      return
    }
    // A file counts once for each cause.
    let own = Dictionary(outcome.findings.unwaived.map { ($0.withoutNumbers, $0) }) { first, _ in first }
    for (cause, finding) in own where finding.severity > .note {
      causes[cause, default: ExampleGroup()].add(outcome.name, finding)
    }
    guard let cost = outcome.cost else { return }
    if cost.seconds > longest?.seconds ?? 0 { longest = (outcome.name, cost.seconds) }
    let other = largest ?? (outcome.name, cost)
    // Of several files that need the same space, the one named does not depend on the order in which they are done.
    largest = (other.cost.space, outcome.name) > (cost.space, other.name) ? other : (outcome.name, cost)
  }

  mutating func add(_ store: UnreadStore) { unread[store.reason, default: ExampleGroup()].add(store.name, ()) }

  func write(to terminal: Terminal) {
    let untriedCount = untried.values.reduce(0) { $0 + $1.count }
    let unreadCount = unread.values.reduce(0) { $0 + $1.count }
    let total = migrated + current + failed + untriedCount + unreadCount
    let width = Wording.grouped(total).count
    func line(_ count: Int, _ text: DisplayText) {
      let number = Wording.grouped(count)
      terminal.out(.spaces(width - number.count) + "\(number)  " + text)
    }
    for (_, group) in sorted(causes) { write(group, width, terminal, line) }
    for (reason, group) in sorted(untried) {
      line(group.count, terminal.styled("not rehearsed: ", .warning) + "\(reason), \(names(group))")
    }
    for (reason, group) in sorted(unread) {
      line(group.count, terminal.styled("not read: ", .error) + "\(reason), \(names(group))")
    }
    var parts: [DisplayText] = []
    func add(_ count: Int, _ one: DisplayText, _ many: DisplayText) {
      if count > 0 { parts.append("\(Wording.grouped(count)) \(count == 1 ? one : many)") }
    }
    add(failed, "fails", "fail")
    add(migrated, "migrates", "migrate")
    add(current, "needs no migration", "need no migration")
    add(untriedCount, "was not rehearsed", "were not rehearsed")
    add(unreadCount, "was not read", "were not read")
    let isGood = failed + untriedCount + unreadCount == 0
    terminal.out(
      terminal.styled(
        "\(Wording.grouped(total)) \(total == 1 ? "file" : "files"): " + parts.joined(separator: ", "),
        isGood ? .success : .warning))
    if let longest, longest.seconds >= 1 {
      terminal.out("\(longest.name) took the longest: \(Wording.seconds(longest.seconds))")
    }
    if let largest {
      let sizes: DisplayText =
        "it grows from \(Wording.size(largest.cost.before)) to \(Wording.size(largest.cost.database))"
      terminal.out("\(largest.name) needs the most free space, \(Wording.size(largest.cost.space)): \(sizes)")
    }
  }

  /// A cause, and up to three of the files that have it with the rows that show it.
  private func write(
    _ group: ExampleGroup<Finding>, _ width: Int, _ terminal: Terminal, _ line: (Int, DisplayText) -> Void
  ) {
    guard let first = group.examples.first else { return }
    let finding = first.example
    let isError = finding.severity == .error
    let verb: DisplayText = isError ? (group.count == 1 ? "fails" : "fail") : (group.count == 1 ? "warns" : "warn")
    // The numbers of a message are those of one file.
    let isOfOneFile = group.count > 1 && finding.withoutNumbers.message != finding.message
    let subject: DisplayText = isOfOneFile ? " as \(first.name) does" : ""
    line(
      group.count,
      terminal.styled(verb, isError ? .error : .warning) + subject + ": \(finding.code.rawValue) \(finding.message)")
    let indent = DisplayText.spaces(width + 4)
    for (name, example) in group.examples {
      terminal.out(indent + "\(name)" + (example.samples.first.map { ": \($0)" } ?? ""))
    }
    if group.hasMore { terminal.out(indent + "and \(Wording.grouped(group.count - group.examples.count)) more") }
    for change in DiffText(terminal: terminal).lines(finding.changes, indent: width + 4, limit: 6) {
      terminal.out(change)
    }
    for text in DisplayText.lines(of: finding.help?.text ?? "") {
      terminal.out(indent + terminal.styled("help:", .faint) + " " + text)
    }
  }

  private func names(_ group: ExampleGroup<Void>) -> DisplayText {
    (group.hasMore ? "such as " : "") + group.names.shown()
  }

  /// The largest group first.
  private func sorted<Key, Example>(
    _ groups: [Key: ExampleGroup<Example>]
  ) -> [(Key, ExampleGroup<Example>)] {
    groups.sorted { one, other in
      one.value.count == other.value.count
        ? (one.value.names.first ?? "") < (other.value.names.first ?? "") : one.value.count > other.value.count
    }.map { ($0.key, $0.value) }
  }
}
