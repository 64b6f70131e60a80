internal import SQLiteSyntax

/// Orders tables so that parents precede children, except in cycles.
enum PopulationOrder {
  /// - Parameter names: the names, in the order of the schema.
  static func order(_ names: [Identifier], _ tables: [Identifier: PopulatedTable]) -> [Identifier] {
    var rest = names
    var placed: Set<Identifier> = []
    var order: [Identifier] = []
    while !rest.isEmpty {
      var best = 0
      var least = Int.max
      for (index, name) in rest.enumerated() {
        let weight = weight(name, tables, placed)
        if weight < least { (best, least) = (index, weight) }
        if weight == 0 { break }
      }
      let name = rest.remove(at: best)
      placed.insert(name)
      order.append(name)
    }
    return order
  }

  /// The cost of placing a table now. A required parent that has not been placed costs 10,000, an optional one 100, an
  /// implied one 1.
  private static func weight(
    _ name: Identifier, _ tables: [Identifier: PopulatedTable], _ placed: Set<Identifier>
  ) -> Int {
    guard let table = tables[name] else { return 0 }
    return table.references.reduce(0) { sum, reference in
      let parent = reference.parent
      guard parent != name, tables[parent] != nil, !placed.contains(parent) else { return sum }
      if reference.isImplied { return sum + 1 }
      return sum + (reference.columns.contains { table.columns[$0].isNullable } ? 100 : 10_000)
    }
  }
}
