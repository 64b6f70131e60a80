import Digests
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

  /// The lines between the heading and the digest.
  func lines() throws -> [String] {
    let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").map(String.init)
    return Array(lines.dropFirst().dropLast())
  }

  /// Replaces the lines, with a digest that is right.
  func write(_ lines: [String]) throws {
    let content = (["schemaledger \(name) 1"] + lines).joined(separator: "\n")
    try "\(content)\n\(sha256(content))\n".write(toFile: file, atomically: true, encoding: .utf8)
  }

  /// - Parameter program: the version of the program.
  func verification(isStored: Bool = true, program: String = "1") throws -> Verification {
    let repository = try sandbox.open()
    return Verification(
      repository: repository, configuration: numbered, present: try repository.snapshot(.workTree),
      environment: sandbox.commandEnvironment,
      options: .init(results: isStored ? ResultCache(in: repository.commonDirectory, program: program) : nil))
  }
}
