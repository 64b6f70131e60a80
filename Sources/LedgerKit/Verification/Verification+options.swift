public import GitStore
public import LedgerCore
public import SQLiteData
public import SQLiteSandbox
internal import SQLiteSchema

extension Verification {
  /// How a verification runs.
  public struct Options: Sendable {
    /// The seconds that one migration may take.
    public let timeLimit: Double
    /// The references from which history is read.
    public let references: ReferenceSelection
    /// Whether commits are stored below the Git folder for later runs.
    public let cache: HistoryCache
    /// The store of results for later runs, or `nil`.
    public let results: ResultCache?
    /// The number of rows to generate in each table of a fixture before its upgrade.
    public let rows: Int
    /// The trials to run after the upgrades.
    public let trials: Trials
    /// The day on which waivers are judged, or `nil` if no waiver expires.
    public let today: CalendarDay?
    /// Whether fixtures of another lineage are upgraded too.
    public let triesOtherLineages: Bool
    /// Whether everything that was not tried, and every warning about a frozen migration, is a failure.
    public let strict: Bool
    /// What to compare the ledger with, or `nil`.
    public let seal: SealCheck?
    /// The clock that measures migrations.
    let now: @Sendable () -> ContinuousClock.Instant

    /// Options, with the usual value for each that is not given.
    public init(
      timeLimit: Double = ScratchDatabase.defaultTimeLimit, references: ReferenceSelection = .standard,
      cache: HistoryCache = .standard, results: ResultCache? = nil, rows: Int = Population.defaultRows,
      trials: Trials = Trials(), today: CalendarDay? = nil, triesOtherLineages: Bool = false, strict: Bool = false,
      seal: SealCheck? = nil, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
      self.timeLimit = timeLimit
      self.references = references
      self.cache = cache
      self.results = results
      self.rows = rows
      self.trials = trials
      self.today = today
      self.triesOtherLineages = triesOtherLineages
      self.strict = strict
      self.seal = seal
      self.now = now
    }
  }
}
