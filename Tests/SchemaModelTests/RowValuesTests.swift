import Foundation
import GRDB
import Testing

@testable import SchemaModel

/// One statement that gives successive rows their values.
@Suite("Row values")
struct RowValuesTests {
  private func database(_ keys: [Int]) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.prepareDatabase { RowValues.addFunction(to: $0) }
    let queue = try DatabaseQueue(configuration: configuration)
    try queue.write { database in
      try database.execute(sql: "CREATE TABLE t (Z_PK INTEGER PRIMARY KEY, Z_OPT INTEGER, v BLOB UNIQUE)")
      for key in keys { try database.execute(sql: "INSERT INTO t VALUES (?, 1, NULL)", arguments: [key]) }
    }
    return queue
  }

  private func update(_ queue: DatabaseQueue, _ rows: [(Int64, StoredValue)]) throws {
    try queue.write { database in
      let statement = try database.cachedStatement(sql: RowValues.update(["v"], of: "t"))
      try RowValues(keys: rows.map(\.0), values: rows.map(\.1)).run(statement, on: database)
    }
  }

  @Test("each row between the first and the last has its value, of any kind, and others keep theirs")
  func kinds() throws {
    let queue = try database([1, 2, 3, 5, 6, 9, 10, 11, 12])
    let values: [StoredValue] = [
      .integer(.min), .real(0.1), .text("\u{0}é"), .text(""), .blob(Data([0, 1])), .blob(Data()), .null,
    ]
    try update(queue, Array(zip([2, 3, 5, 6, 9, 10, 11], values)))
    var found: [StoredValue] = []
    var versions: [Int64] = []
    try queue.read { database in
      // GRDB reads a text only up to its first zero byte.
      try database.cachedStatement(sql: "SELECT v, Z_OPT FROM t ORDER BY Z_PK").forEachRow([], on: database) { row in
        found.append(row.value(at: 0))
        versions.append(row.integer(at: 1))
      }
    }
    #expect(found == [.null] + values + [.null])
    #expect(versions == [1, 2, 2, 2, 2, 2, 2, 2, 1])
  }

  @Test("rows that SQLite visits in another order have their own values too")
  func reversed() throws {
    let queue = try database([1, 2, 3])
    try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA reverse_unordered_selects = ON") }
    try update(queue, [(1, .text("a")), (2, .text("b")), (3, .text("c"))])
    #expect(try queue.read { try String.fetchAll($0, sql: "SELECT v FROM t ORDER BY Z_PK") } == ["a", "b", "c"])
  }

  @Test("several columns have their own values, also those of a row that is not visited in order")
  func columns() throws {
    let queue = try database([1, 2, 3])
    try queue.write { database in
      try database.execute(sql: "ALTER TABLE t ADD COLUMN w")
      let statement = try database.cachedStatement(sql: RowValues.update(["w", "v"], of: "t"))
      let values = RowValues(keys: [1, 2, 3], values: (1...6).map { .integer($0) })
      for _ in 1...2 { try values.run(statement, on: database) }
      #expect(
        try Row.fetchAll(database, sql: "SELECT w, v, Z_OPT FROM t ORDER BY Z_PK").map { [$0[0], $0[1], $0[2]] }
          == [[1, 2, 3], [3, 4, 3], [5, 6, 3]])
    }
    try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA reverse_unordered_selects = ON") }
    try queue.write { database in
      let statement = try database.cachedStatement(sql: RowValues.update(["v", "w"], of: "t"))
      try RowValues(keys: [1, 2, 3], values: (11...16).map { .integer($0) }).run(statement, on: database)
      #expect(try Int.fetchAll(database, sql: "SELECT v * 100 + w FROM t ORDER BY Z_PK") == [1112, 1314, 1516])
    }
  }

  @Test("a row without a value, equal unique values, and a call by somebody else are errors that change nothing")
  func refused() throws {
    let queue = try database([1, 2, 3])
    #expect(throws: DatabaseError.self) { try update(queue, [(1, .integer(7)), (3, .integer(8))]) }
    #expect(throws: DatabaseError.self) { try update(queue, [(1, .integer(7)), (2, .integer(7))]) }
    #expect(throws: DatabaseError.self) {
      try queue.write { try $0.execute(sql: "UPDATE t SET v = schemamodel_value(1, Z_PK, 0)") }
    }
    #expect(try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM t WHERE v IS NULL AND Z_OPT = 1") } == 3)
  }
}
