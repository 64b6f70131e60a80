internal import SQLiteSyntax

/// The tables of the later database by those of the earlier one. A database may have thousands of tables, so they are
/// looked up by name.
struct Successors {
  let lineage: RowLineage
  /// The first present table of each origin, by its name.
  private let ids: [Identifier: Int]
  /// What was dropped, by the name of the table.
  private let drops: [Identifier: [RowLineage.Drop]]

  init(of lineage: RowLineage) {
    self.lineage = lineage
    ids = Dictionary(
      lineage.alive.values.sorted().compactMap { id in lineage.tables[id]?.origin.map { ($0, id) } },
      uniquingKeysWith: { first, _ in first })
    drops = Dictionary(grouping: lineage.drops) { $0.table }
  }

  /// The parts of a table that were dropped.
  func drops(of table: Identifier) -> [RowLineage.Drop] {
    guard let drops = drops[table] else { return [] }
    let successor = successor(of: table)
    return drops.filter { drop in
      // A column that a copy left out and that the table has again was not dropped.
      guard let column = drop.column, !drop.isExplicit else { return true }
      return successor?.index(of: column) == nil
    }
  }

  /// The table that contains the rows of an earlier table, and its name in the later database. If no statement is about
  /// it, the table of the same name. `nil` if it was dropped.
  ///
  /// - Parameter now: the names of the later tables, as they are declared.
  func successor(
    of left: TableSide, among now: [Identifier: Identifier]
  ) -> (table: RowLineage.Table, name: Identifier)? {
    if drops(of: left.name).contains(where: { $0.column == nil }) { return nil }
    let unchanged = now[left.name].map {
      RowLineage.Table(unchanged: left.name, named: $0, columns: left.columns)
    }
    guard let table = successor(of: left.name) ?? unchanged, let name = now[table.name] else { return nil }
    return (table, name)
  }

  /// The table that contains the rows of the earlier `table`. If a copy has taken over the name, and the table itself
  /// was only renamed, it is the copy.
  func successor(of table: Identifier) -> RowLineage.Table? {
    let key = table
    guard let id = ids[key], var successor = lineage.tables[id] else { return nil }
    if successor.name != key, let other = lineage.id(of: table), let copy = lineage.tables[other],
      copy.origin == nil,
      copy.copies.contains(where: { $0.from == id && $0.isMain })
    {
      var lineage = self.lineage
      lineage.adopt(successor, id, by: other, copy.copies.last?.place)
      successor = lineage.tables[other] ?? successor
      successor.isKeptAside = true
    }
    // Columns that an intermediate copy left out.
    for drop in drops[key] ?? [] where !drop.isExplicit {
      guard let column = drop.column, let index = successor.index(of: column), successor.columns[index].origin == nil
      else {
        continue
      }
      successor.columns[index].origin = RowLineage.Origin(table: drop.table, column: column)
      successor.columns[index].writes = [
        RowLineage.Write(
          kind: .leftOut, isUpdate: false, hasCondition: false, place: drop.place)
      ]
    }
    return successor
  }
}
