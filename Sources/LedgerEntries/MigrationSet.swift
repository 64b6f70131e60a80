/// The migrations of a version that run once.
package struct MigrationSet {
  package let forms: Set<MigrationForm>
  /// The parts of the names of the files, by the ids of the migrations.
  private let names: [String: Set<Substring>]

  package init(_ records: [MigrationRecord]) {
    forms = MigrationForm.all(of: records)
    names = Dictionary(records.filter { !$0.isRepeatable }.map { ($0.id, $0.nameParts) }) { $0.union($1) }
  }

  /// Whether one of the records is among the migrations.
  package func contains(anyOf records: [MigrationRecord]) -> Bool {
    records.contains { !$0.isRepeatable && forms.contains(MigrationForm($0)) }
  }

  /// Whether all migrations of an earlier version are among these, by their ids. A repeatable migration may have been
  /// removed since.
  package func continues(_ earlier: [MigrationRecord]) -> Bool {
    // The last migration is the one that the later version is most likely not to have.
    earlier.reversed().allSatisfy { $0.isRepeatable || names[$0.id] != nil } && !replaces(earlier)
  }

  /// Whether none of the earlier migrations is among these, and most do not share even their names with one of these: the
  /// project started over, perhaps with the same numbers. Migrations that keep their names were edited.
  package func replaces(_ earlier: [MigrationRecord]) -> Bool {
    guard !forms.isEmpty, !contains(anyOf: earlier) else { return false }
    let earlier = earlier.filter { !$0.isRepeatable }
    let same = earlier.count { record in
      guard let own = names[record.id] else { return false }
      let parts = record.nameParts
      return parts.isSubset(of: own) || own.isSubset(of: parts)
    }
    return same * 2 < earlier.count
  }
}

extension MigrationRecord {
  /// The parts of the file's name between its dots. Of a file that is in a folder of its own, the folder's name.
  ///
  /// The path is not compared, because a folder may move. A part may be added or left out when a file moves to a folder
  /// that says what its name said, such as the dialect.
  fileprivate var nameParts: Set<Substring> {
    let path = path.split(separator: "/")
    let isAlone = ["up.sql", "migration.sql"].contains(path.last ?? "")
    return Set((path.dropLast(isAlone ? 1 : 0).last ?? "").split(separator: "."))
  }
}
