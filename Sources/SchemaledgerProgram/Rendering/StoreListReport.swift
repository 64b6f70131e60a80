import CanonicalJSON
import Dispatch
import LedgerKit

/// The output of a command about many files.
final class StoreListReport<Answer: StoreAnswer> {
  private let command: String
  /// Where the report is written, and where progress is shown.
  private let (output, terminal): (Terminal, Terminal)
  private let format: StreamFormat
  private let expectedCount: Int?
  private var groups: StoreGroups<Answer>
  private var stores: [JSONValue] = []
  private var unread: [JSONValue] = []
  private var cautions: [StoreCaution] = []
  private let start = DispatchTime.now().uptimeNanoseconds
  private var shown: UInt64 = 0
  /// The number of files.
  private(set) var count = 0
  /// Whether a file is not as it should be, or no database.
  private(set) var hasBad = false
  /// Whether another attempt may read a file that this one could not read.
  private(set) var mayRetry = false

  /// - Parameters:
  ///   - command: the name of the command, in JSON.
  ///   - output: where the report is written.
  ///   - terminal: where progress and warnings are shown.
  ///   - expectedCount: the number of files, if it is known.
  init(of command: String, to output: Terminal, terminal: Terminal, format: StreamFormat, expectedCount: Int?) {
    self.command = command
    (self.output, self.terminal) = (output, terminal)
    self.expectedCount = expectedCount
    self.format = format
    groups = StoreGroups(terminal: output)
  }

  func add(_ answer: Answer) {
    hasBad = hasBad || !answer.isGood
    if let caution = answer.caution, !cautions.contains(caution) { cautions.append(caution) }
    switch format {
    case .text: groups.add(answer)
    case .json: stores.append(answer.json)
    case .ndjson: output.out(.jsonLine(answer.json))
    }
    showProgress()
  }

  func add(_ store: UnreadStore) {
    hasBad = true
    mayRetry = mayRetry || store.mayBeTransient
    switch format {
    case .text: groups.add(store)
    case .json: unread.append(store.json)
    case .ndjson: output.out(.jsonLine(store.json))
    }
    showProgress()
  }

  /// - Parameters:
  ///   - skipped: the number of files in folders that are no databases.
  ///   - finished: the number of files that an earlier run has done.
  func end(skipped: Int, finished: Int) {
    terminal.progress("")
    switch format {
    case .text: groups.write(skipped: skipped, finished: finished)
    case .json:
      var report = JSONReport(command)
      report["stores"] = .array(stores)
      report["unread"] = .array(unread)
      report.write(to: output)
    case .ndjson: break
    }
    for caution in cautions { caution.warn(terminal) }
  }

  /// Counts a file. What is shown changes at most ten times in a second.
  private func showProgress() {
    count += 1
    guard terminal.showsProgress else { return }
    let now = DispatchTime.now().uptimeNanoseconds
    guard now - shown >= 100_000_000 else { return }
    shown = now
    let rate = Double(count) / max(0.001, Double(now - start) / 1e9)
    var text: DisplayText = "\(Answer.wording.done) \(Wording.grouped(count))"
    if let expectedCount { text += " of \(Wording.grouped(expectedCount))" }
    text += " files, \(Wording.grouped(Int(rate))) in a second"
    if let expectedCount, expectedCount > count {
      text += ", \(Wording.grouped(Int(Double(expectedCount - count) / rate) + 1)) s left"
    }
    terminal.progress(text)
  }
}

extension UnreadStore {
  var json: JSONValue { ["error": .string(reason), "store": .string(name)] }
}
