internal import LedgerEntries

/// A migration as it was applied to databases: its id in its tool, and its meaning.
struct MigrationForm: Hashable {
  let id: String
  let meaning: String

  /// The forms of the migrations that run once. A repeatable migration runs again whenever it changes, so it does not
  /// identify the origin of a database.
  static func all(of records: [MigrationRecord]) -> Set<MigrationForm> {
    Set(records.filter { !$0.isRepeatable }.map { MigrationForm(id: $0.id, meaning: $0.meaning) })
  }
}
