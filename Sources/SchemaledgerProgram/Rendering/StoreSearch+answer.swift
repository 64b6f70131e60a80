import LedgerCore
import LedgerEntries
import LedgerKit
internal import SQLiteSchema

extension StoreSearch: StoreAnswer {
  static var wording: StoreListWording {
    StoreListWording(
      done: "identified", good: ("is a frozen version", "are frozen versions"), bad: ("is not", "are not"),
      undone: "not read")
  }

  var isGood: Bool { isFound }

  var caution: StoreCaution? { answers.contains(where: \.isHistoryPartial) ? .partialHistory : nil }

  func group(_ terminal: Terminal) -> StoreGroup {
    if isFound {
      let names = answers.map { answer in
        answer.matches.map { "\($0.entry.version)" as DisplayText }.joined(separator: " or ") + place(answer)
      }
      return StoreGroup(title: names.joined(separator: ", or "), namesExamples: false)
    }
    let answer = answers[0]
    if !answer.hasTables { return StoreGroup(title: "not a frozen version: no tables") }
    if candidateCount == 0 { return StoreGroup(title: "not a frozen version: no version is frozen yet") }
    if answer.isTodays { return StoreGroup(title: "not a frozen version: today's schema\(place(answer))") }
    guard let nearest = answer.nearest else {
      return StoreGroup(title: "not a frozen version: no table in common with any")
    }
    let changes = nearest.diff.meaningfulChanges
    let version: DisplayText = "\(nearest.entry.version)\(place(answer))"
    return StoreGroup(
      title: "not a frozen version: \(Wording.count(changes.count, "change")) since \(version)",
      details: DiffText(terminal: terminal).lines(changes, indent: 4, limit: 12))
  }

  func write(to terminal: Terminal) { IdentificationText(search: self, terminal: terminal).write() }

  /// The database of an answer, if there are several.
  private func place(_ answer: StoreIdentification) -> DisplayText {
    databaseCount > 1 ? " of \(answer.database)" : ""
  }
}
