import Testing

/// The parser of the other tests sees what it is for.
@Suite struct MarkupTests {
  @Test(arguments: [
    "<p>", "<p></b>", "</p>", "<p><b></p></b>", "<p a>x</p>", "<p a=b>x</p>", "<p a=\"b\" a=\"c\"></p>", "a & b",
    "a &nope; b",
    "< b", "<p a=\"b\"c=\"d\"></p>", "<p", "<script>var a", "<p a='b'></p>",
  ])
  func aProblem(page: String) {
    #expect(!Markup("<!DOCTYPE html>\n" + page).problems.isEmpty)
  }

  @Test func whatItReads() {
    let page = Markup(
      "<!DOCTYPE html>\n<p class=\"a &lt; b\">1 &amp; 2<br>3</p><script>if (a < b) { c(\"<p>\") }</script>")
    #expect(page.problems.isEmpty)
    #expect(page.elements.map(\.name) == ["p", "br", "script"])
    #expect(page.elements[0].attributes == ["class": "a < b"])
    #expect(page.elements[2].content == "if (a < b) { c(\"<p>\") }")
    #expect(page.text == "1 & 23")
  }
}
