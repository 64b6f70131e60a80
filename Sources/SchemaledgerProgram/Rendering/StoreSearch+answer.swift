import LedgerCore
import LedgerEntries
import LedgerKit
internal import SQLiteSchema

extension StoreSearch: StoreAnswer {
  static var wording: StoreListWording {
    StoreListWording(
      done: "identified", good: ("is a frozen version", "are frozen versions"), bad: ("is not", "are not"),
      badWithoutHistory: ("is not in the ledger", "are not in the ledger"),
      undone: "not read")
  }

  var isGood: Bool { isFound }

  var caution: StoreCaution? {
    if answers.contains(where: \.isHistoryPartial) { return .partialHistory }
    return isFound || answers[0].isHistoryKnown ? nil : .noHistory
  }

  /// Without a history, nothing is known of versions that are not in the ledger now.
  var unknown: DisplayText { answers[0].isHistoryKnown ? "not a frozen version" : "not in the ledger" }

  func group(_ terminal: Terminal) -> StoreGroup {
    if isFound {
      let names = answers.map { answer in
        answer.matches.map { "\($0.entry.version)" as DisplayText }.joined(separator: " or ") + place(answer)
      }
      return StoreGroup(title: names.joined(separator: ", or "), namesExamples: false)
    }
    let answer = answers[0]
    if !answer.hasTables { return StoreGroup(title: "\(unknown): no tables") }
    if candidateCount == 0 { return StoreGroup(title: "\(unknown): no version is frozen yet") }
    if answer.isTodays { return StoreGroup(title: "\(unknown): today's schema\(place(answer))") }
    guard let nearest = answer.nearest else {
      return StoreGroup(title: "\(unknown): no table in common with any")
    }
    let changes = nearest.diff.meaningfulChanges
    let version: DisplayText = "\(nearest.entry.version)\(place(answer))"
    return StoreGroup(
      title: "\(unknown): \(Wording.count(changes.count, "change")) since \(version)",
      details: DiffText(terminal: terminal).lines(changes, indent: 4, limit: 12))
  }

  func write(to terminal: Terminal) { IdentificationText(search: self, terminal: terminal).write() }

  /// The database of an answer, if there are several.
  private func place(_ answer: StoreIdentification) -> DisplayText {
    databaseCount > 1 ? " of \(answer.database)" : ""
  }
}
