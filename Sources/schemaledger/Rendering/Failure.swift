import ArgumentParser
import Foundation
import GitStore
import LedgerCore
import LedgerEntries
import LedgerKit
import MigrationSources
internal import SQLiteSandbox
import SQLiteSchema

/// An error that stopped a command: a message and a hint at a solution. The exit status is 2.
struct Failure: Error {
  let message: String
  let hint: String?
  /// The lines that a command of the repository wrote.
  var output: [String] = []

  /// Converts an error of schemaledger. Returns `nil` for other errors, such as wrong usage, which ArgumentParser
  /// reports.
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

  /// Returns the value of `--color`, even if ArgumentParser could not create the command.
  private static func color(in arguments: [String]) -> ColorMode {
    let words = arguments.split(separator: "--", maxSplits: 1).first ?? []
    guard let index = words.lastIndex(where: { $0 == "--color" || $0.hasPrefix("--color=") }) else { return .auto }
    let word =
      words[index] == "--color" ? words[words.index(after: index)...].first : words[index].dropFirst(8).description
    return word.flatMap(ColorMode.init) ?? .auto
  }

  func end() -> Never {
    let terminal = Terminal(color: Self.color(in: CommandLine.arguments))
    let lines = DisplayText.lines(of: message)
    terminal.message(terminal.styledMessage("error:", .error) + " " + lines.joined(separator: "\n"))
    for line in output { terminal.message("  | \(line)") }
    for (index, line) in DisplayText.lines(of: hint ?? "").enumerated() {
      terminal.message(index == 0 ? terminal.styledMessage("hint:", .note) + "  " + line : "       " + line)
    }
    Foundation.exit(2)
  }
}

extension ExitCode {
  /// The exit status of a command that reports a finding.
  static let finding = ExitCode(1)
}
