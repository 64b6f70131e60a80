import CanonicalJSON
import LedgerKit

/// The output of a command about many files.
final class StoreListReport<Answer: StoreAnswer> {
  private let command: String
  /// Where the report is written, and where progress is shown.
  private let (output, terminal): (Terminal, Terminal)
  private let format: StreamFormat
  private var progress: ListProgress
  private var groups: StoreGroups<Answer>
  private var stores: [JSONValue] = []
  private var unread: [JSONValue] = []
  private var cautions: [StoreCaution] = []
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
    progress = ListProgress(Answer.wording.done, of: expectedCount)
    self.format = format
    groups = StoreGroups(terminal: output)
  }

  func add(_ answer: Answer) throws {
    hasBad = hasBad || !answer.isGood
    if let caution = answer.caution, !cautions.contains(caution) { cautions.append(caution) }
    switch format {
    case .text: groups.add(answer)
    case .json: stores.append(try answer.json())
    case .ndjson: output.out(.jsonLine(try answer.json()))
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

  private func showProgress() {
    count += 1
    progress.show(count, on: terminal)
  }
}

extension UnreadStore {
  var json: JSONValue { ["error": .string(reason), "store": .string(name)] }
}
