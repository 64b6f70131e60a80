import EntityModel
import GRDB
import Testing

/// An in-memory store that some statements have filled.
struct FilledStore {
  let model: DeclaredModel
  let layout: StoreLayout
  private let queue: DatabaseQueue

  init(_ model: DeclaredModel, _ layout: StoreLayout, _ statements: [String]) throws {
    (self.model, self.layout) = (model, layout)
    queue = try DatabaseQueue()
    try queue.write { database in
      for statement in layout.statements { try database.execute(sql: statement) }
      for entity in layout.entities {
        try database.execute(
          sql: "INSERT INTO Z_PRIMARYKEY VALUES (?, ?, ?, 0)",
          arguments: [layout.number(of: entity), entity, layout.superentityNumber(of: entity)])
      }
      for statement in statements { try database.execute(sql: statement) }
    }
  }

  func integers(_ query: String) throws -> [Int] { try queue.read { try Int.fetchAll($0, sql: query) } }
  func texts(_ query: String) throws -> [String] { try queue.read { try String.fetchAll($0, sql: query) } }

  func columns(of attribute: String, in entity: String) -> [String] {
    layout.column(of: attribute, in: entity).map { [$0.name] }
      ?? layout.columns(ofComposite: attribute, in: entity).map(\.name)
  }

  /// The numbers of an entity and its subentities, as a list in SQL.
  private func numbers(of entity: String) -> String {
    model.family(of: entity).map { String(layout.number(of: $0.name)) }.joined(separator: ", ")
  }

  // MARK: Keys

  /// Checks that abstract entities have no rows, and that the next object gets a new key.
  func checkKeys() throws {
    for entity in model.entities {
      let table = layout.table(of: entity.name)
      let number = layout.number(of: entity.name)
      let count = try integers("SELECT count(*) FROM \(table) WHERE Z_ENT = \(number)")
      #expect((count == [0]) == entity.isAbstract, "\(entity.name)")
    }
    for table in layout.entityTables {
      let query = "SELECT Z_MAX >= (SELECT ifnull(max(Z_PK), 0) FROM \(table.name)) FROM Z_PRIMARYKEY WHERE Z_ENT = "
      #expect(try integers(query + "\(layout.number(of: table.rootEntity))") == [1])
    }
  }

  // MARK: Links

  /// The pairs of keys that a relationship links, its own first.
  func links(_ relationship: DeclaredModel.Relationship, _ entity: String) throws -> [[Int]] {
    let numbers = numbers(of: entity)
    let query =
      switch try #require(layout.storage(of: relationship.name, in: entity)) {
      case .ownKey(let column):
        "SELECT Z_PK, \(column) FROM \(layout.table(of: entity)) WHERE \(column) NOT NULL AND Z_ENT IN (\(numbers))"
      case .foreignKey(let table, let column): "SELECT \(column), Z_PK FROM \(table) WHERE \(column) NOT NULL"
      case .joinTable(let table, let own, let other): "SELECT \(own), \(other) FROM \(table)"
      }
    return try queue.read { database in
      try Row.fetchAll(database, sql: query + " ORDER BY 1, 2").map { [$0[0], $0[1]] }
    }
  }

  /// The number of objects at the other end, for each object.
  func counts(of relationship: DeclaredModel.Relationship, _ entity: String) throws -> [Int] {
    let links = Dictionary(grouping: try links(relationship, entity)) { $0[0] }
    return try integers("SELECT Z_PK FROM \(layout.table(of: entity)) WHERE Z_ENT IN (\(numbers(of: entity)))").map {
      links[$0]?.count ?? 0
    }
  }

  /// Checks that each link leads from and to objects of the right entities, that both ends of a relationship agree, and that
  /// orders have no equal positions.
  func checkLinks() throws {
    for entity in model.entities {
      for relationship in entity.relationships {
        let name = "\(entity.name).\(relationship.name)"
        let links = try links(relationship, entity.name)
        let own = try keys(of: entity.name)
        let others = try keys(of: relationship.destination)
        #expect(links.allSatisfy { own.contains($0[0]) && others.contains($0[1]) }, "\(name)")
        if let inverse = try inverse(of: relationship) {
          let back = try self.links(inverse.relationship, inverse.entity).map { [$0[1], $0[0]] }
          #expect(Set(links) == Set(back), "\(name)")
          #expect(links.count == Set(links).count, "\(name)")
        }
        try checkNumbers(relationship, entity.name)
        try checkOrder(relationship, entity.name)
      }
    }
  }

  private func keys(of entity: String) throws -> Set<Int> {
    Set(try integers("SELECT Z_PK FROM \(layout.table(of: entity)) WHERE Z_ENT IN (\(numbers(of: entity)))"))
  }

  private func inverse(
    of relationship: DeclaredModel.Relationship
  ) throws -> (entity: String, relationship: DeclaredModel.Relationship)? {
    guard let name = relationship.inverse else { return nil }
    for entity in model.lineage(of: relationship.destination) {
      if let found = entity.relationships.first(where: { $0.name == name }) { return (entity.name, found) }
    }
    return try #require(nil)
  }

  /// Checks the column with the entity number of the other object.
  private func checkNumbers(_ relationship: DeclaredModel.Relationship, _ entity: String) throws {
    guard let number = layout.entityNumberColumn(of: relationship.name, in: entity),
      case .ownKey(let column)? = layout.storage(of: relationship.name, in: entity)
    else { return }
    let target = layout.table(of: relationship.destination)
    let found = "(SELECT other.Z_ENT FROM \(target) AS other WHERE other.Z_PK = own.\(column))"
    let query = "SELECT count(*) FROM \(layout.table(of: entity)) AS own WHERE own.\(number) IS NOT \(found)"
    #expect(try integers(query) == [0])
  }

  /// Checks the order of an ordered relationship: each of an object's links has a position, and no two have the same.
  private func checkOrder(_ relationship: DeclaredModel.Relationship, _ entity: String) throws {
    guard relationship.isOrdered, let storage = layout.storage(of: relationship.name, in: entity) else { return }
    let (table, key, order): (String, String, String)
    switch storage {
    case .ownKey: return
    case .foreignKey(let name, let column):
      (table, key, order) = (name, column, "Z_FOK_\(try #require(relationship.inverse).uppercased())")
    case .joinTable(let name, let own, let other): (table, key, order) = (name, own, "Z_FOK_\(other.dropFirst(2))")
    }
    #expect(try integers("SELECT count(*) FROM \(table) WHERE (\(key) IS NULL) IS NOT (\(order) IS NULL)") == [0])
    let equal = "SELECT 1 FROM \(table) WHERE \(key) NOT NULL GROUP BY \(key), \(order) HAVING count(*) > 1"
    #expect(try integers(equal).isEmpty)
  }
}
