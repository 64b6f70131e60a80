internal import Manual

extension HTML {
  /// A part of the manual. Links are written as their text, because the page has no pages to lead to.
  ///
  /// - Parameter level: The level of the heading above it.
  init(_ block: MarkdownBlock, below level: Int) {
    switch block {
    case .heading(_, let parts): self = element("h\(min(6, level + 1))", [:], parts.map(HTML.init))
    case .paragraph(let parts): self = element("p", [:], parts.map(HTML.init))
    case .code(_, let lines): self = preformatted(lines)
    case .list(let items):
      self = element("ul", [:], items.map { element("li", [:], $0.map { HTML($0, below: level) }) })
    case .table(let header, let rows):
      let head = header.map { element("th", ["scope": "col"], $0.map(HTML.init)) }
      let body = rows.map { element("tr", [:], $0.map { element("td", [:], $0.map(HTML.init)) }) }
      self = element(
        "table", [:], [element("thead", [:], [element("tr", [:], head)]), element("tbody", [:], body)])
    }
  }

  private init(_ part: MarkdownInline) {
    switch part {
    case .text(let text): self = .text(text)
    case .code(let text): self = element("code", [:], [.text(text)])
    case .strong(let parts): self = element("strong", [:], parts.map(HTML.init))
    case .emphasis(let parts): self = element("em", [:], parts.map(HTML.init))
    case .link(let parts, _): self = .several(parts.map(HTML.init))
    }
  }
}
