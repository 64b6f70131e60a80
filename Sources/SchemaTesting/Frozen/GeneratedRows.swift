internal import EntityModel
internal import Foundation
internal import GRDB
internal import SchemaFreezing

/// Fills a frozen store with rows, by the model that the store contains. Swift types, and the code of the version, are not
/// needed.
struct GeneratedRows {
  private let store: URL
  private let version: String
  private let rows: StoreRows

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
      rows = StoreRows(
        model: model, layout: try StoreLayout(of: model), isExact: place == .metadata,
        given: try GivenValues(values, for: model, version: version).columns)
    case .unreadable(_, let reason)?:
      throw SchemaLedgerError.custom("No rows can be generated for v\(version): its model cannot be read: \(reason)")
    case nil: throw SchemaLedgerError.custom("No rows can be generated for v\(version): its store contains no model")
    }
  }

  /// Adds rows of each entity.
  ///
  /// - Throws: `SchemaLedgerError.custom` if a required property has values that are not known, or if an object would lack
  ///   a required one.
  func write(_ count: Int) throws {
    let gaps = rows.gaps(count: count)
    try checkValues(gaps)
    try checkRelationships(gaps)
    let queue = try DatabaseQueue(path: store.path)
    try queue.write { database in
      for statement in rows.statements(count: count) { try database.execute(sql: statement) }
    }
    try queue.close()
  }

  private func checkValues(_ gaps: [RowGap]) throws {
    let unknown = gaps.compactMap { gap -> String? in
      guard case .unknownValues(let entity, let attribute, let type, isRequired: true) = gap else { return nil }
      return "\n   \(entity).\(attribute): \(type)"
    }
    guard unknown.isEmpty else {
      throw SchemaLedgerError.custom(
        "No rows can be generated for v\(version): its model does not say what values these required properties may have:"
          + unknown.joined()
          + "\n   Give them, as in .generated(values: [\"Lamp.color\": [\"red\", \"green\"]]), or use fixture(frozen:as:rows:) "
          + "with the code of the version")
    }
  }

  private func checkRelationships(_ gaps: [RowGap]) throws {
    for case .missingObjects(let entity, let relationship, let missing) in gaps {
      throw SchemaLedgerError.custom(
        "No rows can be generated for v\(version): \(missing) objects of \(entity) would have no \(relationship), which "
          + "is required\n   Use fixture(frozen:as:rows:) with the code of the version")
    }
  }
}
