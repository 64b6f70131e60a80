import SwiftParser
import SwiftSourceText
import SwiftSyntax
import SwiftSyntaxBuilder
import Testing

@testable import MacroExpansions

@Suite("The source text of a default")
struct DefaultTextTests {
  @Test(
    "the text does not depend on the layout",
    arguments: [
      ("[ 1,2 ]", "[1, 2]"), ("[\n  1, // one\n  2\n]", "[1, 2]"), ("UUID( )", "UUID()"), ("-1.5", "-1.5"),
      ("a+b", "a + b"), ("Address(street:\"x\" , zip : nil)", "Address(street: \"x\", zip: nil)"),
      ("\"two  spaces /* kept */\"", "\"two  spaces /* kept */\""), (".now", ".now"), ("[:]", "[:]"), ("[ : ]", "[:]"),
      ("flag ? 1:2", "flag ? 1 : 2"), ("try? Data( )", "try? Data()"), ("Int.max as Int", "Int.max as Int"),
      ("{ 3 }()", "{\n3\n}()"), ("{\n  3 }()", "{\n3\n}()"), ("{ f()\n  g() }()", "{\nf()\ng()\n}()"), ("x!.y", "x!.y"),
      ("a ... b", "a ... b"), ("a...b", "a ... b"),
      ("\"\"\"\n    two\n      lines\n    \"\"\"", "\"two\\n  lines\""),
    ])
  func canonical(written: String, expected: String) {
    #expect(canonicalText(of: ExprSyntax("\(raw: written)")) == expected)
  }

  @Test(
    "the text is a string literal in the expansion",
    arguments: [
      ("\"a\"", "\"\\\"a\\\"\""), ("#\"\\d\"#", "\"#\\\"\\\\d\\\"#\""), ("a\nb\t\u{1}", "\"a\\nb\\t\\u{1}\""),
    ])
  func literal(text: String, expected: String) {
    #expect(quoted(text) == expected)
  }

  @Test("a multi-line string keeps its lines, but not its indentation")
  func interpolated() {
    func text(_ lines: String...) -> String { canonicalText(of: ExprSyntax("\(raw: lines.joined(separator: "\n"))")) }
    let frozen = text("\"\"\"", "  a", "", "    b \\(x)", "  \"\"\"")
    #expect(frozen == text("\"\"\"", "      a", "", "        b \\(x)", "      \"\"\""))
    #expect(frozen != text("\"\"\"", "  a", "    b \\(x)", "  \"\"\""))
    #expect(frozen != text("\"\"\"", "  a", "", "  b \\(x)", "  \"\"\""))
    #expect(!frozen.contains("\n"))
  }

  @Test(.timeLimit(.minutes(1))) func `a long expression is written in linear time`() {
    let terms = Array(repeating: "1", count: 9500)
    #expect(canonicalText(of: ExprSyntax("\(raw: terms.joined(separator: "+"))")) == terms.joined(separator: " + "))
  }
}
