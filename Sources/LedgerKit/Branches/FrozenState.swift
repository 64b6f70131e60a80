internal import GitStore
internal import LedgerCore
internal import LedgerEntries
internal import MigrationSources

/// What one commit, or the work tree, has frozen and would run.
struct FrozenState {
  /// Those that could be read.
  let entries: [Ledger.Item]
  /// Nil where the source cannot be read, or is none of ours.
  let definition: SourceDefinition?
  /// The migrations that run once, in order; none without a folder of SQL migrations.
  let migrations: [Migration]
  /// What an entry would record of ``migrations``.
  let records: [MigrationRecord]

  /// - Parameters:
  ///   - configuration: how to read the source. A snapshot that configures this database itself is read by its own
  ///     configuration.
  ///   - meanings: a cache of meanings by the digests of the texts. New ones are added.
  /// - Throws: `GitError`, `LedgerError.ledgerIsNoFolder`.
  init(
    of configuration: DatabaseConfiguration, in snapshot: FileSnapshot, knowing meanings: inout [String: String]
  ) throws {
    let own = try? Configuration(from: snapshot).databases.first { $0.name == configuration.name }
    let configuration = own ?? configuration
    entries = try Ledger(at: configuration.ledger, in: snapshot).items
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

/// What a side has frozen and added since it left the other.
struct FrozenNews {
  let entries: [Ledger.Item]
  let migrations: [(migration: Migration, record: MigrationRecord)]

  /// - Parameter bases: the last commits that both sides have.
  init(of state: FrozenState, since bases: [FrozenState]) {
    let known = Set(bases.flatMap(\.entries).map(\.id))
    let had = Set(bases.flatMap(\.records).map(\.id))
    entries = state.entries.filter { !known.contains($0.id) }
    migrations = zip(state.migrations, state.records).filter { !had.contains($1.id) }.map { ($0, $1) }
  }
}
