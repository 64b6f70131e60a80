import LedgerKit

/// The answers for many files, in groups: how many files have which answer, and how many could not be read.
struct StoreGroups<Answer: StoreAnswer> {
  private typealias Members = ExampleGroup<Void>

  private let terminal: Terminal
  private var good: [StoreGroup: Members] = [:]
  private var bad: [StoreGroup: Members] = [:]
  private var unread: [StoreGroup: Members] = [:]
  private var isWithoutHistory = false
  private var unclearCount = 0

  init(terminal: Terminal) { self.terminal = terminal }

  mutating func add(_ answer: Answer) {
    let group = answer.group(terminal)
    isWithoutHistory = isWithoutHistory || answer.caution == .noHistory
    if answer.isGood {
      if answer.isUnclear { unclearCount += 1 }
      good[group, default: Members()].add(answer.name, ())
    } else {
      bad[group, default: Members()].add(answer.name, ())
    }
  }

  mutating func add(_ store: UnreadStore) {
    unread[StoreGroup(title: "\(store.reason)"), default: Members()].add(store.name, ())
  }

  /// - Parameters:
  ///   - skipped: the number of files in folders that are no databases.
  ///   - finished: the number of files that an earlier run has done.
  func write(skipped: Int, finished: Int) {
    let wording = Answer.wording
    let total = count(good) + count(bad) + count(unread)
    let width = Wording.grouped(total).count
    for (group, members) in sorted(good) { write(group, members, width, terminal.styled(group.title, .strong)) }
    for (group, members) in sorted(bad) { write(group, members, width, terminal.styled(group.title, .warning)) }
    for (group, members) in sorted(unread) {
      write(group, members, width, terminal.styled("\(wording.undone): ", .error) + group.title)
    }
    var parts: [DisplayText] = []
    func add(_ count: Int, _ words: (one: DisplayText, many: DisplayText)) {
      if count > 0 { parts.append("\(Wording.grouped(count)) \(count == 1 ? words.one : words.many)") }
    }
    add(count(good) - unclearCount, wording.good)
    if let words = wording.unclear { add(unclearCount, words) }
    add(count(bad), isWithoutHistory ? wording.badWithoutHistory ?? wording.bad : wording.bad)
    add(count(unread), ("was \(wording.undone)", "were \(wording.undone)"))
    if total == 0 { parts.append("none was \(wording.done)") }
    var summary: DisplayText =
      "\(Wording.grouped(total)) \(total == 1 ? "file" : "files"): " + parts.joined(separator: ", ")
    if finished > 0 {
      summary += "; \(Wording.grouped(finished)) \(finished == 1 ? "was" : "were") \(wording.done) before"
    }
    if skipped > 0 {
      summary += "; \(Wording.grouped(skipped)) other \(skipped == 1 ? "file was" : "files were") skipped"
    }
    terminal.out(terminal.styled(summary, bad.isEmpty && unread.isEmpty ? .success : .warning))
  }

  private func count(_ groups: [StoreGroup: Members]) -> Int { groups.values.reduce(0) { $0 + $1.count } }

  private func write(_ group: StoreGroup, _ members: Members, _ width: Int, _ title: DisplayText) {
    let count = Wording.grouped(members.count)
    let names: DisplayText =
      group.namesExamples ? ", \(members.hasMore ? "such as " : "")\(members.names.shown())" : ""
    terminal.out(.spaces(width - count.count) + "\(count)  " + title + names)
    group.details.forEach(terminal.out)
  }

  /// The largest group first.
  private func sorted(_ groups: [StoreGroup: Members]) -> [(StoreGroup, Members)] {
    func key(_ group: StoreGroup) -> String { ([group.title] + group.details).joined(separator: "\n").text }
    return groups.map { ($0.key, $0.value) }.sorted { one, other in
      one.1.count == other.1.count ? key(one.0) < key(other.0) : one.1.count > other.1.count
    }
  }
}
