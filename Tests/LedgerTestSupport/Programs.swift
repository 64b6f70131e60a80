internal import Foundation
package import LedgerCore
package import TestSupport

/// The exit status of a program, and its output on both streams.
package struct Output: Equatable {
  package var status: Int32
  package var text: String

  package init(status: Int32, text: String) {
    self.status = status
    self.text = text
  }
}

/// Runs a program and waits until it ends.
package func run(
  _ program: String, _ arguments: [String], in folder: String, environment: [String: String]? = nil
) throws -> Output {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: program)
  process.arguments = arguments
  process.currentDirectoryURL = URL(fileURLWithPath: folder)
  if let environment { process.environment = environment }
  let pipe = Pipe()
  process.standardOutput = pipe
  process.standardError = pipe
  process.standardInput = FileHandle.nullDevice
  let text = String(decoding: try process.runToEnd(reading: pipe), as: UTF8.self)
  return Output(status: process.terminationStatus, text: text)
}

extension Sandbox {
  /// The environment of commands of this repository.
  package var commandEnvironment: CommandEnvironment {
    CommandEnvironment(variables: ["PATH": "/usr/bin:/bin"], temporaryFolder: folder, trust: .everything)
  }
}
