internal import SQLiteSyntax

// What a rule cannot know, and reports as a note.

extension ScriptTrace.Step {
  /// The severity of a finding that is true only if foreign keys are on: a note if that is not known.
  func severity(ifEnforced severity: LintRule.Severity) -> LintRule.Severity { foreignKeys == .on ? severity : .note }
}

extension ScriptTrace {
  /// Whether a program that is part of the migration mentions the finding's object, or the table that its statement
  /// names.
  func mayBeDone(in finding: LintFinding) -> Bool {
    guard !programs.own.isEmpty else { return false }
    let names = steps.first { $0.index == finding.step }?.action.tables ?? []
    return (names + [finding.object].compactMap(\.self)).contains(where: programs.own.mention)
  }
}

extension ScriptTrace {
  /// Whether users may have the rows that the finding is about.
  func concernsUserRows(_ finding: LintFinding) -> Bool {
    steps.first { $0.index == finding.step }.map(concernsUserRows) ?? true
  }
}

extension Action {
  /// The table that the statement changes or drops.
  fileprivate var tables: [String] {
    switch self {
    case .insert(let insertion): [insertion.table]
    case .drop(let drop): [drop.name]
    case .create(let creation): [creation.table ?? creation.name]
    default: []
    }
  }
}
