import Foundation
import GitStore
import LedgerCore
import LedgerKit

/// Findings for people: code, sentence, who and when, what changed, what helps.
struct FindingText {
  let terminal: Terminal

  /// Those that count, the worst first, and a line for those that are waived.
  func lines(_ findings: [Finding]) -> [String] {
    let sorted = findings.unwaived.sorted { $0.severity > $1.severity }
    var versions: [Matter: [String]] = [:]
    for finding in sorted { Matter(finding).map { versions[$0, default: []].append(finding.version ?? "") } }
    return sorted.flatMap { finding -> [String] in
      guard let matter = Matter(finding) else { return lines(finding) }
      return versions.removeValue(forKey: matter).map { lines(finding, alsoOf: Array($0.dropFirst())) } ?? []
    } + (Wording.waived(findings).map { [Terminal.harmless($0)] } ?? [])
  }

  /// - Parameter others: versions of which the same is to be said.
  func lines(_ finding: Finding, alsoOf others: [String] = []) -> [String] {
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
        "      \(commit.role.padded(to: 9)) \(commit.info.id.short)  \(DateText.day(person.time))  "
          + "\(person.name) <\(person.email)>  \(commit.info.summary)")
    }
    lines += DiffText(terminal: terminal).lines(finding.changes, indent: 6, limit: 12)
    lines += finding.samples.map { "      " + Terminal.harmless($0) }
    if !others.isEmpty { lines.append("      the same: " + Terminal.harmless(others.joined(separator: ", "))) }
    lines += finding.output.map { "      | " + Terminal.harmless($0) }
    for (index, line) in Terminal.harmless(finding.hint ?? "").split(separator: "\n").enumerated() {
      lines.append("      " + (index == 0 ? terminal.styled("help:", .faint) + " " : "") + line)
    }
    return lines
  }
}

/// What a finding about a migration says of its version, so that what it says of many is said once. Numbers of rows, and the rows that are
/// shown, may be others for each.
private struct Matter: Hashable {
  private let finding: Finding
  private let destination: String?

  /// Nil for what does not begin with its version.
  init?(_ finding: Finding) {
    guard finding.code.isOfMigration, let version = finding.version, finding.message.hasPrefix(version) else {
      return nil
    }
    func words(_ text: String) -> String {
      String(text.replacing(version, with: "").filter { !$0.isASCII || !$0.isNumber })
    }
    var plain = Finding(
      finding.code, words(finding.message), severity: finding.severity, hint: finding.hint.map(words))
    (plain.path, plain.object, plain.column) = (finding.path, finding.object, finding.column)
    (plain.commits, plain.changes, plain.output) = (finding.commits, finding.changes, finding.output)
    plain.line = finding.line
    self.finding = plain
    destination = finding.destination
  }
}

extension Finding.Code {
  fileprivate var isOfMigration: Bool { rawValue.hasPrefix("SL3") }
}

extension String {
  func padded(to width: Int) -> String { count < width ? self + String(repeating: " ", count: width - count) : self }
}

enum DateText {
  /// `2026-01-31`, in the zone it was written in.
  static func day(_ moment: GitTime) -> String {
    String(iso(moment).prefix(10))
  }

  /// `2026-01-31T12:00:00+01:00`.
  static func iso(_ moment: GitTime) -> String {
    let zone = TimeZone(secondsFromGMT: moment.offsetMinutes * 60) ?? .gmt
    let style = Date.ISO8601FormatStyle(timeZoneSeparator: .colon, timeZone: zone)
    return Date(timeIntervalSince1970: Double(moment.seconds)).formatted(style)
  }
}
