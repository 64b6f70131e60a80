internal import GitStore
internal import SQLiteSchema

/// Which versions of a ledger have today's migrations behind them, and which have others: a project that starts anew with
/// other migrations, or with another tool, leaves the databases of before without a way forward. That is one fact, and not
/// as many edits as there were migrations.
struct Lineage {
  /// The version that was frozen last, as far as versions tell. Its migrations are today's until another is frozen.
  private let latest: Entry?
  /// Of the latest version and of today's source.
  private let forms: Set<MigrationForm>
  private let ids: Set<String>
  /// Of versions that have two or more, and none of ``forms``.
  private var otherForms: Set<MigrationForm> = []
  /// Whether no migration of the latest version is in today's source: nobody has frozen what is there in their place.
  let isReplaced: Bool

  /// - Parameter source: today's migrations.
  init(of ledger: Ledger, source: [MigrationRecord]) {
    latest = ledger.latest?.entry
    let own = MigrationForm.all(of: latest?.migrations ?? [])
    let present = MigrationForm.all(of: source)
    // One or two that are still where they were have been edited, and each is worth a word of its own.
    let places = Set(source.map { "\($0.id) \($0.path)" })
    let areThere = latest?.migrations.contains { places.contains("\($0.id) \($0.path)") } ?? false
    isReplaced = own.count > (areThere ? 2 : 1) && !present.isEmpty && own.isDisjoint(with: present)
    forms = own.union(present)
    ids = Set(forms.map(\.id))
    for item in ledger.items where isAnother(item.entry) {
      let others = MigrationForm.all(of: item.entry.migrations)
      if others.count > 1 { otherForms.formUnion(others) }
    }
  }

  /// Whether an older version has migrations, and none of them is among the latest version's or today's.
  func isAnother(_ entry: Entry) -> Bool {
    let own = MigrationForm.all(of: entry.migrations)
    guard let latest, entry.version < latest.version, !own.isEmpty, own.isDisjoint(with: forms) else { return false }
    return own.count > 1 || !own.isDisjoint(with: otherForms) || own.contains { !ids.contains($0.id) }
  }
}

extension Ledger {
  /// The ledger without versions of another lineage, and those.
  func divided(by lineage: Lineage) -> (own: Ledger, others: [Item]) {
    let others = items.filter { lineage.isAnother($0.entry) }
    if others.isEmpty { return (self, []) }
    return (Ledger(path: path, items: items.filter { !others.contains($0) }, broken: broken), others)
  }

  /// The version before `entry`, where both have migrations and none in common.
  func lineageLeft(by entry: Entry) -> Item? {
    let own = MigrationForm.all(of: entry.migrations)
    let before = items.last { $0.entry.version < entry.version && !$0.entry.migrations.isEmpty }
    guard !own.isEmpty, let before else { return nil }
    return own.isDisjoint(with: MigrationForm.all(of: before.entry.migrations)) ? before : nil
  }
}
