import LedgerKit
import Synchronization

/// Rehearses many files, some at a time.
final class RehearsalRun: Sendable {
  /// What one task at a time uses.
  struct State {
    let paths: StorePaths
    let report: RehearsalReport
    /// The number of files that are not in the sample.
    fileprivate(set) var leftOutCount = 0
    /// Whether the run has ended before the last file.
    fileprivate(set) var hasStopped = false

    init(_ paths: StorePaths, _ report: RehearsalReport) { (self.paths, self.report) = (paths, report) }
  }

  private let rehearsal: Rehearsal
  private let sample: SampleShare?
  private let untilFailures: Int?
  private let state: Mutex<State>

  /// - Parameters:
  ///   - sample: `nil` for all files.
  ///   - untilFailures: the number of failures after which the run stops.
  init(_ rehearsal: Rehearsal, _ state: sending State, sample: SampleShare?, untilFailures: Int?) {
    self.rehearsal = rehearsal
    self.sample = sample
    self.untilFailures = untilFailures
    self.state = Mutex(state)
  }

  /// Uses the state, after the run.
  func withState<Result>(_ work: (inout sending State) throws -> sending Result) rethrows -> sending Result {
    try state.withLock(work)
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
        try state.withLock { try $0.report.add(outcome) }
      } catch let error as UnreadStore {
        state.withLock { $0.report.add(error) }
      }
    }
  }

  private func next() throws -> StorePaths.File? {
    try state.withLock { state in
      if let untilFailures, state.report.failureCount >= untilFailures {
        state.hasStopped = true
        return nil
      }
      while let file = try state.paths.next() {
        if sample?.contains(file.name) ?? true { return file }
        state.leftOutCount += 1
      }
      return nil
    }
  }
}
