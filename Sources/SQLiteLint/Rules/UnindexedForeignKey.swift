internal import Findings
internal import SQLiteSyntax

extension LintRule {
  /// > Indices are not required for child key columns but they are almost always beneficial. … Each time an application
  /// > deletes a row from the … parent table, it performs the equivalent of the following SELECT statement … a linear scan
  ///
  /// https://www.sqlite.org/foreignkeys.html#fk_indexes
  static let unindexedForeignKey = LintRule("SL407", "Foreign key without an index", "unindexed-foreign-key", .note) {
    trace in
    trace.steps.compactMap { step in
      guard step.hasRun, let name = step.foreignKeyTable, let table = trace.final.table(name),
        trace.end.table(name) != nil
      else { return nil }
      let before = step.before.table(name)?.foreignKeys.count ?? 0
      let written = step.after.table(name)?.foreignKeys.dropFirst(before).map(\.columns) ?? []
      let open = written.filter { columns in
        table.foreignKeys.contains { $0.columns == columns } && !trace.final.hasIndex(beginning: columns, table)
      }
      guard let first = open.first else { return nil }
      return LintFinding(
        step, Unindexed(table: name.text, keys: open.map { $0.map(\.text) }), object: name,
        column: first.first)
    }
  }
}

struct Unindexed: LintViolation {
  let table: String
  /// The columns of each foreign key of the table that has no index.
  let keys: [[String]]

  static var rule: LintRule { .unindexedForeignKey }
  var message: String {
    "no index begins with \(keys.map { $0.joined(separator: ", ") }.joined(separator: "; ")): with foreign keys on, each DELETE of a parent row scans all of \(table)"
  }
  var help: Help {
    let columns = keys.first ?? []
    return
      "CREATE INDEX \(Keyword.quote(([table] + columns).joined(separator: "_"))) ON \(Keyword.quote(table)) (\(columns.map(Keyword.quote).joined(separator: ", ")));"
  }
}

extension SchemaState {
  /// Whether an index finds the rows with given values of these columns: one that begins with any of them, so that SQLite
  /// searches that part. A partial index of the rows in which they are not NULL has all that can refer to a parent.
  fileprivate func hasIndex(beginning columns: [Identifier], _ table: Table) -> Bool {
    let wanted = Set(columns)
    func begins(_ names: [Identifier]) -> Bool { names.first.map(wanted.contains) ?? false }
    if table.rowidAlias.map({ begins([$0]) }) == true || table.orderedKeys.contains(where: begins) { return true }
    return indexes(on: table.name).contains { index in
      guard let statement = index.statement, begins(statement.columns.leadingNames) else { return false }
      guard let condition = statement.condition else { return true }
      if case .isNull(.name(let parts), negated: true) = condition {
        return parts.last.map { wanted.contains($0.identifier) } ?? false
      }
      return false
    }
  }
}
