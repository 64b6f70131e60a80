/// A part of a page: the subset of [Markdown](https://spec.commonmark.org) that Docs uses.
public indirect enum MarkdownBlock: Sendable, Hashable {
  /// - level: 1 for the title of the page.
  case heading(level: Int, [MarkdownInline])
  case paragraph([MarkdownInline])
  /// Lines that are kept as they are. `info` is the text behind the fence, such as `sql bad`; `nil` if the block is indented.
  case code(info: String?, lines: [String])
  case list([[MarkdownBlock]])
  /// Each row has as many cells as the header.
  case table(header: [[MarkdownInline]], rows: [[[MarkdownInline]]])
}

/// A part of a line.
public indirect enum MarkdownInline: Sendable, Hashable {
  case text(String)
  case code(String)
  case strong([MarkdownInline])
  case emphasis([MarkdownInline])
  /// - target: an address, or a path relative to the page, with an anchor or without.
  case link([MarkdownInline], target: String)
}

extension [MarkdownInline] {
  /// The text without its marks.
  public var plainText: String {
    map { part in
      switch part {
      case .text(let text), .code(let text): text
      case .strong(let parts), .emphasis(let parts), .link(let parts, _): parts.plainText
      }
    }.joined()
  }
}
