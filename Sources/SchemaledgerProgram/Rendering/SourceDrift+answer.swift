import CanonicalJSON
import LedgerKit
import ReportDocuments
internal import SQLiteSchema

extension SourceDrift: StoreAnswer {
  static var wording: StoreListWording { StoreDrift.wording }

  static var isDocument: Bool { true }

  var isGood: Bool { isCompared && verdict <= .cosmetic }

  private var isCompared: Bool { areTablesKnown || hasModel }

  private var result: DisplayText { isCompared ? "\(verdict.rawValue)" : "not compared" }

  func group(_ terminal: Terminal) -> StoreGroup {
    let limit = 12
    var details = details(limit: limit, terminal, indent: 4)
    if differences.count > limit { details.append("    and \(differences.count - limit) more") }
    return StoreGroup(
      title: "\(result)  \(against) (\(version))", details: details, namesExamples: !isGood)
  }

  func write(to terminal: Terminal) {
    terminal.out("\(terminal.styled(result, .strong))  \(against) (\(version)) → \(name)")
    for line in details(limit: .max, terminal, indent: 2) { terminal.out(line) }
    if !areTablesKnown {
      terminal.out(
        "  the tables of the models are not known, so \(hasModel ? "only the model in the store was compared" : "nothing was compared: the store has no model")"
      )
    }
  }

  /// The differences that Core Data does not see are a list of their own, if there are any.
  private func details(limit: Int, _ terminal: Terminal, indent: Int) -> [DisplayText] {
    func text(_ list: ArraySlice<Difference>, _ indent: Int) -> [DisplayText] {
      list.flatMap { lines($0, terminal, indent: indent) }
    }
    let seen = differences.filter { $0.isSeen != false }
    let unseen = differences.filter { $0.isSeen == false }
    let first = text(seen.prefix(limit), indent)
    if unseen.isEmpty { return first }
    return first + [.spaces(indent) + "Core Data does not compare what follows, and opens the store:"]
      + text(unseen.prefix(max(limit - seen.count, 0)), indent + 2)
  }

  private func lines(_ difference: Difference, _ terminal: Terminal, indent: Int) -> [DisplayText] {
    DiffText(terminal: terminal).lines([difference.change], indent: indent)
      + (difference.place.map { [.spaces(indent + 4) + "declared at \($0)"] } ?? [])
  }

  func json() throws -> JSONValue {
    var report = JSONReport("sourceDrift")
    report["store"] = .string(name)
    report["against"] = .string(against)
    report["version"] = .string(version)
    report["verdict"] = .string(isCompared ? verdict.rawValue : "not compared")
    report["differences"] = .array(
      try differences.map { difference in
        JSONValue(present: [
          "change": try JSONValue(encoding: ChangeDocument(difference.change)),
          "place": difference.place.map { .string($0) },
          "seen": difference.isSeen.map { .bool($0) },
        ])
      })
    return report.value
  }
}
