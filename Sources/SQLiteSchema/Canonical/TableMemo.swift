internal import SQLiteSyntax
internal import Synchronization

/// Tables that were read before. The versions of a ledger share most of their tables, and each of them is read once.
///
/// A table is used again if its statement is the same byte by byte, SQLite reports the same about it, and the other names in
/// the statement have the same declared spelling. Nothing else enters ``CanonicalTable``.
enum TableMemo {
  /// What the equal tables of several schemas have in common.
  final class Reading: Sendable {
    /// ``CanonicalTable/sql``, which is written once.
    let sql: String

    init(_ sql: String) { self.sql = sql }
  }

  fileprivate struct Entry: Sendable {
    let table: CanonicalTable
    let columns: [StoredSchema.Column]?
    let properties: StoredSchema.Table?
    let foreignKeyCount: Int?
    /// The names in the statement that it does not declare, each with the spelling with which it was read.
    let spellings: [(name: Identifier, declared: Identifier?)]
  }

  /// By statement. One statement has several tables if the names in it were declared in different ways.
  private static let entries = Mutex<[String: [Entry]]>([:])

  /// The number of statements that are kept, and of tables of each.
  private static let limits = (statements: 8192, tables: 4)

  /// Reads a CREATE TABLE statement and checks the result against the pragmas.
  ///
  /// - Parameter spelling: the declared spelling of each name in the schema.
  static func table(
    _ name: Identifier, sql: String, _ stored: StoredSchema, spelling: [Identifier: Identifier]
  ) -> CanonicalTable {
    let known = entries.withLock { $0[sql] } ?? []
    if let entry = known.first(where: { $0.isOf(name, sql: sql, stored, spelling) }) { return entry.table }
    let entry = Entry(name, sql: sql, stored, spelling)
    entries.withLock { entries in
      if entries.count >= limits.statements { entries = [:] }
      entries[sql] = [entry] + known.prefix(limits.tables - 1)
    }
    return entry.table
  }
}

extension TableMemo.Entry {
  fileprivate init(
    _ name: Identifier, sql: String, _ stored: StoredSchema, _ spelling: [Identifier: Identifier]
  ) {
    var table = CanonicalTable(name, sql: sql, stored, spelling: spelling)
    table.reading = TableMemo.Reading(table.written)
    self.table = table
    columns = stored.columns[name]
    properties = stored.tables[name]
    foreignKeyCount = stored.foreignKeys[name]
    let own = Set(table.columns.map(\.name)).union([name])
    let names = Tokenizer.tokens(of: sql).filter { $0.kind != .number && $0.kind != .punctuation }.map(\.identifier)
    spellings = Set(names).subtracting(own).map { ($0, spelling[$0]) }
  }

  fileprivate func isOf(
    _ name: Identifier, sql: String, _ stored: StoredSchema, _ spelling: [Identifier: Identifier]
  ) -> Bool {
    table.storedSQL.hasSameBytes(as: sql) && table.name.isSpelled(as: name)
      && foreignKeyCount == stored.foreignKeys[name] && properties == stored.tables[name]
      && isSame(columns, stored.columns[name]) && spellings.allSatisfy { isSame($0.declared, spelling[$0.name]) }
  }

  private func isSame(_ one: [StoredSchema.Column]?, _ other: [StoredSchema.Column]?) -> Bool {
    guard let one, let other else { return one == nil && other == nil }
    return one.elementsEqual(other) {
      $0.name.isSpelled(as: $1.name) && $0.type.hasSameBytes(as: $1.type) && $0.hidden == $1.hidden
        && $0.keyPosition == $1.keyPosition
    }
  }

  private func isSame(_ one: Identifier?, _ other: Identifier?) -> Bool {
    guard let one, let other else { return one == nil && other == nil }
    return one.isSpelled(as: other)
  }
}

extension Identifier {
  fileprivate func isSpelled(as other: Identifier) -> Bool { text.hasSameBytes(as: other.text) }
}
