import ArgumentParser
internal import Foundation
internal import GitStore
internal import LedgerCore
internal import LedgerEntries

/// What a shell offers for an argument. The completion scripts call the program for it, in the folder of the shell.
enum ArgumentCompletion {
  /// The frozen versions of all databases in the work tree.
  static let versions = CompletionKind.custom { _, _, _ in
    offered { workTree, databases in
      try databases.flatMap { try Ledger(at: $0.ledger, in: workTree).items.map(\.entry.version.name) }
    }
  }

  /// The names of the databases in the configuration.
  static let databases = CompletionKind.custom { _, _, _ in offered { _, databases in databases.map(\.name) } }

  /// The tags of the repository.
  static let tags = CompletionKind.shellCommand("git tag 2>/dev/null")

  /// The codes of findings, and the names of rules.
  static let codes = CompletionKind.list(
    Finding.Code.allCases.map(\.rawValue).sorted() + Finding.Code.rules.keys.sorted())

  /// Nothing is offered, and nothing is said, if the repository cannot be read: the user is typing.
  private static func offered(_ names: (FileSnapshot, [DatabaseConfiguration]) throws -> [String]) -> [String] {
    do {
      let repository = try Repository.discover(from: ".", environment: Environment(ProcessInfo.processInfo.environment))
      let workTree = try repository.snapshot(.workTree)
      var seen: Set<String> = []
      return try names(workTree, Configuration(from: workTree).databases).filter { seen.insert($0).inserted }
    } catch {
      return []
    }
  }
}
