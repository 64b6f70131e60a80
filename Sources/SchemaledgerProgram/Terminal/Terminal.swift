import ArgumentParser
import Foundation
internal import SystemCalls
import VisibleText

enum ColorMode: String, ExpressibleByArgument, CaseIterable {
  case auto, always, never
}

/// Writes results to standard output, and messages and errors to standard error.
struct Terminal: Sendable {
  private let colorsOutput: Bool
  private let colorsErrors: Bool

  /// Whether standard output is a terminal.
  private let isTerminal: Bool

  private let isQuiet: Bool
  private var writesLines = true

  /// What the text is written to.
  private let sink: @Sendable (String, Stream) -> Void

  /// Whether standard error is a terminal on which to show progress.
  let showsProgress: Bool

  /// The root of the repository if the user is not there; `nil` if commands for the root can be run as they are.
  let otherRoot: @Sendable () -> String?

  /// Writes to the process's streams, except in tests.
  init(
    color: ColorMode, isQuiet: Bool = false, isTerminal: Bool = Pager.isRunning || isatty(STDOUT_FILENO) == 1,
    sink: @escaping @Sendable (String, Stream) -> Void = Terminal.write,
    otherRoot: @escaping @Sendable () -> String? = { nil }
  ) {
    self.otherRoot = otherRoot
    self.isQuiet = isQuiet
    self.isTerminal = isTerminal
    self.sink = sink
    // https://no-color.org: "when present and not an empty string (regardless of its value), prevents … color".
    let environment = ProcessInfo.processInfo.environment
    let isWanted = environment["NO_COLOR"].map(\.isEmpty) ?? true && environment["TERM"] != "dumb"
    func isShown(_ stream: Int32) -> Bool { Pager.isRunning || isatty(stream) == 1 }
    func decide(_ stream: Int32) -> Bool {
      switch color {
      case .always: true
      case .never: false
      case .auto: isWanted && isShown(stream)
      }
    }
    colorsOutput = decide(STDOUT_FILENO)
    colorsErrors = decide(STDERR_FILENO)
    showsProgress = !isQuiet && isatty(STDERR_FILENO) == 1 && environment["TERM"] != "dumb"
  }

  /// The number of columns to which long lines are wrapped; `nil` if standard output is not a terminal.
  var wrapWidth: Int? { isTerminal ? Terminal.textWidth : nil }

  enum Stream {
    case output, errors
  }

  /// The kind of a piece of text, which determines its colour.
  enum Label {
    case error, warning, note, success, strong, faint, added, removed
  }

  /// Where to write what only confirms that a command has done its work, or found nothing. With `--quiet`, lines are dropped.
  var confirmations: Terminal {
    var terminal = self
    terminal.writesLines = !isQuiet
    return terminal
  }

  func out(_ text: DisplayText) {
    if writesLines { write(text + "\n", .output) }
  }

  /// Writes a whole document, including its last line feed.
  func document(_ text: DisplayText) { write(text, .output) }

  func message(_ text: DisplayText) { write(text + "\n", .errors) }

  func warn(_ text: DisplayText, hint: DisplayText? = nil) {
    message(styledMessage("warning:", .warning) + " " + text)
    if let hint { message("help:    " + hint) }
  }

  /// Replaces the line that the previous call wrote.
  func progress(_ text: DisplayText) {
    guard showsProgress else { return }
    write("\r\u{1B}[K" + text, .errors)
  }

  /// Writes what another program reads, such as SQL, byte for byte. On a terminal it is text, as for `ls`.
  func data(_ text: String) {
    guard isTerminal else { return sink(text, .output) }
    for line in DisplayText.lines(of: text) { out(line) }
  }

  /// Writes commands to the runner of a CI. All other output is changed so that it contains none.
  func commands(_ commands: [WorkflowCommand]) {
    for command in commands { sink(command.line + "\n", .output) }
  }

  private func write(_ text: DisplayText, _ stream: Stream) { sink(text.withoutCommands.text, stream) }

  /// `text` with the label's colour, for standard output.
  func styled(_ text: DisplayText, _ label: Label) -> DisplayText { colorsOutput ? text.colored(as: label) : text }

  /// `text` with the label's colour, for standard error.
  func styledMessage(_ text: DisplayText, _ label: Label) -> DisplayText {
    colorsErrors ? text.colored(as: label) : text
  }

  /// Writes text as it is. Ends the process if standard output cannot be written.
  @Sendable static func write(_ text: String, to stream: Stream) {
    if stream == .output { endIfMemoryWasShort() }
    do throws(SystemCallError) {
      try writeAll(Array(text.utf8), to: stream == .output ? STDOUT_FILENO : STDERR_FILENO)
    } catch {
      // A reader that has closed the pipe (`schemaledger log | head -1`) is not an error. A full disk is.
      if error.code == EPIPE || stream == .errors { return }
      try? writeAll(Array("error: standard output cannot be written\n".utf8), to: STDERR_FILENO)
      Terminal.endProcess(2)
    }
  }
}
