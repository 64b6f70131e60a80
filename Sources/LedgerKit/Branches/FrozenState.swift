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

  /// - Parameters:
  ///   - configuration: how to read the source. A snapshot that configures this database itself is read by its own
  ///     configuration.
  ///   - meanings: a cache of meanings by the digests of the texts. New ones are added.
  /// - Throws: `GitError`, `LedgerError.ledgerIsNoFolder`.
  init(
    of configuration: DatabaseConfiguration, in snapshot: FileSnapshot, knowing meanings: inout [String: String]
  ) throws {
    let own = try Configuration.former(in: snapshot)?.databases.first { $0.name == configuration.name }
    let configuration = own ?? configuration
    let ledger = try Ledger(at: configuration.ledger, in: snapshot)
    entries = ledger.items
    withdrawals = ledger.withdrawals
    definition = try Self.definition(configuration.schemaSource, snapshot)
    migrations = (definition?.migrations ?? []).filter { !$0.isRepeatable }
    for record in entries.flatMap(\.entry.migrations) { meanings[record.text] = record.meaning }
    let known = meanings
    records = migrations.map { MigrationRecord($0, knowing: known) }
    for record in records { meanings[record.text] = record.meaning }
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
