import CanonicalJSON
import LedgerKit

/// The output of `identify` for many files.
final class StoreListReport {
  private let terminal: Terminal
  private let format: StreamFormat
  private var groups: IdentifyGroups
  private var searches: [StoreSearch] = []
  private var unread: [UnreadStore] = []
  /// The number of files.
  private(set) var count = 0
  private var isHistoryPartial = false
  /// Whether a file is not a frozen version, or no database.
  private(set) var hasUnknown = false
  /// Whether another attempt may read a file that this one could not read.
  private(set) var mayRetry = false

  private var progress: ListProgress

  /// - Parameter expectedCount: the number of files, if it is known.
  init(terminal: Terminal, format: StreamFormat, expectedCount: Int?) {
    self.terminal = terminal
    progress = ListProgress("identified", of: expectedCount)
    self.format = format
    groups = IdentifyGroups(terminal: terminal)
  }

  func add(_ search: StoreSearch) {
    hasUnknown = hasUnknown || !search.isFound
    isHistoryPartial = isHistoryPartial || search.answers.contains(where: \.isHistoryPartial)
    switch format {
    case .text: groups.add(search)
    case .json: searches.append(search)
    case .ndjson: terminal.out(.jsonLine(search.json))
    }
    showProgress()
  }

  func add(_ store: UnreadStore) {
    hasUnknown = true
    mayRetry = mayRetry || store.mayBeTransient
    switch format {
    case .text: groups.add(store)
    case .json: unread.append(store)
    case .ndjson: terminal.out(.jsonLine(store.json))
    }
    showProgress()
  }

  /// - Parameters:
  ///   - skipped: the number of files in folders that are no databases.
  ///   - finished: the number of files that an earlier run has identified.
  func end(skipped: Int, finished: Int) {
    terminal.progress("")
    switch format {
    case .text: groups.write(skipped: skipped, finished: finished)
    case .json: IdentifyReport(searches: searches, unread: unread).json.write(to: terminal)
    case .ndjson: break
    }
    if isHistoryPartial { IdentifyReport.warnOfPartialHistory(terminal) }
  }

  private func showProgress() {
    count += 1
    progress.show(count, on: terminal)
  }
}
