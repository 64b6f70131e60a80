/// Facts about a statement that a rule of `lint` found: SL4xx. The rule explains it in its own words.
package struct RuleFacts: Sendable, Hashable {
  /// The code of the rule.
  package let code: Finding.Code
  /// How the statement begins.
  package let statement: String
  /// What the statement does to users' databases.
  package let explanation: String
  /// What to write in its place.
  package let advice: String

  package init(code: Finding.Code, statement: String, explanation: String, advice: String) {
    self.code = code
    self.statement = statement
    self.explanation = explanation
    self.advice = advice
  }
}
