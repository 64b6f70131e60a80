internal import EntityModel
internal import LedgerCore
internal import LedgerEntries
internal import MigrationSources
internal import SQLiteSandbox
internal import SQLiteSchema

/// What is to be run on a user's database.
struct RehearsedUpgrade {
  /// The migrations that the database has not had; empty for a command and for models.
  var remaining: [Migration] = []
  /// The mappings of a source that declares models.
  var modelSteps: ModelUpgrade.Steps?
}

/// What a user's database says about its version.
struct RehearsedStore {
  let schema: CanonicalSchema
  let record: RehearsalOutcome.Record?
  let upgrade: Upgrade

  enum Upgrade {
    case known(RehearsedUpgrade)
    /// It is not known which migrations the database has had, or how its tables change. The reason is a clause in English.
    case unknown(reason: String)
  }

  /// - Parameter matches: the versions that have its schema, oldest first.
  /// - Throws: `SchemaError`.
  init(_ connection: ScratchDatabase, _ database: RehearsedDatabase, matches: [Entry]) throws {
    schema = try connection.schema(ignoring: database.context.settings.ignoredTables)
    let reading = try database.record(in: connection)
    record = reading.map { .init(place: $0.place, appliedCount: $0.had.count, unknown: $0.unknown) }
    switch database.path {
    case .command: upgrade = .known(RehearsedUpgrade())
    case .models(let models):
      guard case .declared(let model, _)? = try StoreModel(in: connection) else {
        upgrade = .unknown(reason: "it does not contain the model that SwiftData and Core Data keep in a store")
        return
      }
      let steps = models.steps(from: model, named: matches.last?.version.name ?? model.version ?? "the store")
      // Whether Core Data infers a mapping is known, but nothing would run.
      if let untried = steps.untried, steps.refusal == nil {
        upgrade = .unknown(reason: untried.reason)
        return
      }
      upgrade = .known(RehearsedUpgrade(modelSteps: steps))
    case .room(let room):
      switch room.steps(from: schema.properties.userVersion) {
      case .success(let migrations): upgrade = .known(RehearsedUpgrade(remaining: migrations))
      case .failure(let obstacle): upgrade = .unknown(reason: obstacle.reason)
      }
    case .migrations(let migrations):
      let past: Set<String>
      if let reading, reading.isOfAnotherLineage {
        // The first migration would fail, because its tables exist.
        upgrade = .unknown(
          reason: "today's source has none of the migrations that it has had according to \(reading.place)")
        return
      } else if let reading {
        past = Set(reading.had.map(MigrationRecord.receipt))
      } else if let version = matches.last, database.isOfAnotherLineage(version) {
        upgrade = .unknown(reason: "it is \(version.version), and today's source has none of that version's migrations")
        return
      } else if let version = matches.last {
        past = Set(version.migrations.map(\.receipt))
      } else if schema.objectCount == 0 {
        past = []
      } else {
        upgrade = .unknown(
          reason: "it is no frozen version, and has no record of the migrations that it has had")
        return
      }
      var remaining = migrations.filter { !past.contains(MigrationRecord.receipt(of: $0)) }
      if let before = database.before,
        try before.areNeeded(in: connection, before: remaining, toward: database.target.schema)
      {
        remaining = before.scripts + remaining
      }
      upgrade = .known(RehearsedUpgrade(remaining: remaining))
    }
  }
}
