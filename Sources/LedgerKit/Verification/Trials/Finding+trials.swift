public import LedgerCore
internal import MigrationSources
internal import SQLiteSandbox
internal import SQLiteSchema

// What came of running migrations twice, not to their end, and back. It is said of the migration, not of a version: each
// version that runs it would say the same.

extension Finding {
  /// What a run has that should have changed nothing, or have come to the same end.
  enum Otherwise {
    case fails(LedgerError)
    case differs(DatabaseContent.Difference)

    /// What it does where there was nothing to do.
    var words: String {
      switch self {
      case .fails(let error): "fails: \(error.message)"
      case .differs(let difference): "changes \(difference.words)"
      }
    }

    /// Where it ends in place of where it should.
    var end: String {
      switch self {
      case .fails(let error): "fails: \(error.message)"
      case .differs(let difference): "ends with other \(difference.nouns)"
      }
    }
  }

  /// The finding, of a step to another version than today's.
  func toward(_ destination: String?) -> Finding {
    guard let destination else { return self }
    var finding = self
    finding.destination = destination
    finding.message += Self.suffix(destination)
    return finding
  }

  /// The finding as it is told of a step to today's schema: what stops a version stops it on each of its ways.
  var withoutDestination: Finding {
    var finding = self
    if let destination { finding.message.removeLast(Self.suffix(destination).count) }
    finding.destination = nil
    return finding
  }

  /// What the message of a finding ends with that has a ``destination``.
  public static func suffix(_ destination: String) -> String { " (to \(destination))" }

  /// Whether it is about what was tried with a database that had arrived.
  var isOfTrial: Bool { [.secondRunChanges, .doesNotRecover, .downMigration, .overBudget].contains(code) }

  static func overBudget(_ measured: MigrationCost, seconds: Double) -> Finding {
    Finding(
      .overBudget,
      "\(measured.path) takes \(measured.seconds.roundedForPeople) s for \(measured.rows) rows, and the budget is \(seconds.roundedForPeople) s",
      hint: "measured with \(measured.measuredRows) rows in a table; schemaledger verify --timings shows each migration"
    ).with(path: measured.path)
  }

  static func overBudget(_ measured: MigrationCost, growth: Double) -> Finding {
    Finding(
      .overBudget,
      "\(measured.path) makes the file \(measured.growth.roundedForPeople) times as large, and the budget is \(growth.roundedForPeople)",
      hint: "measured with \(measured.measuredRows) rows in a table; pages that are free count until VACUUM"
    ).with(path: measured.path)
  }

  /// Whether it is about a migration or a script, whichever version runs it.
  var isOfMigration: Bool { path != nil && isOfTrial }

  static func secondRun(_ script: Migration, _ outcome: Otherwise) -> Finding {
    Finding(
      .secondRunChanges, "\(script.path), run a second time, \(outcome.words)",
      hint: script.isRepeatable
        ? "it is run again whenever its text changes: DROP … IF EXISTS, INSERT OR IGNORE"
        : "it says IF NOT EXISTS, to be run at each start: INSERT OR IGNORE, or take out what is not to be run again"
    ).with(path: script.path)
  }

  static func doesNotRecover(_ migration: Migration, after line: Int, _ outcome: Otherwise) -> Finding {
    Finding(
      .doesNotRecover, "\(migration.path), interrupted after line \(line) and run again, \(outcome.end)",
      hint: migration.isWrapped
        ? "it ends its tool's transaction: keep all of it in one"
        : "put all of it into one transaction, or make each statement bear a second run (IF NOT EXISTS, OR IGNORE)"
    ).with(path: migration.path)
  }

  static func secondRun(_ version: String, of command: SourceCommand, _ outcome: Otherwise) -> Finding {
    var finding = Finding(
      .secondRunChanges, "\(version), migrated: a second run of the command \(outcome.words)",
      hint: "a database that is up to date is to be left as it is: \(command.line)")
    if case .fails(let error) = outcome { finding.output = error.output }
    return finding
  }

  static func doesNotRecover(_ version: String, _ command: SourceCommand, _ outcome: Otherwise) -> Finding {
    var finding = Finding(
      .doesNotRecover, "\(version): the command, killed on its way and run again, \(outcome.end)",
      hint: "make each step and the note that it is done one transaction")
    if case .fails(let error) = outcome { finding.output = error.output }
    return finding
  }

  static func notInterrupted(_ version: String, _ command: SourceCommand) -> Finding {
    Finding(
      .doesNotRecover,
      "\(version): the command was not killed on its way: two whole runs of it end with different schemas",
      severity: .note, hint: "what it makes has to depend on the database alone: \(command.line)")
  }

  /// The finding, about a migration that no edit can mend any more.
  var ofFrozenMigration: Finding {
    var finding = self
    finding.severity = .warning
    finding.hint = "it is frozen: an application that migrates has to see, and repair, what such an end leaves behind"
    return finding
  }

  static func queryNoLongerCompiles(_ version: String, _ query: OldQuery, _ message: String) -> Finding {
    let line = query.sql.prefix { !$0.isNewline }
    let start = line.count > 60 ? line.prefix(60) + "…" : line
    let subject =
      switch query.place {
      case .file(let path, let number): "a query of its program, \(path):\(number),"
      case .view(let name): "its view \(name)"
      }
    var finding = Finding(
      .queryNoLongerCompiles, "\(version), migrated: \(subject) no longer compiles: \(message) (\(start))",
      severity: .warning, hint: "a program of \(version) that opens a migrated database fails there")
    switch query.place {
    case .file(let path, _): finding.path = path
    case .view(let name): finding.object = name
    }
    return finding
  }

  // MARK: The way back

  static func downMigrationFails(_ migration: Migration, _ error: LedgerError) -> Finding {
    Finding(
      .downMigration, "the down part of \(migration.path) does not run: \(error.message)",
      hint: "it is run where the migration has just been run, and nothing after it"
    ).with(path: migration.path)
  }

  static func downMigrationLeads(_ migration: Migration, _ diff: SchemaDiff) -> Finding {
    let isReordered = diff.verdict == .reordered
    return Finding(
      .downMigration,
      "the down part of \(migration.path) leaves \(isReordered ? "columns in another order" : "another schema") than there was before",
      severity: isReordered ? .warning : .error,
      hint: isReordered
        ? "SELECT * and INSERT without a column list see it; name the columns"
        : "what it lacks (-) and what is left over (+) has to be undone there"
    ).with(path: migration.path, changes: diff.meaningfulChanges)
  }

  /// Nil when all rows are back.
  static func notBack(_ migration: Migration, _ rows: RoundTripRows) -> Finding? {
    if !rows.lost.isEmpty {
      return Finding(
        .downMigration,
        "the down part of \(migration.path) loses or changes rows of \(rows.lost.joined(separator: ", "))",
        hint: "\(migration.path) had kept them: copy them by name where a table is made anew"
      ).with(path: migration.path)
    }
    if rows.gone.isEmpty { return nil }
    return Finding(
      .downMigration,
      "what \(migration.path) changes in \(rows.gone.joined(separator: ", ")) does not come back with its down part",
      severity: .note
    ).with(path: migration.path)
  }

  static func upAgainFails(_ migration: Migration, _ error: LedgerError) -> Finding {
    Finding(
      .downMigration, "\(migration.path) does not run again after its down part: \(error.message)",
      hint: "its down part has left something behind"
    ).with(path: migration.path)
  }

  static func upAgainLeads(_ migration: Migration, _ diff: SchemaDiff) -> Finding {
    Finding(
      .downMigration, "\(migration.path), run again after its down part, leads to another schema",
      hint: "its down part has left something behind"
    ).with(path: migration.path, changes: diff.meaningfulChanges)
  }
}

extension DatabaseContent.Difference {
  /// What is changed.
  var words: String {
    switch self {
    case .schema: "the schema"
    case .userVersion(let from, let to): "user_version from \(from) to \(to)"
    case .rows(let tables): "rows of \(tables.joined(separator: ", "))"
    }
  }

  /// What there are others of.
  var nouns: String {
    switch self {
    case .schema: "tables or columns"
    case .userVersion(let from, let to): "numbers: user_version is \(to), not \(from)"
    case .rows(let tables): "rows in \(tables.joined(separator: ", "))"
    }
  }
}

extension Double {
  /// With two digits behind the point at most.
  var roundedForPeople: String {
    let value = (self * 100).rounded() / 100
    return value == value.rounded() ? "\(Int(value))" : "\(value)"
  }
}
