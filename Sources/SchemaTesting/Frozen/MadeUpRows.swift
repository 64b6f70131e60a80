internal import EntityModel
internal import Foundation
internal import GRDB
internal import SchemaFreezing
internal import SchemaModel

/// Fills a frozen store with rows, by the model that the store contains. Swift types, and the code of the version, are not
/// needed.
struct MadeUpRows {
  private let store: URL
  private let version: String
  private let model: DeclaredModel
  private let layout: StoreLayout
  private let isExact: Bool
  private let given: GivenValues

  /// - Throws: `SchemaLedgerError.custom` if the store has no readable model, or if the model does not have a property whose
  ///   values are given.
  init(in store: URL, version: String, given values: [String: [FrozenValue]]) throws {
    self.store = store
    self.version = version
    let records = try DatabaseQueue(path: store.path).read { database -> (metadata: Data?, cache: Data?) in
      guard try database.tableExists("Z_METADATA") else { return (nil, nil) }
      return (
        try Data.fetchOne(database, sql: "SELECT Z_PLIST FROM Z_METADATA"),
        try database.tableExists("Z_MODELCACHE")
          ? try Data.fetchOne(database, sql: "SELECT Z_CONTENT FROM Z_MODELCACHE") : nil
      )
    }
    switch StoreModel(metadata: records.metadata.map { [UInt8]($0) }, modelCache: records.cache.map { [UInt8]($0) }) {
    case .declared(let model, let place)?:
      self.model = model
      isExact = place == .metadata
    case .unreadable(_, let reason)?:
      throw SchemaLedgerError.custom("No rows can be made up for v\(version): its model cannot be read: \(reason)")
    case nil: throw SchemaLedgerError.custom("No rows can be made up for v\(version): its store contains no model")
    }
    layout = try StoreLayout(of: model)
    given = try GivenValues(values, for: model, version: version)
  }

  /// The primary keys of the rows of each entity, without its subentities.
  private typealias Keys = [String: [Int64]]

  /// Adds rows of each entity.
  ///
  /// - Throws: `SchemaLedgerError.custom` if a required property has values that are not known.
  func write(_ count: Int) throws {
    try check()
    let queue = try DatabaseQueue(path: store.path)
    try queue.write { database in
      var keys: Keys = [:]
      for table in layout.entityTables { try writeRows(count, of: table, &keys, database) }
      for entity in model.entities {
        for relationship in entity.relationships {
          try link(relationship, of: entity.name, keys, database)
        }
      }
      for entity in model.entities {
        for relationship in entity.relationships { try check(relationship, of: entity.name, database) }
      }
    }
    try queue.close()
  }

  private func check() throws {
    let unknown = model.entities.flatMap { entity in
      entity.attributes.filter { attribute in
        let values = values(attribute, of: entity.name, isUnique: false)
        return attribute.isStored && values.isRequired && !values.isKnown
      }.map { "\n   \(entity.name).\($0.name): \($0.valueType ?? $0.type.rawValue)" }
    }
    guard unknown.isEmpty else {
      throw SchemaLedgerError.custom(
        "No rows can be made up for v\(version): its model does not say what values these required properties may have:"
          + unknown.joined()
          + "\n   Give them, as in .madeUp(values: [\"Lamp.color\": [\"red\", \"green\"]]), or use fixture(frozen:as:rows:) "
          + "with the code of the version")
    }
  }

  private func values(_ attribute: DeclaredModel.Attribute, of entity: String, isUnique: Bool) -> MadeUpValues {
    // An inherited attribute has the values that are given for the model that declares it.
    let owners = model.lineage(of: entity).map(\.name)
    return MadeUpValues(
      attribute: attribute, isExact: isExact, isUnique: isUnique,
      given: owners.lazy.compactMap { given.values(of: attribute.name, in: $0) }.first)
  }

  // MARK: Rows

  private func writeRows(
    _ count: Int, of table: StoreLayout.EntityTable, _ keys: inout Keys, _ database: Database
  ) throws {
    var last: Int64 = 0
    for entity in model.family(of: table.rootEntity) {
      let lineage = model.lineage(of: entity.name)
      let unique = Set(lineage.flatMap { $0.uniquenessConstraints.joined() })
      let attributes = lineage.flatMap(\.attributes).filter(\.isStored)
      let names = ["Z_PK", "Z_ENT", "Z_OPT"] + attributes.flatMap { columnNames(of: $0, in: entity.name) }
      let statement = try database.makeStatement(
        // A second row with the same unique values, for example of a Bool, is left out.
        sql: "INSERT OR IGNORE INTO \(table.name) (\(names.joined(separator: ", "))) "
          + "VALUES (\(names.map { _ in "?" }.joined(separator: ", ")))")
      for _ in 0..<count {
        // Rows of one table have different unique values, whatever their entities.
        let row = Int(last)
        let columns = attributes.flatMap {
          values($0, of: entity.name, isUnique: unique.contains($0.name)).columns(row)
        }
        var arguments: [(any DatabaseValueConvertible)?] = [last + 1, layout.number(of: entity.name), 1]
        arguments += columns.map(\.argument)
        try statement.execute(arguments: StatementArguments(arguments))
        last += 1
        if database.changesCount > 0 { keys[entity.name, default: []].append(last) }
      }
    }
    try database.execute(
      sql: "UPDATE Z_PRIMARYKEY SET Z_MAX = ? WHERE Z_ENT = ?",
      arguments: [last, layout.number(of: table.rootEntity)])
  }

  private func columnNames(of attribute: DeclaredModel.Attribute, in entity: String) -> [String] {
    layout.column(of: attribute.name, in: entity).map { [$0.name] }
      ?? layout.columns(ofComposite: attribute.name, in: entity).map(\.name)
  }

  // MARK: Relationships

  /// The rows of an entity and its subentities, with their numbers, in the order of the keys.
  private func rows(of entity: String, _ keys: Keys) -> [(key: Int64, number: Int)] {
    model.family(of: entity).flatMap { member in
      (keys[member.name] ?? []).map { (key: $0, number: layout.number(of: member.name)) }
    }.sorted { $0.key < $1.key }
  }

  private func link(
    _ relationship: DeclaredModel.Relationship, of entity: String, _ keys: Keys, _ database: Database
  ) throws {
    let own = rows(of: entity, keys)
    let others = rows(of: relationship.destination, keys)
    guard !own.isEmpty, !others.isEmpty else { return }
    let inverse = relationship.inverse.flatMap { name in
      model.lineage(of: relationship.destination).lazy.flatMap(\.relationships).first { $0.name == name }
    }
    switch layout.storage(of: relationship.name, in: entity) {
    case .ownKey(let column)?:
      let number = layout.entityNumberColumn(of: relationship.name, in: entity)
      for (row, object) in own.enumerated() {
        guard let other = destination(of: relationship, inverse, row, others) else { continue }
        try database.execute(
          sql:
            "UPDATE \(layout.table(of: entity)) SET \(column) = ?\(number.map { ", \($0) = ?" } ?? "") WHERE Z_PK = ?",
          arguments: StatementArguments([other.key] + (number == nil ? [] : [Int64(other.number)]) + [object.key]))
      }
    case .foreignKey(let table, let column)? where inverse == nil:
      // Every object belongs to one list. With an inverse, its key has been set above.
      for (row, other) in others.enumerated() where row % 4 != 3 {
        try database.execute(
          sql: "UPDATE \(table) SET \(column) = ? WHERE Z_PK = ?", arguments: [own[row / 2 % own.count].key, other.key])
      }
    case .joinTable(let name, let ownColumn, let otherColumn)?:
      // The other end writes the same table.
      guard (entity, relationship.name) <= (relationship.destination, relationship.inverse ?? "") else { return }
      for (row, object) in own.enumerated() {
        for step in 0..<(row % 4) {
          try database.execute(
            sql: "INSERT OR IGNORE INTO \(name) (\(ownColumn), \(otherColumn)) VALUES (?, ?)",
            arguments: [object.key, others[(row + step * 7) % others.count].key])
        }
      }
    default: break
    }
  }

  /// Checks that no object lacks a required one.
  private func check(
    _ relationship: DeclaredModel.Relationship, of entity: String, _ database: Database
  ) throws {
    guard !isExact || !relationship.isOptional, !relationship.isToMany,
      case .ownKey(let column)? = layout.storage(of: relationship.name, in: entity)
    else { return }
    let numbers = model.family(of: entity).map { "\(layout.number(of: $0.name))" }.joined(separator: ", ")
    let missing = try Int.fetchOne(
      database,
      sql: "SELECT count(*) FROM \(layout.table(of: entity)) WHERE \(column) IS NULL AND Z_ENT IN (\(numbers))")
    guard let missing, missing > 0 else { return }
    throw SchemaLedgerError.custom(
      "No rows can be made up for v\(version): \(missing) objects of \(entity) would have no \(relationship.name), which "
        + "is required\n   Use fixture(frozen:as:rows:) with the code of the version")
  }

  /// The object to which a row refers; `nil` for none.
  private func destination(
    of relationship: DeclaredModel.Relationship, _ inverse: DeclaredModel.Relationship?, _ row: Int,
    _ others: [(key: Int64, number: Int)]
  ) -> (key: Int64, number: Int)? {
    // Both ends of a one-to-one relationship have a key, and the rows of the same position refer to each other.
    if let inverse, !inverse.isToMany { return row < others.count ? others[row] : nil }
    if isExact, relationship.isOptional, row % 4 == 3 { return nil }
    // The first object gets many references, some get none.
    return others[row < 5 ? 0 : row * 7 % others.count]
  }
}

extension StoredValue {
  fileprivate var argument: (any DatabaseValueConvertible)? {
    switch self {
    case .null: nil
    case .integer(let value): value
    case .real(let value): value
    case .text(let value): value
    case .blob(let value): value
    }
  }
}
