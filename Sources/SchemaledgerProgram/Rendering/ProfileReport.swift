import CanonicalJSON
import LedgerCore
import LedgerKit
import SQLiteData
import SQLiteSyntax

/// The output of `profile`.
struct ProfileReport {
  let profile: StoreProfile
  /// The file that was written.
  var path: String?

  func write(_ format: OutputFormat, to terminal: Terminal) {
    switch format {
    case .text: ProfileText(profile: profile, path: path, terminal: terminal).write()
    case .json: json.write(to: terminal)
    }
  }

  private var json: JSONReport {
    var report = JSONReport("profile")
    report["stores"] = .array(profile.stores.map { .string($0) })
    report["tables"] = .array(profile.profile.tables.map(\.json))
    report["assumptions"] = .array(
      profile.counts.map { count in
        [
          "condition": .string(count.assumption.condition), "store": .string(count.store),
          "table": .string(count.assumption.table.text), "total": .number(count.total),
          "violating": .number(count.violating),
        ]
      })
    report["unapplied"] = .array(
      profile.unapplied.map { ["condition": .string($0.condition), "table": .string($0.table.text)] })
    report["proposals"] = .array(
      profile.proposals.map { proposal in
        [
          "condition": .string(proposal.assumption.condition), "evidence": .string(proposal.evidence.text),
          "table": .string(proposal.assumption.table.text),
        ]
      })
    report["written"] = path.map { .string($0) } ?? .null
    return report
  }
}

private struct ProfileText {
  let profile: StoreProfile
  let path: String?
  let terminal: Terminal

  func write() {
    for table in profile.profile.tables {
      write(table)
      terminal.out("")
    }
    for count in profile.counts {
      let assumption: DisplayText = "\(count.assumption.table): \(count.assumption.condition)"
      let isViolated = count.violating > 0
      let rows = "\(Wording.grouped(count.violating)) of \(Wording.grouped(count.total)) rows violate it"
      terminal.out(
        terminal.styled(isViolated ? "violated" : "holds   ", isViolated ? .error : .strong)
          + "  \(assumption)  (\(count.store): \(rows))")
    }
    for assumption in profile.unapplied {
      terminal.out("unused    \(assumption.table): \(assumption.condition)  (no file has its table and columns)")
    }
    if !profile.counts.isEmpty || !profile.unapplied.isEmpty, !profile.proposals.isEmpty { terminal.out("") }
    writeProposals()
    if let path { terminal.out("wrote \(path), which generated rows follow") }
  }

  private func write(_ table: DatabaseProfile.Table) {
    let rows = Wording.grouped(table.rows) + (table.rows == 1 ? " row" : " rows")
    terminal.out("\(terminal.styled("\(table.name)", .strong))  \(rows)")
    guard table.rows > 0 else { return }
    let head: [DisplayText] = ["", "NULL", "empty", "JSON", "distinct", "length", "shapes"]
    let lines = [head] + table.columns.map(cells)
    let widths = head.indices.map { index in lines.map { $0[index].count }.max() ?? 0 }
    for line in lines {
      let cells = line.enumerated().map { index, cell in
        let space = DisplayText.spaces(widths[index] - cell.count)
        return [0, 6].contains(index) ? cell + space : space + cell
      }
      terminal.out(("  " + cells.joined(separator: "  ")).withoutSpacesAtEnd)
    }
    for pair in table.uniquePairs { terminal.out("  unique together: \(pair.map(\.text).shown())") }
  }

  private func cells(_ column: DatabaseProfile.Column) -> [DisplayText] {
    func number(_ count: Int) -> DisplayText { count == 0 ? "-" : "\(Wording.grouped(count))" }
    let shapes = column.shapes.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    let lengths: DisplayText? = column.lengths.map { range in
      range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound)–\(range.upperBound)"
    }
    return [
      "\(column.name)", number(column.nulls), number(column.empty), number(column.objects + column.arrays),
      number(column.distinct) + (column.isUnique ? " (unique)" : ""), lengths ?? "-",
      shapes.map { shape, count in
        count == column.values ? shape.rawValue : "\(shape.rawValue) \(Wording.grouped(count))"
      }.shown(),
    ]
  }

  private func writeProposals() {
    guard !profile.proposals.isEmpty else { return }
    terminal.out("All rows satisfy these conditions. Keep those that the application maintains:")
    terminal.out("assume:")
    var table: Identifier?
    for proposal in profile.proposals {
      if proposal.assumption.table != table {
        table = proposal.assumption.table
        terminal.out("  \(yamlScalar(proposal.assumption.table.text)):")
      }
      let condition = yamlScalar(proposal.assumption.condition)
      terminal.out("    - \(condition)  # \(proposal.evidence.text)")
    }
  }
}

extension ProposedAssumption.Evidence {
  fileprivate var text: String {
    switch self {
    case .notNull(let rows): "0 of \(Wording.grouped(rows)) rows are NULL"
    case .notEmpty(let texts): "0 of \(Wording.grouped(texts)) texts are empty"
    case .json(let values): "all \(Wording.grouped(values)) values are JSON objects or arrays"
    case .unique(let rows): "no two of \(Wording.grouped(rows)) rows have the same values"
    }
  }
}
