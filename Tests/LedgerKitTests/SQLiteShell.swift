import Foundation

/// An application that has a database open: SQLite's shell in a separate process, because locks apply between
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

  /// An error for a shell that has ended, with its output.
  struct Ended: Error {
    let text: String
  }

  deinit { kill() }

  /// Runs SQL and waits until it has finished.
  func run(_ sql: String) throws {
    try start(sql)
    try finish()
  }

  /// Sends SQL, as much as a pipe holds, and returns at once.
  func start(_ sql: String) throws {
    try input.fileHandleForWriting.write(contentsOf: Data((sql + "\n.print done\n").utf8))
  }

  /// Waits until the SQL that was sent has finished.
  func finish() throws {
    var text = ""
    while !text.hasSuffix("done\n") {
      let data = output.fileHandleForReading.availableData
      guard !data.isEmpty else { throw Ended(text: text) }
      text += String(decoding: data, as: UTF8.self)
    }
  }

  /// Kills the process, as a crash would.
  func kill() {
    guard process.isRunning else { return }
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }
}
