internal import Findings
internal import SQLiteSyntax

extension LintRule {
  /// > DROP TABLE … All indices and triggers associated with the table are also deleted.
  ///
  /// https://www.sqlite.org/lang_droptable.html
  static let indexLost = LintRule(
    "SL412", "Index lost in a table rebuild", "index-lost", .warning, isUpToPrograms: true
  ) { trace in
    trace.rebuilds.flatMap { rebuild -> [LintFinding] in
      trace.start.indexes(on: rebuild.old.name).compactMap { index in
        let key = index.name
        guard trace.end.indexes[key] == nil, !trace.drops(.index, index.name),
          let statement = index.statement, !trace.end.covers(statement, in: rebuild.new),
          !trace.widens(statement, in: rebuild),
          trace.published.indexes[key] == nil, let published = trace.published.table(rebuild.new.name),
          !trace.published.covers(statement, in: published),
          trace.isDeclared(rebuild.new.name, with: { $0.indexes[key] != nil })
        else { return nil }
        let definition = index.sql.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return LintFinding(
          rebuild.drop ?? rebuild.creation,
          IndexLost(index: index.name.text, isUnique: statement.isUnique, definition: definition),
          object: index.name, severity: statement.isUnique ? .error : .warning)
      }
    }
  }
}

struct IndexLost: LintViolation {
  let index: String
  let isUnique: Bool
  /// The CREATE INDEX statement, on one line.
  let definition: String

  static var rule: LintRule { .indexLost }
  var message: String {
    isUnique
      ? "the unique index \(index) is dropped with the old table, and the migration does not create it again, so duplicates become possible"
      : "the index \(index) is dropped with the old table, and the migration does not create it again"
  }
  var help: Help { "\(definition); after the rename" }
}

extension ScriptTrace {
  /// Whether the new table has a unique key that the old one had not, with more columns than the unique index: the same
  /// values are then meant to be allowed again, with another value in the other columns.
  fileprivate func widens(_ index: IndexStatement, in rebuild: Rebuild) -> Bool {
    guard index.isUnique, let columns = index.columnNames else { return false }
    let former = start.uniqueKeys(of: rebuild.old)
    return end.uniqueKeys(of: rebuild.new).contains { $0.isStrictSuperset(of: columns) && !former.contains($0) }
  }
}

extension SchemaState {
  /// Whether `table` has an index that replaces this one, or lacks one of its columns.
  fileprivate func covers(_ index: IndexStatement, in table: Table) -> Bool {
    guard let columns = index.columns.columnNames else { return false }
    if columns.contains(where: { table.column($0) == nil }) { return true }
    if index.isUnique { return uniqueKeys(of: table).contains(Set(columns)) }
    // The index of a key also finds rows by its first columns.
    let keys = table.orderedKeys.map { $0 } + (table.rowidAlias.map { [[$0]] } ?? [])
    return keys.contains { $0.starts(with: columns) || Set($0) == Set(columns) }
      || indexes(on: table.name).contains { other in
        guard let statement = other.statement, statement.condition == index.condition else { return false }
        if statement.columns.leadingNames.starts(with: columns) { return true }
        // A new index with the same columns in a different order, or with a prefix of them, replaces the old one.
        guard let names = statement.columns.columnNames else { return false }
        return columns.starts(with: names) || Set(names) == Set(columns)
      }
  }
}
