import Foundation

/// An application that has a database open: the shell of SQLite in a process of its own, because locks are between
/// processes.
final class SQLiteShell {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()

  init(_ path: String) throws {
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["sqlite3", "-batch", path]
    process.standardInput = input
    process.standardError = FileHandle.nullDevice
    process.standardOutput = output
    try process.run()
  }

  /// It is no more; what it said.
  struct Ended: Error {
    let text: String
  }

  deinit { kill() }

  /// Runs SQL, and returns when it is done.
  func run(_ sql: String) throws {
    try start(sql)
    try finish()
  }

  /// Runs SQL, as much as a pipe holds, while the test goes on.
  func start(_ sql: String) throws {
    try input.fileHandleForWriting.write(contentsOf: Data((sql + "\n.print done\n").utf8))
  }

  /// Returns when what was started is done.
  func finish() throws {
    var text = ""
    while !text.hasSuffix("done\n") {
      let data = output.fileHandleForReading.availableData
      guard !data.isEmpty else { throw Ended(text: text) }
      text += String(decoding: data, as: UTF8.self)
    }
  }

  /// As a crash does.
  func kill() {
    guard process.isRunning else { return }
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }
}
