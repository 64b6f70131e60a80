extension StoreMapping {
  /// Core Data's own entities, those of the history, have numbers from here on.
  private static let firstReservedNumber = 16_000

  /// The rows of `Z_PRIMARYKEY`, if any changes. `Z_MAX`, the last key given out, is taken along: it never goes down, so
  /// that no key is given out twice.
  func entityRows() -> [String] {
    let rows = entityRows(of: new)
    guard entityRows(of: old) != rows || mapping.entities.contains(where: becomesRoot) else { return [] }
    return rows.map { row in
      let sources = Self.list(numbersBefore(row.name))
      return "INSERT INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) "
        + "SELECT -\(row.number), \(row.name.quoted(with: "'")), \(row.superentity), coalesce(max(Z_MAX), 0) "
        + "FROM Z_PRIMARYKEY WHERE Z_ENT IN \(sources)"
    } + [
      "DELETE FROM Z_PRIMARYKEY WHERE Z_ENT > 0 AND Z_ENT < \(Self.firstReservedNumber)",
      "UPDATE Z_PRIMARYKEY SET Z_ENT = -Z_ENT WHERE Z_ENT < 0",
    ]
  }

  private struct EntityRow: Hashable {
    let number: Int
    let name: String
    let superentity: Int
  }

  private func entityRows(of layout: StoreLayout) -> [EntityRow] {
    layout.entities.map {
      EntityRow(number: layout.number(of: $0), name: $0, superentity: layout.superentityNumber(of: $0))
    }
  }

  private func becomesRoot(_ entity: EntityMapping) -> Bool {
    guard let source = entity.source else { return false }
    return new.superentityNumber(of: entity.name) == 0 && old.superentityNumber(of: source) != 0
  }

  /// The old entities whose last keys count: its own, and for a root entity, which gives out the keys of its whole table,
  /// the roots its objects come from.
  private func numbersBefore(_ entity: String) -> Set<Int> {
    let isRoot = new.superentityNumber(of: entity) == 0
    let family = isRoot ? mapping.to.family(of: entity).map(\.name) : [entity]
    let sources = family.compactMap { mapping.entity(named: $0)?.source }
    let roots = isRoot ? sources.map(mapping.from.rootEntity(of:)) : []
    let own = mapping.entity(named: entity)?.source
    return Set((roots + [own].compactMap { $0 }).map(old.number(of:)))
  }

  /// The history names entities by their numbers too; what it says of those that are gone goes with them.
  func history() -> [String] {
    let gone = mapping.removedEntities.map(old.number(of:))
    var statements: [String] = []
    if !gone.isEmpty { statements.append("DELETE FROM ACHANGE WHERE ZENTITY IN \(Self.list(gone))") }
    if !renumbered.isEmpty {
      statements.append("UPDATE ACHANGE SET ZENTITY = \(ColumnValue.renumbering("ZENTITY", renumbered))")
    }
    return statements
  }
}
