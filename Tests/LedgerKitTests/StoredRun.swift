import Foundation
import GitStore
import LedgerCore
import LedgerTestSupport
import TestSupport

@testable import LedgerKit

/// A repository with one database, and a file below its Git folder in which `verify` stores something for the next run.
struct StoredRun {
  let sandbox: Sandbox
  /// The name of the file, which is also in its heading.
  let name: String

  var file: String { sandbox.root + "/.git/schemaledger/" + name }

  /// The lines between the heading and the authentication code.
  func lines() throws -> [String] {
    let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").map(String.init)
    return Array(lines.dropFirst().dropLast())
  }

  /// Replaces the lines, with an authentication code that is right.
  func write(_ lines: [String]) throws {
    let content = (["schemaledger \(name) 2"] + lines).map { $0 + "\n" }.joined()
    try sandbox.open().caches.write([bytes(content)], to: name, as: name)
  }

  /// - Parameter program: the version of the program.
  func verification(isStored: Bool = true, program: String = "1") throws -> Verification {
    let repository = try sandbox.open()
    return Verification(
      repository: repository, configuration: numbered, present: try repository.snapshot(.workTree),
      environment: sandbox.commandEnvironment,
      options: .init(results: isStored ? ResultCache(in: repository.caches, program: program) : nil))
  }
}
