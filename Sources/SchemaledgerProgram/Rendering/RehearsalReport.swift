import CanonicalJSON
import LedgerCore
import LedgerEntries
import LedgerKit

/// The output of `rehearse`.
final class RehearsalReport {
  /// Where the report is written, and where progress is shown.
  private let (output, terminal): (Terminal, Terminal)
  private let format: StreamFormat
  /// Whether each file has a paragraph.
  private let isDetailed: Bool
  private var groups = RehearsalGroups()
  private var outcomes: [RehearsalOutcome] = []
  private(set) var unread: [UnreadStore] = []
  private var progress: ListProgress
  /// The number of files.
  private(set) var count = 0
  /// The number of files whose migrations fail.
  private(set) var failureCount = 0
  /// Whether a file was not rehearsed.
  private(set) var hasGaps = false
  /// Whether another attempt may read a file that this one could not read.
  private(set) var mayRetry = false

  /// - Parameters:
  ///   - output: where the report is written.
  ///   - terminal: where progress is shown.
  ///   - isDetailed: whether each file has a paragraph in the text.
  ///   - expectedCount: the number of files, if it is known.
  init(to output: Terminal, terminal: Terminal, format: StreamFormat, isDetailed: Bool, expectedCount: Int?) {
    (self.output, self.terminal) = (output, terminal)
    self.format = format
    self.isDetailed = isDetailed
    progress = ListProgress("rehearsed", of: expectedCount)
  }

  func add(_ outcome: RehearsalOutcome) throws {
    count += 1
    if case .failed = outcome.result { failureCount += 1 }
    if case .notRehearsed = outcome.result { hasGaps = true }
    switch format {
    case .text: isDetailed ? outcomes.append(outcome) : groups.add(outcome)
    case .json: outcomes.append(outcome)
    case .ndjson: output.out(.jsonLine(try outcome.json()))
    }
    progress.show(count, on: terminal)
  }

  func add(_ store: UnreadStore) {
    count += 1
    hasGaps = true
    mayRetry = mayRetry || store.mayBeTransient
    switch format {
    case .text: isDetailed ? unread.append(store) : groups.add(store)
    case .json: unread.append(store)
    case .ndjson: output.out(.jsonLine(store.json))
    }
    progress.show(count, on: terminal)
  }

  /// - Parameter notes: what the files do not say: how many were left out, and why the run ended.
  func end(_ notes: [DisplayText]) throws {
    terminal.progress("")
    switch format {
    case .text:
      if isDetailed {
        for outcome in outcomes.sorted(by: { $0.name < $1.name }) {
          RehearsalText(outcome: outcome, terminal: output).write()
        }
        for store in unread {
          output.out("\(store.name) is " + output.styled("not read", .error) + ": \(store.reason)")
        }
      } else {
        groups.write(to: output)
      }
      notes.forEach(output.out)
    case .json:
      var report = JSONReport("rehearse")
      report["stores"] = .array(try outcomes.map { try $0.json() })
      report["unread"] = .array(unread.map(\.json))
      report.write(to: output)
    case .ndjson: break
    }
  }
}

/// The paragraph about one file.
private struct RehearsalText {
  let outcome: RehearsalOutcome
  let terminal: Terminal

  func write() {
    terminal.out("\(outcome.name)  " + facts.joined(separator: ", "))
    switch outcome.result {
    case .notRehearsed(let reason):
      terminal.out("  " + terminal.styled("not rehearsed", .warning) + ": \(reason)")
      return
    case .current: terminal.out("  " + terminal.styled("no migration remains", .success))
    case .migrated: terminal.out("  " + terminal.styled(work, .success))
    case .failed: terminal.out("  " + terminal.styled(work, .error))
    }
    for line in FindingText(terminal: terminal).lines(outcome.findings) { terminal.out("  " + line) }
    for gap in outcome.notCovered { terminal.out("  not covered: \(gap.message)") }
  }

  /// What the file is.
  private var facts: [DisplayText] {
    let versions = outcome.versions.map { terminal.styled("\($0)", .strong) }
    var facts = [
      versions.isEmpty ? terminal.styled("not a frozen version", .warning) : versions.joined(separator: " or ")
    ]
    if let record = outcome.record {
      facts.append("has had \(Wording.count(record.appliedCount, "migration")) according to \(record.place)")
      if !record.unknown.isEmpty {
        facts.append("and \(record.unknown.shown()), which today's source does not have")
      }
    }
    return facts
  }

  /// What was done, and what it needed.
  private var work: DisplayText {
    let migrations = outcome.pending.map { Wording.count($0.count, "migration") } ?? "the command"
    // A waiver may accept a failure.
    let hasFailed = outcome.result == .failed || outcome.findings.contains { $0.code == .migrationFailed }
    let verb: DisplayText = hasFailed ? "tried" : "ran"
    guard let cost = outcome.cost else {
      return "\(migrations) \(verb), with the checks in \(Wording.seconds(outcome.seconds))"
    }
    return
      "\(migrations) \(verb) in \(Wording.seconds(cost.seconds)); the file has \(Wording.size(cost.before)), grows to \(Wording.size(cost.database)) and needs \(Wording.size(cost.space)) of free space"
  }
}

extension UpgradeCost {
  /// How long the migrations ran.
  var seconds: Double {
    let parts = duration.components
    return Double(parts.seconds) + Double(parts.attoseconds) / 1e18
  }
}

extension RehearsalOutcome.Result {
  /// The result in one word, for machines.
  var word: String {
    switch self {
    case .migrated: "migrated"
    case .current: "current"
    case .failed: "failed"
    case .notRehearsed: "notRehearsed"
    }
  }
}

extension RehearsalOutcome {
  func json() throws -> JSONValue {
    var reason: String?
    if case .notRehearsed(let text) = result { reason = text }
    return JSONValue(present: [
      "bytes": .number(Int(size)),
      "cost": cost.map {
        [
          "databaseBytes": .number(Int($0.database)), "freeBytes": .number(Int($0.space)),
          "milliseconds": .number(Int($0.seconds * 1000)),
        ]
      },
      "database": .some(database.map { .string($0) } ?? .null),
      "findings": try JSONValue(encoding: findings.documents()),
      "notCovered": .array(notCovered.map(\.json)),
      "pending": .some(pending.map { .array($0.map { .string($0) }) } ?? .null),
      "reason": reason.map { .string($0) },
      "record": record.map {
        [
          "applied": .number($0.appliedCount), "place": .string($0.place),
          "unknown": .array($0.unknown.map { .string($0) }),
        ]
      },
      "result": .string(result.word),
      "store": .string(name),
      "versions": .array(versions.map { .string($0.name) }),
    ])
  }
}
