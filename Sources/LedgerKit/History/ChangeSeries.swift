internal import GitStore
internal import LedgerCore
internal import MigrationSources

/// The commits that changed the same migrations of a frozen version, with the source before each of them. The changes can
/// be reverted in a list of migrations.
struct ChangeSeries {
  /// One commit of the series.
  struct Step {
    /// The place of the change in the history.
    let place: Int
    let commit: ObjectID
    let role: Finding.Commit.Role
    /// What happened to the migration of the version at ``path``.
    let effect: Finding.Commit.Role
    /// The path of a changed migration.
    let path: String
  }

  /// How a migration that was inserted before frozen ones is reverted.
  enum Reversal: CaseIterable {
    /// It is left out.
    case leftOut
    /// It follows the migrations that it was inserted before: later migrations may need it.
    case behind
  }

  /// The ids of the migrations.
  let ids: Set<String>
  /// In the order of the history.
  let steps: [Step]
  /// The migrations before each step, and those after the last step.
  let states: [[Migration]]
  /// Whether the order of the migrations was changed.
  let isReordering: Bool
  /// For migrations that were inserted, the ids of the existing ones behind them; otherwise empty.
  let behind: Set<String>
  /// Whether the first state has the migrations as they were frozen. A migration may be frozen before it is committed.
  let beginsAsFrozen: Bool

  /// The texts of the migrations, before the changes and in `list`, in lower case.
  func texts(in list: [Migration]) -> [String] {
    (list + (states.first ?? [])).filter { ids.contains($0.id) }.map { $0.up.lowercased() }
  }

  /// The list with the migrations of the series as they were in one of the states. All others stay as they are.
  ///
  /// - Parameter state: 0 for the state before the first step.
  func reverting(_ list: [Migration], to state: Int, _ reversal: Reversal) -> [Migration] {
    if state == 0, reversal == .behind, !behind.isEmpty { return movingBehind(list) }
    let old = states[state]
    let former = Dictionary(
      old.filter { ids.contains($0.id) }.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    var reverted: [Migration] = []
    for migration in list {
      if !ids.contains(migration.id) {
        reverted.append(migration)
      } else if !isReordering, let migration = former[migration.id] {
        reverted.append(migration)
      }
    }
    let present = Set(reverted.map(\.id))
    for (index, migration) in old.enumerated() where ids.contains(migration.id) && !present.contains(migration.id) {
      // It follows the migration that it followed then.
      let preceding = old[..<index].reversed().lazy.compactMap { other in
        reverted.firstIndex { $0.id == other.id }
      }.first
      reverted.insert(migration, at: preceding.map { $0 + 1 } ?? 0)
    }
    return reverted
  }

  private func movingBehind(_ list: [Migration]) -> [Migration] {
    var others = list.filter { !ids.contains($0.id) }
    guard let last = others.lastIndex(where: { behind.contains($0.id) }) else { return list }
    others.insert(contentsOf: list.filter { ids.contains($0.id) }, at: last + 1)
    return others
  }
}
