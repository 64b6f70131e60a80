internal import GRDB

/// Reads the rows of a table by their keys, past pages that cannot be read.
struct RowSearch {
  let table: String
  let columns: [String]
  /// The column of the keys: `Z_PK`, or `rowid` for a table without it.
  var key = "Z_PK"
  /// No row has a larger key.
  let largestKey: Int64

  /// The number of rows of a damaged database is not known, so the search for the next readable row ends here.
  private static let longestGap: Int64 = 5_000_000

  /// Calls a function with each row, in the order of the keys.
  ///
  /// - Returns: the ranges of keys in which rows could not be read, with SQLite's reasons.
  func forEach(in database: Database, _ body: (Row) throws -> Void) throws -> [(ClosedRange<Int64>, String)] {
    var gaps: [(ClosedRange<Int64>, String)] = []
    var last = Int64.min
    while true {
      do {
        try readOn(after: &last, database, body)
        return gaps
      } catch let error as DatabaseError where Self.isDamage(error) {
        let start = max(last == .min ? 1 : last + 1, 1)
        guard start <= largestKey else { return gaps }
        let end = min(largestKey, start + Self.longestGap)
        // One leaf page of a table has the rows of successive keys, so the rows after it may be readable.
        guard let found = try next(from: start, to: end, database) else {
          gaps.append((start...end, error.message ?? "\(error)"))
          return gaps
        }
        if found > start { gaps.append((start...(found - 1), error.message ?? "\(error)")) }
        last = found - 1
        if found == start {
          // The row can be found by its key, but not on the way from the previous one.
          guard let row = try read(found, database) else { return gaps }
          try body(row)
          last = found
        }
      }
    }
  }

  private func readOn(after last: inout Int64, _ database: Database, _ body: (Row) throws -> Void) throws {
    let cursor = try Row.fetchCursor(
      database, sql: "SELECT \(list) FROM \(table) WHERE \(key) > ? ORDER BY \(key)", arguments: [last])
    while let row = try cursor.next() {
      // Copying reads the pages of long values.
      let copy = row.copy()
      let found: Int64 = copy["key"] ?? last
      try body(copy)
      last = found
    }
  }

  /// The first key of a row that can be read.
  private func next(from start: Int64, to end: Int64, _ database: Database) throws -> Int64? {
    var key = start
    while key <= end {
      do {
        if try read(key, database) != nil { return key }
      } catch let error as DatabaseError where Self.isDamage(error) {
        // The search goes on with the next key.
      }
      key += 1
    }
    return nil
  }

  private func read(_ number: Int64, _ database: Database) throws -> Row? {
    try Row.fetchOne(database, sql: "SELECT \(list) FROM \(table) WHERE \(key) = ?", arguments: [number])?.copy()
  }

  private var list: String { (["\(key) AS key"] + columns.map { "\"\($0)\"" }).joined(separator: ", ") }

  private static func isDamage(_ error: DatabaseError) -> Bool {
    [.SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_IOERR].contains(error.resultCode)
  }
}
