internal import LedgerEntries
internal import MigrationSources

extension MigrationsTable {
  /// Whether exactly these migrations have been applied to the store, as far as the table shows. Repeatable migrations
  /// are ignored.
  func containsExactly(_ records: [MigrationRecord]) -> Bool {
    let (missing, more) = difference(from: records)
    return missing == 0 && more.isEmpty
  }

  /// Compares the table with the migrations of an entry. Returns the number of the entry's migrations that have not
  /// been applied, and the names of other migrations that have been applied, as the table contains them.
  func difference(from records: [MigrationRecord]) -> (missing: Int, more: [String]) {
    let records = records.filter { !$0.isRepeatable }
    switch applied {
    case .texts(let digests):
      let known = Set(records.map(\.text))
      return (known.subtracting(digests).count, digests.filter { !known.contains($0) }.map { String($0.prefix(12)) })
    case .through(let last):
      guard let last = VersionNumber(last) else { return (records.count, []) }
      let numbers = records.compactMap { VersionNumber($0.id) }
      let isBehind = numbers.max().map { $0 < last } ?? (last.description != "0")
      return (numbers.count { $0 > last }, isBehind ? [last.description] : [])
    case .ids, .idsSince:
      let migrations = records.map {
        Migration(id: $0.id, path: $0.path, title: "", up: "", down: nil, transaction: .none)
      }
      let (had, unknown) = sort(migrations)
      // Flyway's table names repeatable migrations by their descriptions.
      return (records.count - had.count, unknown.filter { !$0.hasPrefix("R__") })
    }
  }
}
