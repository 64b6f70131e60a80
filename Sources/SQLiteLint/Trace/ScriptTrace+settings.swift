internal import Findings
internal import SQLiteSyntax

extension ScriptTrace {
  /// Whether the tool has a transaction open although this run has none. A script with BEGIN or VACUUM runs without one
  /// here.
  func isOpenByTool(at step: Step) -> Bool {
    isWrapped && !isWrapperAssumed
      && !steps(before: step.index).contains { former in
        switch former.action {
        case .commit, .rollback: true
        default: false
        }
      }
  }
}

extension ScriptTrace.Step {
  /// The severity of a finding that is true only if foreign keys are on: a note if that is not known.
  func severity(ifEnforced severity: Severity) -> Severity { foreignKeys == .on ? severity : .note }
}

extension String {
  /// Whether the text, as the value of a pragma, means off. https://www.sqlite.org/pragma.html#syntax
  var isOff: Bool { ["0", "off", "no", "false"].contains(self) }
}
