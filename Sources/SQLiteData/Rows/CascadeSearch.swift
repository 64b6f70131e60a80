internal import GRDB
internal import SQLiteSandbox
internal import SQLiteSyntax

/// Finds the parents whose deleted rows have deleted rows of a table by ON DELETE CASCADE.
///
/// SQLite does not record which foreign key has deleted a row. A key deletes no row in which one of its columns is NULL,
/// or whose parent never existed. Of the other keys, those with the strongest evidence remain: first those whose parents
/// are gone or were dropped, then those on whose parents a DELETE or a REPLACE has worked, then all. A reference of the
/// table to itself is not why its first row was deleted.
struct CascadeSearch {
  static let action = "CASCADE"

  let db: GRDB.Database
  /// The earlier table with the foreign keys.
  let left: TableSide
  let successors: Successors
  /// The names of the later tables, as they are declared.
  let present: [Identifier: Identifier]

  /// A foreign key of the earlier table.
  struct Key {
    let parent: Identifier
    let action: String
    var columns: [Identifier]
    /// The parent's columns; empty for its primary key.
    var targets: [Identifier]
  }

  /// Conditions on a row `a` of the earlier table, as SQL.
  private struct Evidence {
    let parent: Identifier
    /// The key refers to a row of the parent in the earlier database.
    let refers: String
    /// The row of the parent no longer exists, or the table was dropped.
    let deleted: String
    /// A statement has deleted or replaced rows of the parent.
    let touched: String
  }

  /// The table's foreign keys, the last declared first.
  func keys() throws -> [Key] {
    let parts = try Row.fetchAll(
      db, sql: "PRAGMA \(left.schema).foreign_key_list(\(Keyword.quoteAlways(left.name)))")
    var keys: [(id: Int, key: Key)] = []
    for part in parts {
      let (id, target): (Int, String?) = (part["id"], part["to"])
      if keys.last?.id != id {
        keys.append((id, Key(parent: Identifier(part["table"]), action: part["on_delete"], columns: [], targets: [])))
      }
      keys[keys.count - 1].key.columns.append(Identifier(part["from"]))
      if let target { keys[keys.count - 1].key.targets.append(Identifier(target)) }
    }
    return keys.map(\.key)
  }

  /// The parents, each once: several if each has deleted some of the rows, or if it cannot be known which has; none if no
  /// cascade can have deleted any of them.
  func parents(of missing: RowSelection) throws -> [Identifier] {
    let keys = try keys().filter { $0.action == Self.action }
    if keys.isEmpty { return [] }
    guard keys.flatMap(\.columns).allSatisfy({ missing.columns.contains($0) }) else {
      // Of a table that was dropped, the rows are gone without any cascade.
      let isOwn = successors.lineage.droppedTables.contains(left.name)
      return try keys.map(\.parent).uniqued.filter { try !isOwn || isTouched($0) }
    }
    let evidence = try keys.compactMap { try self.evidence(for: $0, missing) }
    let own = evidence.filter { $0.parent == left.name }
    let others = evidence.filter { $0.parent != left.name }
    var kinds: [([Evidence], KeyPath<Evidence, String>)] = [(others, \.deleted), (others, \.touched), (own, \.touched)]
    // The rows of a table that was dropped are gone without any cascade.
    if !successors.lineage.droppedTables.contains(left.name) { kinds += [(others, \.refers), (own, \.refers)] }
    for (evidence, kind) in kinds {
      let parents = try parents(with: evidence.map { ($0.parent, $0[keyPath: kind]) }, missing)
      if !parents.isEmpty { return parents }
    }
    return []
  }

  /// The parents whose conditions are true for rows. If that of one parent is true for all of these rows, the others are
  /// left out.
  private func parents(
    with conditions: [(parent: Identifier, sql: String)], _ missing: RowSelection
  ) throws -> [Identifier] {
    if conditions.isEmpty { return [] }
    let any = conditions.map { "(\($0.sql))" }.joined(separator: " OR ")
    let sums = ([any] + conditions.map(\.sql)).map { "coalesce(sum(\(RowSelection.count) * (\($0))), 0)" }
    guard let row = try Row.fetchOne(db, sql: "SELECT \(sums.joined(separator: ", ")) FROM (\(missing.sql)) AS a"),
      let all = row[0] as Int?, all > 0
    else { return [] }
    let found = conditions.indices.filter { row[$0 + 1] as Int > 0 }
    let sufficient = found.filter { row[$0 + 1] as Int == all }
    return (sufficient.isEmpty ? found : sufficient).map { conditions[$0].parent }.uniqued
  }

  /// `nil` if the earlier database does not have the parent, or not its columns.
  private func evidence(for key: Key, _ missing: RowSelection) throws -> Evidence? {
    let parent = try TableSide(key.parent, in: left.schema, of: db)
    let targets = key.targets.isEmpty ? parent.key : key.targets
    guard targets.count == key.columns.count, !targets.isEmpty, parent.has(targets) else { return nil }
    let refers = exists(in: parent, targets, key)
    let successor = successors.successor(of: parent, among: present)
    let isDropped = successors.lineage.droppedTables.contains(key.parent)
    let isTouched = successor.map(Self.isTouched) ?? false
    let isGone = try successor.map { try self.isGone(key, targets, $0) } ?? (isDropped ? "0" : "1")
    return Evidence(
      parent: key.parent, refers: refers,
      deleted: try isDropped && deletesAll(refers, missing) ? refers : "\(refers) AND \(isGone)",
      touched: isTouched || isDropped ? refers : "0")
  }

  private static func isTouched(_ successor: (table: RowLineage.Table, name: Identifier)) -> Bool {
    !successor.table.deletions.isEmpty || !successor.table.replacements.isEmpty
  }

  /// Whether a statement has deleted or replaced rows of a parent, or dropped it.
  private func isTouched(_ parent: Identifier) throws -> Bool {
    let successor = try successors.successor(of: TableSide(parent, in: left.schema, of: db), among: present)
    return successor.map(Self.isTouched) ?? true || successors.lineage.droppedTables.contains(parent)
  }

  /// The condition that the later database does not have the parent's row. False if a column has no successor.
  private func isGone(
    _ key: Key, _ targets: [Identifier], _ successor: (table: RowLineage.Table, name: Identifier)
  ) throws -> String {
    let later = try TableSide(successor.name, in: "main", of: db)
    let names = targets.compactMap { target in
      successor.table.columns.first { $0.origin?.column == target }?.name
    }
    guard names.count == targets.count, later.has(names) else { return "0" }
    return "NOT \(exists(in: later, names, key))"
  }

  private func exists(in side: TableSide, _ columns: [Identifier], _ key: Key) -> String {
    let equal = zip(columns, key.columns).map { "p.\(Keyword.quoteAlways($0)) = a.\(Keyword.quoteAlways($1))" }
    return "EXISTS (SELECT 1 FROM \(side.sql) AS p WHERE \(equal.joined(separator: " AND ")))"
  }

  /// Whether all rows that refer to the parent are missing. Otherwise the key did not exist any more when the table was
  /// dropped.
  private func deletesAll(_ refers: String, _ missing: RowSelection) throws -> Bool {
    let before = try Int.fetchOne(db, sql: "SELECT count(*) FROM \(left.sql) AS a WHERE \(refers)")
    let gone = try Int.fetchOne(
      db, sql: "SELECT coalesce(sum(\(RowSelection.count)), 0) FROM (\(missing.sql)) AS a WHERE \(refers)")
    return before == gone
  }
}

/// A query for some of the earlier rows. The column ``count`` is the number of equal rows.
struct RowSelection {
  static let count = "schemaledger_count"

  let sql: String
  /// The columns of the result besides ``count``, by their earlier names.
  let columns: Set<Identifier>

  init(sql: String, columns: Set<Identifier>) {
    self.sql = sql
    self.columns = columns
  }

  /// The earlier rows for which there is no later row.
  init(missingIn match: RowMatch) {
    self.init(
      sql: "SELECT a.*, 1 AS \(Self.count) \(match.only(match.left))",
      columns: Set(match.left.columns))
  }
}

extension TableSide {
  fileprivate func has(_ names: [Identifier]) -> Bool {
    let own = Set(columns)
    return names.allSatisfy { own.contains($0) }
  }
}
