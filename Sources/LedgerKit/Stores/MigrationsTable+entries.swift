internal import LedgerEntries
internal import MigrationSources

extension MigrationsTable {
  /// Whether the store has had these and no others, as far as the book tells; a repeatable one does not count.
  func hasHad(exactly records: [MigrationRecord]) -> Bool {
    let (missing, more) = held(against: records)
    return missing == 0 && more.isEmpty
  }

  /// How many of an entry's migrations the store has not had, and which it has had beside them, as the book names them.
  func held(against records: [MigrationRecord]) -> (missing: Int, more: [String]) {
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
      // Flyway's book names repeatable migrations by their descriptions.
      return (records.count - had.count, unknown.filter { !$0.hasPrefix("R__") })
    }
  }
}
