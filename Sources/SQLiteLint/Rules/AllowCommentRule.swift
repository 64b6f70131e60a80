extension LintRule {
  /// A comment that means to accept a finding and accepts none. ``ScriptLint`` finds it, when all else is known.
  static let allowComment = LintRule("SL400", "allow-comment", .warning) { _ in [] }
}
