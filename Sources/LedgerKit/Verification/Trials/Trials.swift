internal import CanonicalJSON
internal import Digests
public import LedgerCore
internal import MigrationSources
internal import SQLiteSandbox
internal import SQLiteSchema

/// What `verify` tries with a fixture besides moving it forward.
public struct Trials: Sendable, Hashable {
  /// Where each version is migrated to.
  public var pairs = Pairs.head
  /// Whether what may be run a second time is: ``SecondRunTrial``.
  public var runsTwice = false
  /// Whether each migration is stopped on its way and run again: ``InterruptionTrial``.
  public var interrupts = false
  /// Whether the down parts are run, and the migrations again: ``DownMigrationTrial``.
  public var goesBack = false

  /// What a migration may take, where it is measured at all; the figures are for its rows.
  public var budget: Budget?

  /// Whether figures are asked for, also of what is within the budget.
  public var showsTimings = false

  /// None; each can be switched on.
  public init() {}

  /// The trials with what a configuration says of the budget; what was asked for goes first.
  public func adding(_ configured: Budget) -> Trials {
    guard budget != nil || !configured.isEmpty else { return self }
    var trials = self
    var both = configured
    both.seconds = budget?.seconds ?? configured.seconds
    both.growth = budget?.growth ?? configured.growth
    trials.budget = both
    return trials
  }

  /// Whether there is nothing to try.
  public var isEmpty: Bool { self == Trials() }

  /// The same for trials of which the same comes.
  func identity(_ secondRun: SecondRunTrial) -> JSONValue {
    [
      "budget": budget.map { .string("\($0)") } ?? .null, "down": .bool(goesBack), "interrupt": .bool(interrupts),
      "pairs": .string(pairs.rawValue),
      "twice": runsTwice ? .array(secondRun.scripts.map { .string(sha256($0.up)) }) : false,
    ]
  }
}

/// The way of one fixture by SQL, to be gone again and again.
struct MigrationReplay: Sendable {
  /// The database before the first migration, with rows.
  let start: [UInt8]
  /// Those it has not had, in order.
  let migrations: [Migration]
  let foreignKeys: Bool
  let settings: BuildSettings

  /// A copy of ``start``, or of a later state. Each is a connection of its own, as after a crash: what a migration has set
  /// on its connection, `PRAGMA foreign_keys` for instance, is gone.
  func open(_ state: [UInt8]?) throws -> ScratchDatabase {
    try ScratchDatabase(
      file: state ?? start, foreignKeys: foreignKeys, stubs: settings.stubs, timeLimit: settings.timeLimit)
  }

  /// The state before each migration, and behind the last.
  ///
  /// - Throws: `LedgerError` when one does not run, `SchemaError`.
  func states() throws -> [[UInt8]] {
    var states = [start]
    for migration in migrations {
      let database = try open(states.last)
      try migration.run(on: database)
      states.append(try database.image() ?? start)
    }
    return states
  }
}

extension BuildSettings {
  /// How `found` differs from `wanted`; text that means the same is no difference.
  ///
  /// - Throws: `SchemaError`.
  func difference(
    _ wanted: ScratchDatabase, _ found: ScratchDatabase, exceptRowsOf tables: [String] = []
  ) throws -> DatabaseContent.Difference? {
    try wanted.content().without(rowsOf: tables).difference(to: found.content().without(rowsOf: tables)) {
      try SchemaDiff(from: wanted.schema(ignoring: ignoredTables), to: found.schema(ignoring: ignoredTables)).verdict
        <= .cosmetic
    }
  }
}
