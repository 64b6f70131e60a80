import Findings
import LedgerCore
import LedgerKit

/// Markdown for GitHub and GitLab, which show it in a comment or a summary. Text from other sources is formatted as
/// code, which disables all other markup: outside code, even `\@name` and `&#64;name` notify a user, and `#1` adds a
/// reference to an issue.
/// https://github.com/github/cmark-gfm/issues/181
enum MarkdownText {
  /// Returns the symbol for a verdict.
  static func sign(_ worst: Finding.Severity?) -> DisplayText {
    switch worst {
    case .error: "❌"
    case .warning: "⚠️"
    case .note, nil: "✅"
    }
  }

  /// Returns a code span. In a table, a pipe ends the cell even inside a code span, so tables contain only texts that
  /// cannot have a pipe.
  /// https://github.github.com/gfm/#tables-extension-
  static func code(_ text: DisplayText) -> DisplayText {
    let fence = DisplayText.repeated("`", longestRun(in: text) + 1)
    let margin: DisplayText = text.text.hasPrefix("`") || text.text.hasSuffix("`") ? " " : ""
    return fence + margin + text + margin + fence
  }

  /// Returns a code block, one string for each line.
  static func block(_ lines: [DisplayText], language: DisplayText = "") -> [DisplayText] {
    let fence = DisplayText.repeated("`", max(3, (lines.map(longestRun).max() ?? 0) + 1))
    return [fence + language] + lines + [fence]
  }

  /// Returns a finding as a collapsible section, or as a list item if it consists of its message only.
  static func finding(_ finding: Finding, site: String? = ProjectAddress.site) -> [DisplayText] {
    var body = FindingText.plain.lines(finding).dropFirst().map { $0.dropFirst(6) }
    if let waiver = finding.waiver { body.append("\(Wording.words(waiver))") }
    let id = link(finding.code, on: site)
    let head: DisplayText = "\(id) \(finding.waiver == nil ? finding.severity.rawValue : "waived")"
    guard !body.isEmpty else { return ["* \(head) \(code("\(finding.message)"))", ""] }
    // Renderers do not parse Markdown in a block of HTML, which ends at the next empty line.
    let open: DisplayText = finding.severity == .error && finding.waiver == nil ? " open" : ""
    let summary: DisplayText = "<details\(open)><summary>\(head) <code>\(html("\(finding.message)"))</code></summary>"
    return [summary, ""] + block(Array(body), language: finding.changes.isEmpty ? "" : "diff") + ["", "</details>", ""]
  }

  /// Returns the findings that fit: a comment is limited to 65,536 characters, and a summary of more than 1 MiB is not
  /// shown at all.
  static func findings(_ findings: [Finding], limit: Int = 50) -> [DisplayText] {
    let sorted = findings.unwaived.sorted { $0.severity > $1.severity } + findings.waived
    let rest = sorted.count - limit
    return sorted.prefix(limit).flatMap { finding($0) }
      + (rest > 0 ? ["and \(Wording.count(rest, "finding")) more", ""] : [])
  }

  /// Returns a code, as a link to its description if it has an address. Both renderers accept this element in Markdown,
  /// and in a `<summary>` accept no other form of a link.
  private static func link(_ code: Finding.Code, on site: String?) -> DisplayText {
    guard let url = code.url(on: site) else { return "\(code.rawValue)" }
    return "<a href=\"\(html("\(url)").replacing("\"", with: "&quot;"))\">\(code.rawValue)</a>"
  }

  private static func html(_ text: DisplayText) -> DisplayText {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
      .replacing(">", with: "&gt;")
  }

  private static func longestRun(in text: DisplayText) -> Int {
    var (longest, current) = (0, 0)
    for character in text.text {
      current = character == "`" ? current + 1 : 0
      longest = max(longest, current)
    }
    return longest
  }
}

extension MarkdownText {
  /// Returns a list of notes, with an empty line after it.
  static func notes(_ notes: [Note]) -> [DisplayText] {
    notes.isEmpty ? [] : notes.map { "* note: " + code($0.text) } + [""]
  }
}
