extension StoreMapping {
  /// The first number of Core Data's own entities, which store persistent history.
  private static let firstReservedNumber = 16_000

  /// Statements that replace the rows of `Z_PRIMARYKEY`, if any row changes. `Z_MAX`, the last assigned key, is kept:
  /// it never decreases, so that no key is assigned twice.
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

  /// The numbers of the old entities whose `Z_MAX` applies to an entity: its source and, for a root entity, which
  /// assigns the keys of its whole table, the root entities of all its sources.
  private func numbersBefore(_ entity: String) -> Set<Int> {
    let isRoot = new.superentityNumber(of: entity) == 0
    let family = isRoot ? mapping.to.family(of: entity).map(\.name) : [entity]
    let sources = family.compactMap { mapping.entity(named: $0)?.source }
    let roots = isRoot ? sources.map(mapping.from.rootEntity(of:)) : []
    let own = mapping.entity(named: entity)?.source
    return Set((roots + [own].compactMap { $0 }).map(old.number(of:)))
  }

  /// Statements that update persistent history, which refers to entities by number. The history of removed entities is
  /// deleted.
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
