import Foundation
import GitStore
import SystemCalls

/// The program that shows the output of `log`, `history`, `show`, `diff`, `explain` and `help` page by page on a terminal.
enum Pager {
  /// The command, as Git chooses it, with a variable of our own before Git's; `nil` for none.
  ///
  /// > The order of preference is the $GIT_PAGER environment variable, then core.pager configuration, then $PAGER, and then
  /// > the default chosen at compile time (usually less).
  /// https://git-scm.com/docs/git-var#Documentation/git-var.txt-GITPAGER
  ///
  /// - Parameter configured: the value of `core.pager`.
  static func command(_ environment: [String: String], configured: String?) -> String? {
    let choice =
      environment["SCHEMALEDGER_PAGER"] ?? environment["GIT_PAGER"] ?? configured ?? environment["PAGER"]
      ?? (hasLess(environment["PATH"] ?? "") ? "less" : "")
    return ["", "cat"].contains(choice) ? nil : choice
  }

  /// The environment of the pager. As Git does, it has `less` quit if the text fits on the screen, and keep colours.
  ///
  /// > When the LESS environment variable is unset, Git sets it to FRX
  /// https://git-scm.com/docs/git-config#Documentation/git-config.txt-corepager
  static func environment(_ environment: [String: String]) -> [String: String] {
    environment.merging(["LESS": "FRX", "LV": "-c"]) { own, _ in own }
  }

  /// The pager's process, or 0. Set once, before there is a second thread.
  nonisolated(unsafe) private static var process: pid_t = 0

  /// Whether a pager shows what the process writes to standard output.
  static var isRunning: Bool { process != 0 }

  /// The columns of the terminal that the pager uses; `nil` if there is no pager.
  nonisolated(unsafe) private(set) static var columns: Int?

  /// Starts a pager, if standard output is a terminal, and makes it the process's standard output. At its end, the process
  /// waits for the pager.
  static func start(_ variables: [String: String], configured: @autoclosure () -> String?) {
    guard !isRunning, isatty(STDOUT_FILENO) == 1, variables["TERM"] != "dumb",
      let command = command(variables, configured: configured())
    else { return }
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return }
    defer { for end in ends { close(end) } }
    let columns = Terminal.textWidth
    guard let child = spawn(command, environment(variables), input: ends[0], unused: ends[1]) else { return }
    // What is written to standard error would be lost below the pager's screen.
    for stream in [STDOUT_FILENO, STDERR_FILENO] where isatty(stream) == 1 { dup2(ends[1], stream) }
    (process, self.columns) = (child, columns)
    // Ctrl-C belongs to the pager.
    signal(SIGINT, SIG_IGN)
  }

  /// Waits until the user closes the pager, if there is one.
  static func finish() {
    guard isRunning else { return }
    // The end of its input. Nothing is buffered.
    close(STDOUT_FILENO)
    close(STDERR_FILENO)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
  }

  private static func hasLess(_ path: String) -> Bool {
    path.split(separator: ":").contains { access("\($0)/less", X_OK) == 0 }
  }

  /// - Returns: The process, or `nil` if it could not be started.
  private static func spawn(
    _ command: String, _ variables: [String: String], input: Int32, unused: Int32
  ) -> pid_t? {
    var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("sh"), strdup("-c"), strdup(command), nil]
    var environment: [UnsafeMutablePointer<CChar>?] = variables.map { strdup("\($0.key)=\($0.value)") }
    environment.append(nil)
    defer { for text in arguments + environment { free(text) } }
    var actions = uninitializedFileActions()
    guard posix_spawn_file_actions_init(&actions) == 0 else { return nil }
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    posix_spawn_file_actions_addclose(&actions, unused)
    var child: pid_t = 0
    guard posix_spawn(&child, "/bin/sh", &actions, nil, &arguments, &environment) == 0 else { return nil }
    return child
  }
}
