import Findings
import Foundation
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

enum DateText {
  /// The seconds from the year 1 to the year 9999, which ISO 8601 can write.
  private static let writable: ClosedRange<Int64> = -62_135_596_800...253_402_300_799

  /// Formats a date, such as `2026-01-31`, in the time zone in which Git recorded it. A date that has no such form is
  /// written as by ``iso(_:)``.
  static func day(_ time: GitTime) -> String {
    writable.contains(time.seconds) ? String(iso(time).prefix(10)) : iso(time)
  }

  /// Formats a date and time, such as `2026-01-31T12:00:00+01:00`. A date before the year 1 or after the year 9999 is
  /// written in Git's form, as seconds since 1970: `@253402300800`. A commit may also have no valid date.
  static func iso(_ time: GitTime) -> String {
    if time == .unknown { return "no valid date" }
    guard writable.contains(time.seconds) else { return "@\(time.seconds)" }
    let zone = TimeZone(secondsFromGMT: time.offsetMinutes * 60) ?? .gmt
    let style = Date.ISO8601FormatStyle(timeZoneSeparator: .colon, timeZone: zone)
    return Date(timeIntervalSince1970: Double(time.seconds)).formatted(style)
  }
}
