internal import GitStore
internal import LedgerEntries

/// Which versions of a ledger have today's migrations behind them, and which have others: a project that starts anew with
/// other migrations, or with another tool, leaves the databases of before without a way forward. That is one fact, and not
/// as many edits as there were migrations.
struct Lineage {
  /// The version that was frozen last, as far as versions tell. Its migrations are today's until another is frozen.
  private let latest: Entry?
  /// Of the latest version and of today's source.
  private let own: MigrationSet
  /// Of versions that were replaced as a whole.
  private var replaced: Set<MigrationForm> = []
  /// Whether the latest version's migrations were replaced: nobody has frozen what is there in their place.
  let isReplaced: Bool

  /// - Parameter source: today's migrations.
  init(of ledger: Ledger, source: [MigrationRecord]) {
    latest = ledger.latest?.entry
    own = MigrationSet((latest?.migrations ?? []) + source)
    isReplaced = MigrationSet(latest?.migrations ?? []).isReplaced(by: MigrationSet(source))
    for item in ledger.items where isAnother(item.entry) {
      replaced.formUnion(MigrationSet(item.entry.migrations).forms)
    }
  }

  /// Whether an older version has migrations, and they were replaced by the latest version's or today's.
  func isAnother(_ entry: Entry) -> Bool {
    guard let latest, entry.version < latest.version else { return false }
    let others = MigrationSet(entry.migrations)
    // What was edited where it is may be the beginning of what was replaced.
    return others.isReplaced(by: own)
      || others.forms.isDisjoint(with: own.forms) && !others.forms.isDisjoint(with: replaced)
  }
}

/// Migrations that run once, by what can be known of them again.
struct MigrationSet {
  let forms: Set<MigrationForm>
  /// Ids and file names: a folder may move.
  private let files: Set<String>

  init(_ records: [MigrationRecord]) {
    forms = MigrationForm.all(of: records)
    files = Set(records.filter { !$0.isRepeatable }.map { "\($0.id) \($0.path.split(separator: "/").last ?? "")" })
  }

  /// Whether none of them is among `others`, and most have not even left their names to one: those were edited, and each
  /// edit is worth a word of its own.
  func isReplaced(by others: MigrationSet) -> Bool {
    !forms.isEmpty && !others.forms.isEmpty && forms.isDisjoint(with: others.forms)
      && files.intersection(others.files).count * 2 < files.count
  }
}

extension Ledger {
  /// The ledger without versions of another lineage, and those.
  func divided(by lineage: Lineage) -> (own: Ledger, others: [Item]) {
    let others = items.filter { lineage.isAnother($0.entry) }
    if others.isEmpty { return (self, []) }
    return (Ledger(path: path, items: items.filter { !others.contains($0) }, broken: broken), others)
  }

  /// The version before `entry`, where its migrations were replaced by those of `entry`.
  func lineageLeft(by entry: Entry) -> Item? {
    let before = items.last { $0.entry.version < entry.version && !$0.entry.migrations.isEmpty }
    return before.flatMap {
      MigrationSet($0.entry.migrations).isReplaced(by: MigrationSet(entry.migrations)) ? $0 : nil
    }
  }
}
