import Foundation
import Synchronization

/// Handles Ctrl-C. It ends the program immediately, except during a commit, which takes milliseconds and is finished
/// first. A program that signs commits gets the terminal's signals itself. If it is interrupted, there is no commit.
///
/// While commands of the repository may run, the first signal cancels the task instead, so that the commands and their
/// child processes are ended and temporary files are removed. A command that ignores the signal is killed after two
/// seconds. A second signal ends the program immediately if it arrives at least four seconds after the first. An
/// earlier one is ignored: it would leave the command running, and `timeout` sends its signal twice, to the program and
/// to its process group.
enum Interruption {
  /// Runs work that a signal interrupts.
  ///
  /// - Parameter runsCommands: whether commands of the repository may run.
  /// - Throws: the errors of `work`. Does not return after a signal.
  static func catching<Result>(_ runsCommands: Bool, _ work: () async throws -> Result) async throws -> Result {
    install()
    guard runsCommands else { return try await work() }
    let source = try onInterruption { program?.cancel() }
    defer { source.cancel() }
    do {
      return try await work()
    } catch  where interruptionSignal != 0 {
      _exit(128 + Int32(interruptionSignal))
    }
  }

  /// The task that does all the work of the program. Set once, before the work starts.
  nonisolated(unsafe) static var program: Task<Void, any Error>?

  /// `write`, `time` and `_exit` are among the few functions that a signal handler may call.
  private static func install() {
    // Initialized here, because a signal handler cannot do that.
    _ = interruptionTime.load(ordering: .relaxed)
    // While a pager runs, Ctrl-C is for it alone.
    for number in [SIGINT, SIGTERM, SIGHUP] where number != SIGINT || !Pager.isRunning {
      signal(number) { number in
        if interruptionIsHeld != 0 { return }
        // Two threads may handle two signals at the same time.
        let now = time(nil)
        let (isFirst, first) = interruptionTime.compareExchange(expected: 0, desired: now, ordering: .relaxed)
        if !isFirst, now - first < 4 { return }
        interruptionSignal = sig_atomic_t(number)
        let message: StaticString = "\ninterrupted; nothing was changed\n"
        if isFirst { _ = write(STDERR_FILENO, message.utf8Start, message.utf8CodeUnitCount) }
        if isFirst, interruptionPipe >= 0 {
          _ = write(interruptionPipe, message.utf8Start, 1)
        } else {
          _exit(128 + number)
        }
      }
    }
  }

  /// A signal handler may call only a few functions, so it writes to a pipe, and the reader of the pipe does the rest.
  private static func onInterruption(_ react: @Sendable @escaping () -> Void) throws -> any DispatchSourceRead {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EMFILE) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let (readEnd, writeEnd) = (ends[0], ends[1])
    let source = DispatchSource.makeReadSource(fileDescriptor: readEnd, queue: .global())
    source.setEventHandler(handler: react)
    source.setCancelHandler {
      interruptionPipe = -1
      close(writeEnd)
      close(readEnd)
    }
    interruptionPipe = writeEnd
    source.activate()
    return source
  }

  /// Blocks signals, or allows them again.
  static func hold(_ isHeld: Bool) { interruptionIsHeld = isHeld ? 1 : 0 }
}

// The signal handler reads and writes these variables, which restricts their types.

/// A signal that arrives while this is set is dropped: the work that it would interrupt is almost finished.
nonisolated(unsafe) private var interruptionIsHeld: sig_atomic_t = 0
/// The number of the signal that arrived, or 0.
nonisolated(unsafe) private var interruptionSignal: sig_atomic_t = 0
/// The time at which the first one arrived, or 0.
private let interruptionTime = Atomic<time_t>(0)
/// The file descriptor to which signals are written, or a negative value if a signal ends the program.
nonisolated(unsafe) private var interruptionPipe: Int32 = -1
