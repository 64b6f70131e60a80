import Findings
import GitStore
import LedgerCore
import LedgerKit

/// Formats findings as text: code, message, commits, changes and help.
struct FindingText {
  let terminal: Terminal
  /// The address of the pages that describe findings.
  var site: String? = ProjectAddress.site

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
    var lines = [
      terminal.styled("\(finding.code.rawValue) \(finding.severity.rawValue)", label) + "  \(finding.message)"
    ]
    lines += finding.commits.map { commit in
      let person = commit.info.author
      return "      \(commit.role.rawValue.padded(to: 9)) \(commit.info.id.short)  \(DateText.day(person.time))  "
        + "\(person.name) <\(person.email)>  \(commit.info.summary)"
    }
    lines += DiffText(terminal: terminal).lines(finding.changes, indent: 6, limit: 12)
    lines += finding.samples.map { "      \($0)" }
    if !finding.otherVersions.isEmpty {
      lines.append("      also: \(finding.otherVersions.shown())")
    }
    if !finding.otherPlaces.isEmpty {
      lines.append("      also in: \(finding.otherPlaces.shown())")
    }
    if let evidence = Wording.evidence(finding) { lines.append("      evidence: \(evidence)") }
    lines += finding.output.map { "      | \($0)" }
    for (index, line) in DisplayText.lines(of: finding.help?.text ?? "").enumerated() {
      lines.append("      " + (index == 0 ? terminal.styled("help:", .faint) + " " : "") + line)
    }
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
}

extension String {
  func padded(to width: Int) -> String { count < width ? self + String(repeating: " ", count: width - count) : self }
}
