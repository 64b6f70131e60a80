internal import LedgerCore
internal import SQLiteSandbox
internal import SQLiteSchema
internal import SQLiteSyntax

/// Runs the down migrations of the migrations that a fixture has just run, the last one first, and then the migrations again.
///
/// After each down migration, the schema must be the same as before the migration, and the rows that the migration has kept
/// must still exist. A down migration cannot restore what the migration itself has dropped or overwritten. The trial ends at
/// the first migration that has no down migration.
struct DownMigrationTrial {
  let replay: MigrationReplay

  /// Findings SL313.
  ///
  /// - Throws: `LedgerError`, `SchemaError` if the migrations do not run.
  func findings() throws -> [Finding] {
    let states = try replay.states()
    let database = try replay.open(states.last)
    var findings: [Finding] = []
    var first = replay.migrations.count
    for (index, migration) in replay.migrations.enumerated().reversed() {
      guard let back = migration.back else { break }
      do {
        try back.run(on: database)
      } catch {
        return findings + [.downMigrationFails(migration, error)]
      }
      let before = try replay.open(states[index])
      if try database.storedText() != before.storedText() {
        let ignored = replay.settings.ignoredTables
        let diff = SchemaDiff(from: try before.schema(ignoring: ignored), to: try database.schema(ignoring: ignored))
        if diff.verdict > .cosmetic { findings.append(.downMigrationDiffers(migration, diff)) }
        // The next down migration would start from a wrong schema, so its result would prove nothing.
        if diff.verdict > .reordered { return findings }
      }
      let losses = try RoundTripRows(before: before, after: replay.open(states[index + 1]), back: database)
      if let finding = Finding.rowsNotRestored(migration, losses) { findings.append(finding) }
      first = index
    }
    return findings + (try upAgain(database, from: first, to: states))
  }

  private func upAgain(_ database: ScratchDatabase, from first: Int, to states: [[UInt8]]) throws -> [Finding] {
    for (index, migration) in replay.migrations.enumerated().dropFirst(first) {
      do {
        try migration.run(on: database)
      } catch {
        return [.upAgainFails(migration, error)]
      }
      let target = try replay.open(states[index + 1])
      if try database.storedText() == target.storedText() { continue }
      let ignored = replay.settings.ignoredTables
      let diff = SchemaDiff(from: try target.schema(ignoring: ignored), to: try database.schema(ignoring: ignored))
      if diff.verdict > .reordered { return [.upAgainDiffers(migration, diff)] }
    }
    return []
  }
}

extension ScratchDatabase {
  /// Whether these columns of a table have the same rows, in any order, in both databases.
  fileprivate func hasRows(
    of table: Identifier, _ columns: [Identifier], equalTo other: ScratchDatabase
  ) throws -> Bool {
    try rowTexts(of: table, columns: columns).elementsEqual(
      other.rowTexts(of: table, columns: columns), by: { $0.hasSameBytes(as: $1) })
  }
}

/// The effect on each table's rows of a migration and its down migration.
struct RoundTripRows {
  /// Tables whose rows the migration has kept and the down migration has not.
  private(set) var lost: [Identifier] = []
  /// Tables and columns (`table.column`) whose values the migration itself has dropped or changed, and that the down
  /// migration does not restore.
  private(set) var notRestored: [Identifier] = []

  /// - Throws: `SchemaError`.
  init(before: ScratchDatabase, after: ScratchDatabase, back: ScratchDatabase) throws {
    for table in try before.storedTables() {
      let columns = try before.columns(of: table)
      let there = try back.columns(of: table)
      let kept = Set(try after.columns(of: table))
      // A missing table or column is a difference of the schema, which has its own finding.
      let common = columns.filter { there.contains($0) }
      let middle = common.filter { kept.contains($0) }
      if try before.hasRows(of: table, common, equalTo: back) { continue }
      if middle.isEmpty {
        notRestored.append(table)
      } else if try before.hasRows(of: table, middle, equalTo: back) {
        notRestored += common.filter { !kept.contains($0) }.map { Identifier("\(table).\($0)") }
      } else if try before.hasRows(of: table, middle, equalTo: after) {
        lost.append(table)
      } else {
        notRestored.append(table)
      }
    }
  }
}
