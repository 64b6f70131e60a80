internal import LedgerEntries
internal import MigrationSources

/// A migration as it was applied to databases: its id in its tool, and its meaning.
struct MigrationForm: Hashable {
  let id: String
  let meaning: String

  init(id: String, meaning: String) {
    self.id = id
    self.meaning = meaning
  }

  init(_ record: MigrationRecord) { self.init(id: record.id, meaning: record.meaning) }

  /// The forms of the migrations that run once. A repeatable migration runs again whenever it changes, so it does not
  /// identify the origin of a database.
  static func all(of records: [MigrationRecord]) -> Set<MigrationForm> {
    Set(records.filter { !$0.isRepeatable }.map { MigrationForm($0) })
  }

  /// The form with the number at the start of the id in place of the id: `1` for `001_users`. One file has different ids
  /// in conventions that read its number and in those that read its name.
  var numbered: MigrationForm {
    let digits = id.prefix { $0.isASCII && $0.isNumber }
    return MigrationForm(id: VersionNumber(digits)?.description ?? id, meaning: meaning)
  }
}
