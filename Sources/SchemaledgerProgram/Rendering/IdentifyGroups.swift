import LedgerCore
import LedgerEntries
import LedgerKit
internal import SQLiteSchema

/// The outcomes for many files, grouped: how many are which version, how many are none and how they differ, and how many
/// could not be read.
struct IdentifyGroups {
  /// Each file's example is how it differs.
  private typealias Group = ExampleGroup<[DisplayText]>

  private let terminal: Terminal
  private var versions: [DisplayText: Group] = [:]
  private var unknown: [DisplayText: Group] = [:]
  private var unread: [DisplayText: Group] = [:]

  init(terminal: Terminal) { self.terminal = terminal }

  mutating func add(_ search: StoreSearch) {
    guard let answer = search.answers.first else { return }
    let place: DisplayText = search.databaseCount > 1 ? " of \(answer.database)" : ""
    if search.isFound {
      let names = search.answers.map { answer in
        answer.matches.map { "\($0.entry.version)" as DisplayText }.joined(separator: " or ")
          + (search.databaseCount > 1 ? " of \(answer.database)" : "")
      }
      versions[names.joined(separator: ", or "), default: Group()].add(search.name, [])
      return
    }
    let title: DisplayText
    var details: [DisplayText] = []
    if !answer.hasTables {
      title = "not a frozen version: no tables"
    } else if search.candidateCount == 0 {
      title = "not a frozen version: no version is frozen yet"
    } else if answer.isTodays {
      title = "not a frozen version: today's schema\(place)"
    } else if let nearest = answer.nearest {
      let changes = nearest.diff.meaningfulChanges
      title = "not a frozen version: \(Wording.count(changes.count, "change")) since \(nearest.entry.version)\(place)"
      details = DiffText(terminal: terminal).lines(changes, indent: 4, limit: 12)
    } else {
      title = "not a frozen version: no table in common with any"
    }
    unknown[([title] + details).joined(separator: "\n"), default: Group()].add(search.name, details)
  }

  mutating func add(_ store: UnreadStore) { unread["\(store.reason)", default: Group()].add(store.name, []) }

  /// - Parameters:
  ///   - skipped: the number of files in folders that are no databases.
  ///   - finished: the number of files that an earlier run has identified.
  func write(skipped: Int, finished: Int) {
    let total = count(versions) + count(unknown) + count(unread)
    let width = Wording.grouped(total).count
    for (title, group) in sorted(versions) { line(group, width, terminal.styled(title, .strong), example: false) }
    for (title, group) in sorted(unknown) {
      line(group, width, terminal.styled(title.lines.first ?? "", .warning), example: true)
      group.examples.first?.example.forEach(terminal.out)
    }
    for (title, group) in sorted(unread) {
      line(group, width, terminal.styled("not read: ", .error) + title, example: true)
    }
    var parts: [DisplayText] = []
    func add(_ count: Int, _ one: DisplayText, _ many: DisplayText) {
      if count > 0 { parts.append("\(Wording.grouped(count)) \(count == 1 ? one : many)") }
    }
    add(count(versions), "is a frozen version", "are frozen versions")
    add(count(unknown), "is not", "are not")
    add(count(unread), "was not read", "were not read")
    if total == 0 { parts.append("none was identified") }
    var summary: DisplayText =
      "\(Wording.grouped(total)) \(total == 1 ? "file" : "files"): " + parts.joined(separator: ", ")
    if finished > 0 { summary += "; \(Wording.grouped(finished)) \(finished == 1 ? "was" : "were") identified before" }
    if skipped > 0 {
      summary += "; \(Wording.grouped(skipped)) other \(skipped == 1 ? "file was" : "files were") skipped"
    }
    terminal.out(terminal.styled(summary, unknown.isEmpty && unread.isEmpty ? .success : .warning))
  }

  private func count(_ groups: [DisplayText: Group]) -> Int { groups.values.reduce(0) { $0 + $1.count } }

  private func line(_ group: Group, _ width: Int, _ title: DisplayText, example: Bool) {
    let count = Wording.grouped(group.count)
    let names: DisplayText =
      example ? ", \(group.hasMore ? "such as " : "")\(group.names.shown())" : ""
    terminal.out(.spaces(width - count.count) + "\(count)  " + title + names)
  }

  /// The largest group first.
  private func sorted(_ groups: [DisplayText: Group]) -> [(DisplayText, Group)] {
    groups.sorted { one, other in
      one.value.count == other.value.count ? one.key.text < other.key.text : one.value.count > other.value.count
    }.map { ($0.key, $0.value) }
  }
}
