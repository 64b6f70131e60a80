extension [MarkdownBlock] {
  /// The blocks in [GitHub's Markdown](https://github.github.com/gfm/), for readers who do not have the other pages: of a
  /// link to one of them, only the text is left.
  public var markdown: String { map { $0.lines.joined(separator: "\n") }.joined(separator: "\n\n") }
}

extension MarkdownBlock {
  fileprivate var lines: [String] {
    switch self {
    case .heading(let level, let parts): [String(repeating: "#", count: level) + " " + parts.markdown]
    case .paragraph(let parts): [parts.markdown]
    case .code(let info, let lines): ["```\(info ?? "")"] + lines + ["```"]
    case .list(let items): items.flatMap(Self.item)
    case .table(let header, let rows):
      [Self.row(header), Self.row(header.map { _ in [.text("---")] })] + rows.map(Self.row)
    }
  }

  private static func item(_ blocks: [MarkdownBlock]) -> [String] {
    let lines = blocks.markdown.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.enumerated().map { index, line in index == 0 ? "* \(line)" : line.isEmpty ? "" : "  \(line)" }
  }

  private static func row(_ cells: [[MarkdownInline]]) -> String {
    "| " + cells.map { $0.markdown.replacing("|", with: "\\|") }.joined(separator: " | ") + " |"
  }
}

extension [MarkdownInline] {
  fileprivate var markdown: String {
    map { part in
      switch part {
      case .text(let text): text.escaped
      case .code(let code): code.codeSpan
      case .strong(let parts): "**\(parts.markdown)**"
      case .emphasis(let parts): "*\(parts.markdown)*"
      case .link(let parts, let target): target.contains("://") ? "[\(parts.markdown)](\(target))" : parts.markdown
      }
    }.joined()
  }
}

extension String {
  /// The text with a backslash before each character that could begin markup.
  fileprivate var escaped: String {
    reduce(into: "") { text, character in
      if "\\`*_[]<>#".contains(character) { text.append("\\") }
      text.append(character)
    }
  }

  private var longestRunOfBackquotes: Int {
    split(omittingEmptySubsequences: true) { $0 != "`" }.map(\.count).max() ?? 0
  }

  fileprivate var codeSpan: String {
    let fence = String(repeating: "`", count: longestRunOfBackquotes + 1)
    let margin = hasPrefix("`") || hasSuffix("`") ? " " : ""
    return fence + margin + self + margin + fence
  }
}
