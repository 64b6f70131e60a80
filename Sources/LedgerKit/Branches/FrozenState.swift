internal import CanonicalJSON
internal import Digests
internal import GitStore
internal import LedgerCore
internal import LedgerEntries
internal import MigrationSources

/// The frozen versions and the migrations of one commit or of the work tree.
struct FrozenState {
  /// The entries that could be read.
  let entries: [Ledger.Item]
  /// The withdrawals.
  let withdrawals: [Withdrawal]
  /// `nil` if the source cannot be read.
  let definition: SourceDefinition?
  /// The migrations that run once, in order. Empty without a folder of SQL migrations.
  let migrations: [Migration]
  /// The records that an entry would contain for ``migrations``.
  let records: [MigrationRecord]

  /// The digest of all that a comparison with other commits reads of this state.
  var digest: String {
    let parts: JSONValue = [
      "before": definition.map { .array($0.before.map(ResultKey.name)) } ?? .null,
      "entries": .array(entries.map { [.string($0.id), .string($0.folder)] }),
      "migrations": .array(
        zip(migrations, records).map { [ResultKey.name($0), $1.json, .bool($0.isPartial), .bool($0.program == nil)] }),
      "withdrawals": .array(withdrawals.map { .string($0.id) }),
    ]
    return sha256(parts.canonical)
  }
}

/// Reads the states of commits that have most files in common: the same entry, the same folder of migrations and the same text
/// are read once.
struct FrozenStates {
  /// How to read the source. A snapshot that configures this database itself is read by its own configuration.
  let configuration: DatabaseConfiguration
  private let items = Ledger.KnownItems()
  private var configurations: [ObjectID: DatabaseConfiguration] = [:]
  private var definitions: [[String: JSONValue]: SourceDefinition?] = [:]
  /// Meanings by the digests of the texts.
  private var meanings: [String: String] = [:]

  init(configuration: DatabaseConfiguration) { self.configuration = configuration }

  /// - Throws: `GitError`, `LedgerError.ledgerIsNoFolder`.
  mutating func state(of snapshot: FileSnapshot) throws -> FrozenState {
    let configuration = try own(in: snapshot)
    let ledger = try Ledger(at: configuration.ledger, in: snapshot, sharing: items)
    let definition = try definition(configuration, snapshot)
    let migrations = (definition?.migrations ?? []).filter { !$0.isRepeatable }
    let records = migrations.map { MigrationRecord($0, knowing: meanings) }
    for record in records { meanings[record.text] = record.meaning }
    return FrozenState(
      entries: ledger.items, withdrawals: ledger.withdrawals, definition: definition, migrations: migrations,
      records: records)
  }

  private mutating func own(in snapshot: FileSnapshot) throws -> DatabaseConfiguration {
    let id = try snapshot.id(of: Configuration.fileName)
    if let known = id.flatMap({ configurations[$0] }) { return known }
    let own =
      try Configuration.former(in: snapshot)?.databases.first { $0.name == configuration.name } ?? configuration
    if let id { configurations[id] = own }
    return own
  }

  private mutating func definition(
    _ configuration: DatabaseConfiguration, _ snapshot: FileSnapshot
  ) throws -> SourceDefinition? {
    let identity = try configuration.identity(in: snapshot)
    if let identity, let known = definitions[identity] { return known }
    let definition = try Self.definition(configuration.schemaSource, snapshot)
    if let identity { definitions[identity] = .some(definition) }
    return definition
  }

  private static func definition(_ source: any SchemaSource, _ snapshot: FileSnapshot) throws -> SourceDefinition? {
    do {
      return try source.read(from: snapshot)
    } catch let error as GitError {
      throw error
    } catch {
      return nil
    }
  }
}

extension DatabaseConfiguration {
  /// The identity of the source in a commit; `nil` in the work tree, and if the source is not only what is at its paths.
  fileprivate func identity(in snapshot: FileSnapshot) throws -> [String: JSONValue]? {
    guard case .commit = snapshot.place else { return nil }
    return identity(of: try source.paths.map { path in try snapshot.id(of: path).map { .object($0) } ?? .absent })
  }
}

/// The entries, withdrawals and migrations that a side has added since the merge bases.
struct FrozenNews {
  let entries: [Ledger.Item]
  let withdrawals: [Withdrawal]
  let migrations: [(migration: Migration, record: MigrationRecord)]

  /// - Parameter bases: the merge bases of the two sides.
  init(of state: FrozenState, since bases: [FrozenState]) {
    let known = Set(bases.flatMap(\.entries).map(\.id))
    let withdrawn = Set(bases.flatMap(\.withdrawals).map(\.id))
    withdrawals = state.withdrawals.filter { !withdrawn.contains($0.id) }
    let had = Set(bases.flatMap(\.records).map(\.id))
    entries = state.entries.filter { !known.contains($0.id) }
    migrations = zip(state.migrations, state.records).filter { !had.contains($1.id) }.map { ($0, $1) }
  }
}
