import Foundation
import GitStore
import LedgerKit
import SQLiteSchema

/// Findings for people: code, sentence, who and when, what changed, what helps.
struct FindingText {
  let terminal: Terminal

  /// Those that count, the worst first, and a line for those that are waived.
  func lines(_ findings: [Finding]) -> [String] {
    findings.unwaived.sorted { $0.severity > $1.severity }.flatMap(lines)
      + (Wording.waived(findings).map { [Terminal.harmless($0)] } ?? [])
  }

  func lines(_ finding: Finding) -> [String] {
    let label: Terminal.Label =
      switch finding.severity {
      case .error: .error
      case .warning: .warning
      case .note: .note
      }
    var lines = [
      terminal.styled("\(finding.code.rawValue) \(finding.severity.rawValue)", label) + "  "
        + Terminal.harmless(finding.message)
    ]
    lines += finding.commits.map { commit in
      let person = commit.info.author
      return Terminal.harmless(
        "      \(commit.role.padded(to: 9)) \(commit.info.id.short)  \(DateText.day(person.moment))  "
          + "\(person.name) <\(person.email)>  \(commit.info.summary)")
    }
    lines += DiffText(terminal: terminal).lines(finding.changes, indent: 6, limit: 12)
    lines += finding.samples.map { "      " + Terminal.harmless($0) }
    lines += finding.output.map { "      | " + Terminal.harmless($0) }
    for (index, line) in Terminal.harmless(finding.hint ?? "").split(separator: "\n").enumerated() {
      lines.append("      " + (index == 0 ? terminal.styled("help:", .faint) + " " : "") + line)
    }
    return lines
  }
}

extension String {
  func padded(to width: Int) -> String { count < width ? self + String(repeating: " ", count: width - count) : self }
}

enum DateText {
  /// `2026-01-31`, in the zone it was written in.
  static func day(_ moment: Moment) -> String {
    String(iso(moment).prefix(10))
  }

  /// `2026-01-31T12:00:00+01:00`.
  static func iso(_ moment: Moment) -> String {
    let zone = TimeZone(secondsFromGMT: moment.offsetMinutes * 60) ?? .gmt
    let style = Date.ISO8601FormatStyle(timeZoneSeparator: .colon, timeZone: zone)
    return Date(timeIntervalSince1970: Double(moment.seconds)).formatted(style)
  }
}
