import CanonicalJSON
import LedgerEntries
import LedgerKit
internal import SQLiteSchema

/// The output of `drift`.
struct DriftReport {
  let drift: StoreDrift

  func write(_ format: OutputFormat, to terminal: Terminal) {
    switch format {
    case .text:
      let verdict = terminal.styled("\(drift.diff.verdict.rawValue)", .strong)
      terminal.out("\(verdict)  \(drift.against) → \(drift.name)\(reason)")
      DiffText(terminal: terminal).lines(drift.diff.changes).forEach(terminal.out)
    case .json:
      var report = JSONReport("drift")
      report["store"] = .string(drift.name)
      report["against"] = .string(drift.against)
      report["version"] = drift.version.map { .string($0.name) } ?? .null
      report["basis"] = .string(basis)
      report["verdict"] = .string(drift.diff.verdict.rawValue)
      report["changes"] = .array(drift.diff.changes.map(\.json))
      report.write(to: terminal)
    }
  }

  private var reason: DisplayText {
    switch drift.basis {
    case .asked: ""
    case .claimed(let decision): "  (the version in \(decision.place))"
    case .sameSchema: "  (a version with the same schema)"
    case .nearest: "  (the nearest version)"
    }
  }

  private var basis: String {
    switch drift.basis {
    case .asked: "asked"
    case .claimed(.migrationsTable): "migrationsTable"
    case .claimed(.userVersion): "userVersion"
    case .sameSchema: "sameSchema"
    case .nearest: "nearest"
    }
  }
}
