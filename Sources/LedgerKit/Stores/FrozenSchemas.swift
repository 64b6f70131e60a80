internal import GitStore
internal import LedgerCore
internal import LedgerEntries

/// The versions with which a store can be compared: those in the current ledger, and those that only the history has.
struct FrozenSchemas {
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

  /// A version with its database.
  struct Candidate {
    let fixture: FrozenFixture
    let isPresent: Bool

    var entry: Entry { fixture.entry }
  }

  /// The versions in the current ledger, oldest first. Their commits are not looked up.
  func current() throws -> [Candidate] {
    try ledger.items.map { Candidate(fixture: try FrozenFixture($0, in: present), isPresent: true) }
  }

  /// The versions that are only in the history, and the commits that added the versions of both kinds.
  func past() throws -> (candidates: [Candidate], commits: [String: ObjectID], history: LedgerHistory) {
    let history = try LedgerHistory(of: configuration.ledger, named: configuration.name, in: repository)
    let known = Set(ledger.items.map(\.id))
    var commits: [String: ObjectID] = [:]
    var candidates: [Candidate] = []
    for occurrence in history.occurrences {
      // Incomplete entries, and entries missing from this clone, are reported by `verify`.
      guard let fixture = try? occurrence.read(from: repository, ledger: configuration.ledger) else { continue }
      guard commits[fixture.id] == nil else { continue }
      commits[fixture.id] = occurrence.commits.first
      if !known.contains(fixture.id) { candidates.append(Candidate(fixture: fixture, isPresent: false)) }
    }
    return (candidates.sorted { $0.entry.version < $1.entry.version }, commits, history)
  }
}
