internal import Foundation
internal import GRDB

/// The numbers with which Core Data records changes.
///
/// > ACHANGE: Z_ENT 16001, Z_OPT NULL, ZCHANGETYPE 0 (insert) with ZCOLUMNS NULL, 1 (update) with ZCOLUMNS;
/// > ATRANSACTION: Z_ENT 16002, Z_OPT NULL, ZBUNDLEIDTS and ZPROCESSIDTS are keys of ATRANSACTIONSTRING (16003),
/// > ZTIMESTAMP in seconds since 2001 (myhome, cocktails, retroview)
///
/// Not shown by a store: deletions (2), an author, and the values of deleted objects (`ZTOMBSTONE0`), which are
/// therefore not recorded.
enum HistoryRecord {
  enum Kind: Int64 { case insert, update, delete }

  static let change: Int64 = 16_001
  static let transaction: Int64 = 16_002
  static let string: Int64 = 16_003

  static func name(of entity: Int64) -> String {
    switch entity {
    case change: "CHANGE"
    case transaction: "TRANSACTION"
    default: "TRANSACTIONSTRING"
    }
  }
}

/// The positions of properties in the bits of `ZCOLUMNS`, highest bit of the first byte first: attributes, to-one
/// relationships, to-many relationships, each by name.
///
/// > Author (name, cards): 40; Title (text, cards, picks): 60; Garnish (name, cocktails): 40, 78 times; StereoCard
/// > (nine attributes, titlePick, authors, …): 0020 (retroview, cocktails)
///
/// Of the orders that were tried, this one alone means a change in all of these rows that the applications make.
struct HistoryColumns: Sendable {
  /// By slot.
  private let positions: [Int]

  init(_ properties: [PropertyDescription]) {
    func rank(_ property: PropertyDescription) -> Int {
      property.relationship.map { $0.isToMany ? 2 : 1 } ?? 0
    }
    var positions = Array(repeating: 0, count: properties.count)
    let order = properties.sorted { (rank($0), $0.name) < (rank($1), $1.name) }
    for (position, property) in order.enumerated() { positions[property.slot] = position }
    self.positions = positions
  }

  func data(of slots: some Sequence<Int>) -> Data {
    var data = Data(count: (positions.count + 7) / 8)
    for slot in slots { data[positions[slot] / 8] |= Self.bit(positions[slot]) }
    return data
  }

  func slots(in data: Data) -> Set<Int> {
    let bytes = [UInt8](data)
    return Set(
      positions.indices.filter { slot in
        let position = positions[slot]
        return position / 8 < bytes.count && bytes[position / 8] & Self.bit(position) != 0
      })
  }

  private static func bit(_ position: Int) -> UInt8 { 0x80 >> UInt8(position % 8) }
}

extension SaveRun {
  /// Records the save as one transaction. The store of a migration stage may be of a version without history tables.
  func writeHistory(_ database: Database) throws {
    guard try database.tableExists("ACHANGE") else { return }
    let count = inserted.count + changed.count + deleted.count
    let process = Bundle.main.executableURL?.lastPathComponent ?? "unknown"
    let transaction = try key(HistoryRecord.transaction, 1, database)
    let strings = try [context.author, Bundle.main.bundleIdentifier ?? process, process].map { name in
      try name.map { StoredValue.integer(try string($0, database)) } ?? .null
    }
    try database.cachedStatement(
      sql: """
        INSERT INTO ATRANSACTION (Z_PK, Z_ENT, ZAUTHORTS, ZBUNDLEIDTS, ZPROCESSIDTS, ZTIMESTAMP)
        VALUES (?, \(HistoryRecord.transaction), ?, ?, ?, ?)
        """
    ).run([.integer(transaction)] + strings + [.real(Date().timeIntervalSinceReferenceDate)], on: database)

    var rows = HistoryRows(
      next: try key(HistoryRecord.change, count, database), transaction: transaction, database: database)
    // A migration removes the changed columns of all rows when it ends, because it numbers the properties anew.
    let isStage = store.stageFiles != nil
    func write(_ kind: HistoryRecord.Kind, _ data: BackingData, _ columns: StoredValue) throws {
      guard let key = data.key else { return }
      try rows.add(kind, of: table(of: data), key: key.primaryKey, isStage ? .null : columns)
    }
    for data in inserted {
      guard isMerged(data) else {
        try write(.insert, data, .null)
        continue
      }
      // A new object that takes over a row sets all its properties.
      try write(.update, data, .blob(data.entity.historyColumns.data(of: data.entity.properties.indices)))
    }
    // Most objects of a save have the same changes as the one before.
    var entity: EntityDescription?
    var slots: [Int] = []
    var columns = StoredValue.null
    for data in changed {
      if !isStage, entity !== data.entity || !slots.elementsEqual(data.original, by: { $0 == $1.slot }) {
        entity = data.entity
        slots = data.original.map { $0.slot }
        columns = .blob(data.entity.historyColumns.data(of: slots))
      }
      try write(.update, data, columns)
    }
    for data in deleted { try write(.delete, data, .null) }
    try rows.finish()
  }

  /// The first of some new keys of Core Data's own entities, whose rows exist once there is a history.
  private func key(_ entity: Int64, _ count: Int, _ database: Database) throws -> Int64 {
    let last = try database.cachedStatement(
      sql: """
        INSERT INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES (?, ?, 0, ?)
        ON CONFLICT (Z_ENT) DO UPDATE SET Z_MAX = Z_MAX + excluded.Z_MAX RETURNING Z_MAX
        """
    ).integer(
      with: [.integer(entity), .text(HistoryRecord.name(of: entity)), .integer(Int64(count))], on: database)
    return (last ?? Int64(count)) - Int64(count) + 1
  }

  private func string(_ name: String, _ database: Database) throws -> Int64 {
    let known = try database.cachedStatement(sql: "SELECT Z_PK FROM ATRANSACTIONSTRING WHERE ZNAME = ?")
      .integer(with: [.text(name)], on: database)
    if let known { return known }
    let key = try key(HistoryRecord.string, 1, database)
    try database.cachedStatement(
      sql: "INSERT INTO ATRANSACTIONSTRING (Z_PK, Z_ENT, ZNAME) VALUES (?, \(HistoryRecord.string), ?)"
    ).run([.integer(key), .text(name)], on: database)
    return key
  }
}
