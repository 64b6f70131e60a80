import Dispatch
import Foundation

/// One `sh -c` in its own process group, so that all its child processes can be ended with it.
struct ShellProcess {
  let environment: [String: String]
  let folder: URL
  /// The folder for the files that collect stdout and stderr. Files are used instead of pipes, because a remaining
  /// child process would keep a pipe open.
  let scratch: URL
  let timeLimit: Duration

  /// - Throws: `TimeLimitExceeded`, or the error of Foundation if it cannot start `sh`.
  func run(_ script: String) throws -> (stdout: String, stderr: String, status: Int32) {
    let stdout = scratch.appending(path: "stdout")
    let stderr = scratch.appending(path: "stderr")
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", script]
    process.environment = environment
    process.currentDirectoryURL = folder
    process.standardInput = FileHandle.nullDevice
    let handles = [try emptied(stdout), try emptied(stderr)]
    // One test process runs hundreds of commands, so their files must be closed.
    defer { for handle in handles { try? handle.close() } }
    process.standardOutput = handles[0]
    process.standardError = handles[1]

    let collected = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in collected.signal() }
    try process.run()
    let inTime = hasEnded(process.processIdentifier, within: timeLimit)
    // Foundation starts each process as the leader of a new group, whose id is the leader's.
    kill(-process.processIdentifier, SIGKILL)
    collected.wait()
    guard inTime else { throw TimeLimitExceeded(limit: timeLimit) }

    // A shell returns 128 + N for a child process that signal N ended. This does the same for the shell itself.
    let signalled = process.terminationReason == .uncaughtSignal
    return (
      try text(of: stdout), try text(of: stderr), process.terminationStatus + (signalled ? 128 : 0)
    )
  }

  /// Waits only for the shell. On Linux, the termination handler is called only after all child processes of the shell
  /// have ended, too. `WNOWAIT` leaves the process for Foundation to collect. If Foundation has already collected it,
  /// there is no child process.
  private func hasEnded(_ process: pid_t, within limit: Duration) -> Bool {
    let deadline = ContinuousClock.now + limit
    while ContinuousClock.now < deadline {
      var information = siginfo_t()
      let result = waitid(P_PID, id_t(process), &information, WEXITED | WNOHANG | WNOWAIT)
      if result != 0 || information.si_signo == SIGCHLD { return true }
      usleep(2_000)
    }
    return false
  }

  private func emptied(_ file: URL) throws -> FileHandle {
    try Data().write(to: file)
    return try FileHandle(forWritingTo: file)
  }

  private func text(of file: URL) throws -> String {
    String(decoding: try Data(contentsOf: file), as: UTF8.self)
  }
}

/// An error for a command that was still running at its time limit.
struct TimeLimitExceeded: Error, CustomStringConvertible {
  let limit: Duration

  var description: String { "still running after \(limit), and ended" }
}
