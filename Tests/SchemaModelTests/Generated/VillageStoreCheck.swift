import EntityModel
import GRDB

@testable import SchemaModel

/// What is in a store: read by a context of its own, and by SQL.
struct VillageStoreCheck {
  private let container: ModelContainer

  init(_ container: ModelContainer) { self.container = container }

  /// - Throws: `VillageRun.Difference`.
  func compare(with truth: VillageTruth) throws {
    try checkTables()
    let context = ModelContext(container)
    let objects = try [Village.Kind.person, .house, .street, .club, .tool, .ticket].flatMap { try context.things($0) }
    guard objects.map(\.mark).sorted() == truth.alive().sorted() else {
      throw difference("\(objects.map(\.mark).sorted()), and should be \(truth.alive().sorted())")
    }
    for object in objects {
      guard let thing = truth.things[object.mark] else { continue }
      guard (object is Village.Mayor) == (thing.kind == .mayor) else {
        throw difference("\(object.mark) as \(type(of: object))")
      }
      try VillageRun.compare(object, thing, object.mark)
      for property in thing.kind.properties {
        let (found, expected) = (object.links(property).map(\.mark).sorted(), truth.links(object.mark, property))
        guard found == expected else {
          throw difference("\(object.mark).\(property) \(found), and should be \(expected)")
        }
      }
    }
  }

  private func difference(_ text: String) -> VillageRun.Difference {
    VillageRun.Difference(description: "the store has " + text)
  }

  /// What holds in every store.
  func checkTables() throws {
    try container.stores[0].connection.read { database in
      for (rule, query) in Self.rules(container.stores[0]) {
        guard try Int.fetchOne(database, sql: "SELECT 1 WHERE EXISTS (\(query))") == nil else {
          throw difference(rule)
        }
      }
    }
  }

  private static func rules(_ store: Store) -> [(rule: String, query: String)] {
    let layout = store.layout
    var rules: [(String, String)] = []
    for entity in store.schema.declaredModel.entities {
      let table = layout.table(of: entity.name)
      if entity.superentity == nil {
        rules.append(
          (
            "a key above Z_MAX in \(table)",
            "SELECT 1 FROM \(table) WHERE Z_PK > (SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = \(layout.number(of: entity.name)))"
          ))
      }
      for relationship in entity.relationships {
        let destination = layout.table(of: relationship.destination)
        func dangling(_ table: String, _ column: String, _ destination: String) {
          rules.append(
            (
              "\(table).\(column) that leads nowhere",
              "SELECT 1 FROM \(table) WHERE \(column) IS NOT NULL AND \(column) NOT IN (SELECT Z_PK FROM \(destination))"
            ))
        }
        switch layout.storage(of: relationship.name, in: entity.name) {
        case .ownKey(let column):
          dangling(table, column, destination)
          guard let number = layout.entityNumberColumn(of: relationship.name, in: entity.name) else { continue }
          rules.append(
            (
              "\(table).\(number) that is not the number of what \(column) leads to",
              "SELECT 1 FROM \(table) t WHERE \(number) IS NOT (SELECT Z_ENT FROM \(destination) WHERE Z_PK = t.\(column))"
            ))
        case .foreignKey(let other, let column): dangling(other, column, table)
        case .joinTable(let join, let own, let other):
          dangling(join, own, table)
          dangling(join, other, destination)
        case nil: continue
        }
      }
    }
    return rules
  }
}
