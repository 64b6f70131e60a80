import Manual
import Testing

@Suite("Man pages")
struct RoffTests {
  private func lines(_ build: (inout Roff) -> Void) -> [String] {
    var page = Roff(name: "a", section: 7, date: "2026-01-31", source: "a 1", abstract: "b")
    let head = page.lines.count
    build(&page)
    return Array(page.lines.dropFirst(head))
  }

  @Test func `a page begins with its title and its name`() {
    let page = Roff(
      name: "schemaledger-log", section: 1, date: "2026-01-31", source: "x \"1\"", abstract: "list versions")
    #expect(
      page.lines == [
        #".TH "SCHEMALEDGER-LOG" 1 2026-01-31 "x \(dq1\(dq""#, ".ad l", #".SH "NAME""#,
        #"schemaledger-log \- list versions"#,
      ])
  }

  @Test func `the dash behind the name is escaped if the abstract has several lines`() {
    let abstract = String(repeating: "word ", count: 30)
    let page = Roff(name: "a", section: 1, date: "2026-01-31", source: "x", abstract: abstract)
    #expect(page.lines.count > 4)
    #expect(page.lines[3].hasPrefix(#"a \- word"#))
  }

  @Test func `no text becomes a request or an escape`() {
    #expect(lines { $0.paragraph([.text(".so /etc/passwd")]) } == [".PP", #"\&.so /etc/passwd"#])
    #expect(lines { $0.paragraph([.text("'br \\fB")]) } == [".PP", #"\&'br \efB"#])
    #expect(
      lines { $0.code([".de x", "a\\nb --c 'd'"]) } == [
        ".PP", ".RS 4", ".EX", #"\&.de x"#, #"a\enb \-\-c \(aqd\(aq"#, ".EE", ".RE",
      ])
    #expect(lines { $0.heading(1, "a\"b\n.x") }.count == 1)
    #expect(lines { $0.paragraph([.text("é … 😀")]) } == [".PP", #"\[u00E9] \[u2026] \[u1F600]"#])
  }

  @Test func `a request at a line that the wrapping begins is guarded`() {
    let words = String(repeating: "x ", count: 38) + ".so y"
    let text = lines { $0.paragraph([.text(words)]) }
    #expect(text.count == 3)
    #expect(text.last == #"\&.so y"#)
  }

  @Test func `fonts return to the surrounding one`() {
    #expect(
      lines { $0.paragraph([.strong([.text("a "), .code("-b")]), .text(" c")]) } == [".PP", #"\fBa \fB\-b\fB\fR c"#])
  }

  @Test func `lists and tables`() {
    #expect(
      lines { $0.blocks([.list([[.paragraph([.text("a")])], [.paragraph([.text("b")])]])]) } == [
        #".IP \(bu 2"#, "a", #".IP \(bu 2"#, "b",
      ])
    #expect(
      lines {
        $0.blocks([
          .table(header: [[.text("k")], [.text("m")]], rows: [[[.code("x")], [.text("y")]]])
        ])
      } == [".TP", #"\fB\fBx\fB\fR"#, "y"])
  }

  /// What no page has is not proved; each page of Docs is.
  @Test func `all lines of all pages are short, and only macros begin with a dot`() {
    let macros = [".TH", ".SH", ".SS", ".PP", ".TP", ".IP", ".RS", ".RE", ".EX", ".EE", ".br", ".ad"]
    for page in Manual.pages {
      var roff = Roff(name: page.name, section: 7, date: "2026-01-31", source: "a", abstract: page.title)
      roff.blocks(page.blocks)
      #expect(roff.lines.count > 5)
      for line in roff.lines where line.hasPrefix(".") || line.hasPrefix("'") {
        #expect(macros.contains(String(line.prefix(3))), "\(page.path): \(line)")
      }
    }
  }
}
