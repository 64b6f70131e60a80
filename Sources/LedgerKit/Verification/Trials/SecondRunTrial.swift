internal import LedgerCore
internal import MigrationSources
internal import SQLiteSandbox
internal import SQLiteSchema
internal import SQLiteSyntax

/// Runs a second time what may be run a second time, on a database that is up to date: it must change nothing.
///
/// A tool with a book does not run a migration twice. It does run a repeatable one again when its text has changed, and
/// leaves it to its author that it can be
/// (https://documentation.red-gate.com/flyway/flyway-concepts/migrations/repeatable-migrations). And a schema file in
/// which everything is made `IF NOT EXISTS` is written to be run at each start.
struct SecondRunTrial {
  /// In the order they are run.
  let scripts: [Migration]

  init(scripts: [Migration]) { self.scripts = scripts }

  /// - Parameter today: the source.
  init(of today: SourceDefinition) {
    let repeatable = (today.migrations ?? []).filter(\.isRepeatable)
    switch today.creation {
    case .scripts(let files) where today.kind == "schema":
      scripts = files.filter { Script.createsOnlyWhatIsMissing($0.up) } + repeatable
    default: scripts = repeatable
    }
  }

  /// Findings SL311.
  ///
  /// - Parameter migrated: what is up to date; it is not changed.
  /// - Throws: `SchemaError`.
  func findings(on migrated: ScratchDatabase, _ replay: MigrationReplay) throws -> [Finding] {
    if scripts.isEmpty { return [] }
    let database = try replay.open(migrated.image())
    for script in scripts {
      // What comes after it may only fail because of it.
      if let finding = try finding(script, migrated, database, replay.settings) { return [finding] }
    }
    return []
  }

  private func finding(
    _ script: Migration, _ wanted: ScratchDatabase, _ database: ScratchDatabase, _ settings: BuildSettings
  ) throws -> Finding? {
    do {
      try script.run(on: database)
    } catch {
      return .secondRun(script, .fails(error))
    }
    return try settings.difference(wanted, database).map { .secondRun(script, .differs($0)) }
  }
}
