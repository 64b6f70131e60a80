import LedgerCore
import LedgerKit
import SQLiteSyntax

/// The line that says what `verify` has not tried.
struct UntriedText {
  private let untried: [Verification.Untried]
  private let isStrict: Bool

  init(_ untried: [Verification.Untried], isStrict: Bool) {
    self.untried = untried
    self.isStrict = isStrict
  }

  /// `nil` if everything was tried.
  var line: DisplayText? {
    if untried.isEmpty { return nil }
    var parts: [String] = []
    // Each limit of a trial has a line of its own.
    for message in untried.map(\.message) where !parts.contains(message) { parts.append(message) }
    let list = parts.joined(separator: ", ")
    return isStrict
      ? "not tried, which --strict makes a failure: \(list)" : "not tried: \(list). --strict makes this a failure"
  }

  /// A failed test case for each thing that was not tried and is no fixture. Names do not contain numbers, which differ
  /// from run to run.
  static func cases(of untried: Verification.Untried, in report: Verification.Report) -> [JUnitReport.Case] {
    func failure(_ name: DisplayText, _ reason: String) -> JUnitReport.Case {
      JUnitReport.Case(name: "not tried: \(name)", result: .untried("\(reason)"))
    }
    switch untried {
    // The test cases of these fixtures fail, and that of the finding SL106 or SL107.
    case .anotherLineage, .noUpgradePath, .unknownTables, .mappingModels, .damaged, .missingHistory: return []
    case .trial(let limit): return [failure("\(Wording.name(limit.kind))", limit.message)]
    case .withoutRows(let tables):
      let gaps = report.outcomes.flatMap(\.notCovered).filter(\.isWithoutRows)
      func reasons(_ table: Identifier?) -> String {
        gaps.filter { $0.table == table }.map(\.message).uniqued.joined(separator: "; ")
      }
      if tables.isEmpty { return [failure("what rows do not cover", reasons(nil))] }
      return tables.map { failure("table \($0) without rows", reasons($0)) }
    case .brokenReferences(let names): return names.map { failure("\($0)", Wording.brokenReference($0)) }
    }
  }
}
