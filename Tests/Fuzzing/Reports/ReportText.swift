import ArgumentParser
import CanonicalJSON
import Findings
import Foundation
import SQLiteSyntax

@testable import GitStore
@testable import LedgerCore
@testable import LedgerEntries
@testable import LedgerKit
@testable import SQLiteData
@testable import SQLiteSandbox
@testable import SQLiteSchema
@testable import SchemaledgerProgram

extension FuzzTarget {
  /// What writes, rather than reads. The program of `make fuzz` does not contain the command-line program.
  static let writers: [FuzzTarget] = [.reports]

  /// Whatever names, SQL, authors and messages are, each report has only visible characters, and no command of a CI but an
  /// annotation for each finding, if that is the format.
  static let reports = FuzzTarget(
    name: "reports", share: 5,
    seeds: {
      [
        Array("notes/title/a\u{1B}[2J\u{202E}/::error::gone/\n::error file=a::b/\r\n  ##[error]x".utf8),
        Array("##/[command]x/::/set-output name=a::b/\u{2028}::debug::x/\u{FE0F}/`/```/</details>/]](1)/&#58;".utf8),
      ]
    },
    words: [
      "::", "::error::", "##", "##[", "##vso[", "\n", "\r\n", "\r", "\t", "\u{1B}]0;x\u{7}", "\u{9B}31m", "\u{7F}",
      "\u{202E}",
      "\u{2066}", "\u{200B}", "\u{200D}", "\u{FEFF}", "\u{E0041}", "\u{2029}", "\u{AD}", "\u{3164}", "\u{A0}", "`", "<",
      "&",
      "]]>", "{0}", "](1)", "👩‍💻", "$'", "\\", "/",
    ],
    read: { bytes in
      var names = HostileNames(bytes)
      let findings = hostileFindings(&names)
      for format in ReportFormat.allCases {
        for (name, text) in reports(of: findings, format, &names) {
          let annotations = format == .github ? findings.count { $0.waiver == nil } : 0
          if let fault = fault(in: text, annotations: annotations) {
            throw Violation("\(name) --format \(format.rawValue): \(fault)")
          }
          if format == .json { try checkValues(of: findings, in: text) }
        }
      }
      return true
    })

  /// The output of commands that report findings, both streams together, or only the results for JSON.
  private static func reports(
    of findings: [Finding], _ format: ReportFormat, _ names: inout HostileNames
  ) -> [(name: String, text: String)] {
    var branches = BranchReview.Result()
    (branches.excluded, branches.notCompared) = ([names.next()], [names.next(), names.next()])
    let check = CheckReport(
      results: [(names.next(), findings)], ledgers: [:], branches: branches, isStaged: findings.count.isMultiple(of: 2))
    let lint = LintReport(
      reports: [MigrationLint.Report(database: names.next(), findings: findings, judged: [names.next()], total: 1)],
      isSelection: false)
    let event = HistoryEvents.Event(
      commit: commit(&names), kind: .withdrew(version: names.next(), entry: names.next(), reason: names.next()),
      isBoundary: false)
    let history = HistoryReport(
      subject: names.next(), histories: [HistoryEvents(database: names.next(), events: [event])])
    var texts = [
      ("check", captured(format) { try check.write(format, to: $0) }),
      ("lint", captured(format) { try lint.write(format, to: $0) }),
    ]
    if let format = OutputFormat(rawValue: format.rawValue) {
      texts.append(("history", captured(.text) { try history.write(format, to: $0) }))
    }
    return texts
  }

  private static func captured(_ format: ReportFormat, _ write: (Terminal) throws -> Void) -> String {
    let written = Written()
    // A finding that is an error is thrown as the exit status.
    try? write(Terminal(color: .never, sink: { text, stream in written.add(text, to: stream) }))
    return format == .json ? written.output : written.output + written.errors
  }

  private static func commit(_ names: inout HostileNames) -> CommitInfo {
    let person = Identity(name: names.next(), email: names.next(), time: GitTime(seconds: 0, offsetMinutes: 0))
    return CommitInfo(
      id: .zero, tree: .zero, parents: [], author: person, committer: person, summary: names.next(),
      message: names.next())
  }

  private static func hostileFindings(_ names: inout HostileNames) -> [Finding] {
    let error = LedgerError.sqlFailed(
      path: names.next(), line: 1, error: .sqlite(code: 1, message: names.next(), sql: names.next()))
    let change = DataChange(
      kind: .rewritten, table: names.next().identifier, column: names.next().identifier, other: names.next().identifier,
      count: 3, total: 4,
      samples: [names.next()], cause: .copy([names.next()]),
      writers: [StatementPlace(script: names.next(), id: names.next(), index: 0)])
    let kinds: [any LedgerFinding] = [
      MigrationFailed(error, needsRows: false), DoesNotCompile(objectKind: "view", reason: names.next()),
      EntryDeletedWithReference(reference: names.next()),
      EntryRewritten(files: [names.next()], verdict: nil, isCurrent: true),
      DamagedEntry(file: names.next(), .unreadable(reason: names.next())), BrokenChain(parent: names.next()),
      SameNumber(number: names.next(), otherPath: names.next(), isFrozen: true, branches: [names.next()]),
      FailTogether(ours: [names.next()], theirs: [names.next()], error, branches: [names.next()]),
      RowsChanged(RowChange(change)), QueryFails(sql: names.next(), reason: names.next(), queryLine: nil),
    ]
    return kinds.enumerated().map { index, kind in
      var finding = Finding(kind).atMost(index.isMultiple(of: 2) ? .error : .warning)
      (finding.version, finding.path, finding.object) = (names.next(), names.next(), names.next())
      (finding.column, finding.branch) = (names.next(), names.next())
      finding.commits = [Finding.Commit(role: .deleted, info: commit(&names))]
      (finding.output, finding.samples) = ([names.next()], [names.next()])
      finding.changes = [
        SchemaChange(
          declared: "entity.added", object: names.next().identifier, column: nil, before: nil, after: names.next(),
          sentence: names.next())
      ]
      finding.broadWaiver = names.next()
      if index == 1 { finding.waiver = Waiver(finding.code, reason: names.next()) }
      return finding
    }
  }

  /// What is wrong with an output; `nil` if nothing is. The rules are written down here a second time.
  private static func fault(in text: String, annotations: Int) -> String? {
    let invisible: [ClosedRange<UInt32>] = [
      0...8, 0xB...0x1F, 0x7F...0x9F, 0xAD...0xAD, 0x61C...0x61C, 0x200B...0x200C, 0x200E...0x200F, 0x2028...0x202E,
      0x2060...0x206F, 0x3164...0x3164, 0xFEFF...0xFEFF, 0xE0000...0xE0FFF,
    ]
    if let scalar = text.unicodeScalars.first(where: { scalar in invisible.contains { $0.contains(scalar.value) } }) {
      return "U+" + String(scalar.value, radix: 16)
    }
    var commands = 0
    for line in text.split(separator: "\n") {
      let start = line.drop { $0.isWhitespace }
      let isAnnotation =
        annotations > 0 && line.wholeMatch(of: /::(error|warning|notice) (file|title)=[^:]*::.*/) != nil
      commands += isAnnotation ? 1 : 0
      let isCommand = start.hasPrefix("::") && !isAnnotation
      if isCommand || line.contains("##[") || line.contains("##vso[") { return String(line) }
    }
    return commands == annotations ? nil : "\(commands) annotations instead of \(annotations)"
  }

  /// Checks that JSON has the messages and paths as they are.
  private static func checkValues(of findings: [Finding], in text: String) throws {
    guard let json = JSONValue(parsing: Array(text.utf8), allowsFractions: true) else { throw Violation("no JSON") }
    guard let written = json["findings"]?.array else { return }
    for (finding, json) in zip(findings, written) {
      guard json["message"]?.string == finding.message, json["path"]?.string == finding.path else {
        throw Violation("\(json.canonical) is not \(finding)")
      }
    }
  }
}

/// The parts of an input between slashes, again and again.
private struct HostileNames {
  private let parts: [String]
  private var index = 0

  init(_ bytes: [UInt8]) {
    let parts = String(decoding: bytes, as: UTF8.self).split(separator: "/").map(String.init)
    self.parts = parts.isEmpty ? ["x"] : parts
  }

  mutating func next() -> String {
    index += 1
    return parts[index % parts.count]
  }
}

/// What was written to the two streams.
private final class Written: @unchecked Sendable {
  private let lock = NSLock()
  private(set) var output = ""
  private(set) var errors = ""

  func add(_ text: String, to stream: Terminal.Stream) {
    lock.withLock { if stream == .output { output += text } else { errors += text } }
  }
}
