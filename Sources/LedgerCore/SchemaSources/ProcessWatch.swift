internal import Dispatch
internal import Foundation
internal import Synchronization

/// Measures how long a child process runs, and kills its process group after a time.
///
/// It has threads of its own. A task would be late when all threads of Swift's concurrency are busy, as they are while they
/// wait for SQLite: the process would be killed after it had ended, or would seem to have run for much longer.
final class ProcessWatch: Sendable {
  private struct State {
    var end: ContinuousClock.Instant?
    var isStopped = false
  }

  private let begin = ContinuousClock.now
  private let state = Mutex(State())

  /// Watches a child process that has just started, and that leads its process group.
  ///
  /// - Parameter time: the time after which to kill it, or `nil`.
  init(_ process: pid_t, killedAfter time: Duration?) {
    // A serial queue of its own always gets a thread.
    if let (seconds, attoseconds) = time?.components {
      let deadline = DispatchTime.now() + Double(seconds) + Double(attoseconds) / 1e18
      DispatchQueue(label: "schemaledger.kill").asyncAfter(deadline: deadline) { [self] in
        state.withLock { state in
          if !state.isStopped { kill(-process, SIGKILL) }
        }
      }
    }
    DispatchQueue(label: "schemaledger.end").async { [self] in
      // WNOWAIT leaves the process to whoever reads its status. If that has happened already, the call fails at once.
      // https://pubs.opengroup.org/onlinepubs/9699919799/functions/waitid.html
      var information = siginfo_t()
      while waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT) == -1, errno == EINTR {}
      state.withLock { $0.end = .now }
    }
  }

  /// Does not kill the process any more. Called when its output has ended, before its number can be used again.
  func stop() { state.withLock { $0.isStopped = true } }

  /// The time from the creation of the watch to the end of the process, or until now.
  var duration: Duration { begin.duration(to: state.withLock { $0.end } ?? .now) }
}
