import CanonicalJSON
import LedgerKit
internal import SQLiteData
internal import SQLiteSchema
import SQLiteSyntax

/// The output of `store-diff`.
struct StoreDiffReport {
  let comparison: StoreComparison

  func write(_ format: OutputFormat, to terminal: Terminal) throws {
    switch format {
    case .text: writeText(to: terminal)
    case .json: try writeJSON(to: terminal)
    }
  }

  private func writeText(to terminal: Terminal) {
    let verdict = terminal.styled("\(comparison.diff.verdict.rawValue)", .strong)
    terminal.out("\(verdict)  \(comparison.before) → \(comparison.after)")
    DiffText(terminal: terminal).lines(comparison.diff.changes).forEach(terminal.out)
    switch comparison.rows {
    case .leftOut: break
    case .notCompared(let reason): terminal.out("rows not compared: \(reason)")
    case .compared(let tables):
      let equal = tables.filter(\.isEqual)
      if !equal.isEmpty {
        let rows = Wording.count(equal.compactMap(\.rowsBefore).reduce(0, +), "row")
        terminal.out("rows equal in \(Wording.count(equal.count, "table")), \(rows)")
      }
      for table in tables where !table.isEqual { terminal.out(text(table)) }
    }
  }

  private func text(_ table: TableComparison) -> DisplayText {
    func number(_ count: Int?) -> String { count.map(String.init) ?? "?" }
    switch table.outcome {
    case .notCompared(let reason):
      return "rows unknown in \(table.name)  \(number(table.rowsBefore)) → \(number(table.rowsAfter)), not compared: "
        + "\(reason)"
    case .compared(let removed, let added, let changed, let key):
      let by: DisplayText = key.isEmpty ? "rowid" : key.map(\.text).shown()
      let counts = [(added, "added"), (removed, "removed"), (changed, "changed")].filter { $0.0 > 0 }
      return "rows differ in \(table.name)  \(number(table.rowsBefore)) → \(number(table.rowsAfter)): "
        + counts.map { "\($0.0) \($0.1)" }.shown() + " (by \(by))"
    }
  }

  private func writeJSON(to terminal: Terminal) throws {
    var report = JSONReport("store-diff")
    report["before"] = .string(comparison.before)
    report["after"] = .string(comparison.after)
    report["verdict"] = .string(comparison.diff.verdict.rawValue)
    report["changes"] = try comparison.diff.changes.json()
    switch comparison.rows {
    case .leftOut: report["rows"] = .null
    case .notCompared(let reason): report["rowsReason"] = .string(reason)
    case .compared(let tables): report["rows"] = .array(tables.map(\.json))
    }
    report.write(to: terminal)
  }
}

extension TableComparison {
  fileprivate var json: JSONValue {
    var members: [String: JSONValue?] = [
      "after": .some(rowsAfter.map { .number($0) } ?? .null), "before": .some(rowsBefore.map { .number($0) } ?? .null),
      "table": .string(name.text),
    ]
    switch outcome {
    case .compared(let removed, let added, let changed, let key):
      members["added"] = .number(added)
      members["removed"] = .number(removed)
      members["changed"] = .number(changed)
      members["key"] = .array(key.map { .string($0.text) })
    case .notCompared(let reason): members["reason"] = .string(reason)
    }
    return JSONValue(present: members)
  }
}
