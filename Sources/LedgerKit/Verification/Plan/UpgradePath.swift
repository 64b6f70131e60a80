internal import LedgerCore
internal import MigrationSources

/// How databases are upgraded: by SQL migrations, by a command of the repository, by the mappings between models, or by the
/// migrations of Room.
enum UpgradePath: Sendable {
  /// The migrations of a source, in order. A fixture may already have run some of them.
  case migrations([Migration])
  /// A command, which runs on a copy of the database.
  case command(SourceCommand, CommandRunner)
  /// Mappings, which depend on the fixture: its ``UpgradePlan`` has them as migrations.
  case models(ModelUpgrade)
  /// Migrations that depend on the fixture: its ``UpgradePlan`` has them.
  case room(RoomUpgrade)

  /// `nil` for a command, and for what depends on the fixture.
  var migrations: [Migration]? {
    switch self {
    case .migrations(let migrations): migrations
    case .command, .models, .room: nil
    }
  }

  /// Whether the path can also lead to a frozen version, and not only to today's schema.
  var leadsToFrozenVersions: Bool {
    switch self {
    case .migrations, .models, .room: true
    case .command(let command, _): command.modelPackage != nil
    }
  }
}

extension SourceDefinition {
  /// The path that upgrades databases to this source, or `nil` if the source has none.
  ///
  /// - Parameters:
  ///   - runner: needed if the source has commands.
  ///   - stages: runs the stages of a migration plan that the files of an app declare; `nil` if they are not run.
  func upgradePath(_ runner: CommandRunner?, running stages: StageTool? = nil) -> UpgradePath? {
    if let upgrade = ModelUpgrade(self, running: stages) { return .models(upgrade) }
    if let upgrade = RoomUpgrade(self) { return .room(upgrade) }
    return switch forward {
    case .migrations(let listing, _): .migrations(listing.migrations)
    case .command(let command): runner.map { .command(command, $0) }
    case nil: nil
    }
  }
}
