internal import Digests
internal import LedgerCore
internal import LedgerEntries
internal import MigrationSources
internal import SQLiteSandbox
internal import SQLiteSchema

/// The upgrade of one fixture to one target.
struct UpgradePlan: Sendable {
  let fixture: FrozenFixture
  /// The database of a user that is upgraded in place of the fixture's; `nil` for the fixture's own.
  let store: DatabaseSnapshot?
  /// The path of this fixture; `nil` if the source cannot upgrade it. If it depends on the fixture, its migrations.
  let path: UpgradePath?
  /// The path of all fixtures.
  let commonPath: UpgradePath?
  let target: UpgradeTarget
  let standing: FixtureStanding
  /// The migrations that the fixture has not run. Empty for a command, which decides that itself.
  let remaining: [Migration]
  /// Queries of the program that shipped with the fixture.
  let queries: [OldQuery]
  /// Whether the trials of the ``UpgradeContext`` run after the upgrade.
  let runsTrials: Bool
  /// Ids of the migrations whose cost this upgrade measures.
  let measured: Set<String>
  /// The migrations that contain possible values of columns.
  let textsForRows: TextsForRows
  /// The mappings of a source that declares models; `nil` for any other source.
  let modelSteps: ModelUpgrade.Steps?
  /// Why ``path`` is `nil`, as a clause, if the source has migrations and not those of this fixture.
  let obstacle: String?
  /// Whether the fixture has the target's schema. If migrations run, only the digests are compared.
  private let hasTargetSchema: Bool

  /// The migrations of today's source, from which generated rows take values.
  struct TextsForRows: Hashable, Sendable {
    /// Those that the fixture has run.
    let past: [String]
    /// Those that it has not run.
    let pending: [String]

    static let none = TextsForRows(past: [], pending: [])
  }

  /// - Parameters:
  ///   - scripts: what the application runs before the migrations, if the fixture lacks it.
  ///   - isKnownToDiffer: whether an earlier run has compared the frozen schema with the target's, and found a difference.
  /// - Throws: `LedgerError.file` if the model of a version cannot be read.
  init(
    fixture: FrozenFixture, path: UpgradePath?, target: UpgradeTarget, standing: FixtureStanding = FixtureStanding(),
    queries: [OldQuery] = [], runsTrials: Bool = true, before scripts: BeforeScripts? = nil,
    isKnownToDiffer: Bool = false
  ) throws(LedgerError) {
    commonPath = path
    var path = path
    var obstacle: String?
    var modelSteps: ModelUpgrade.Steps?
    switch path {
    case .models(let upgrade):
      // Damaged files are reported as such, and nothing is migrated.
      modelSteps = standing.integrity == .damaged ? nil : try upgrade.steps(for: fixture)
      path = modelSteps.map { .migrations($0.migrations) }
    case .room(let upgrade):
      switch upgrade.steps(for: fixture) {
      case .success(let migrations): path = .migrations(migrations)
      case .failure(let reason): (path, obstacle) = (nil, reason.reason)
      }
    case .migrations, .command, nil: break
    }
    self.modelSteps = modelSteps
    self.obstacle = obstacle
    self.path = path
    self.target = target
    self.standing = standing
    self.queries = queries
    self.runsTrials = runsTrials
    remaining = Self.remaining(path?.migrations ?? [], of: fixture)
    measured = []
    let pending = Set(remaining.map(\.id))
    textsForRows =
      modelSteps != nil
      ? .none
      : TextsForRows(
        past: (path?.migrations ?? []).filter { !pending.contains($0.id) }.map(\.up), pending: remaining.map(\.up))
    // A damaged database is reported as such.
    var fixture = fixture.unprepared
    fixture.prepared = (try? scripts?.applied(to: fixture.database, before: remaining, toward: target.schema)) ?? nil
    self.fixture = fixture
    store = nil
    hasTargetSchema =
      fixture.entry.schema == target.digest
      || path == nil && !isKnownToDiffer && fixture.isFrozen(as: target.schema)
  }

  /// The upgrade of a user's database to today's schema.
  ///
  /// - Parameters:
  ///   - fixture: the version that it is, or an entry that stands for it.
  ///   - remaining: the migrations that it has not had.
  ///   - modelSteps: the mappings of a source that declares models.
  ///   - hasTargetSchema: whether it has today's schema already.
  init(
    of store: DatabaseSnapshot, as fixture: FrozenFixture, _ remaining: [Migration], along path: UpgradePath,
    modelSteps: ModelUpgrade.Steps?, to target: UpgradeTarget, hasTargetSchema: Bool
  ) {
    self.fixture = fixture
    self.store = store
    self.path =
      if let modelSteps { .migrations(modelSteps.migrations) } else if case .room = path { .migrations(remaining) } else
      { path }
    commonPath = path
    self.target = target
    standing = FixtureStanding(presence: .present, integrity: .intact)
    self.remaining = modelSteps?.migrations ?? remaining
    queries = []
    runsTrials = false
    measured = []
    textsForRows = .none
    self.modelSteps = modelSteps
    obstacle = nil
    self.hasTargetSchema = hasTargetSchema
  }

  private init(_ plan: UpgradePlan, queries: [OldQuery]? = nil, measured: Set<String>? = nil) {
    fixture = plan.fixture
    store = plan.store
    path = plan.path
    target = plan.target
    standing = plan.standing
    remaining = plan.remaining
    self.queries = queries ?? plan.queries
    runsTrials = plan.runsTrials
    self.measured = measured ?? plan.measured
    textsForRows = plan.textsForRows
    modelSteps = plan.modelSteps
    obstacle = plan.obstacle
    commonPath = plan.commonPath
    hasTargetSchema = plan.hasTargetSchema
  }

  /// The upgrade of the same rows along other migrations, without trials and queries.
  init(_ plan: UpgradePlan, along migrations: [Migration]) {
    fixture = plan.fixture
    store = plan.store
    path = .migrations(migrations)
    target = plan.target
    standing = FixtureStanding(presence: plan.standing.presence, integrity: plan.standing.integrity)
    remaining = Self.remaining(migrations, of: plan.fixture)
    queries = []
    runsTrials = false
    measured = []
    textsForRows = plan.textsForRows
    modelSteps = nil
    obstacle = nil
    commonPath = path
    hasTargetSchema = plan.fixture.entry.schema == plan.target.digest
  }

  private static func remaining(_ migrations: [Migration], of fixture: FrozenFixture) -> [Migration] {
    let past = Set(fixture.entry.migrations.map(\.receipt))
    return migrations.filter { !past.contains(MigrationRecord.receipt(of: $0)) }
  }

  /// The same upgrade, which also compiles these queries.
  func compiling(_ queries: [OldQuery]) -> UpgradePlan { UpgradePlan(self, queries: queries) }

  /// The same upgrade, which also measures the migrations with these ids.
  func measuring(_ measured: Set<String>) -> UpgradePlan { UpgradePlan(self, measured: measured) }
}

extension UpgradePlan {
  /// Whether there is no path to the target, and the schemas were compared and differ.
  var hasOtherSchema: Bool { path == nil && !hasTargetSchema }

  /// Whether the fixture already has the target's schema and no migration remains.
  var isCurrent: Bool {
    if case .command = path { return false }
    return hasTargetSchema && remaining.isEmpty
  }

  /// Whether the upgrade executes nothing, so that it cannot change rows.
  var isEmpty: Bool {
    if case .command = path { false } else { remaining.isEmpty }
  }

  /// Whether there is a path from this fixture to the target, or none is needed.
  var isPossible: Bool { modelSteps?.untried == nil && (path != nil && !standing.isLeftOut || isCurrent) }

  /// Why nothing is run although the fixture may be migrated, as a clause; `nil` if the outcome says it.
  var untriedReason: String? {
    if case .mappingModel(let reason)? = modelSteps?.untried { reason } else { obstacle }
  }

  /// The number of migrations to run, or `nil` for a command, which does not report it.
  var stepCount: Int? {
    if case .command = path { nil } else { remaining.count }
  }

  /// Equal for fixtures that have the same database and have run the same migrations: their upgrades have the same result.
  /// `nil` for a command, which may distinguish them.
  var equivalenceKey: String? {
    guard case .migrations(let migrations) = path else { return nil }
    let destination =
      target.version.map { "\($0) \(target.digest) " + migrations.map(\.id).joined(separator: " ") } ?? ""
    let past = fixture.entry.migrations.map(\.receipt).joined(separator: "\n")
    return databaseDigest + sha256(past) + fixture.rowDigests.joined(separator: " ")
      + "\(standing.isOfAnotherLineage) \(standing.isLeftOut) \(fixture.entry.schema) \(destination)"
  }
}

extension UpgradePlan {
  /// A digest of the fixture's folder, of the names and contents of its files, and of its custom rows.
  ///
  /// The id of an entry is the SHA-256 of `entry.json`, which has the digests of all other files. So the id stands for the
  /// files if they are known to match the entry.
  var fixtureDigest: String {
    let files = standing.integrity == .intact ? ["entry", fixture.id] : fixture.fileDigests
    return sha256(([fixture.folder] + files + fixture.rowDigests).joined(separator: "\n"))
  }

  /// The SHA-256 of the database from which the upgrade starts.
  private var databaseDigest: String {
    let frozen = fixture.entry.files[fixture.entry.fixtureName]?.digest
    guard standing.integrity == .intact, fixture.prepared == nil, let frozen else { return sha256(fixture.database) }
    return frozen
  }
}

extension FrozenFixture {
  /// The names and the SHA-256 digests of the files, sorted by name.
  fileprivate var fileDigests: [String] {
    ["files"] + files.sorted { $0.key < $1.key }.flatMap { [$0.key, sha256($0.value)] }
  }

  /// Whether SQLite treats the frozen schema as equal to this one, although their digests may differ.
  fileprivate func isFrozen(as schema: CanonicalSchema) -> Bool {
    guard let sql = files["schema.sql"],
      let frozen = try? ScratchDatabase.schema(ofFrozen: String(decoding: sql, as: UTF8.self), tracking: .known)
    else { return false }
    return SchemaDiff(from: frozen, to: schema).verdict <= .cosmetic
  }
}
