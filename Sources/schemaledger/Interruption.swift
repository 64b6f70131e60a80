import Foundation

/// What Ctrl-C does: ends the program at once, except while a commit is being made, which takes milliseconds and is
/// then finished. A signing program has the terminal's signals for itself; when it is interrupted there is no commit.
enum Interruption {
  /// `write` and `_exit` are among the few functions that a signal handler may call.
  static func install() {
    for number in [SIGINT, SIGTERM, SIGHUP] {
      signal(number) { number in
        if interruptionIsHeld != 0 { return }
        let message: StaticString = "\ninterrupted; nothing was changed\n"
        _ = write(STDERR_FILENO, message.utf8Start, message.utf8CodeUnitCount)
        _exit(128 + number)
      }
    }
  }

  /// Holds signals back, or lets them through again.
  static func hold(_ isHeld: Bool) { interruptionIsHeld = isHeld ? 1 : 0 }
}

/// Read by the signal handler, so it can be nothing but this. A signal that comes while it is set is dropped: what it
/// would have stopped is as good as done.
nonisolated(unsafe) private var interruptionIsHeld: sig_atomic_t = 0
