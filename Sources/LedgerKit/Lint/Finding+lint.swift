internal import LedgerCore
internal import SQLiteLint
internal import SQLiteSchema

extension Finding {
  /// What a rule has found in a migration; the sentence and the hint are the rule's.
  init?(_ found: LintFinding, in path: String) {
    guard let code = Code(rawValue: found.code) else { return nil }
    let severity: Severity =
      switch found.severity {
      case .error: .error
      case .note: .note
      case .warning, nil: .warning
      }
    self.init(code, "\(path):\(found.line): \(found.words): \(found.message)", severity: severity, hint: found.hint)
    self.path = path
    line = found.line
    object = found.object
    column = found.column
  }
}
