internal import LedgerCore
internal import MigrationSources
internal import SQLiteSandbox
internal import SQLiteSchema
internal import SQLiteSyntax

/// Runs repeatable scripts a second time on a database that is up to date. The second run must not change anything.
///
/// A tool that records its migrations does not run a migration twice. But it runs a repeatable migration again when its text
/// has changed, and the author must make sure that this works
/// (https://documentation.red-gate.com/flyway/flyway-concepts/migrations/repeatable-migrations). And a schema file that
/// creates everything with `IF NOT EXISTS` is meant to run at each start.
struct SecondRunTrial {
  /// In the order in which they run.
  let scripts: [Migration]

  init(scripts: [Migration]) { self.scripts = scripts }

  /// - Parameter today: today's source.
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
  /// - Parameter migrated: a database that is up to date. The trial works on a copy.
  /// - Throws: `SchemaError`.
  func findings(on migrated: ScratchDatabase, _ replay: MigrationReplay) throws -> [Finding] {
    if scripts.isEmpty { return [] }
    let database = try replay.open(migrated.image())
    for script in scripts {
      // The next script may fail only because of this one.
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
