public import Findings
internal import SQLiteLint

extension FindingCode {
  /// The rules of `lint` by their names, such as `column-not-copied`.
  public static let rules: [String: FindingCode] = Dictionary(
    LintRule.all.map { ($0.name, $0.code) }, uniquingKeysWith: { first, _ in first })
}
