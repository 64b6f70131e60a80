/// Writes blocks as the source of a man page, in the macros of man(7), which groff and mandoc read.
///
/// https://man7.org/linux/man-pages/man7/groff_man.7.html
public struct Roff {
  /// What is written: lines, without line feeds.
  public private(set) var lines: [String] = []
  /// Whether a paragraph macro would be superfluous, as behind a heading.
  private var isFresh = true

  /// Begins a page.
  ///
  /// - Parameters:
  ///   - section: the section of the manual, such as 1 for commands.
  ///   - date: the day of the release, as `2026-01-31`.
  ///   - source: the name and the version of the program.
  ///   - abstract: what the page is about, in a few words.
  public init(name: String, section: Int, date: String, source: String, abstract: String) {
    lines.append(".TH \(Self.argument(name.uppercased())) \(section) \(date) \(Self.argument(source))")
    // A long path or address leaves lines that cannot be adjusted to both margins.
    lines.append(".ad l")
    heading(1, "NAME")
    let first = lines.count
    text([.text("\(name) - \(abstract)")])
    // apropos(1) finds the dash by its escape. The abstract may continue on further lines.
    lines[first] = lines[first].replacing(" - ", with: " \\- ", maxReplacements: 1)
  }

  /// Adds a heading of the page (level 1) or below one.
  public mutating func heading(_ level: Int, _ text: String) {
    lines.append("\(level == 1 ? ".SH" : ".SS") \(Self.argument(text))")
    isFresh = true
  }

  /// Adds a paragraph.
  public mutating func paragraph(_ parts: [MarkdownInline]) {
    if !isFresh { lines.append(".PP") }
    text(parts)
  }

  /// Adds lines that are kept as they are.
  public mutating func code(_ code: [String]) {
    if !isFresh { lines.append(".PP") }
    lines += [".RS 4", ".EX"] + code.map { Self.guarded(Self.escaped($0, isCode: true)) } + [".EE", ".RE"]
    isFresh = false
  }

  /// Adds a term with its description.
  public mutating func item(_ term: [MarkdownInline], _ description: [[MarkdownInline]]) {
    lines.append(".TP")
    text(term)
    if lines.last == ".TP" { lines.append("\\ ") }
    for (index, parts) in description.filter({ !$0.isEmpty }).enumerated() {
      if index > 0 { lines.append(".br") }
      text(parts)
    }
    if description.allSatisfy(\.isEmpty) { lines.append("\\ ") }
  }

  /// Adds the blocks of a page without its title. Headings below the second level become those of the lower level.
  public mutating func blocks(_ blocks: [MarkdownBlock]) {
    for block in blocks {
      switch block {
      case .heading(1, _): break
      case .heading(let depth, let parts):
        heading(depth == 2 ? 1 : 2, depth == 2 ? parts.plainText.uppercased() : parts.plainText)
      case .paragraph(let parts): paragraph(parts)
      case .code(_, let lines): code(lines)
      case .list(let items): list(items)
      case .table(let header, let rows):
        for row in rows {
          item(
            [.strong(row[0])],
            zip(header, row).dropFirst().map { name, cell in
              cell.isEmpty || header.count == 2 || name.isEmpty ? cell : [.text(name.plainText + ": ")] + cell
            })
        }
        isFresh = false
      }
    }
  }

  private mutating func list(_ items: [[MarkdownBlock]]) {
    for item in items {
      lines.append(".IP \\(bu 2")
      isFresh = true
      for block in item {
        if case .list(let inner) = block {
          lines.append(".RS 2")
          list(inner)
          lines.append(".RE")
        } else {
          blocks([block])
        }
      }
    }
    isFresh = false
  }

  // MARK: Text

  /// Adds text of at most 76 characters a line.
  private mutating func text(_ parts: [MarkdownInline]) {
    var line = ""
    for word in Self.source(of: parts, font: "R").split(separator: " ") {
      if !line.isEmpty, line.count + 1 + word.count > 76 {
        lines.append(Self.guarded(line))
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    if !line.isEmpty { lines.append(Self.guarded(line)) }
    isFresh = false
  }

  private static func source(of parts: [MarkdownInline], font: String) -> String {
    parts.map { part in
      switch part {
      case .text(let text): escaped(text)
      case .code(let text): "\\fB\(escaped(text, isCode: true))\\f\(font)"
      case .strong(let parts): "\\fB\(source(of: parts, font: "B"))\\f\(font)"
      case .emphasis(let parts): "\\fI\(source(of: parts, font: "I"))\\f\(font)"
      case .link(let parts, let target):
        source(of: parts, font: font)
          + (target.contains("://") && target != parts.plainText ? " <\(escaped(target))>" : "")
      }
    }.joined()
  }

  /// - Parameter isCode: whether a hyphen is a minus sign of ASCII, which can be copied to a shell.
  private static func escaped(_ text: String, isCode: Bool = false) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "\\": result += "\\e"
      case "-" where isCode: result += "\\-"
      case "'" where isCode: result += "\\(aq"
      case "`" where isCode: result += "\\(ga"
      case "^" where isCode: result += "\\(ha"
      case "~" where isCode: result += "\\(ti"
      case _ where scalar.isASCII: result.unicodeScalars.append(scalar)
      default:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        result += "\\[u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "]"
      }
    }
  }

  /// A line that begins with a dot or an apostrophe would be a request.
  private static func guarded(_ line: String) -> String {
    line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" + line : line
  }

  /// An argument of a macro.
  private static func argument(_ text: String) -> String { "\"\(escaped(text).replacing("\"", with: "\\(dq"))\"" }
}
