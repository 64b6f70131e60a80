import LedgerKit
internal import SQLiteData
import SQLiteSyntax

/// Describes effects of migrations on rows and values, one line for each migration, and the parts of
/// migrations that no row reaches.
struct StatementText {
  private let report: Verification.Report
  /// The maximum number of lines; the JSON output contains all effects.
  private let limit = 8

  init(_ report: Verification.Report) { self.report = report }

  var lines: [DisplayText] {
    let migrations = migrations
    var lines: [DisplayText] = migrations.prefix(limit).map { "\($0.path) \(words($0.effects))" }
    if migrations.count > limit {
      let rest = Wording.count(migrations.count - limit, "migration")
      lines.append("\(rest) more: --format json has what each does, under statements")
    }
    return lines + (notCovered.map { [$0] } ?? [])
  }

  /// One effect of a migration on all versions that run it.
  private struct Effect {
    var statement: LedgerKit.DataStatement
    var counts: ClosedRange<Int>
  }

  private var migrations: [(path: String, effects: [Effect])] {
    var order: [String] = []
    var effects: [String: [Effect]] = [:]
    for statement in report.outcomes.flatMap(\.statements) {
      let path = statement.paths.last ?? "migrating"
      if effects[path] == nil { order.append(path) }
      let known = effects[path, default: []].firstIndex { $0.statement.isAbout(statement) }
      if let known {
        let counts = effects[path, default: []][known].counts
        effects[path, default: []][known].counts =
          min(counts.lowerBound, statement.count)...max(counts.upperBound, statement.count)
        // If one version has the change with both settings of foreign keys, the text shows it for both.
        if statement.foreignKeys == nil {
          effects[path, default: []][known].statement = effects[path, default: []][known].statement.withBothSettings
        }
      } else {
        effects[path, default: []].append(Effect(statement: statement, counts: statement.count...statement.count))
      }
    }
    return order.map { ($0, effects[$0] ?? []) }
  }

  private func words(_ effects: [Effect]) -> String {
    let most = 6
    let all = effects.prefix(most).map(words) + (effects.count > most ? ["and \(effects.count - most) more"] : [])
    return all.joined(separator: ", ")
  }

  private func words(_ effect: Effect) -> String {
    let statement = effect.statement
    let (least, greatest) = (effect.counts.lowerBound, effect.counts.upperBound)
    func count(_ noun: String) -> String {
      least == greatest ? Wording.count(greatest, noun) : "\(least) to \(Wording.count(greatest, noun))"
    }
    let text =
      switch statement.kind {
      case .tableDropped:
        statement.other.map { "puts \(statement.table) into \($0) (\(count("row")))" }
          ?? "drops \(statement.table) (\(count("row")))"
      case .columnDropped:
        statement.other.map { "puts \(statement.place) into \($0) (\(count("value")))" }
          ?? "drops \(statement.place) (\(count("value")))"
      case .rowsDeleted: "deletes \(count("row")) of \(statement.table)"
      case .rowsLost, .rowsNotSelected, .rowsLeftOut: "leaves out \(count("row")) of \(statement.table)"
      case .merged: "puts \(statement.other ?? "other values") into \(statement.place) (\(count("value")))"
      case .filled: "fills \(statement.place) where it was NULL (\(count("row")))"
      case .storageClassChanged: "stores \(statement.place) as another type (\(count("value")))"
      case .sequenceLost: "lets AUTOINCREMENT reuse numbers of \(statement.table)"
      default: "changes \(statement.place) (\(count("value")))"
      }
    return text + (statement.foreignKeys.map { " with foreign keys \($0 ? "on" : "off")" } ?? "")
  }

  /// A single line for all gaps in the coverage.
  private var notCovered: DisplayText? {
    let gaps = report.outcomes.filter { $0.obstacle == nil }.flatMap(\.notCovered).map(\.message)
    var seen: Set<String> = []
    let distinct = gaps.filter { seen.insert($0).inserted }
    guard let first = distinct.first else { return nil }
    return distinct.count == 1
      ? "not covered by rows: \(first)"
      : "not covered by rows: \(first), and \(distinct.count - 1) more (--format json, under notCovered)"
  }
}

extension LedgerKit.DataStatement {
  fileprivate func isAbout(_ other: LedgerKit.DataStatement) -> Bool {
    kind == other.kind && place == other.place && self.other == other.other
  }
}
