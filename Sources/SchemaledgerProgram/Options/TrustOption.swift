import ArgumentParser
import Foundation
import GitStore
import LedgerCore

/// The option of commands that run code of the repository.
struct TrustOption: ParsableArguments {
  @Flag(name: .customLong("trust"), help: "Run this repository's commands in this run, even if they are not allowed.")
  var isGiven = false

  /// Whether a CI system allows all commands for its jobs.
  private static var isInEnvironment: Bool { ProcessInfo.processInfo.environment["SCHEMALEDGER_TRUST"] == "1" }

  /// The commands that may be run.
  var trust: Trust {
    isGiven || Self.isInEnvironment ? .everything : .allowed(in: Self.state)
  }

  /// The folder in which it is remembered which commands are allowed.
  static var state: StateFolder? { StateFolder(ProcessInfo.processInfo.environment) }
}
