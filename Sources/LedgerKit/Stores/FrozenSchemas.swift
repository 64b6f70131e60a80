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
  private let versions: FrozenVersions
  let ledger: Ledger

  /// The ledger and, in a repository, the current source.
  var present: FileSnapshot { versions.present }
  /// `nil` for versions that are read without one.
  var repository: Repository? { versions.repository }

  /// Whether something is known of versions that are not in the ledger now.
  var isPastKnown: Bool { versions.knowsPast }

  /// - Throws: `LedgerError`, `GitError`.
  init(of configuration: DatabaseConfiguration, in versions: FrozenVersions) throws {
    self.configuration = configuration
    self.versions = versions
    ledger = try Ledger(at: configuration.ledger, in: versions.present)
  }

  /// A version with its schema.
  struct Candidate {
    let fixture: FrozenFixture
    let isPresent: Bool
    /// `nil` if its tables are not known, or its database cannot be read. `verify` reports both.
    let schema: CanonicalSchema?

    fileprivate init(_ fixture: FrozenFixture, isPresent: Bool, ignoring ignored: [String]) {
      self.fixture = fixture
      self.isPresent = isPresent
      schema =
        !fixture.entry.hasTables
        ? nil
        : try? fixture.schema(ignoring: ignored + fixture.entry.ignoredTables)
    }

    var entry: Entry { fixture.entry }
  }

  /// The candidates of the history, and the commits that added the versions of both kinds.
  struct Past {
    let candidates: [Candidate]
    let commits: [String: ObjectID]
    /// Whether versions may be missing.
    let isPartial: Bool
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

  /// The versions that are only in the history, oldest first; `nil` if nothing is known of the history.
  func past() throws -> Past? {
    if let pastCandidates { return pastCandidates }
    switch versions.past {
    case .unknown: return nil
    case .recorded(let fixtures, let isPartial):
      pastCandidates = past(of: fixtures[configuration.name] ?? [], commits: [:], isPartial: isPartial)
    case .repository(let repository):
      let found = try PastFixtures(of: configuration, beside: ledger, in: repository)
      pastCandidates = past(of: found.fixtures, commits: found.commits, isPartial: found.isPartial)
    }
    return pastCandidates
  }

  private func past(of fixtures: [FrozenFixture], commits: [String: ObjectID], isPartial: Bool) -> Past {
    let candidates = fixtures.map { Candidate($0, isPresent: false, ignoring: configuration.ignoredTables) }
    return Past(
      candidates: candidates.sorted { $0.entry.version < $1.entry.version }, commits: commits, isPartial: isPartial)
  }

  /// The schema that the current source makes; `nil` if it makes none, or if it is not known. A command source is not run.
  func todays() -> CanonicalSchema? {
    guard repository != nil else { return nil }
    if let todaysSchema { return todaysSchema }
    let built = try? configuration.schemaSource.read(from: present).build(configuration.buildSettings())
    todaysSchema = .some(built?.schema)
    return built?.schema
  }
}

/// The versions that only the history of a repository has.
struct PastFixtures {
  /// One for each content that is not in the ledger.
  let fixtures: [FrozenFixture]
  /// The first commit of each entry of the history, by its id.
  let commits: [String: ObjectID]
  /// Whether versions may be missing, because the clone is shallow or objects are missing from it.
  let isPartial: Bool
  /// The number of contents that cannot be read. `verify` reports them.
  let unreadCount: Int

  /// - Parameter ledger: the present one.
  /// - Throws: `LedgerError`, `GitError`.
  init(of configuration: DatabaseConfiguration, beside ledger: Ledger, in repository: Repository) throws {
    let history = try LedgerHistory(of: configuration.ledger, named: configuration.name, in: repository)
    let known = Set(ledger.items.map(\.id))
    var commits: [String: ObjectID] = [:]
    var fixtures: [FrozenFixture] = []
    var unreadCount = 0
    for occurrence in history.occurrences {
      guard let fixture = try? occurrence.read(from: repository, ledger: configuration.ledger) else {
        unreadCount += 1
        continue
      }
      guard commits[fixture.id] == nil else { continue }
      commits[fixture.id] = occurrence.commits.first
      if !known.contains(fixture.id) { fixtures.append(fixture) }
    }
    (self.fixtures, self.commits, self.unreadCount) = (fixtures, commits, unreadCount)
    isPartial = history.isShallow || history.unreadableCommitCount > 0
  }
}
