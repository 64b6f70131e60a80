public import SQLiteSandbox

/// Why a command of the repository failed.
public enum CommandFailure: Sendable, Hashable {
  case exitStatus(Int32)
  /// A signal terminated it.
  case signal(Int32)
  /// It builds a Swift package, which failed for this reason.
  indirect case buildFailed(CommandFailure)
  case timedOut(seconds: Double)
  /// It could not be started, or its working folder does not exist.
  case notStarted(reason: String)
  /// This program was started by a command of the repository.
  case insideCommand
  /// It succeeded, but there is no database at the path it was given; `elsewhere` are databases that were written
  /// meanwhile.
  case madeNothing(elsewhere: [String])
  /// The database has no tables except the tracking tables of migration tools.
  case madeNoTables(trackingTables: [String])
  /// The database that it left cannot be read.
  case unreadable(reason: String)
  /// It succeeded, but its output is not what was requested.
  case notUnderstood(reason: String)
  /// The database is intact, but its schema needs something unknown, such as a function of the application.
  case schemaFailed(SchemaError)
}

extension CommandFailure {
  /// The failure, as a predicate of the command.
  var message: String {
    switch self {
    case .exitStatus(let status): "exited with status \(status)"
    case .signal(let number): "was terminated by signal \(number)"
    case .buildFailed(let failure): failure.message
    case .timedOut(let seconds):
      "was stopped after \(seconds == seconds.rounded() ? "\(Int(seconds))" : "\(seconds)") s"
    case .notStarted(let reason): "could not be started: \(reason)"
    case .insideCommand: "was not started, because a command that schemaledger runs has started schemaledger"
    case .madeNothing(let elsewhere):
      "succeeded but created no database at \(SourceCommand.placeholder)"
        + (elsewhere.isEmpty ? "" : "; it wrote \(elsewhere.joined(separator: ", ")) instead")
    case .madeNoTables(let trackingTables):
      "created a database without tables"
        + (trackingTables.isEmpty ? "" : "; it contains only \(trackingTables.joined(separator: ", "))")
    case .notUnderstood(let reason): "printed an answer that cannot be read: \(reason)"
    case .schemaFailed(let error): "created a database that cannot be used: \(error.message)"
    case .unreadable(let reason): "left a database that cannot be read: \(reason)"
    }
  }

  /// The suggested next step.
  var hint: String? {
    switch self {
    case .exitStatus(127), .notStarted: "check that the program is installed and in PATH; 'directory' is where it runs"
    case .exitStatus, .signal: "run it by hand, with a path in place of \(SourceCommand.placeholder)"
    case .buildFailed: "correct the errors; to see the whole output, run it by hand"
    case .insideCommand: "the command must only create the database; if you run it by hand: unset SCHEMALEDGER_DB"
    case .timedOut: "to allow more time, set 'time-limit' (seconds) under 'source'"
    case .madeNothing:
      "if it takes the path from another setting, pass \(SourceCommand.placeholder) in its arguments or in 'environment'"
    case .madeNoTables: "a command that only stamps a version creates no schema: make it run the migrations"
    case .schemaFailed(let error): error.hint
    case .notUnderstood: "the product must be an executable whose main is that of SchemaTool or MigratorTool"
    case .unreadable: "it must create a plain SQLite file at \(SourceCommand.placeholder)"
    }
  }
}
