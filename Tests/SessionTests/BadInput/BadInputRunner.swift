import Foundation

/// Runs cases of bad input, each in a copy of one starting repository.
struct BadInputRunner {
  let programFolder: URL
  let start: URL
  var timeLimit: Duration = .seconds(60)

  /// A problem with a case: different output, or a file that a command has changed.
  struct Problem: CustomStringConvertible {
    let line: Int
    let description: String
  }

  /// The outputs of a case's commands, and what is wrong with them.
  typealias Played = (outputs: [CommandOutput], problems: [Problem])

  /// Runs a case to its end.
  ///
  /// - Throws: `SessionInterrupted`, or the error for a file that cannot be read.
  func play(
    _ item: BadInputFile.Case, _ normalisations: [Normalisation]
  ) throws -> Played {
    let world = try SessionWorld(programFolder: programFolder, normalisations: normalisations, copying: start)
    defer { try? world.remove() }
    var outputs: [CommandOutput] = []
    var problems: [Problem] = []
    for step in item.session.steps {
      switch step {
      case .prose: continue
      case .file(let path, let lines): try world.write(lines, to: path)
      case .command(let command):

        let before = command.mayChange ? nil : try world.fingerprint
        let output: CommandOutput
        do {
          output = try world.run(command.script, timeLimit: timeLimit)
        } catch {
          throw SessionInterrupted(command: command, reason: error)
        }
        outputs.append(output)
        if output != command.expected {
          let mismatch = SessionMismatch(command: command, actual: output, listing: world.listing)
          problems.append(Problem(line: command.line, description: "\(item.name)\n\(mismatch)"))
        }
        guard let before else { continue }
        let changes = try world.fingerprint.changes(since: before)
        if !changes.isEmpty {
          let list = changes.map { "  " + $0 }.joined(separator: "\n")
          let command = command.source.joined(separator: "\n")
          problems.append(Problem(line: item.line, description: "\(item.name)\n\(command)\nhas changed\n\(list)"))
        }
      }
    }
    return (outputs, problems)
  }
}

extension BadInputRunner {
  /// Creates a repository with two frozen versions and a migration that is not frozen yet, without any problem.
  ///
  /// - Throws: the error of a command that fails.
  static func startingWorld(programFolder: URL) throws -> SessionWorld {
    let world = try SessionWorld(programFolder: programFolder)
    let migrations = [
      "1_notes.sql": "CREATE TABLE notes (id INTEGER PRIMARY KEY, title TEXT NOT NULL);",
      "2_pinned.sql": "ALTER TABLE notes ADD COLUMN pinned INTEGER NOT NULL DEFAULT 0;",
      "3_tags.sql": "CREATE TABLE tags (note INTEGER NOT NULL REFERENCES notes (id), name TEXT NOT NULL);",
    ]
    func migration(_ name: String) throws { try world.write([migrations[name] ?? ""], to: "migrations/" + name) }
    func run(_ script: String) throws {
      let output = try world.run(script, timeLimit: .seconds(60))
      guard output.status == 0 else { throw StartFailed(script: script, output: output) }
    }
    try migration("1_notes.sql")
    try run("git init -q && git add . && git commit -qm 'Notes' && schemaledger init")
    try run("git add . && git commit -qm 'Keep a schema ledger' && schemaledger freeze 1.0.0")
    try migration("2_pinned.sql")
    try run("git add . && git commit -qm 'Notes can be pinned' && schemaledger freeze 1.1.0")
    try migration("3_tags.sql")
    try run("git add . && git commit -qm 'Notes have tags' && rm .git/hooks/*.sample && schemaledger check")
    return world
  }

  struct StartFailed: Error, CustomStringConvertible {
    let script: String
    let output: CommandOutput

    var description: String { "the starting repository: \(script)\n" + output.picture.joined(separator: "\n") }
  }
}
