internal import LedgerCore
internal import MigrationSources
internal import SQLiteSandbox
internal import SQLiteSchema
internal import SQLiteSyntax

/// Runs a command of the repository twice, and kills it before it ends. The command is a separate process and works on a
/// file, so that SQLite finds a hot journal there and rolls it back (https://www.sqlite.org/lockingv3.html#hot_journals).
struct CommandTrial {
  let command: SourceCommand
  let runner: CommandRunner
  /// The database before the command, with rows.
  let start: [UInt8]
  let settings: BuildSettings

  /// The number of times that the command is killed, spread evenly over its duration.
  static let interruptionCount = 10

  /// Findings SL311 and SL312, at most one of each.
  ///
  /// - Parameter migrated: the database that the command has made from ``start``.
  /// - Throws: `CancellationError`, `SchemaError`.
  func findings(_ trials: Trials, _ version: String, migrated: [UInt8]) async throws -> [Finding] {
    var findings: [Finding] = []
    if trials.runsTwice, let outcome = try await secondRun(on: migrated) {
      findings.append(.secondRun(version, of: command, outcome))
    }
    if trials.interrupts, let finding = try await interruption(migrated, version) { findings.append(finding) }
    return findings
  }

  private func secondRun(on migrated: [UInt8]) async throws -> TrialOutcome? {
    do {
      let again = try await runner.run(command, on: migrated)
      return try settings.difference(open(migrated), open(again)).map { .differs($0) }
    } catch let error as LedgerError {
      return .fails(error)
    }
  }

  private func interruption(_ migrated: [UInt8], _ version: String) async throws -> Finding? {
    let wanted = try open(migrated)
    let (again, time) = try await runner.runMeasuringTime(command, on: start)
    // Random keys and recorded times differ in each run.
    let unstable: [Identifier]
    switch try settings.difference(wanted, open(again)) {
    case .rows(let tables): unstable = tables
    case .schema?, .userVersion?: return .notInterrupted(version, command)
    case nil: unstable = []
    }
    for interruption in 1...Self.interruptionCount {
      do {
        let killed = time * interruption / (Self.interruptionCount + 1)
        guard let bytes = try await runner.run(command, on: start, killedAfter: killed) else { continue }
        let found = try open(bytes)
        if let difference = try settings.difference(wanted, found, exceptRowsOf: unstable) {
          return .doesNotRecover(version, .differs(difference))
        }
      } catch let error as LedgerError {
        return .doesNotRecover(version, .fails(error))
      }
    }
    return nil
  }

  /// Opens a database without the times that migration tools record in their tracking tables.
  private func open(_ bytes: [UInt8]) throws -> ScratchDatabase {
    let database = try ScratchDatabase(
      file: bytes, tracking: .known, stubs: settings.stubs, timeLimit: settings.timeLimit)
    try database.normalizeTrackingTables()
    return database
  }
}
