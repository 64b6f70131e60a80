internal import GitStore
internal import LedgerEntries
internal import MigrationSources

/// Determines which versions of a ledger belong to the current migrations and which to replaced ones. If a project
/// starts over with new migrations or another tool, older databases have no upgrade path. That is reported as one fact,
/// not as an edit of every migration.
struct Lineage {
  /// The latest frozen version. Its migrations belong to the current lineage until the next version is frozen.
  private let latest: Entry?
  /// The migrations of the latest version and of the current source.
  private let own: MigrationSet
  /// The migrations of versions that were replaced as a whole.
  private var replaced: Set<MigrationForm> = []
  /// The first version whose lineage is the current one, if an earlier version was replaced by the version after it.
  private let first: Version?
  /// Whether the migrations of the latest version were replaced. The new ones are not frozen yet.
  let isReplaced: Bool

  /// - Parameter source: the current migrations.
  init(of ledger: Ledger, source: [MigrationRecord]) {
    latest = ledger.latest?.entry
    own = MigrationSet((latest?.migrations ?? []) + source)
    isReplaced = MigrationSet(latest?.migrations ?? []).isReplaced(by: MigrationSet(source))
    first = ledger.restarts(upTo: latest).last?.version
    for item in ledger.items where isAnother(item.entry) {
      replaced.formUnion(MigrationSet(item.entry.migrations).forms)
    }
  }

  /// Whether an older version has migrations that the latest version or the current source replaced.
  func isAnother(_ entry: Entry) -> Bool {
    guard let latest, entry.version < latest.version, !own.contains(anyOf: entry.migrations) else { return false }
    let others = MigrationSet(entry.migrations)
    // After a restart, numbers that the replaced migrations had may be used again.
    if let first, entry.version < first, !others.forms.isEmpty { return true }
    // If its migrations were edited in place before they were replaced, the first condition does not hold. It then
    // shares migrations with a replaced version.
    return others.isReplaced(by: own) || !others.forms.isDisjoint(with: replaced)
  }
}

/// The migrations of a source that run once, in a form that identifies them.
struct MigrationSet {
  let forms: Set<MigrationForm>
  private let records: [MigrationRecord]
  /// Ids and file names. File names are compared because a folder may move, and without the words for a dialect and a direction,
  /// because a file may move to a folder that says them.
  private var files: Set<String> {
    Set(
      records.filter { !$0.isRepeatable }.map { record in
        let parts = (record.path.split(separator: "/").last ?? "").split(separator: ".")
        let own = parts.filter { !["up", "all", "sql"].contains($0) && Dialect.named(in: $0) == nil }
        return "\(record.id) \(own.joined(separator: "."))"
      })
  }

  init(_ records: [MigrationRecord]) {
    self.records = records
    forms = MigrationForm.all(of: records)
  }

  /// Whether one of the records is among the migrations.
  func contains(anyOf records: [MigrationRecord]) -> Bool {
    records.contains { !$0.isRepeatable && forms.contains(MigrationForm($0)) }
  }

  /// Whether none of the migrations is among `others`, and most do not share even their names with one of `others`.
  /// Migrations that keep their names were edited, and each edit is reported separately.
  func isReplaced(by others: MigrationSet) -> Bool {
    !forms.isEmpty && !others.forms.isEmpty && forms.isDisjoint(with: others.forms)
      && files.intersection(others.files).count * 2 < files.count
  }
}

extension Ledger {
  /// Splits the ledger into the versions of `lineage` and the versions of other lineages.
  func divided(by lineage: Lineage) -> (own: Ledger, others: [Item]) {
    let others = items.filter { lineage.isAnother($0.entry) }
    if others.isEmpty { return (self, []) }
    let ids = Set(others.map(\.id))
    return (with(items.filter { !ids.contains($0.id) }), others)
  }

  /// The versions up to `latest` that have none of the migrations of the version before them.
  fileprivate func restarts(upTo latest: Entry?) -> [Entry] {
    let entries = items.map(\.entry).filter { entry in latest.map { entry.version <= $0.version } ?? false }
    return zip(entries, entries.dropFirst()).filter { $1.restarts($0) }.map { $1 }
  }

  /// The version before `entry`, if the migrations of `entry` replaced its migrations.
  func itemReplaced(by entry: Entry) -> Item? {
    if entry.migrations.isEmpty { return nil }
    let before = items.last { $0.entry.version < entry.version && !$0.entry.migrations.isEmpty }
    return before.flatMap {
      MigrationSet($0.entry.migrations).isReplaced(by: MigrationSet(entry.migrations)) ? $0 : nil
    }
  }
}

extension Entry {
  /// Whether this version has none of the migrations of the version before it, because all were removed or replaced.
  fileprivate func restarts(_ before: Entry) -> Bool {
    guard hasMigrations, before.migrations.contains(where: { !$0.isRepeatable }) else { return false }
    // A store may lack the table of its migrations.
    if migrations.isEmpty { return !isFromStore }
    let own = MigrationSet(migrations)
    return !own.contains(anyOf: before.migrations) && MigrationSet(before.migrations).isReplaced(by: own)
  }
}
