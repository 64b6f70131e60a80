internal import LedgerCore
internal import LedgerEntries
internal import SQLiteSchema

/// The properties that identify the source of an older release as the source of the same database.
struct SourceSimilarity {
  private let forms: Set<MigrationForm>
  private let tables: Set<String>

  init(records: [MigrationRecord], tables: some Sequence<String>) {
    forms = MigrationForm.all(of: records)
    self.tables = Set(tables.map { $0.lowercased() })
  }

  init(_ made: PastSources.Made) {
    self.init(records: made.records, tables: made.built.schema.tables.map(\.name))
  }

  /// The degree of similarity. A greater value means more similar.
  struct Degree: Comparable {
    let migrations, tables: Int

    var isNothing: Bool { migrations == 0 && tables == 0 }

    static func < (left: Degree, right: Degree) -> Bool {
      (left.migrations, left.tables) < (right.migrations, right.tables)
    }
  }

  func degree(of made: PastSources.Made) -> Degree {
    let other = SourceSimilarity(made)
    return Degree(
      migrations: forms.intersection(other.forms).count, tables: tables.intersection(other.tables).count)
  }

  /// Whether the two share a migration, or at least one of them has no migrations.
  func continues(_ made: PastSources.Made) -> Bool {
    let other = MigrationForm.all(of: made.records)
    return forms.isEmpty || other.isEmpty || !forms.isDisjoint(with: other)
  }
}
