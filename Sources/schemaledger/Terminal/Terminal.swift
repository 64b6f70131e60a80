import ArgumentParser
import Foundation
@preconcurrency import Rainbow

enum ColorMode: String, ExpressibleByArgument, CaseIterable {
  case auto, always, never
}

/// Writes results to standard output, and messages and errors to standard error.
struct Terminal: Sendable {
  private let colorsOutput: Bool
  private let colorsErrors: Bool

  /// Whether standard error is a terminal on which to show progress.
  let showsProgress: Bool

  /// The root of the repository if the user is not there; `nil` if commands for the root can be run as they are.
  let otherRoot: @Sendable () -> String?

  init(color: ColorMode, otherRoot: @escaping @Sendable () -> String? = { nil }) {
    self.otherRoot = otherRoot
    // https://no-color.org: "when present and not an empty string (regardless of its value), prevents … color".
    let environment = ProcessInfo.processInfo.environment
    let isWanted = environment["NO_COLOR"].map(\.isEmpty) ?? true && environment["TERM"] != "dumb"
    func decide(_ descriptor: Int32) -> Bool {
      switch color {
      case .always: true
      case .never: false
      case .auto: isWanted && isatty(descriptor) == 1
      }
    }
    colorsOutput = decide(STDOUT_FILENO)
    colorsErrors = decide(STDERR_FILENO)
    showsProgress = isatty(STDERR_FILENO) == 1 && environment["TERM"] != "dumb"
    Rainbow.outputTarget = .console
  }

  /// The kind of a piece of text, which determines its colour.
  enum Label {
    case error, warning, note, success, strong, faint, added, removed
  }

  func out(_ text: String) { Self.write(text + "\n", to: .standardOutput) }

  /// Writes a whole document, including its last line feed.
  func document(_ text: String) { Self.write(text, to: .standardOutput) }

  func message(_ text: String) { Self.write(text + "\n", to: .standardError) }

  func warn(_ text: String, hint: String? = nil) {
    message(styledMessage("warning:", .warning) + " " + text)
    if let hint { message("hint:    " + hint) }
  }

  /// Replaces the line that the previous call wrote.
  func progress(_ text: String) {
    guard showsProgress else { return }
    Self.write("\r\u{1B}[K" + text, to: .standardError)
  }

  /// `text` with the label's colour, for standard output.
  func styled(_ text: String, _ label: Label) -> String { Self.style(text, label, colorsOutput) }

  /// `text` with the label's colour, for standard error.
  func styledMessage(_ text: String, _ label: Label) -> String { Self.style(text, label, colorsErrors) }

  private static func style(_ text: String, _ label: Label, _ isOn: Bool) -> String {
    guard isOn else { return text }
    // Rainbow is enabled only here. Otherwise it would decide for both streams from standard output.
    Rainbow.enabled = true
    defer { Rainbow.enabled = false }
    return switch label {
    case .error: text.red.bold
    case .warning: text.yellow
    case .note: text.cyan
    case .success, .added: text.green
    case .removed: text.red
    case .strong: text.bold
    case .faint: text.dim
    }
  }

  /// Replaces control characters and direction marks in untrusted text, such as a file's name, with visible characters.
  static func sanitized(_ text: String) -> String {
    let turns: [ClosedRange<UInt32>] = [0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069]
    return text.withVisibleControls.unicodeScalars.reduce(into: "") { text, scalar in
      let turns = turns.contains { $0.contains(scalar.value) }
      text.unicodeScalars.append(turns ? "\u{FFFD}" : scalar)
    }
  }

  private static func write(_ text: String, to handle: FileHandle) {
    do {
      try handle.write(contentsOf: Data(text.utf8))
    } catch {
      // A reader that has closed the pipe (`schemaledger log | head -1`) is not an error. A full disk is.
      if errno == EPIPE || handle === FileHandle.standardError { return }
      try? FileHandle.standardError.write(contentsOf: Data("error: standard output cannot be written\n".utf8))
      Foundation.exit(2)
    }
  }
}
