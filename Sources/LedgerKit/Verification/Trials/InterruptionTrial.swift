internal import LedgerCore
internal import LedgerEntries
internal import MigrationSources
internal import SQLiteSandbox
internal import SQLiteSchema
internal import SQLiteSyntax

/// Interrupts each migration, as a power cut would, and runs it again. Its tool does the same, because it has not recorded
/// the migration yet.
///
/// SQLite rolls back an open transaction when the database is opened next (https://www.sqlite.org/atomiccommit.html), and the
/// database is then as it was before. So there is nothing to try for a migration in a transaction: its second run is the
/// first one. Without a transaction, part of a migration may be committed. The second run must then lead to the same end.
struct InterruptionTrial {
  let replay: MigrationReplay
  /// Digests of the texts of frozen migrations.
  var frozen: Set<String> = []

  /// The most interruptions to try in one migration, spread evenly over it.
  static let interruptionLimit = 100

  /// Findings SL312, at most one for each migration: the first interruption from which it does not recover.
  ///
  /// - Throws: `LedgerError`, `SchemaError` if the migrations do not run even without an interruption.
  func findings() throws -> [Finding] {
    let states = try replay.states()
    return try replay.migrations.enumerated().compactMap { index, migration in
      try finding(migration, from: states[index], to: states[index + 1])
    }
  }

  private func finding(_ migration: Migration, from before: [UInt8], to after: [UInt8]) throws -> Finding? {
    let wanted = try replay.open(after)
    let isFrozen = frozen.contains(MigrationRecord.digest(migration.text))
    for interruption in try interruptions(of: migration, from: before, not: wanted.content()) {
      let database = try replay.open(interruption.state)
      do {
        try migration.run(on: database)
      } catch {
        return .doesNotRecover(migration, after: interruption.line, isFrozen: isFrozen, .fails(error))
      }
      if let difference = try replay.settings.difference(wanted, database) {
        return .doesNotRecover(migration, after: interruption.line, isFrozen: isFrozen, .differs(difference))
      }
    }
    return nil
  }

  /// The database that an interrupted process leaves.
  private struct Interruption {
    /// The line of the last statement that was run.
    let line: Int
    let state: [UInt8]
  }

  /// The states that are committed between statements and equal neither the first state nor the last.
  private func interruptions(
    of migration: Migration, from before: [UInt8], not wanted: DatabaseContent
  ) throws -> [Interruption] {
    if migration.isWrapped, !Script.endsTransactions(migration.up) { return [] }
    let database = try replay.open(before)
    // As `Migration.run(on:)` does, so that the values are those of the uninterrupted run.
    database.varyRandomValues(by: migration.id)
    if migration.isWrapped { try database.execute("BEGIN") }
    var found: [Interruption] = []
    var last = try database.content()
    for step in Script.steps(of: migration.up) {
      try database.execute(step.sql)
      guard !database.isInTransaction else { continue }
      let content = try database.content()
      if content == last { continue }
      last = content
      if content != wanted, let state = try database.image() {
        found.append(Interruption(line: step.line, state: state))
      }
    }
    guard found.count > Self.interruptionLimit else { return found }
    let stride = Double(found.count - 1) / Double(Self.interruptionLimit - 1)
    return (0..<Self.interruptionLimit).map { found[Int(Double($0) * stride)] }
  }
}
