import Manual

/// Lays out a page of the manual for a terminal.
struct ManualText {
  let page: ManualPage
  let terminal: Terminal
  /// The number of columns of the text. Code is not wrapped.
  var width = Terminal.textWidth

  func write(_ blocks: [MarkdownBlock]) {
    for line in lines(of: blocks, width: width) { terminal.out(line) }
  }

  private func lines(of blocks: [MarkdownBlock], width: Int) -> [DisplayText] {
    var lines: [DisplayText] = []
    for block in blocks {
      if !lines.isEmpty { lines.append("") }
      lines += self.lines(of: block, width: width)
    }
    return lines
  }

  private func lines(of block: MarkdownBlock, width: Int) -> [DisplayText] {
    switch block {
    case .heading(_, let parts): [terminal.styled("\(parts.plainText)", .strong)]
    case .paragraph(let parts): words(of: parts).wrapped(to: width)
    case .code(_, let lines): lines.map { DisplayText.spaces(4) + "\($0)" }
    case .list(let items):
      items.flatMap { item in
        self.lines(of: item, width: width - 2).enumerated().map { index, line in
          line.isEmpty ? line : (index == 0 ? "* " : .spaces(2)) + line
        }
      }
    case .table(let header, let rows): table(header, rows, width)
    }
  }

  // MARK: Tables

  /// A table in columns if it fits. If not, each row is its first cell with the others below it.
  private func table(_ header: [[MarkdownInline]], _ rows: [[[MarkdownInline]]], _ width: Int) -> [DisplayText] {
    let cells = ([header] + rows).map { row in row.map { words(of: $0).wrapped(to: .max).first ?? "" } }
    let lengths = ([header] + rows).map { row in row.map { words(of: $0).length } }
    let widths = header.indices.map { column in lengths.map { $0[column] }.max() ?? 0 }
    if widths.reduce(0, +) + 2 * (widths.count - 1) <= width {
      return zip(cells, lengths).enumerated().map { index, row in
        let line = zip(row.0, zip(row.1, widths)).map { cell, size in cell + .spaces(size.1 - size.0) }.joined(
          separator: "  ")
        return index == 0 ? terminal.styled(line.withoutSpacesAtEnd, .faint) : line.withoutSpacesAtEnd
      }
    }
    return rows.flatMap { row in
      words(of: [.strong(row[0])]).wrapped(to: width)
        + zip(header, row).dropFirst().flatMap { name, cell -> [DisplayText] in
          guard !cell.isEmpty else { return [] }
          let label = header.count > 2 && !name.isEmpty ? [MarkdownInline.text(name.plainText + ": ")] : []
          return words(of: label + cell).wrapped(to: width - 4).map { .spaces(4) + $0 }
        }
    }
  }

  // MARK: Words

  private func words(of parts: [MarkdownInline]) -> Words {
    var words = Words()
    add(parts, nil, to: &words)
    return words
  }

  private func add(_ parts: [MarkdownInline], _ label: Terminal.Label?, to words: inout Words) {
    for part in parts {
      switch part {
      case .text(let text): words.add(text) { label == nil ? $0 : terminal.styled($0, label ?? .strong) }
      case .code(let code): words.add(quoted(code, label), canBreak: false) { terminal.styled($0, label ?? .note) }
      case .strong(let parts): add(parts, .strong, to: &words)
      case .emphasis(let parts): add(parts, label, to: &words)
      case .link(let parts, let target):
        let note = note(on: target, parts.plainText)
        // The name of a file says nothing here.
        let isFile = parts.plainText.hasSuffix(".md") && note != nil
        if !isFile { add(parts, label, to: &words) }
        if let note { words.add(isFile ? note : " (\(note))") { terminal.styled($0, .faint) } }
      }
    }
  }

  /// Code within a sentence. Without a colour of its own it needs its quotes, as in: `-` is missing.
  private func quoted(_ code: String, _ label: Terminal.Label?) -> String {
    label == nil && terminal.styled("x", .note) == "x" ? "`\(code)`" : code
  }

  /// Where a link leads, in words for somebody who cannot follow it; `nil` if its text says it.
  private func note(on target: String, _ text: String) -> String? {
    if target.contains("://") { return target.hasSuffix(text) ? nil : target }
    guard let name = page.name(ofTarget: target), name != page.name else { return nil }
    return Manual.explanation(of: text) == nil ? "schemaledger help \(name)" : nil
  }
}

/// The words of a paragraph with their colours. Text without a space between its parts is one word.
private struct Words {
  private struct Word {
    var text: DisplayText = ""
    var length = 0
  }

  private var words: [Word] = []
  private var isOpen = false

  var length: Int { words.map(\.length).reduce(0, +) + max(0, words.count - 1) }

  /// - Parameter canBreak: whether spaces of the text end a line.
  mutating func add(_ text: String, canBreak: Bool = true, style: (DisplayText) -> DisplayText) {
    let parts = canBreak ? text.split(separator: " ", omittingEmptySubsequences: false) : [text[...]]
    for (index, part) in parts.enumerated() {
      if index > 0 { isOpen = false }
      guard !part.isEmpty else { continue }
      if !isOpen { words.append(Word()) }
      words[words.count - 1].text += style("\(String(part))")
      words[words.count - 1].length += part.count
      isOpen = true
    }
  }

  func wrapped(to width: Int) -> [DisplayText] {
    var lines: [DisplayText] = []
    var length = 0
    for word in words {
      if lines.isEmpty || length + 1 + word.length > width {
        lines.append(word.text)
        length = word.length
      } else {
        lines[lines.count - 1] += " " + word.text
        length += 1 + word.length
      }
    }
    return lines
  }
}
