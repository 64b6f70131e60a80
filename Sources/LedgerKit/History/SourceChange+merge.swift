internal import LedgerEntries

extension SourceChange {
  /// The changes that a merge made itself. Content that equals one of its parents is a change of that parent.
  ///
  /// - Parameter parents: the sources of the parents: one for an ordinary commit, none for a root commit.
  static func changes(from parents: [[MigrationRecord]], to after: [MigrationRecord]) -> [SourceChange] {
    guard parents.count > 1 else { return changes(from: parents.first ?? [], to: after) }
    let lists = parents.map { changes(from: $0, to: after) }
    guard !lists.contains(where: \.isEmpty) else { return [] }
    var own: [SourceChange] = []
    for (place, list) in lists.enumerated() {
      for change in list {
        if let met = meeting(change, parents) {
          guard let known = own.firstIndex(where: { $0.kind == .inserted && $0.after == met.after }) else {
            own.append(met)
            continue
          }
          let behind = own[known].behind + met.behind.filter { !own[known].behind.contains($0) }
          own[known] = SourceChange(.inserted, to: met.after, behind: behind)
        } else if place == 0, lists.dropFirst().allSatisfy({ $0.contains { $0.ids == change.ids } }) {
          own.append(change)
        }
      }
    }
    return own
  }

  /// A migration from one side that is ordered before migrations which only the other side has. The merge brings them
  /// together.
  private static func meeting(_ change: SourceChange, _ parents: [[MigrationRecord]]) -> SourceChange? {
    guard change.kind == .inserted, let id = change.after.first?.id else { return nil }
    let sides = parents.map { Set($0.map(\.id)) }
    guard sides.contains(where: { $0.contains(id) }) else { return nil }
    let met = change.behind.filter { other in !sides.contains { $0.contains(id) && $0.contains(other.id) } }
    return met.isEmpty ? nil : SourceChange(.inserted, to: change.after, behind: met)
  }
}
