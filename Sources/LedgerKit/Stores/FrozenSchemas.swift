internal import GitStore
internal import LedgerCore
internal import LedgerEntries
internal import MigrationSources
internal import SQLiteSandbox
internal import SQLiteSchema

/// The versions with which a store can be compared: those in the current ledger, and those that only the history has.
///
/// What is read is kept, for further stores.
final class FrozenSchemas {
  let configuration: DatabaseConfiguration
  let repository: Repository
  /// The current source and ledger.
  let present: FileSnapshot
  let ledger: Ledger

  /// - Throws: `LedgerError`, `GitError`.
  init(of configuration: DatabaseConfiguration, in repository: Repository) throws {
    self.configuration = configuration
    self.repository = repository
    present = try repository.present()
    ledger = try Ledger(at: configuration.ledger, in: present)
  }

  /// A version with its schema.
  struct Candidate {
    let fixture: FrozenFixture
    let isPresent: Bool
    /// `nil` if its database cannot be read. `verify` reports that.
    let schema: CanonicalSchema?

    fileprivate init(_ fixture: FrozenFixture, isPresent: Bool, ignoring ignored: [String]) {
      self.fixture = fixture
      self.isPresent = isPresent
      schema = try? ScratchDatabase(file: fixture.database, tracking: .known)
        .schema(ignoring: ignored + fixture.entry.ignoredTables)
    }

    var entry: Entry { fixture.entry }
  }

  /// The candidates of the history, and the commits that added the versions of both kinds.
  struct Past {
    let candidates: [Candidate]
    let commits: [String: ObjectID]
    let history: LedgerHistory
  }

  private var currentCandidates: [Candidate]?
  private var pastCandidates: Past?
  private var todaysSchema: CanonicalSchema??

  /// The versions in the current ledger, oldest first. Their commits are not looked up.
  func current() throws -> [Candidate] {
    if let currentCandidates { return currentCandidates }
    let candidates = try ledger.items.map { item in
      Candidate(try FrozenFixture(item, in: present), isPresent: true, ignoring: configuration.ignoredTables)
    }
    currentCandidates = candidates
    return candidates
  }

  /// The versions that are only in the history, oldest first.
  func past() throws -> Past {
    if let pastCandidates { return pastCandidates }
    let history = try LedgerHistory(of: configuration.ledger, named: configuration.name, in: repository)
    let known = Set(ledger.items.map(\.id))
    var commits: [String: ObjectID] = [:]
    var candidates: [Candidate] = []
    for occurrence in history.occurrences {
      // Incomplete entries, and entries missing from this clone, are reported by `verify`.
      guard let fixture = try? occurrence.read(from: repository, ledger: configuration.ledger) else { continue }
      guard commits[fixture.id] == nil else { continue }
      commits[fixture.id] = occurrence.commits.first
      if !known.contains(fixture.id) {
        candidates.append(Candidate(fixture, isPresent: false, ignoring: configuration.ignoredTables))
      }
    }
    let past = Past(
      candidates: candidates.sorted { $0.entry.version < $1.entry.version }, commits: commits, history: history)
    pastCandidates = past
    return past
  }

  /// The schema that the current source makes; `nil` if it makes none. A command source is not run.
  func todays() -> CanonicalSchema? {
    if let todaysSchema { return todaysSchema }
    let built = try? configuration.schemaSource.read(from: present).build(configuration.buildSettings())
    todaysSchema = .some(built?.schema)
    return built?.schema
  }
}
