import Foundation
import TestSupport

/// A run of the program in a terminal, which `script` makes.
struct TerminalProcess {
  let environment: [String: String]
  let folder: URL

  /// Runs the program to its end.
  ///
  /// - Returns: what the terminal got, and the exit status.
  /// - Throws: the error of Foundation if it cannot start `script`, which each Linux and macOS has.
  func run(_ arguments: [String]) throws -> (text: String, status: Int32) {
    let program = try ProgramFolder.ofTests().appending(path: ProgramFolder.programName).path
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/script")
    #if canImport(Darwin)
      process.arguments = ["-q", "/dev/null", program] + arguments
    #else
      let words = ([program] + arguments).map { "'\($0)'" }.joined(separator: " ")
      process.arguments = ["-q", "-e", "-c", words, "/dev/null"]
    #endif
    process.environment = environment
    process.currentDirectoryURL = folder
    process.standardInput = FileHandle.nullDevice
    let output = Pipe()
    process.standardOutput = output
    let text = String(decoding: try process.runToEnd(reading: output), as: UTF8.self)
    return (text.replacing("\r\n", with: "\n"), process.terminationStatus)
  }
}
