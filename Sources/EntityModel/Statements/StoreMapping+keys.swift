extension StoreMapping {
  /// Links that move to a key column from another place. They are collected in a temporary table before the old tables
  /// change, and applied after the new tables exist.
  struct Staging {
    let collecting: [String]
    let applying: [String]
  }

  /// The staging of each old relationship whose links move.
  mutating func stagings() -> [Staging] {
    var stagings: [Staging] = []
    for key in keys {
      for relationship in moved(to: key) { stagings.append(staging(relationship, to: key)) }
    }
    return stagings
  }

  /// The old relationships that a key's links come from, except those whose columns are kept with the rows.
  private func moved(to key: RelationshipKey) -> [OldRelationship] {
    let forward = oldRelationships(of: key.relationship, in: key.holder)
    return oldRelationships(of: key.inverse, in: key.target).filter { back in
      guard !forward.contains(where: { $0.isInverse(of: back) }) else { return false }
      if case .foreignKey = back.storage, forward.isEmpty { return false }
      return true
    }
  }

  private mutating func staging(_ relationship: OldRelationship, to key: RelationshipKey) -> Staging {
    let links = links(relationship)
    let scratch = temporaryName()
    let several =
      "\(key.target).\(key.inverse ?? key.column): one \(key.holder) is linked to several objects, but can belong to only one"
    let collecting =
      asserting(several, rows: "SELECT \(links.other) FROM \(links.rows) GROUP BY \(links.other) HAVING count(*) > 1")
      + [
        "CREATE TABLE \(scratch) (Z_PK INTEGER PRIMARY KEY, ZKEY INTEGER)",
        "INSERT INTO \(scratch) (Z_PK, ZKEY) SELECT \(links.other), \(links.own) FROM \(links.rows)",
      ]
    let table = new.table(of: key.holder)
    let collected = "SELECT collected.ZKEY FROM \(scratch) AS collected WHERE collected.Z_PK = \(table).Z_PK"
    let other = "\(key.column) IS NOT NULL AND \(key.column) <> (\(collected))"
    let disagreement =
      "\(key.holder).\(key.relationship ?? key.column) and \(key.target).\(key.inverse ?? key.column) become one relationship, but have different values"
    let applying =
      asserting(disagreement, rows: "SELECT 1 FROM \(table) WHERE \(other)") + [
        "UPDATE \(table) SET \(key.column) = (\(collected)) WHERE Z_PK IN (SELECT Z_PK FROM \(scratch))",
        "DROP TABLE \(scratch)",
      ]
    return Staging(collecting: collecting, applying: applying)
  }

  /// Statements that clear keys of objects that were removed or can no longer be linked by the relationship.
  func clearingDanglingReferences(of key: RelationshipKey) -> [String] {
    let targets =
      oldRelationships(of: key.relationship, in: key.holder).map(\.relationship.destination)
      + oldRelationships(of: key.inverse, in: key.target).map(\.entity)
    guard targets.contains(where: { !keepsObjects(of: $0, as: key.target) }) else { return [] }
    let table = new.table(of: key.holder)
    let place = "\(table).\(key.column)"
    let columns = [key.column, key.numberColumn].compactMap { $0 }.map { "\($0) = NULL" }.joined(separator: ", ")
    return ["UPDATE \(table) SET \(columns) WHERE \(place) IS NOT NULL AND NOT \(isThere(place, of: key.target))"]
  }

  /// Statements that fill new entity number columns.
  func entityNumbers(of key: RelationshipKey) -> [String] {
    guard let number = key.numberColumn else { return [] }
    let forward = oldRelationships(of: key.relationship, in: key.holder)
    let isCarried =
      !forward.isEmpty
      && forward.allSatisfy { old.entityNumberColumn(of: $0.relationship.name, in: $0.entity) != nil }
    let isNew = forward.isEmpty && oldRelationships(of: key.inverse, in: key.target).isEmpty
    guard !(isCarried && moved(to: key).isEmpty), !isNew else { return [] }
    let table = new.table(of: key.holder)
    let entity =
      "SELECT other.Z_ENT FROM \(new.table(of: key.target)) AS other WHERE other.Z_PK = \(table).\(key.column)"
    return ["UPDATE \(table) SET \(number) = (\(entity)) WHERE \(key.column) IS NOT NULL"]
  }
}
