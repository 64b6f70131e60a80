internal import GitStore
internal import LedgerCore
internal import LedgerEntries

/// The versions that a store can be held against: those in the ledger now, and those that only history has.
struct FrozenSchemas {
  let configuration: DatabaseConfiguration
  let repository: Repository
  /// The source and the ledger as they are now.
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

  /// Those in the ledger now, oldest first. The commits that brought them are not looked up.
  func current() throws -> [Candidate] {
    try ledger.items.map { Candidate(fixture: try FrozenFixture($0, in: present), isPresent: true) }
  }

  /// Those that some commit has and the ledger has not, and the commits that brought any of either.
  func past() throws -> (candidates: [Candidate], commits: [String: ObjectID], history: LedgerHistory) {
    let history = try LedgerHistory(of: configuration.ledger, in: repository)
    let known = Set(ledger.items.map(\.id))
    var commits: [String: ObjectID] = [:]
    var candidates: [Candidate] = []
    for occurrence in history.occurrences {
      // What is not whole, or not in this clone, is `verify`'s to tell.
      guard let fixture = try? occurrence.read(from: repository, ledger: configuration.ledger) else { continue }
      guard commits[fixture.id] == nil else { continue }
      commits[fixture.id] = occurrence.commits.first
      if !known.contains(fixture.id) { candidates.append(Candidate(fixture: fixture, isPresent: false)) }
    }
    return (candidates.sorted { $0.entry.version < $1.entry.version }, commits, history)
  }
}
