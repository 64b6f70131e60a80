import ArgumentParser
import Findings
import Foundation
import GitStore
import LedgerCore
import LedgerKit
import Synchronization

/// What `hook install --verify` adds to a commit hook: lint and verify for pending migrations, within a time limit.
struct PendingCheck {
  let options: GlobalOptions
  let trust: Trust

  /// - Throws: `ExitCode.finding` if a finding is an error.
  func run() async throws {
    let repository = try options.repository()
    let index = try repository.snapshot(.index)
    let terminal = options.terminal
    let databases: [DatabaseConfiguration]
    do {
      databases = try options.databases(in: index)
    } catch LedgerError.noConfiguration {
      return
    }
    let review = PendingReview(
      repository: repository, environment: options.commandEnvironment(trust),
      options: .init(
        results: ResultCache(in: repository.caches, program: programVersion), today: .now),
      jobs: ProcessInfo.processInfo.activeProcessorCount)
    let limit = try review.timeLimit()
    let deadline = Deadline(seconds: limit) { done in
      guard !databases.silence(.notVerified) else { return }
      terminal.write([Note(code: .notVerified, message: Wording.notVerified(done, seconds: limit))])
    }
    var findings: [Finding] = []
    for database in databases {
      findings += try await review.findings(of: database, in: index) { deadline.report($0, of: $1) }
    }
    deadline.meet()
    FindingText(terminal: terminal).lines(findings).forEach(terminal.out)
    guard findings.worst == .error else { return }
    terminal.message("The commit was stopped. To commit anyway: git commit --no-verify")
    throw ExitCode.finding
  }
}

/// Ends the program with success when the time is over, whatever it is doing: a statement of a migration cannot be
/// interrupted in a shorter time. Nothing that this program reads is changed by its end.
final class Deadline: Sendable {
  private struct State {
    var isMet = false
    var progress: (done: Int, total: Int)?
  }

  private let state = Mutex(State())

  /// - Parameter isOver: called when the time is over, with the number of versions that were verified and of all.
  init(seconds: Int, isOver: @escaping @Sendable ((done: Int, total: Int)?) -> Void) {
    Thread.detachNewThread { [self] in
      Thread.sleep(forTimeInterval: Double(seconds))
      state.withLock { state in
        if state.isMet { return }
        isOver(state.progress)
        Terminal.endProcess()
      }
    }
  }

  func report(_ done: Int, of total: Int) { state.withLock { $0.progress = (done, total) } }

  /// The work was finished in time. Does not return after the time is over.
  func meet() { state.withLock { $0.isMet = true } }
}
