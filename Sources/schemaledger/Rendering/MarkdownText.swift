import LedgerCore
import LedgerKit

/// Markdown for GitHub and GitLab, which show it in a comment or a summary. Text from other sources is formatted as
/// code, which disables all other markup: outside code, even `\@name` and `&#64;name` notify a user, and `#1` adds a
/// reference to an issue.
/// https://github.com/github/cmark-gfm/issues/181
enum MarkdownText {
  /// Returns the symbol for a verdict.
  static func sign(_ worst: Finding.Severity?) -> String {
    switch worst {
    case .error: "❌"
    case .warning: "⚠️"
    case .note, nil: "✅"
    }
  }

  /// Returns a code span. In a table, a pipe ends the cell even inside a code span, so tables contain only texts that
  /// cannot have a pipe.
  /// https://github.github.com/gfm/#tables-extension-
  static func code(_ text: String) -> String {
    let text = text.withVisibleControls.onOneLine
    let fence = String(repeating: "`", count: longestRun(in: text) + 1)
    let margin = text.hasPrefix("`") || text.hasSuffix("`") ? " " : ""
    return fence + margin + text + margin + fence
  }

  /// Returns a code block, one string for each line.
  static func block(_ lines: [String], language: String = "") -> [String] {
    let lines = lines.map(\.withVisibleControls)
    let fence = String(repeating: "`", count: max(3, (lines.map(longestRun).max() ?? 0) + 1))
    return [fence + language] + lines + [fence]
  }

  /// Returns a finding as a collapsible section, or as a list item if it consists of its message only.
  static func finding(_ finding: Finding) -> [String] {
    var body = FindingText(terminal: Terminal(color: .never)).lines(finding).dropFirst().map { String($0.dropFirst(6)) }
    if let waiver = finding.waiver { body.append(Wording.words(waiver)) }
    let head = "\(finding.code.rawValue) \(finding.waiver == nil ? finding.severity.rawValue : "waived")"
    guard !body.isEmpty else { return ["* \(head) \(code(finding.message))", ""] }
    // Renderers do not parse Markdown in a block of HTML, which ends at the next empty line.
    let open = finding.severity == .error && finding.waiver == nil ? " open" : ""
    let summary = "<details\(open)><summary>\(head) <code>\(html(finding.message))</code></summary>"
    return [summary, ""] + block(Array(body), language: finding.changes.isEmpty ? "" : "diff") + ["", "</details>", ""]
  }

  /// Returns the findings that fit: a comment is limited to 65,536 characters, and a summary of more than 1 MiB is not
  /// shown at all.
  static func findings(_ findings: [Finding], limit: Int = 50) -> [String] {
    let sorted = findings.unwaived.sorted { $0.severity > $1.severity } + findings.waived
    let rest = sorted.count - limit
    return sorted.prefix(limit).flatMap(finding)
      + (rest > 0 ? ["and \(Wording.count(rest, "finding")) more", ""] : [])
  }

  private static func html(_ text: String) -> String {
    text.withVisibleControls.onOneLine.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
      .replacing(">", with: "&gt;")
  }

  private static func longestRun(in text: String) -> Int {
    var (longest, current) = (0, 0)
    for character in text {
      current = character == "`" ? current + 1 : 0
      longest = max(longest, current)
    }
    return longest
  }
}

extension MarkdownText {
  /// Returns a list of notes, with an empty line after it.
  static func notes(_ notes: [Note]) -> [String] {
    notes.isEmpty ? [] : notes.map { "* note: " + code($0.text) } + [""]
  }
}
