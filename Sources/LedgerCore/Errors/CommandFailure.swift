public import SQLiteSandbox

/// Why a command of the repository did not do what it is there for.
public enum CommandFailure: Sendable, Hashable {
  case exitStatus(Int32)
  /// A signal ended it.
  case signal(Int32)
  case timedOut(seconds: Double)
  /// It could not be started, or the folder it should run in is not there.
  case notStarted(reason: String)
  /// A command of the repository is running already, and this program was started by it.
  case insideCommand
  /// It ended well, and there is no database at the path it was given; `elsewhere` are databases that were written
  /// meanwhile.
  case madeNothing(elsewhere: [String])
  /// The database has no table but those in which migration tools keep their books.
  case madeNoTables(trackingTables: [String])
  /// What it left is no database that can be read.
  case unreadable(reason: String)
  /// It ended well, and what it said is not what it is asked for.
  case notUnderstood(reason: String)
  /// The database is whole, and its schema needs what is not here, such as a function of the application.
  case schemaFailed(SchemaError)
}

extension CommandFailure {
  /// What happened, to follow the command.
  var message: String {
    switch self {
    case .exitStatus(let status): "ended with status \(status)"
    case .signal(let number): "was ended by signal \(number)"
    case .timedOut(let seconds):
      "was stopped after \(seconds == seconds.rounded() ? "\(Int(seconds))" : "\(seconds)") s"
    case .notStarted(let reason): "could not be started: \(reason)"
    case .insideCommand: "was not started: a command of a ledger is running, and has started schemaledger"
    case .madeNothing(let elsewhere):
      "ended well and made no database at \(SourceCommand.placeholder)"
        + (elsewhere.isEmpty ? "" : "; it wrote \(elsewhere.joined(separator: ", ")) instead")
    case .madeNoTables(let trackingTables):
      "made a database without tables"
        + (trackingTables.isEmpty ? "" : "; it has only \(trackingTables.joined(separator: ", "))")
    case .notUnderstood(let reason): "gave an answer that cannot be read: \(reason)"
    case .schemaFailed(let error): "made a database that cannot be used here: \(error.message)"
    case .unreadable(let reason): "left a database that cannot be read: \(reason)"
    }
  }

  /// What to look at.
  var hint: String? {
    switch self {
    case .exitStatus(127), .notStarted: "is what it needs installed, and in PATH? 'directory' says where it runs"
    case .exitStatus, .signal: "run it by hand, with a path in place of \(SourceCommand.placeholder)"
    case .insideCommand: "let the command make the database and nothing else; by hand: unset SCHEMALEDGER_DB"
    case .timedOut: "'time-limit' under 'source' gives it longer, in seconds"
    case .madeNothing:
      "does it read another setting for the path? Give it \(SourceCommand.placeholder) in its arguments or in 'environment'"
    case .madeNoTables: "a command that only stamps a version makes no schema: let it run the migrations"
    case .schemaFailed(let error): error.hint
    case .notUnderstood: "the product has to be an executable whose main is SchemaTool's"
    case .unreadable: "let it make a plain SQLite file at \(SourceCommand.placeholder)"
    }
  }
}
