import CanonicalJSON
import Testing
import VisibleText

@testable import SchemaledgerProgram

@Suite("Displayable text")
struct DisplayTextTests {
  private func shown(_ text: String) -> String { ("\(text)" as DisplayText).text }

  @Test(
    "a string is on one line, with its invisible characters visible",
    arguments: [
      ("plain text", "plain text"), ("Zoë ✓ 数据", "Zoë ✓ 数据"), ("a\u{1B}[31mb\u{7F}", "a␛[31mb␡"), ("a\nb", "a␊b"),
      ("a\r\nb\rc\td", "a␍␊b␍c␉d"), ("\0", "␀"), ("a\u{85}b", "a<U+0085>b"),
      ("a\u{202E}b\u{2066}", "a<U+202E>b<U+2066>"),
      ("a\u{2028}b\u{2029}", "a<U+2028>b<U+2029>"),
      ("a\u{200B}\u{200D}\u{FEFF}\u{AD}", "a<U+200B><U+200D><U+FEFF><U+00AD>"),
      ("a\u{E0041}", "a<U+E0041>"), ("a\u{3164}", "a<U+3164>"), ("a\u{FFFE}\u{FFFF}", "a<U+FFFE><U+FFFF>"),
      ("a\u{FE0F}1\u{FE0F}", "a<U+FE0F>1<U+FE0F>"),
    ])
  func invisibleCharacters(_ text: String, _ expected: String) { #expect(shown(text) == expected) }

  @Test("an emoji stays whole", arguments: ["⚠️", "👩‍💻", "🏳️‍🌈", "👍🏽", "♻️ Refactor"])
  func emoji(_ text: String) { #expect(shown(text) == text) }

  @Test("only a literal has line feeds, and only the terminal has colours")
  func ownText() {
    let name = "a\u{1B}\nb"
    #expect(("one\n\(name)" as DisplayText).text == "one\na␛␊b")
    #expect(("x \("\(name)" as DisplayText)" as DisplayText).text == "x a␛␊b")
    let terminal = Terminal(color: .always)
    #expect(terminal.styled("\(name)", .strong).text == "\u{1B}[1ma␛␊b\u{1B}[0m")
    #expect(("<\(terminal.styled("a", .faint))>" as DisplayText).text == "<\u{1B}[2ma\u{1B}[0m>")
  }

  @Test("a text of several lines keeps line feeds and tabs")
  func lines() {
    #expect(DisplayText.lines(of: "a\tb\r\nc\u{1B}\n\nd\re\n").map(\.text) == ["a\tb", "c␛", "", "d␍e"])
    #expect(DisplayText.lines(of: "") == [])
  }

  @Test(
    "a line is no command of a CI",
    arguments: [
      ("::error::gone", #"\::error::gone"#), ("  \t::debug::x", "  \t\\::debug::x"),
      ("\u{A0}\u{3000}::warning::x", "\u{A0}\u{3000}\\::warning::x"), ("a::error::x", "a::error::x"),
      ("a\n::set-env name=x::y", "a\n\\::set-env name=x::y"), ("##[error]x", #"##\[error]x"#),
      ("a ##vso[task.complete]x", #"a ##vso\[task.complete]x"#), ("###[x", #"###\[x"#),
      ("# #[x] ## [y]", "# #[x] ## [y]"),
      ("##teamcity[x]", #"##teamcity\[x]"#), ("#[a]", "#[a]"), (": :error", ": :error"),
    ])
  func commands(_ text: String, _ expected: String) {
    let lines = DisplayText.lines(of: text).joined(separator: "\n")
    #expect(lines.withoutCommands.text == expected)
  }

  @Test("JSON is true to its values, and has no invisible character and no command")
  func json() throws {
    let value: JSONValue = [
      "a\u{202E}\n": .string("\u{1B}[2J\r\n::error::\u{E0041}\u{85}\u{7F} é 数"), "b": ["##[error]x", "##vso[y", "##"],
    ]
    let text = DisplayText.json(value).text
    #expect(try #require(JSONValue(parsing: Array(text.utf8))) == value)
    #expect(!text.unicodeScalars.contains { $0 != "\n" && $0.picture != nil })
    #expect(text.contains("é 数"))
    #expect(text.contains(##"\u202e\n"##) && text.contains(##"##\u005berror]"##))
  }

  @Test("XML is true to its text, and has no command")
  func xml() {
    let element = XMLElement(name: "a", attributes: [("b", "::x\n::y")], text: "##[error]\n  ::error::x")
    #expect(element.document.text.hasSuffix(">##&#91;error]\n  &#58;:error::x</a>\n"))
    #expect(element.document.withoutCommands == element.document)
  }

  @Test("data is exact, except on a terminal")
  func data() {
    #expect(written(isTerminal: false) == "a\u{1B}\n::error::x\n")
    #expect(written(isTerminal: true) == "a␛\n\\::error::x\n")
  }

  private func written(isTerminal: Bool) -> String {
    let sink = Sink()
    Terminal(color: .never, isTerminal: isTerminal, sink: sink.write).data("a\u{1B}\n::error::x\n")
    return sink.output
  }
}
