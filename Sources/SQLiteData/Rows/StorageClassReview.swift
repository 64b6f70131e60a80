internal import GRDB
internal import SQLiteSandbox
internal import SQLiteSyntax

/// Finds values with a storage class that no value of their column had before: texts and blobs among numbers.
///
/// Numbers in place of texts are not among them. The affinity of the column makes them, which is a change of its own
/// (SL439), and as far as the texts cannot be restored, ``DataChange/Kind/storageClassLost``.
struct StorageClassReview {
  let db: GRDB.Database
  let left: TableSide
  let right: TableSide

  /// - Parameters:
  ///   - pairs: the columns, each with its earlier name; `nil` for a new column.
  ///   - style: how a value is shown.
  func changes(_ pairs: [(column: RowLineage.Column, before: Identifier?)], _ style: SampleStyle) throws -> [DataChange]
  {
    let (types, former) = try (affinities(in: right), affinities(in: left))
    return try pairs.compactMap { column, before in
      // Only statements give values another class.
      guard !column.writes.isEmpty || before == nil, !right.generated.contains(column.name),
        let type = types[column.name]
      else { return nil }
      // A copy of the column into one of the same affinity changes no value.
      if let before, column.isCopied(from: before), former[before] == type { return nil }
      let isNumber = [.integer, .real].contains(type)
      // A column that is declared anew and takes the values of another one, such as a UUID as a key, is not a conversion.
      guard isNumber || before.map(column.isCopied) == true else { return nil }
      let had = try before.map { try classes(of: $0, in: left) } ?? [:]
      let has = try classes(of: column.name, in: right)
      if before != nil, had.isEmpty || has.isEmpty { return nil }
      let new = has.filter { name, _ in had[name] == nil && ["text", "blob"].contains(name) }
      guard let (name, count) = new.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }) else { return nil }
      let sql = Keyword.quoteAlways(column.name)
      let samples = try DatabaseValue.fetchAll(
        db, sql: "SELECT DISTINCT \(sql) FROM \(right.sql) WHERE typeof(\(sql)) = ? LIMIT 3", arguments: [name])
      return DataChange(
        kind: .storageClassNew, table: left.name, column: before ?? column.name, other: Identifier(name), count: count,
        total: has.values.reduce(0, +), samples: samples.map(style.value),
        writers: column.writes.map(\.place).suffix(1))
    }
  }

  private func affinities(in side: TableSide) throws -> [Identifier: Affinity] {
    let rows = try Row.fetchAll(db, sql: "PRAGMA \(side.schema).table_info(\(Keyword.quoteAlways(side.name)))")
    return Dictionary(
      rows.map { (Identifier($0["name"]), Affinity(type: $0["type"] as String? ?? "")) },
      uniquingKeysWith: { first, _ in first })
  }

  /// The number of values of each storage class except NULL.
  private func classes(of column: Identifier, in side: TableSide) throws -> [String: Int] {
    let name = Keyword.quoteAlways(column)
    let rows = try Row.fetchAll(
      db, sql: "SELECT typeof(\(name)), count(*) FROM \(side.sql) WHERE \(name) IS NOT NULL GROUP BY 1")
    return Dictionary(rows.map { ($0[0] as String, $0[1] as Int) }, uniquingKeysWith: +)
  }
}

extension RowLineage.Column {
  /// Whether statements only copied the values of this column.
  fileprivate func isCopied(from before: Identifier) -> Bool {
    isCopied
      && writes.allSatisfy { write in
        if case .copied(let source) = write.kind { source == name || source == before } else { false }
      }
  }

  /// Whether statements only copied values of columns.
  private var isCopied: Bool {
    writes.allSatisfy { if case .copied = $0.kind { $0.merged.isEmpty } else { false } }
  }
}
