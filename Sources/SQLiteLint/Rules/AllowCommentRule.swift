extension LintRule {
  /// Finds comments that are meant to accept a finding and do not accept one. ``ScriptLint`` adds these findings after
  /// all others.
  static let allowComment = LintRule("SL400", "allow-comment", .warning) { _ in [] }
}
