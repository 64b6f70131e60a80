import Findings
import Foundation
import SQLiteLint
import SQLiteTestSupport
import Testing

@Suite("Docs/Rules")
struct RulePageTests {
  @Test("each rule has a page, and each page a rule; codes are sorted, and codes and names are unique")
  func pages() {
    let codes = LintRule.all.map(\.code.rawValue)
    #expect(RulePage.codes == codes.sorted())
    #expect(Set(codes).count == codes.count)
    #expect(Set(LintRule.all.map(\.name)).count == codes.count)
  }

  @Test("a page begins with code and name, and has the severity and all sections", arguments: RulePage.codes)
  func form(code: String) throws {
    let page = try RulePage(code)
    let rule = try #require(LintRule.all.first { $0.code.rawValue == code })
    #expect(page.title == "# \(code) \(rule.name)")
    #expect(page.text.contains("*\(rule.severity.rawValue.capitalized)"))
    #expect(page.text.contains("-- schemaledger:allow \(code) "))
    #expect(page.text.contains("https://www.sqlite.org/") || page.text.contains("https://sqlite.org/"))
    #expect(!page.bad.isEmpty && !page.good.isEmpty)
    #expect(!page.text.contains("TODO") && !rule.code.title.contains("TODO"), "the skeleton is not filled in")
  }

  @Test("the bad examples of a page violate its rule and no other", arguments: RulePage.codes)
  func bad(code: String) throws {
    let page = try RulePage(code)
    for example in page.bad {
      let found = try example.lint(before: page.before).findings
      #expect(
        Set(found.map(\.code.rawValue)) == [code],
        "\(example.sql)\n\(found.map { "\($0.code):\($0.line) \($0.violation)" })")
    }
  }

  @Test("the good examples of a page run without findings", arguments: RulePage.codes)
  func good(code: String) throws {
    let page = try RulePage(code)
    for example in page.good {
      let (found, failure) = try example.lint(before: page.before)
      #expect(failure == nil, "\(example.sql)")
      #expect(found.isEmpty, "\(example.sql)\n\(found.map { "\($0.code):\($0.line) \($0.violation)" })")
    }
  }

  @Test("a bad example with an allow comment has no finding", arguments: RulePage.codes.filter { $0 != "SL400" })
  func allowed(code: String) throws {
    let page = try RulePage(code)
    for example in page.bad {
      let found = try example.lint(before: page.before).findings
      var lines = example.sql.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      for line in Set(found.map(\.line)).sorted(by: >) {
        lines.insert("-- schemaledger:allow \(code) it is meant", at: line - 1)
      }
      let quiet = RulePage.Example(words: example.words, sql: lines.joined(separator: "\n"))
      #expect(try quiet.lint(before: page.before).findings.isEmpty, "\(quiet.sql)")
    }
  }

  @Test("the table in Docs/Rules/README.md has a row for each rule, in order")
  func index() throws {
    let text = try String(contentsOf: RulePage.folder.appending(path: "README.md"), encoding: .utf8)
    #expect(
      text.split(separator: "\n").filter { $0.hasPrefix("| [SL") }.map(String.init)
        == LintRule.all.map { "| [\($0.code)](\($0.code).md) | `\($0.name)` | \($0.severity) | \($0.code.title) |" })
  }

  @Test(
    "each kind of violation has an example on the page of its rule, and is read from its JSON", arguments: LintRule.all)
  func violations(of rule: LintRule) throws {
    let page = try RulePage(rule.code.rawValue)
    let found = try page.bad.flatMap { try $0.lint(before: page.before).findings.map(\.violation) }
    let types = LintRule.violations.filter { $0.rule.code == rule.code }
    // The comments of SL400 are about findings of other rules; ScriptLintTests has them.
    if rule.code.rawValue != "SL400" { #expect(Set(found.map(\.name)).count == types.count, "\(types)") }
    for type in types {
      let examples = found.filter { Swift.type(of: $0) == type }
      #expect(!examples.isEmpty || rule.code.rawValue == "SL400", "no example of \(type)")
      for example in examples {
        #expect(
          AnyHashable(try JSONDecoder().decode(type, from: JSONEncoder().encode(example))) == AnyHashable(example))
        #expect(example.code == rule.code && !example.message.hasSuffix(".") && !example.help.text.isEmpty)
      }
    }
  }
}
