internal import Findings
internal import SQLiteSyntax

extension LintRule {
  /// Finds access to another database file. https://www.sqlite.org/lang_attach.html
  static let otherFile = LintRule("SL478", "Statement uses another file", "other-file", .error) { trace in
    trace.steps.compactMap { step in
      switch step.action {
      case .attach: break
      case .vacuum where step.tokens.contains(where: { $0.isKeyword("INTO") }): break
      default: return nil
      }
      return LintFinding(step, OtherFile())
    }
  }
}

struct OtherFile: LintViolation {
  static var rule: LintRule { .otherFile }
  var message: String {
    "a relative path depends on the application's working directory, and writes to two files are not atomic in WAL mode"
  }
  var help: Help { "let the application copy between the files, before or after the migration" }
}
