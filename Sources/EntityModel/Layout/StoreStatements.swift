extension StoreLayout {
  /// The statements that create an empty store, without semicolons, in the order of Core Data (freezeray, docset). The
  /// rows of `Z_PRIMARYKEY` and `Z_METADATA` are not included.
  public var statements: [String] { statements(history: Self.history(tombstones: 0)) }

  /// The same for a store that a program with Core Data makes, which keeps a persistent history or not. If it does, the
  /// history has columns for the values that are preserved after a deletion.
  public func statements(withHistory hasHistory: Bool) -> [String] {
    statements(history: hasHistory ? Self.history(tombstones: tombstoneCount) : [])
  }

  private func statements(history: [String]) -> [String] {
    var statements: [String] = []
    for table in entityTables {
      statements.append(table.createTable)
      statements += joins(of: table).map(\.createTable)
    }
    for table in entityTables {
      statements += table.createIndexes
      statements += joins(of: table).map(\.createIndex)
    }
    return statements + Self.metadataTables + history
  }

  private func joins(of table: EntityTable) -> [JoinTable] {
    joinTables.filter { self.table(of: $0.entity) == table.name }
  }

  /// Core Data's metadata tables (freezeray).
  static let metadataTables = [
    "CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER)",
    "CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB)",
    "CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB)",
  ]

  /// The tables of persistent history (freezeray), which SwiftData always keeps.
  ///
  /// https://developer.apple.com/documentation/swiftdata/fetching-and-filtering-time-based-model-changes
  ///
  /// > ZTOMBSTONE0 BLOB, ZTOMBSTONE1 BLOB (photos: as many as the entity with the most preserved attributes has)
  static func history(tombstones: Int) -> [String] {
    historyTables(tombstones: (0..<tombstones).map { "ZTOMBSTONE\($0) BLOB" }) + historyIndexes
  }

  private static func historyTables(tombstones: [String]) -> [String] {
    [
      createTable(
        "ACHANGE",
        objectColumns + [
          "ZCHANGETYPE INTEGER", "ZENTITY INTEGER", "ZENTITYPK INTEGER", "ZTRANSACTIONID INTEGER", "ZCOLUMNS BLOB",
        ] + tombstones),
      createTable(
        "ATRANSACTION",
        objectColumns + [
          "ZAUTHORTS INTEGER", "ZBUNDLEIDTS INTEGER", "ZCONTEXTNAMETS INTEGER", "ZPROCESSIDTS INTEGER",
          "ZTIMESTAMP FLOAT", "ZAUTHOR VARCHAR", "ZBUNDLEID VARCHAR", "ZCONTEXTNAME VARCHAR", "ZPROCESSID VARCHAR",
          "ZQUERYGEN BLOB",
        ]),
      createTable("ATRANSACTIONSTRING", objectColumns + ["ZNAME VARCHAR"]),
    ]
  }

  private static let historyIndexes = [
    "CREATE INDEX ACHANGE_ZTRANSACTIONID_INDEX ON ACHANGE (ZTRANSACTIONID)",
    "CREATE INDEX ATRANSACTION_ZAUTHORTS_INDEX ON ATRANSACTION (ZAUTHORTS)",
    "CREATE INDEX ATRANSACTION_ZBUNDLEIDTS_INDEX ON ATRANSACTION (ZBUNDLEIDTS)",
    "CREATE INDEX ATRANSACTION_ZCONTEXTNAMETS_INDEX ON ATRANSACTION (ZCONTEXTNAMETS)",
    "CREATE INDEX ATRANSACTION_ZPROCESSIDTS_INDEX ON ATRANSACTION (ZPROCESSIDTS)",
    "CREATE INDEX Z_TRANSACTION_TransactionAuthorIndex ON ATRANSACTION (ZAUTHOR COLLATE BINARY ASC)",
    "CREATE INDEX Z_TRANSACTION_TransactionTimestampIndex ON ATRANSACTION (ZTIMESTAMP COLLATE BINARY ASC)",
    "CREATE UNIQUE INDEX Z_TRANSACTIONSTRING_UNIQUE_NAME ON ATRANSACTIONSTRING (ZNAME COLLATE BINARY ASC)",
  ]

  private static let objectColumns = ["Z_PK INTEGER PRIMARY KEY", "Z_ENT INTEGER", "Z_OPT INTEGER"]
}
