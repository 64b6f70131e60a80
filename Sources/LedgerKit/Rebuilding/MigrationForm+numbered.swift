internal import LedgerEntries
internal import MigrationSources

extension MigrationForm {
  /// The form with the number at the start of the id in place of the id: `1` for `001_users`. One file has different ids
  /// in conventions that read its number and in those that read its name.
  var numbered: MigrationForm {
    let digits = id.prefix { $0.isASCII && $0.isNumber }
    return MigrationForm(id: VersionNumber(digits)?.description ?? id, meaning: meaning)
  }
}
