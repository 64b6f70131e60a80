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
    for found in found {
      let finding = Finding(RuleFacts(found.violation, in: found.words))
      #expect(finding.code.rawValue == found.code.rawValue)
      #expect(finding.code.rawValue == rule)
      #expect(finding.message.contains(found.words) && finding.help?.text.isEmpty == false)
      #expect(try finding.factsJSON["statement"] == .string(found.words))
      #expect(try finding.factsJSON["kind"] == .string(found.violation.name))
    }
  }
}
