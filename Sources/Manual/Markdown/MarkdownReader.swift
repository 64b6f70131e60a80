/// Reads the blocks of a page. It knows only what the pages of Docs use. The tests read all of them, and find no mark left in a
/// text.
struct MarkdownReader {
  private var lines: ArraySlice<Substring>

  static func blocks(of text: String) -> [MarkdownBlock] {
    var reader = MarkdownReader(lines: text.split(separator: "\n", omittingEmptySubsequences: false)[...])
    return reader.blocks()
  }

  private mutating func blocks() -> [MarkdownBlock] {
    var blocks: [MarkdownBlock] = []
    while let line = lines.first {
      if line.isBlank {
        lines.removeFirst()
      } else {
        blocks.append(block(line))
      }
    }
    return blocks
  }

  private mutating func block(_ line: Substring) -> MarkdownBlock {
    if let level = line.headingLevel {
      lines.removeFirst()
      return .heading(level: level, MarkdownInline.parts(of: line.dropFirst(level + 1)))
    }
    if line.hasPrefix("```") { return fencedCode() }
    if line.hasPrefix("    ") { return indentedCode() }
    if line.isItem { return list() }
    if line.hasPrefix("|") { return table() }
    return paragraph()
  }

  private mutating func take(while condition: (Substring) -> Bool) -> ArraySlice<Substring> {
    let taken = lines.prefix(while: condition)
    lines = lines[taken.endIndex...]
    return taken
  }

  private mutating func fencedCode() -> MarkdownBlock {
    let info = String(lines.removeFirst().dropFirst(3))
    let code = take { !$0.hasPrefix("```") }
    lines = lines.dropFirst()
    return .code(info: info, lines: code.map(String.init))
  }

  private mutating func indentedCode() -> MarkdownBlock {
    var code = take { $0.hasPrefix("    ") || $0.isBlank }
    while code.last?.isBlank == true { code.removeLast() }
    return .code(info: nil, lines: code.map { String($0.dropFirst(4)) })
  }

  /// An item ends before the first line that is not indented.
  private mutating func list() -> MarkdownBlock {
    var items: [[MarkdownBlock]] = []
    while let first = lines.first, first.isItem {
      lines.removeFirst()
      let rest = take { $0.hasPrefix("  ") || $0.isBlank }
      var reader = MarkdownReader(lines: ([first.dropFirst(2)] + rest.map { $0.dropFirst(2) })[...])
      items.append(reader.blocks())
    }
    return .list(items)
  }

  private mutating func table() -> MarkdownBlock {
    let rows = take { $0.hasPrefix("|") }.map(\.cells)
    let header = rows[0]
    return .table(
      header: header,
      rows: rows.dropFirst(2).map { row in
        Array((row + Array(repeating: [], count: header.count)).prefix(header.count))
      })
  }

  private mutating func paragraph() -> MarkdownBlock {
    let first = lines.removeFirst()
    let rest = take { line in
      !line.isBlank && line.headingLevel == nil && !line.hasPrefix("```") && !line.isItem && !line.hasPrefix("|")
    }
    return .paragraph(MarkdownInline.parts(of: ([first] + rest).joined(separator: "\n")[...]))
  }
}

extension Substring {
  fileprivate var isBlank: Bool { allSatisfy { $0 == " " } }

  fileprivate var isItem: Bool { hasPrefix("* ") || hasPrefix("- ") }

  /// The number of number signs before a heading.
  fileprivate var headingLevel: Int? {
    let level = prefix { $0 == "#" }.count
    return (1...6).contains(level) && dropFirst(level).first == " " ? level : nil
  }

  /// The cells of a row. A vertical line within a code span separates too, unless a backslash is before it.
  fileprivate var cells: [[MarkdownInline]] {
    var cells = [""]
    var isEscaped = false
    for character in dropFirst() {
      if character == "|", !isEscaped {
        cells.append("")
      } else {
        if character == "|" { cells[cells.count - 1].removeLast() }
        cells[cells.count - 1].append(character)
      }
      isEscaped = character == "\\" && !isEscaped
    }
    // What follows the last line is no cell.
    if cells.last?.allSatisfy({ $0 == " " }) == true { cells.removeLast() }
    return cells.map { MarkdownInline.parts(of: $0.trimmed[...]) }
  }
}

extension String {
  fileprivate var trimmed: Substring {
    let start = drop { $0 == " " }
    return start.prefix(start.count - start.reversed().prefix { $0 == " " }.count)
  }
}
