import Foundation
import GitStore
import LedgerCore
import LedgerTestSupport
import TestSupport

@testable import LedgerKit

/// A repository with one database, and a file below its Git folder in which `verify` stores something for the next run.
struct StoredRun {
  let sandbox: Sandbox
  /// The name of the file.
  let name: String
  /// What the values are, with the version of their format.
  let kind: String

  var file: String { sandbox.root + "/.git/schemaledger/" + name }

  /// The stored values, each after its key.
  func lines() throws -> [String] {
    try StoredValues(in: sandbox.open().caches, name, as: kind).read().map { key, value in
      value.isEmpty ? key : key + " " + String(decoding: value, as: UTF8.self)
    }
  }

  /// Replaces the values, with an authentication code that is right.
  func write(_ lines: [String]) throws {
    let values = lines.map { line in
      let words = line.split(separator: " ", maxSplits: 1).map(String.init)
      return (key: words[0], value: bytes(words.count > 1 ? words[1] : "")[...])
    }
    try StoredValues(in: sandbox.open().caches, name, as: kind).write(values)
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
