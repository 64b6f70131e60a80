internal import LedgerEntries

/// A migration as databases have had it: what its tool knows it by, and what it says.
struct MigrationForm: Hashable {
  let id: String
  let meaning: String

  /// Those of migrations that run once; one that is run again whenever it changes tells nothing of where a database comes
  /// from.
  static func all(of records: [MigrationRecord]) -> Set<MigrationForm> {
    Set(records.filter { !$0.isRepeatable }.map { MigrationForm(id: $0.id, meaning: $0.meaning) })
  }
}
