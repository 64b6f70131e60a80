import Foundation

/// What Ctrl-C does: ends the program at once, except while a commit is being made, which takes milliseconds and is
/// then finished. A signing program has the terminal's signals for itself; when it is interrupted there is no commit.
///
/// While commands of the repository may run, the first signal cancels the task instead, so that they are ended with all
/// they have started and what was made for them is removed. A command that does not listen is killed after two seconds;
/// a second signal later than that ends the program at once. One that comes sooner would leave the command running, and
/// `timeout` sends its signal twice: to the program, and to its process group.
enum Interruption {
  /// Runs work that a signal stops.
  ///
  /// - Parameter runsCommands: whether commands of the repository may run.
  /// - Throws: what `work` throws. On a signal it does not return.
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

  /// The task that all the program's work is done in; set once, before any of it.
  nonisolated(unsafe) static var program: Task<Void, any Error>?

  /// `write`, `time` and `_exit` are among the few functions that a signal handler may call.
  private static func install() {
    for number in [SIGINT, SIGTERM, SIGHUP] {
      signal(number) { number in
        if interruptionIsHeld != 0 { return }
        let isFirst = interruptionSignal == 0
        if isFirst { interruptionTime = time(nil) }
        if !isFirst, interruptionPipe >= 0, time(nil) - interruptionTime < 4 { return }
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

  /// A signal handler may do next to nothing, so it writes into a pipe, and whoever reads there does the rest.
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

  /// Holds signals back, or lets them through again.
  static func hold(_ isHeld: Bool) { interruptionIsHeld = isHeld ? 1 : 0 }
}

// Read and written by the signal handler, so they can be nothing but these.

/// A signal that comes while it is set is dropped: what it would have stopped is as good as done.
nonisolated(unsafe) private var interruptionIsHeld: sig_atomic_t = 0
/// Number of the signal that came, 0 for none.
nonisolated(unsafe) private var interruptionSignal: sig_atomic_t = 0
/// When it came.
nonisolated(unsafe) private var interruptionTime: time_t = 0
/// Where a signal is reported; negative when it is to end the program.
nonisolated(unsafe) private var interruptionPipe: Int32 = -1
