internal import LedgerCore
internal import LedgerEntries
internal import MigrationSources
internal import SQLiteSandbox
internal import SQLiteSchema
internal import SQLiteSyntax

/// Stops each migration on its way, as a power cut does, and runs it again as its tool would: it is not in the book yet.
///
/// What is in a transaction that is open then is rolled back by whoever opens the database next
/// (https://www.sqlite.org/atomiccommit.html), and the database is as it was. So a migration in a transaction has nothing to try: its second run is the
/// first one. What is committed on the way stays: where that is neither what was before nor all of it, the second run
/// has to come to the same end.
struct InterruptionTrial {
  let replay: MigrationReplay
  /// Digests of the texts of frozen migrations.
  var frozen: Set<String> = []

  /// As many moments of one migration are tried, spread over it.
  static let momentLimit = 100

  /// Findings SL312, at most one for each migration: the first moment it does not recover from.
  ///
  /// - Throws: `LedgerError`, `SchemaError` when the migrations do not run at all.
  func findings() throws -> [Finding] {
    let states = try replay.states()
    return try replay.migrations.enumerated().compactMap { index, migration in
      let finding = try finding(migration, from: states[index], to: states[index + 1])
      return frozen.contains(MigrationRecord.digest(migration.up)) ? finding?.ofFrozenMigration : finding
    }
  }

  private func finding(_ migration: Migration, from before: [UInt8], to after: [UInt8]) throws -> Finding? {
    let wanted = try replay.open(after)
    for moment in try moments(of: migration, from: before, not: wanted.content()) {
      let database = try replay.open(moment.state)
      do {
        try migration.run(on: database)
      } catch {
        return .doesNotRecover(migration, after: moment.line, .fails(error))
      }
      if let difference = try replay.settings.difference(wanted, database) {
        return .doesNotRecover(migration, after: moment.line, .differs(difference))
      }
    }
    return nil
  }

  /// A database that a stopped process leaves.
  private struct Moment {
    /// Where the last statement that was run begins.
    let line: Int
    let state: [UInt8]
  }

  /// What is committed between the statements, and is neither the beginning nor the end.
  private func moments(
    of migration: Migration, from before: [UInt8], not wanted: DatabaseContent
  ) throws -> [Moment] {
    if migration.isWrapped, !Script.endsTransactions(migration.up) { return [] }
    let database = try replay.open(before)
    if migration.isWrapped { try database.execute("BEGIN") }
    var moments: [Moment] = []
    var last = try database.content()
    for step in Script.steps(of: migration.up) {
      try database.execute(step.sql)
      guard !database.isInTransaction else { continue }
      let content = try database.content()
      if content == last { continue }
      last = content
      if content != wanted, let state = try database.image() { moments.append(Moment(line: step.line, state: state)) }
    }
    guard moments.count > Self.momentLimit else { return moments }
    let stride = Double(moments.count - 1) / Double(Self.momentLimit - 1)
    return (0..<Self.momentLimit).map { moments[Int(Double($0) * stride)] }
  }
}
