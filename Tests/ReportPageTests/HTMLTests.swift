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

  @Test("no text adds an element or an attribute", arguments: ReportSamples.hostileTexts)
  func hostileTexts(given: String) {
    let page = Markup("<!DOCTYPE html>\n" + text(element("p", ["title": given], [.text(given)])))
    #expect(page.problems == [])
    #expect(page.elements.map(\.name) == ["p"])
    #expect(Array(page.elements[0].attributes.keys) == ["title"])
  }

  @Test("texts that are put together")
  func lists() {
    #expect(text("x \("<")") == "x &lt;")
    #expect(text(.several([HTML]().joined(by: ","))) == "")
    #expect(text(.several((["a", "b"] as [HTML]).joined(by: ", "))) == "a, b")
    #expect(text(preformatted(["a", "<"])) == "<pre><code>a\n&lt;</code></pre>")
  }

  @Test("what follows the first 10,000 characters is left out")
  func longTexts() {
    let longest = String(repeating: "é", count: 10_000)
    #expect(text(.text(longest)) == longest)
    #expect(text(.text(longest + "\u{202E}b")) == longest + "… (2 more characters)")
  }

  @Test("numbers in names are compared by their value")
  func order() {
    let names = ["1.10", "1.9", "a10", "a9", "1.9.1", "a", "", "01", "1", "a9b", "1.09"]
    let sorted = ["", "01", "1", "1.09", "1.9", "1.9.1", "1.10", "a", "a9", "a9b", "a10"]
    #expect(names.sorted { $0.precedesNaturally($1) } == sorted)
    #expect(names.allSatisfy { !$0.precedesNaturally($0) })
  }

  @Test("addresses have no spaces, are short and are different for different names")
  func addresses() {
    let only = Address(ofDatabase: "App", isOnly: true)
    #expect(only.table("notes") == "table/notes")
    #expect(only.version("1.0/a b", entry: "0123456789") == "v/1.0%2Fa%20b/01234567")
    #expect(Address(ofDatabase: "a/b", isOnly: false).table("<é>") == "db/a%2Fb/table/%3C%C3%A9%3E")
    let long = String(repeating: "a", count: 5_000)
    #expect(only.table(long + "1") != only.table(long + "2"))
    #expect(only.table(long + "1").utf8.count < 200)
  }
}
