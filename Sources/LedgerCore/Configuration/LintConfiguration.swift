package import Findings
package import PathPatterns

/// `lint:` of a database: the rules that `lint` applies, their severities, and the migrations that it checks. Rules are
/// named by their codes, such as `SL412`.
package struct LintConfiguration: Sendable, Hashable {
  /// Rules that are disabled everywhere.
  package var disabled: Set<String> = []
  /// The severity of each finding of a rule, in place of the rule's own.
  package var severities: [String: Severity] = [:]
  /// Migrations that are not checked.
  package var excluded: [PathPattern] = []
  /// Rules that are disabled in some migrations, in the order of the file.
  package var disabledIn: [DisabledRules] = []

  /// Rules that are disabled in the migrations that a pattern matches.
  package struct DisabledRules: Sendable, Hashable {
    package let pattern: PathPattern
    package let rules: Set<String>

    package init(_ pattern: PathPattern, _ rules: Set<String>) {
      (self.pattern, self.rules) = (pattern, rules)
    }
  }

  /// Creates a configuration that changes nothing.
  package init() {}

  /// Whether the migrations at this path are not checked.
  package func excludes(_ path: String) -> Bool { excluded.contains { $0.matches(path) } }

  /// Whether a rule is disabled for the migrations at this path.
  package func disables(_ rule: String, at path: String?) -> Bool {
    disabled.contains(rule)
      || disabledIn.contains { entry in entry.rules.contains(rule) && path.map(entry.pattern.matches) == true }
  }
}
