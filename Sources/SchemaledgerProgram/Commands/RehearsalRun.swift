import LedgerKit
import Synchronization

/// Rehearses many files, some at a time.
final class RehearsalRun: @unchecked Sendable {
  private let rehearsal: Rehearsal
  private let paths: StorePaths
  private let report: RehearsalReport
  private let sample: SampleShare?
  private let untilFailures: Int?
  /// Held for everything but the rehearsal of a file.
  private let lock = Mutex<Void>(())
  /// The number of files that are not in the sample.
  private(set) var leftOutCount = 0
  /// Whether the run has ended before the last file.
  private(set) var hasStopped = false

  /// - Parameters:
  ///   - sample: `nil` for all files.
  ///   - untilFailures: the number of failures after which the run stops.
  init(
    _ rehearsal: Rehearsal, _ paths: StorePaths, _ report: RehearsalReport, sample: SampleShare?, untilFailures: Int?
  ) {
    self.rehearsal = rehearsal
    self.paths = paths
    self.report = report
    self.sample = sample
    self.untilFailures = untilFailures
  }

  /// - Throws: the error of the ledger, of the list or of a folder that ends the run; `CancellationError`.
  func run(jobs: Int) async throws {
    try await withThrowingTaskGroup(of: Void.self) { tasks in
      for _ in 0..<jobs { tasks.addTask { try await self.work() } }
      // After the first error, the others are not started on another file.
      for try await _ in tasks {}
    }
  }

  private func work() async throws {
    while let file = try next() {
      try Task.checkCancellation()
      do {
        if let failure = file.failure { throw failure }
        let outcome = try await rehearsal.outcome(of: file.path, named: file.name)
        lock.withLock { _ in report.add(outcome) }
      } catch let error as UnreadStore {
        lock.withLock { _ in report.add(error) }
      }
    }
  }

  private func next() throws -> StorePaths.File? {
    try lock.withLock { _ in
      if let untilFailures, report.failureCount >= untilFailures {
        hasStopped = true
        return nil
      }
      while let file = try paths.next() {
        if sample?.contains(file.name) ?? true { return file }
        leftOutCount += 1
      }
      return nil
    }
  }
}
