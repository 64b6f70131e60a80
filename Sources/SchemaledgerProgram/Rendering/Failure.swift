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
  let message: DisplayText
  let hint: DisplayText?
  /// The lines that a command of the repository wrote.
  var output: [String] = []

  /// Converts an error of schemaledger. Returns `nil` for other errors, such as wrong usage, which ArgumentParser
  /// reports.
  init?(_ error: any Error) {
    switch error {
    case let error as Failure: self = error
    case let error as LedgerError:
      self.init(message: .text(error.message), hint: error.hint.map(DisplayText.text))
      output = error.output
    case let error as EntryError: self.init(message: "\(error.message)", hint: error.hint.map { "\($0)" })
    case let error as GitError: self.init(message: Self.message(error), hint: error.hint.map { .text($0) })
    case let error as MigrationFolderError:
      self.init(message: "\(error.message)", hint: .text(error.hint))
    case let error as SchemaError: self.init(message: "\(error.message)", hint: nil)
    case let error as CocoaError: self.init(message: "\(error.localizedDescription)", hint: nil)
    default: return nil
    }
  }

  init(message: DisplayText, hint: DisplayText?) {
    self.message = message
    self.hint = hint
  }

  /// Only the error of a signing program has several lines.
  private static func message(_ error: GitError) -> DisplayText {
    if case .signingFailed = error { return .text(error.message) }
    return "\(error.message)"
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
    terminal.message(terminal.styledMessage("error:", .error) + " " + message)
    for line in output { terminal.message("  | \(line)") }
    for (index, line) in (hint?.lines ?? []).enumerated() {
      terminal.message(index == 0 ? terminal.styledMessage("help:", .note) + "  " + line : "       " + line)
    }
    Terminal.endProcess(2)
  }
}

extension ExitCode {
  /// The exit status of a command that reports a finding.
  static let finding = ExitCode(1)
}
