internal import Findings
internal import LedgerEntries
internal import PathPatterns
internal import SQLiteLint
internal import Yams

/// `lint:`, which configures the rules of `lint`.
extension ConfigurationReader {
  func lint(_ node: Node) throws(LedgerError) -> LintConfiguration {
    let section = try Section(node, name: "lint", keys: ["disable", "severity", "exclude", "disable-in"])
    var lint = LintConfiguration()
    if let node = section["disable"] { lint.disabled = try Self.lintRules(node, "disable") }
    if let node = section["exclude"] { lint.excluded = try Self.paths(node, "exclude").map(PathPattern.init) }
    if let node = section["severity"] {
      guard let mapping = node.mapping else {
        throw Self.invalid(node.line, "'severity' must be a mapping of rules to note, warning or error")
      }
      for (key, value) in mapping {
        let rule = try Self.lintRule(key, "severity")
        guard let severity = Severity(rawValue: try Self.text(value, rule)) else {
          throw Self.invalid(value.line, "the severity of \(rule) must be note, warning or error")
        }
        lint.severities[rule] = severity
      }
    }
    if let node = section["disable-in"] {
      guard let mapping = node.mapping else {
        throw Self.invalid(node.line, "'disable-in' must be a mapping of paths to rules")
      }
      for (key, value) in mapping {
        let pattern = PathPattern(try Self.path(key, "disable-in"))
        lint.disabledIn.append(LintConfiguration.DisabledRules(pattern, try Self.lintRules(value, "disable-in")))
      }
    }
    return lint
  }

  private static func lintRules(_ node: Node, _ key: String) throws(LedgerError) -> Set<String> {
    var rules: Set<String> = []
    for node in node.sequence.map(Array.init) ?? [node] { rules.insert(try lintRule(node, key)) }
    return rules
  }

  private static func lintRule(_ node: Node, _ key: String) throws(LedgerError) -> String {
    let text = try text(node, key)
    if LintRule.all.contains(where: { $0.code.rawValue == text }) { return text }
    guard Finding.Code(rawValue: text) == nil else {
      throw invalid(node.line, "\(text) is not a rule of lint; to accept a finding of verify, use a waiver")
    }
    let near = NearMiss.question(NearMiss.codes(of: text, among: LintRule.all.map(\.code.rawValue)))
    throw invalid(
      node.line,
      "no rule has the code '\(text.shortened)'; \(near ?? "rules are listed in Docs/Rules/README.md")")
  }
}
