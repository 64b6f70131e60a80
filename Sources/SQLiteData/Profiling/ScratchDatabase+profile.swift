internal import CSQLite
internal import GRDB
public import SQLiteSandbox
internal import SQLiteSchema
internal import SQLiteSyntax

extension ScratchDatabase {
  /// Describes the rows of all tables without their values.
  ///
  /// Views, virtual tables with their shadow tables, SQLite's own tables, tracking tables of migration tools and
  /// generated columns are left out.
  ///
  /// - Throws: `SchemaError`. Its message does not contain a value.
  public func profile() throws -> DatabaseProfile {
    try SchemaError.catching {
      try queue.inDatabase { db in
        let stored = try StoredSchema(reading: db)
        var tables: [DatabaseProfile.Table] = []
        for object in stored.objects where object.kind == .table {
          let name = object.name
          guard !tracking.contains(name), !name.isReserved, let sql = object.sql,
            stored.tables[name]?.type == "table"
          else { continue }
          let table = try PopulatedTable(object.name, sql: sql, stored.tables[name], in: db)
          tables.append(try TableProfiling(db, table).profile())
        }
        return DatabaseProfile(tables: tables)
      }
    }
  }
}

/// Reads the rows of one table.
private struct TableProfiling {
  /// The number of distinct values of a column at which counting ends, because each needs memory.
  static let distinctLimit = 500_000
  /// The length up to which a value can be part of a pair.
  static let shortLength = 64
  /// The number of columns of which pairs are formed.
  static let pairColumns = 8

  let db: GRDB.Database
  let table: PopulatedTable
  let positions: [Int]

  init(_ db: GRDB.Database, _ table: PopulatedTable) {
    self.db = db
    self.table = table
    positions = table.columns.indices.filter { table.columns[$0].isSettable }
  }

  func profile() throws -> DatabaseProfile.Table {
    var columns = positions.map { position in
      var column = DatabaseProfile.Column(name: table.columns[position].name)
      column.isRequired = !table.columns[position].isNullable || table.columns[position].isRowid
      column.isKey = table.isUnique([position])
      return column
    }
    var seen = columns.map { _ in Set<Int>() }
    var isRepeated = columns.map { _ in false }
    var rows = 0
    try each(positions) { statement in
      rows += 1
      for index in columns.indices {
        guard let hash = columns[index].add(statement, Int32(index)) else { continue }
        if seen[index].count >= Self.distinctLimit {
          isRepeated[index] = true
        } else if !seen[index].insert(hash).inserted {
          isRepeated[index] = true
        }
      }
    }
    for index in columns.indices {
      columns[index].rows = rows
      columns[index].distinct = seen[index].count
      columns[index].isUnique = !isRepeated[index] && columns[index].values > 0
      seen[index] = []
      try countJSON(&columns[index])
    }
    return DatabaseProfile.Table(name: table.name, rows: rows, columns: columns, uniquePairs: try uniquePairs(columns))
  }

  /// Counts texts that SQLite accepts as JSON among those that look like it.
  private func countJSON(_ column: inout DatabaseProfile.Column) throws {
    guard column.shapes[.object] ?? column.shapes[.array] != nil else { return }
    let name = Keyword.quoteAlways(column.name)
    let row = try Row.fetchOne(
      db,
      sql: """
        SELECT sum(kind = 'object'), sum(kind = 'array') FROM (SELECT CASE WHEN typeof(\(name)) = 'text' AND
          json_valid(\(name)) THEN json_type(\(name)) END AS kind FROM main.\(Keyword.quoteAlways(table.name)))
        """)
    (column.objects, column.arrays) = (row?[0] ?? 0, row?[1] ?? 0)
  }

  /// The pairs of short columns without two equal pairs of values. A pair is given up at its first repetition.
  private func uniquePairs(_ columns: [DatabaseProfile.Column]) throws -> [[Identifier]] {
    let candidates = columns.indices.filter { index in
      let column = columns[index]
      return !column.isUnique && !column.isKey && column.distinct > 1 && column.canBeKey
        && (column.lengths?.upperBound ?? 0) <= Self.shortLength
    }.prefix(Self.pairColumns)
    var pairs = candidates.flatMap { one in candidates.filter { $0 > one }.map { (one, $0) } }
      .filter { !table.isUnique([positions[$0.0], positions[$0.1]]) }
    guard !pairs.isEmpty else { return [] }
    var seen = pairs.map { _ in Set<Int>() }
    let read = Array(candidates)
    try each(read.map { positions[$0] }) { statement in
      guard !pairs.isEmpty else { return }
      let hashes = read.indices.map { RowValue.hash(statement, Int32($0)) }
      for index in pairs.indices.reversed() {
        guard let one = read.firstIndex(of: pairs[index].0), let two = read.firstIndex(of: pairs[index].1),
          let left = hashes[one], let right = hashes[two]
        else { continue }
        var hasher = Hasher()
        hasher.combine(left)
        hasher.combine(right)
        if seen[index].count >= Self.distinctLimit || !seen[index].insert(hasher.finalize()).inserted {
          pairs.remove(at: index)
          seen.remove(at: index)
        }
      }
    }
    // A pair that is mostly NULL says nothing.
    return zip(pairs, seen).filter { $1.count >= DatabaseProfile.leastRows }
      .map { pair, _ in [columns[pair.0].name, columns[pair.1].name] }
  }

  /// Calls `work` with a statement at each row, with these columns.
  private func each(_ positions: [Int], _ work: (OpaquePointer) -> Void) throws {
    let names = positions.map { Keyword.quoteAlways(table.columns[$0].name) }
    let list = names.isEmpty ? "NULL" : names.joined(separator: ", ")
    let cursor = try db.makeStatement(sql: "SELECT \(list) FROM main.\(Keyword.quoteAlways(table.name))")
    let statement = cursor.sqliteStatement
    defer { sqlite3_reset(statement) }
    while true {
      let code = sqlite3_step(statement)
      if code == SQLITE_DONE { return }
      guard code == SQLITE_ROW else {
        throw DatabaseError(resultCode: ResultCode(rawValue: code), message: String(cString: sqlite3_errstr(code)))
      }
      work(statement)
    }
  }
}

extension RowValue {
  /// A hash of a column of the current row; `nil` for NULL. It differs in each run of the program.
  fileprivate static func hash(_ statement: OpaquePointer, _ index: Int32) -> Int? {
    var hasher = Hasher()
    switch sqlite3_column_type(statement, index) {
    case SQLITE_INTEGER: hasher.combine(sqlite3_column_int64(statement, index))
    case SQLITE_FLOAT: hasher.combine(sqlite3_column_double(statement, index))
    case SQLITE_TEXT: hasher.combine(bytes: UnsafeRawBufferPointer(text(statement, index)))
    case SQLITE_BLOB:
      hasher.combine(1)
      let bytes = sqlite3_column_blob(statement, index)
      hasher.combine(
        bytes: UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(statement, index))))
    default: return nil
    }
    return hasher.finalize()
  }

  /// The bytes of a text in UTF-8, until the next step.
  fileprivate static func text(_ statement: OpaquePointer, _ index: Int32) -> UnsafeBufferPointer<UInt8> {
    let start = sqlite3_column_text(statement, index)
    return UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, index)))
  }
}

extension DatabaseProfile.Column {
  /// Adds a value. Returns its hash, or `nil` for NULL.
  fileprivate mutating func add(_ statement: OpaquePointer, _ index: Int32) -> Int? {
    guard let hash = RowValue.hash(statement, index) else {
      nulls += 1
      return nil
    }
    switch sqlite3_column_type(statement, index) {
    case SQLITE_INTEGER: count("integer", ValueShape(sqlite3_column_int64(statement, index)))
    case SQLITE_FLOAT: count("real", .real)
    case SQLITE_TEXT:
      let bytes = RowValue.text(statement, index)
      let shape = ValueShape(bytes)
      count("text", shape)
      if shape == .empty { empty += 1 }
      measure(bytes.reduce(0) { $1 & 0xC0 == 0x80 ? $0 : $0 + 1 })
    default:
      count("blob", .blob)
      measure(Int(sqlite3_column_bytes(statement, index)))
    }
    return hash
  }

  private mutating func count(_ storage: String, _ shape: ValueShape) {
    self.storage[storage, default: 0] += 1
    shapes[shape, default: 0] += 1
  }

  private mutating func measure(_ length: Int) {
    lengths = lengths.map { min($0.lowerBound, length)...max($0.upperBound, length) } ?? length...length
  }
}
