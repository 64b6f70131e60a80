import ArgumentParser
import Foundation
import GitStore
import LedgerCore
import LedgerEntries
import LedgerKit
import MigrationSources
internal import SQLiteSandbox
import SQLiteSchema

/// What stopped a command: a sentence and a way out. Exit status 2.
struct Failure: Error {
  let message: String
  let hint: String?
  /// What a command of the repository wrote, line by line.
  var output: [String] = []

  /// Nil for what is not ours, such as wrong usage, which ArgumentParser explains.
  init?(_ error: any Error) {
    switch error {
    case let error as Failure: self = error
    case let error as LedgerError:
      self.init(message: error.message, hint: error.hint)
      output = error.output
    case let error as EntryError: self.init(message: error.message, hint: error.hint)
    case let error as GitError: self.init(message: error.message, hint: error.hint)
    case let error as MigrationFolderError: self.init(message: error.message, hint: error.hint)
    case let error as SchemaError: self.init(message: error.message, hint: nil)
    case let error as CocoaError: self.init(message: error.localizedDescription, hint: nil)
    default: return nil
    }
  }

  init(message: String, hint: String?) {
    self.message = message
    self.hint = hint
  }

  /// What `--color` says, also when the command did not come to be.
  private static func color(in arguments: [String]) -> ColorMode {
    let words = arguments.split(separator: "--", maxSplits: 1).first ?? []
    guard let index = words.lastIndex(where: { $0 == "--color" || $0.hasPrefix("--color=") }) else { return .auto }
    let word =
      words[index] == "--color" ? words[words.index(after: index)...].first : words[index].dropFirst(8).description
    return word.flatMap(ColorMode.init) ?? .auto
  }

  func end() -> Never {
    let terminal = Terminal(color: Self.color(in: CommandLine.arguments))
    terminal.talk(terminal.styledTalk("error:", .error) + " " + Terminal.harmless(message))
    for line in output { terminal.talk("  | " + Terminal.harmless(line)) }
    if let hint {
      for (index, line) in Terminal.harmless(hint).split(separator: "\n").enumerated() {
        terminal.talk(index == 0 ? terminal.styledTalk("hint:", .note) + "  " + line : "       " + line)
      }
    }
    Foundation.exit(2)
  }
}

extension ExitCode {
  /// A finding.
  static let finding = ExitCode(1)
}
