internal import Findings
internal import SQLiteSyntax

extension LintRule {
  /// `user_version` is part of a transaction, like rows. https://www.sqlite.org/pragma.html#pragma_user_version
  static let versionApart = LintRule.each(
    "SL475", "user_version set apart from the migration", "version-apart", .warning
  ) { step, trace in
    guard case .pragma("user_version", .some) = step.action, step.hasRun, !step.isInTransaction,
      trace.steps.contains(where: { $0.isInTransaction && $0.changesSchema })
    else { return nil }
    return LintFinding(step, VersionApart())
  }
}

struct VersionApart: LintViolation {
  static var rule: LintRule { .versionApart }
  var message: String {
    "after a crash between this statement and the transaction, the version does not match the schema, and the migration runs twice or never"
  }
  var help: Help { "set it before COMMIT, so that it is committed or rolled back with the rest" }
}

extension ScriptTrace.Step {
  fileprivate var changesSchema: Bool {
    switch action {
    case .create, .drop, .renameTable, .renameColumn, .addColumn, .dropColumn: true
    default: false
    }
  }
}
