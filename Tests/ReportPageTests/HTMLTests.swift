import Testing

@testable import ReportPage

@Suite("The markup of a page")
struct HTMLTests {
  private func text(_ html: HTML) -> String {
    var text = ""
    html.write(to: &text)
    return text
  }

  @Test(
    "text never becomes markup, and every character can be seen",
    arguments: [
      ("</script><b>", "&lt;/script&gt;&lt;b&gt;"), ("\"'&", "&quot;&#39;&amp;"), ("a\u{202E}b", "a&lt;U+202E&gt;b"),
      ("a\u{0}b\nc", "a␀b␊c"), ("Ünïcode 日本 👩‍🚀", "Ünïcode 日本 👩‍🚀"), ("", ""),
    ])
  func escapes(given: String, expected: String) {
    #expect(text(.text(given)) == expected)
    #expect(text(element("a", ["title": given])) == "<a title=\"\(expected)\"></a>")
  }

  @Test("an attribute without a value is left out, and a void element has no end tag")
  func elements() {
    #expect(text(element("details", ["open": nil, "id": "x"], ["a"])) == "<details id=\"x\">a</details>")
    #expect(text(element("p", [:], ["a", element("br"), "b"])) == "<p>a<br>b</p>")
  }
}
