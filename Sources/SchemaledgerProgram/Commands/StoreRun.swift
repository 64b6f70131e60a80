import Dispatch
import LedgerKit
import Synchronization

/// Reads many files on several threads.
final class StoreRun<Answer>: @unchecked Sendable {
  /// What is known about a file.
  enum Outcome {
    case read(Answer)
    case unread(UnreadStore)
  }

  private let paths: StorePaths
  private let read: (StorePaths.File) throws -> Answer
  private let receive: (Outcome) throws -> Bool
  /// Held for everything but ``read``.
  private let lock = Mutex<Void>(())
  private var failure: (any Error)?
  private var isStopped = false

  /// - Parameters:
  ///   - read: answers for a file, on several threads at the same time. `UnreadStore` concerns the file alone, and any other
  ///     error ends the run.
  ///   - receive: is called for one file at a time, in any order, and returns whether to continue.
  init(
    _ paths: StorePaths, read: @escaping (StorePaths.File) throws -> Answer,
    receive: @escaping (Outcome) throws -> Bool
  ) {
    self.paths = paths
    self.read = read
    self.receive = receive
  }

  /// - Throws: the error of the list, of a folder, of ``read`` or of ``receive`` that ends the run.
  func run(jobs: Int) throws {
    DispatchQueue.concurrentPerform(iterations: jobs) { _ in work() }
    if let failure { throw failure }
  }

  private func work() {
    do {
      while let file = try lock.withLock({ _ in failure == nil && !isStopped ? try paths.next() : nil }) {
        let outcome: Outcome
        do {
          if let failure = file.failure { throw failure }
          outcome = .read(try read(file))
        } catch let error as UnreadStore {
          outcome = .unread(error)
        }
        try lock.withLock { _ in
          // What other threads have read before the run was stopped is not reported.
          if !isStopped { isStopped = try !receive(outcome) }
        }
      }
    } catch {
      lock.withLock { _ in failure = failure ?? error }
    }
  }
}
