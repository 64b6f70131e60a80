import CanonicalJSON
import LedgerEntries
import LedgerKit
internal import SQLiteSchema

extension StoreDrift: StoreAnswer {
  static var wording: StoreListWording {
    StoreListWording(
      done: "compared", good: ("has not drifted", "have not drifted"), bad: ("has drifted", "have drifted"),
      undone: "not compared")
  }

  static var isDocument: Bool { true }

  var isGood: Bool { diff.verdict <= .cosmetic }

  var caution: StoreCaution? { basis == .nearest && !isHistoryKnown ? .noHistory : nil }

  func group(_ terminal: Terminal) -> StoreGroup {
    StoreGroup(
      title: "\(diff.verdict.rawValue)  \(against)\(reason)",
      details: DiffText(terminal: terminal).lines(diff.changes, indent: 4, limit: 12), namesExamples: !isGood)
  }

  func write(to terminal: Terminal) {
    let verdict = terminal.styled("\(diff.verdict.rawValue)", .strong)
    terminal.out("\(verdict)  \(against) → \(name)\(reason)")
    DiffText(terminal: terminal).lines(diff.changes).forEach(terminal.out)
  }

  func json() throws -> JSONValue {
    var report = JSONReport("drift")
    report["store"] = .string(name)
    report["against"] = .string(against)
    report["version"] = version.map { .string($0.name) } ?? .null
    report["basis"] = .string(basisName)
    report["verdict"] = .string(diff.verdict.rawValue)
    report["changes"] = try diff.changes.json()
    return report.value
  }

  private var reason: DisplayText {
    switch basis {
    case .asked, .ownModel: ""
    case .claimed(let decision): "  (the version in \(decision.place))"
    case .sameSchema: "  (a version with the same schema)"
    case .nearest: "  (the nearest version)"
    }
  }

  private var basisName: String {
    switch basis {
    case .asked: "asked"
    case .claimed(.migrationsTable): "migrationsTable"
    case .claimed(.userVersion): "userVersion"
    case .claimed(.model): "model"
    case .sameSchema: "sameSchema"
    case .nearest: "nearest"
    case .ownModel: "ownModel"
    }
  }
}
