/// A migration as it was applied to databases: its id in its tool, and its meaning.
package struct MigrationForm: Hashable {
  package let id: String
  package let meaning: String

  package init(id: String, meaning: String) {
    self.id = id
    self.meaning = meaning
  }

  package init(_ record: MigrationRecord) { self.init(id: record.id, meaning: record.meaning) }

  /// The forms of the migrations that run once. A repeatable migration runs again whenever it changes, so it does not
  /// identify the origin of a database.
  package static func all(of records: [MigrationRecord]) -> Set<MigrationForm> {
    Set(records.filter { !$0.isRepeatable }.map { MigrationForm($0) })
  }
}
