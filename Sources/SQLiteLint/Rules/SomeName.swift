package import Findings
internal import SQLiteSyntax

extension FindingCode {
  package static let someName = FindingCode("SL461", "TODO: what it finds", canBeNote: true)
}

extension LintRule {
  /// > TODO: the sentence of SQLite's documentation that explains it
  ///
  /// https://www.sqlite.org/TODO
  static let someName = LintRule.each(.someName, "some-name", .warning) { step, _ in
    guard step.hasRun, case .drop(let drop) = step.action, drop.name == "TODO: the condition" else { return nil }
    return LintFinding(step, SomeName(table: drop.name), object: drop.name)
  }
}

struct SomeName: LintViolation {
  let table: String

  static var rule: LintRule { .someName }
  var message: String { "TODO: what this does to the rows of \(table)" }
  var help: Help { "TODO: what to write instead" }
}
