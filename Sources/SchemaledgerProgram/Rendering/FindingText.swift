import Findings
import GitStore
import LedgerCore
import LedgerKit

/// Formats findings as text: code, message, excerpt, commits, changes and help.
struct FindingText {
  let terminal: Terminal
  /// The address of the pages that describe findings.
  var site: String? = ProjectAddress.site
  /// Whether the line that a finding is about is shown, with a mark below the part.
  var hasExcerpts = true

  /// For a report in a file, whose lines have any length.
  static let plain = FindingText(terminal: Terminal(color: .never, isTerminal: false))

  /// Returns the lines of the findings that are not waived, errors first, one line for the waived findings, and the
  /// address of the description of each code, if it has one.
  func lines(_ findings: [Finding]) -> [DisplayText] {
    findings.unwaived.sorted { $0.severity > $1.severity }.flatMap { lines($0) }
      + (Wording.waived(findings).map { ["\($0)"] } ?? []) + place(of: findings) + pages(of: findings)
  }

  /// Where the codes are described.
  private func pages(of findings: [Finding]) -> [DisplayText] {
    Set(findings.unwaived.map(\.code)).sorted { $0.rawValue < $1.rawValue }.compactMap { code in
      code.url(on: site).map { "      \(code.rawValue) is described at \($0)" }
    }
  }

  /// Where to run the commands, unless it is where the user is.
  private func place(of findings: [Finding]) -> [DisplayText] {
    let haveCommands = findings.unwaived.contains { $0.help?.commands.isEmpty == false }
    guard haveCommands, let root = terminal.otherRoot() else { return [] }
    return ["      Run these commands in \(root)."]
  }

  /// Returns the lines of one finding.
  func lines(_ finding: Finding) -> [DisplayText] {
    let label: Terminal.Label =
      switch finding.severity {
      case .error: .error
      case .warning: .warning
      case .note: .note
      }
    var lines = paragraph("\(finding.code.rawValue) \(finding.severity.rawValue)", label, "  \(finding.message)")
    if hasExcerpts, let excerpt = finding.excerpt, let line = finding.line { lines += self.lines(excerpt, line, label) }
    lines += finding.commits.map { commit in
      let person = commit.info.author
      return "      \(commit.role.rawValue.padded(to: 9)) \(commit.info.id.short)  \(DateText.day(person.time))  "
        + "\(person.name) <\(person.email)>  \(commit.info.summary)"
    }
    lines += DiffText(terminal: terminal).lines(finding.changes, indent: 6, limit: 12)
    lines += finding.samples.map { "      \($0)" }
    if !finding.otherVersions.isEmpty { lines += below("also:", "\(finding.otherVersions.shown())") }
    if !finding.otherPlaces.isEmpty { lines += below("also in:", "\(finding.otherPlaces.shown())") }
    if let evidence = Wording.evidence(finding) { lines += below("evidence:", "\(evidence)") }
    lines += finding.output.map { "      | \($0)" }
    lines += finding.help.map(self.lines) ?? []
    if let assumption = finding.assumption {
      let condition: DisplayText = "if \(assumption.premise), add to \(Configuration.fileName):"
      lines += [
        "      " + terminal.styled(condition, .faint), "        \(assumption.configurationLine)",
      ]
    }
    if let waiver = finding.broadWaiver {
      lines.append("      the waiver at \(waiver) is too broad to accept it; add to it: \(finding.waiverKeys)")
    }
    return lines
  }

  /// The lines of a help. A command at its end is on a line of its own, so that it can be copied.
  private func lines(_ help: Help) -> [DisplayText] {
    let command = help.commands.last?.line ?? ""
    let sentence = help.text.hasSuffix(command) ? String(help.text.dropLast(command.count)) : help.text
    let lines = DisplayText.lines(of: sentence).map(\.withoutSpacesAtEnd)
    return below("help:", lines[0], label: .faint) + lines.dropFirst().map { "      " + $0 }
      + (command.isEmpty ? [] : ["        \(command)"])
  }

  /// The line of the file, and marks below the part that the finding is about. Of a long line, only what is near is shown.
  private func lines(_ excerpt: Finding.Excerpt, _ number: Int, _ label: Terminal.Label) -> [DisplayText] {
    let scalars = Array(excerpt.text.unicodeScalars)
    func text(_ range: Range<Int>) -> DisplayText {
      let part = String(String.UnicodeScalarView(scalars[range.clamped(to: scalars.indices)]))
      return "\(part.replacing("\t", with: "  "))"
    }
    let part = (excerpt.column - 1)..<(excerpt.column - 1 + excerpt.length)
    let digits = "\(number)"
    let margin = DisplayText.spaces(6 + max(0, 3 - digits.count))
    let limit = (terminal.wrapWidth ?? Self.longestLine) - margin.count - digits.count - 3
    let start = part.upperBound <= limit ? 0 : max(0, part.lowerBound - limit / 3)
    let shown = start..<min(scalars.count, start + limit)
    let marks = max(1, text(part.clamped(to: shown)).count)
    return [
      terminal.styled(margin + "\(digits) | ", .faint) + text(shown),
      terminal.styled(margin + .spaces(digits.count) + " | ", .faint) + .spaces(text(start..<part.lowerBound).count)
        + terminal.styled(.repeated("^", marks), label),
    ]
  }

  /// The number of columns of a line that is not for a terminal.
  private static let longestLine = 120

  private func below(_ name: DisplayText, _ text: DisplayText, label: Terminal.Label? = nil) -> [DisplayText] {
    paragraph(name, label, " " + text).enumerated().map { index, line in index == 0 ? .spaces(6) + line : line }
  }

  /// A paragraph that begins with a label. On a terminal its lines fit.
  private func paragraph(_ label: DisplayText, _ style: Terminal.Label?, _ text: DisplayText) -> [DisplayText] {
    var lines = terminal.wrapWidth.map { (label + text).wrapped(to: $0 - 6, indent: 6) } ?? [label + text]
    if let style { lines[0] = terminal.styled(label, style) + lines[0].dropFirst(label.count) }
    return lines
  }
}

extension String {
  func padded(to width: Int) -> String { count < width ? self + String(repeating: " ", count: width - count) : self }
}
