import SourceModels
import Testing

@Suite("Sources that cannot be read")
struct HostileSourceTests {
  @Test func `merge markers make a schema incomplete, with their line`() {
    let found = scope("@Model class A {\n<<<<<<< HEAD\n  var x: Int\n=======\n  var y: Int\n>>>>>>> other\n}")
    #expect(!found.unreadableFiles.isEmpty)
    #expect(!found.schema(ofClasses: ["A"]).isComplete)
  }

  @Test func `a file that is not UTF-8 is reported`() {
    let bytes = Array("import SwiftData\n@Model class A { var x = \"".utf8) + [0xFF, 0xFE] + Array("\" }".utf8)
    #expect(SourceScope(MemoryTree(bytes: ["A.swift": bytes])).unreadableFiles.map(\.reason) == [.file(.encoding)])
  }

  @Test(
    arguments: [
      ("(", ")"), ("[", "]"), ("- ", ""), ("try ", ""), ("a ? b : ", ""), ("A<", ">"), ("{ ", " }"), ("!", ""),
      ("a + ", ""), ("f(", ")"), (".a", ""), ("\"\\(", ")\""), ("if a {} else ", ""),
      ("([", "])"), ("[(", ")]"), ("@A(", ")"), ("if a { ", "}"), ("#if a\n", "\n#endif"), ("A<[", ">]"), ("a < ", ""),
      ("[\"a\": ", "]"), ("[\"\\(", ")\"]"), ("[\"a\": [x: ", "]]"), ("[ /* */ \"a\", [", "]]"),
    ], [10, 120, 5_000])
  func `deep nesting does not exhaust the stack or the time`(brackets: (String, String), depth: Int) {
    let (open, close) = brackets
    let text =
      "@Model class A { var x: Int }\nlet y = "
      + String(repeating: open, count: depth) + "b" + String(repeating: close, count: depth)
    let found = scope(text + "\nlet z = ModelContainer(for: A.self)")
    #expect(found.modelClasses.count + found.unreadableFiles.count > 0)
  }

  @Test func `two models with the same name in one schema are reported`() {
    let found = scope("enum E { @Model class A { var b: F.A? } }\nenum F { @Model class A { var x: Int } }")
    let schema = found.schema(ofClasses: ["E.A", "F.A"])
    #expect(schema.unresolved.contains { if case .sameEntityName = $0.reason { true } else { false } })
  }

  @Test(
    arguments: [
      "let x = \"\(String(repeating: "[(<-", count: 2_000))\"", "/* \(String(repeating: "[!", count: 2_000)) */",
      String(repeating: "// ---- [[[[[[ <<<<<<\n", count: 200),
      "let x = \"\"\"\n" + String(repeating: "{[", count: 900) + "\n\"\"\"",
      "let x = \"a \\(f(\"b\")) c\"\n".repeated(900), "let x = #\"\\( \"[[[ \"#\n".repeated(300),
      // A JSON Schema, as a dictionary.
      "let x: [String: Any] = " + "[\n \"properties\": ".repeated(20) + "[]" + "]".repeated(20),
      "func f() {\n let x = /\\[\\(\"/\n}\n".repeated(200), "func f() { if a < b { g() } }\n".repeated(300),
    ])
  func `brackets in strings and comments, dictionaries, and a long file are not nesting`(text: String) {
    #expect(scope("@Model class A { var x: Int }\n" + text).unreadableFiles.isEmpty)
  }

  @Test func `a quotation mark in a regular expression hides no nesting`() {
    let deep = String(repeating: "[", count: 300)
    #expect(!scope("@Model class A { var x: Int }\nlet x = /\"\"\"/\nlet y = \(deep)").unreadableFiles.isEmpty)
  }
}

extension String {
  fileprivate func repeated(_ count: Int) -> String { String(repeating: self, count: count) }
}
