import CanonicalJSON
import Findings
import LedgerCore
import SQLiteLint
import SQLiteTestSupport
import Testing

@Suite("Facts of lint rules")
struct RuleFactsTests {
  @Test("the facts that a rule finds have the rule's code, a message, help and JSON", arguments: RulePage.codes)
  func code(of rule: String) throws {
    let page = try RulePage(rule)
    let found = try page.bad.flatMap { try $0.lint(before: page.before).findings }
    #expect(!found.isEmpty)
    for violation in found {
      let finding = Finding(RuleFacts(violation.facts, in: violation.words))
      #expect(finding.code.rawValue == violation.code)
      #expect(finding.code.rawValue == rule)
      #expect(finding.message.contains(violation.words) && finding.help?.text.isEmpty == false)
      #expect(finding.factsJSON["statement"] == .string(violation.words))
    }
  }
}
