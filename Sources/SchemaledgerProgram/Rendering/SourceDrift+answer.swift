import CanonicalJSON
import LedgerKit
import ReportDocuments
internal import SQLiteSchema

extension SourceDrift: StoreAnswer {
  static var wording: StoreListWording { StoreDrift.wording }

  static var isDocument: Bool { true }

  var isGood: Bool { verdict <= .cosmetic }

  func group(_ terminal: Terminal) -> StoreGroup {
    let limit = 12
    var details = differences.prefix(limit).flatMap { lines($0, terminal, indent: 4) }
    if differences.count > limit { details.append("    and \(differences.count - limit) more") }
    return StoreGroup(
      title: "\(verdict.rawValue)  \(against) (\(version))", details: details, namesExamples: !isGood)
  }

  func write(to terminal: Terminal) {
    terminal.out("\(terminal.styled("\(verdict.rawValue)", .strong))  \(against) (\(version)) → \(name)")
    for difference in differences { lines(difference, terminal, indent: 2).forEach(terminal.out) }
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
    report["verdict"] = .string(verdict.rawValue)
    report["differences"] = .array(
      try differences.map { difference in
        JSONValue(present: [
          "change": try JSONValue(encoding: ChangeDocument(difference.change)),
          "place": difference.place.map { .string($0) },
        ])
      })
    return report.value
  }
}
