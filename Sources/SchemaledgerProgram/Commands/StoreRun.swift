import Dispatch
import LedgerKit
import Synchronization

/// Identifies many files on several threads.
final class StoreRun: @unchecked Sendable {
  /// What is known about a file.
  enum Outcome {
    case found(StoreSearch)
    case unread(UnreadStore)
  }

  private let searcher: StoreSearcher
  private let paths: StorePaths
  private let receive: (Outcome) -> Void
  /// Held for everything but the reading and comparing of a file.
  private let lock = Mutex<Void>(())
  private var failure: (any Error)?

  /// - Parameter receive: is called for one file at a time, in any order.
  init(_ searcher: StoreSearcher, _ paths: StorePaths, receive: @escaping (Outcome) -> Void) {
    self.searcher = searcher
    self.paths = paths
    self.receive = receive
  }

  /// - Throws: the error of the ledger, of the list or of a folder that ends the run.
  func run(jobs: Int) throws {
    DispatchQueue.concurrentPerform(iterations: jobs) { _ in work() }
    if let failure { throw failure }
  }

  private func work() {
    do {
      while let file = try lock.withLock({ _ in failure == nil ? try paths.next() : nil }) {
        let outcome: Outcome
        do {
          if let failure = file.failure { throw failure }
          outcome = .found(try searcher.search(file.path, named: file.name))
        } catch let error as UnreadStore {
          outcome = .unread(error)
        }
        lock.withLock { _ in receive(outcome) }
      }
    } catch {
      lock.withLock { _ in failure = failure ?? error }
    }
  }
}
