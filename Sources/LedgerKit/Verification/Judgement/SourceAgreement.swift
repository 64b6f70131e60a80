internal import GitStore
internal import LedgerCore
internal import MigrationSources
internal import SQLiteSandbox
internal import SQLiteSchema

/// Checks that a source's migrations lead to the schema of a new database, if the source states both: a schema file and
/// migrations, SQLDelight's `.sq` and `.sqm` files, Atlas's checkpoints.
struct SourceAgreement {
  let definition: SourceDefinition
  let target: UpgradeTarget
  let settings: BuildSettings

  /// Findings SL301 to SL303. Empty if the source does not state both, or if the migrations start from an unknown schema.
  ///
  /// - Throws: `SchemaError`.
  func findings() throws -> [Finding] {
    guard case .migrations(let listing, _) = definition.forward, !listing.migrations.isEmpty,
      !definition.isReplayed || !listing.snapshots.isEmpty
    else { return [] }
    let base = listing.snapshots.first
    var findings: [Finding] = []
    let database: ScratchDatabase
    do {
      database = try ScratchDatabase(
        file: base?.bytes, tracking: .known, stubs: settings.stubs, timeLimit: settings.timeLimit)
    } catch let error as SchemaError {
      return [.migrationFailed(nil, .notAStore(path: base?.path ?? "", reason: error.message))]
    }
    var count = base?.migrationCount ?? 0
    do {
      if base == nil { for script in listing.before { try script.run(on: database) } }
      for migration in listing.migrations.dropFirst(count) {
        try migration.run(on: database)
        count += 1
        for kept in listing.snapshots.dropFirst() where kept.migrationCount == count {
          findings += try self.findings(about: kept, database)
        }
      }
    } catch let error as LedgerError {
      return base == nil ? [] : findings + [.migrationFailed(nil, error)]
    }
    if try database.storedText() == target.storedText { return findings }
    let schema = try database.schema(ignoring: settings.ignoredTables)
    if base == nil, !schema.hasMostTables(of: target.schema) { return findings }
    let diff = SchemaDiff(from: schema, to: target.schema)
    return diff.verdict > .cosmetic ? findings + [.migrationsDisagree(from: base?.path, diff)] : findings
  }

  private func findings(about kept: SchemaSnapshot, _ database: ScratchDatabase) throws -> [Finding] {
    let schema: CanonicalSchema
    do {
      schema = try ScratchDatabase(file: kept.bytes, tracking: .known, stubs: settings.stubs).schema(
        ignoring: settings.ignoredTables)
    } catch let error as SchemaError {
      return [.migrationFailed(nil, .notAStore(path: kept.path, reason: error.message))]
    }
    let diff = SchemaDiff(from: try database.schema(ignoring: settings.ignoredTables), to: schema)
    return diff.verdict > .cosmetic ? [.snapshotDisagrees(kept.path, diff)] : []
  }
}
