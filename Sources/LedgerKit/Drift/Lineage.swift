internal import GitStore
internal import LedgerEntries

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
    isReplaced = MigrationSet(source).replaces(latest?.migrations ?? [])
    first = ledger.restarts(upTo: latest).last?.version
    for item in ledger.items where isAnother(item.entry) {
      replaced.formUnion(MigrationForm.all(of: item.entry.migrations))
    }
  }

  /// Whether an older version has migrations that the latest version or the current source replaced.
  func isAnother(_ entry: Entry) -> Bool {
    guard let latest, entry.version < latest.version, !own.contains(anyOf: entry.migrations) else { return false }
    let others = MigrationForm.all(of: entry.migrations)
    // After a restart, numbers that the replaced migrations had may be used again.
    if let first, entry.version < first, !others.isEmpty { return true }
    // If its migrations were edited in place before they were replaced, the first condition does not hold. It then
    // shares migrations with a replaced version.
    return own.replaces(entry.migrations) || !others.isDisjoint(with: replaced)
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
      MigrationSet(entry.migrations).replaces($0.entry.migrations) ? $0 : nil
    }
  }
}

extension Entry {
  /// Whether this version has none of the migrations of the version before it, because all were removed or replaced.
  fileprivate func restarts(_ before: Entry) -> Bool {
    guard hasMigrations, before.migrations.contains(where: { !$0.isRepeatable }) else { return false }
    // A store may lack the table of its migrations.
    if migrations.isEmpty { return !isFromStore }
    // Nearly always, both begin with the same migration.
    if let first = migrations.first, !first.isRepeatable, first == before.migrations.first { return false }
    let own = MigrationSet(migrations)
    return own.replaces(before.migrations)
  }
}
