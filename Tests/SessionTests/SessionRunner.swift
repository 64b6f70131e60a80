import Foundation

/// Runs session files, each in its own world, to check or to record them.
struct SessionRunner {
  let programFolder: URL
  var timeLimit: Duration = .seconds(60)
  /// Additional environment variables for a session. In its output, their names replace their values.
  var variables: [String: String] = [:]

  /// Runs a session up to the first command whose output differs from the file.
  ///
  /// - Parameter afterwards: called with the session's world if all outputs are as in the file.
  /// - Returns: that command, or `nil` if all outputs are as in the file.
  /// - Throws: `SessionSyntaxError`, `SessionInterrupted` if a command could not be run to its end, or what `afterwards`
  ///   throws.
  func firstMismatch(
    in file: URL, afterwards: (Session, SessionWorld) throws -> Void = { _, _ in }
  ) throws -> SessionMismatch? {
    let session = try session(in: file)
    var mismatch: SessionMismatch?
    try play(session) { command, actual, world in
      if actual != command.expected {
        mismatch = SessionMismatch(command: command, actual: actual, listing: world.listing)
      }
      return mismatch == nil
    } afterwards: { world in
      try afterwards(session, world)
    }
    return mismatch
  }

  /// Runs a session to its end and rewrites the file with the output of its commands.
  ///
  /// - Returns: Whether the file changed.
  /// - Throws: `SessionSyntaxError`, `SessionInterrupted`, or the error of writing the file.
  func record(_ file: URL) throws -> Bool {
    let session = try session(in: file)
    var outputs: [CommandOutput] = []
    try play(session) { _, actual, _ in
      outputs.append(actual)
      return true
    }
    let recorded = Data(session.recorded(with: outputs).utf8)
    let changed = try recorded != Data(contentsOf: file)
    try recorded.write(to: file, options: .atomic)
    return changed
  }

  private func session(in file: URL) throws -> Session {
    try Session(parsing: String(contentsOf: file, encoding: .utf8))
  }

  private func play(
    _ session: Session, going onward: (Session.Command, CommandOutput, SessionWorld) -> Bool,
    afterwards: (SessionWorld) throws -> Void = { _ in }
  ) throws {
    let world = try SessionWorld(
      programFolder: programFolder, normalisations: session.normalisations, variables: variables)
    defer { try? world.remove() }
    for step in session.steps {
      switch step {
      case .prose:
        continue
      case .file(let path, let lines):
        try world.write(lines, to: path)
      case .command(let command):
        let actual: CommandOutput
        do {
          actual = try world.run(command.script, timeLimit: timeLimit)
        } catch {
          throw SessionInterrupted(command: command, reason: error)
        }
        guard onward(command, actual, world) else { return }
      }
    }
    try afterwards(world)
  }
}

/// An error for a command that could not be run to its end.
struct SessionInterrupted: Error, CustomStringConvertible {
  let command: Session.Command
  let reason: any Error

  var description: String { command.source.joined(separator: "\n") + "\n\(reason)" }
}

/// A command whose output differs from its session.
struct SessionMismatch: CustomStringConvertible {
  let command: Session.Command
  let actual: CommandOutput
  /// The files in the work folder after the command.
  let listing: [String]

  var description: String {
    let difference = LineDifference(from: command.expected.picture, to: actual.picture)
    return """
      \(command.source.joined(separator: "\n"))
      \(difference)

      (- the session, + what happened; RECORD_SESSIONS=1 rewrites the session)
      The work folder holds:
      \((listing.isEmpty ? ["nothing"] : listing).map { "  " + $0 }.joined(separator: "\n"))
      """
  }
}
