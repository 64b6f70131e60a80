import CanonicalJSON
import LedgerKit
internal import SQLiteSchema

/// The output of `drift --source`.
struct SourceDriftReport {
  let drift: SourceDrift

  func write(_ format: OutputFormat, to terminal: Terminal) {
    switch format {
    case .text:
      let verdict = terminal.styled("\(drift.verdict.rawValue)", .strong)
      terminal.out("\(verdict)  \(drift.against) (\(drift.version)) → \(drift.name)")
      for difference in drift.differences {
        DiffText(terminal: terminal).lines([difference.change]).forEach(terminal.out)
        if let place = difference.place { terminal.out("      declared at \(place)") }
      }
    case .json:
      var report = JSONReport("sourceDrift")
      report["store"] = .string(drift.name)
      report["against"] = .string(drift.against)
      report["version"] = .string(drift.version)
      report["verdict"] = .string(drift.verdict.rawValue)
      report["differences"] = .array(
        drift.differences.map { difference in
          JSONValue(present: ["change": difference.change.json, "place": difference.place.map { .string($0) }])
        })
      report.write(to: terminal)
    }
  }
}
