internal import EntityModel
internal import GitStore
internal import LedgerCore
internal import LedgerEntries
internal import MigrationSources
internal import SQLiteSchema
internal import SQLiteSyntax

/// The properties that identify the source of an older release as the source of the same database.
struct SourceSimilarity {
  private let forms: Set<MigrationForm>
  private let tables: Set<Identifier>
  /// Whether the tables are the entities of a model.
  private let isModel: Bool
  /// The commit of the release. `nil` for the current source.
  private(set) var commit: ObjectID?
  /// The paths of the source at ``commit``.
  private(set) var paths: Set<String> = []

  init(records: [MigrationRecord], tables: some Sequence<Identifier>, isModel: Bool = false) {
    self.isModel = isModel
    forms = MigrationForm.all(of: records)
    self.tables = Set(tables)
  }

  /// Core Data has the same tables of its own in every store, so entities stand for the tables of a model.
  init(records: [MigrationRecord], _ built: BuiltSource?) {
    let model = built?.model.flatMap { try? DeclaredModel(parsing: $0) }
    let entities = model.map { $0.entities.map { Identifier($0.name) } }
    self.init(
      records: records, tables: entities ?? built?.schema.tables.map(\.name) ?? [], isModel: entities != nil)
  }

  init(_ made: PastSources.Made) {
    self.init(records: made.records, made.built)
  }

  init(_ found: PastSources.Found, at commit: ObjectID) {
    self.init(found.made)
    self.commit = commit
    paths = Set(found.source.paths)
  }

  /// Whether the tables of the source are not known, because today's source does not run.
  var isUnknown: Bool { tables.isEmpty && commit == nil }

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
    let shared = tables.intersection(other.tables).count
    // Models of two databases of one app may share a name such as Download. Whoever moves or renames a model keeps most.
    let isOther = isModel && other.isModel && shared * 2 < min(tables.count, other.tables.count)
    return Degree(migrations: forms.intersection(other.forms).count, tables: isOther ? 0 : shared)
  }

  /// Whether most tables are the same but for a number at the end of their names.
  func hasVersions(ofTablesOf made: PastSources.Made) -> Bool {
    func names(_ tables: Set<Identifier>) -> Set<String> { Set(tables.map(\.folded.withoutVersion)) }
    let (own, others) = (names(tables), names(SourceSimilarity(made).tables))
    return own.intersection(others).count * 2 > min(own.count, others.count)
  }

  /// Whether the two share a migration, or at least one of them has no migrations.
  func continues(_ made: PastSources.Made) -> Bool {
    let other = MigrationForm.all(of: made.records)
    return forms.isEmpty || other.isEmpty || !forms.isDisjoint(with: other)
  }
}
