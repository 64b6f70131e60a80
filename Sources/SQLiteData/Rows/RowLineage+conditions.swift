public import SQLiteSandbox
internal import SQLiteSchema
public import SQLiteSyntax

/// Conditions on the earlier rows that would have prevented the failure of a statement.
extension RowLineage {
  /// The maximum number of conditions for one failure.
  private static let limit = 8

  /// The conditions, the most specific first. None is certain to help: the caller tries them.
  ///
  /// A NOT NULL, UNIQUE, CHECK or type of the target is translated into a condition on the table and columns that the
  /// statement reads, under their names in the earlier database. The last resort for each table that the statement reads
  /// is `FALSE`: the table has no rows.
  ///
  /// - Parameters:
  ///   - error: the error of the statement.
  ///   - script: the script that contains it. This lineage has followed everything before the script.
  ///   - database: the database as the statement found it.
  public func conditions(
    against error: SchemaError, in script: String, on database: ScratchDatabase
  ) -> [Assumption] {
    guard case .sqlite(_, _, let sql?) = error, let failed = Script.statements(of: sql).first else { return [] }
    let text = String(decoding: Array(sql.utf8)[failed.range], as: UTF8.self)
    var lineage = self
    lineage.follow(script.before(text), named: "")
    let conditions = lineage.specificConditions(error, text, failed.tokens, database)
    return Array((conditions + lineage.emptyTables(failed.tokens)).uniqued.prefix(Self.limit))
  }

  /// The earlier name of a table; `nil` if the table is new.
  public func origin(ofTable name: Identifier) -> Identifier? { id(of: name).flatMap { tables[$0]?.origin } }

  private func specificConditions(
    _ error: SchemaError, _ text: String, _ tokens: [Token], _ database: ScratchDatabase
  ) -> [Assumption] {
    if error.isMalformedJSON { return jsonConditions(tokens) }
    var parser = Parser(text)
    if let index = try? parser.createIndex() { return unique(index) }
    guard let written = written(text) else { return [] }
    switch error.constraint {
    case .notNull:
      return error.failedColumns.prefix(1).compactMap { column in
        written.values[column].flatMap { condition(.isNull($0, negated: true), written.reach) }
      }
    case .unique:
      let values = error.failedColumns.compactMap { written.values[$0] }
      guard values.count == error.failedColumns.count, !values.isEmpty else { return [] }
      return unique(values, written.reach)
    case .check:
      return check(error, of: written.table, database).flatMap { check in
        condition(
          check.replacingNames { parts in parts.last.flatMap { written.values[$0.identifier] } }, written.reach)
      }.map { [$0] } ?? []
    case .foreignKey: return foreignKeys(written, database)
    case .other, nil: break
    }
    guard let failed = error.failedType, let value = written.values[failed.column] else { return [] }
    let classes = ["INTEGER": "integer", "INT": "integer", "REAL": "real", "TEXT": "text", "BLOB": "blob"]
    guard let allowed = classes[failed.type] else { return [] }
    return condition("x IS NULL OR typeof(x) = '\(allowed)'", value, written.reach).map { [$0] } ?? []
  }

  private func foreignKeys(_ written: Written, _ database: ScratchDatabase) -> [Assumption] {
    ((try? database.foreignKeys(of: written.table)) ?? []).compactMap { key in
      let values = key.columns.compactMap { written.values[$0] }
      guard values.count == key.columns.count, let origin = origin(of: .row(values), written.reach) else { return nil }
      let columns = values.compactMap { value in
        if case .name = value { written.reach.column(value).flatMap { origin.columns[$0] } } else { nil }
      }
      return columns.count == values.count ? condition(key, of: origin.table, columns) : nil
    }
  }

  // MARK: What the statement writes

  private struct Written {
    let table: Identifier
    /// The values by the column that gets them.
    let values: [Identifier: Expression]
    let reach: RowReach
  }

  private func written(_ text: String) -> Written? {
    switch Parser.dataStatement(text) {
    case .insert(let name, let columns, let selection?, _):
      guard !selection.isOpaque, let table = id(of: name).flatMap({ tables[$0] }) else { return nil }
      let reach = reach(of: selection)
      let targets = columns ?? table.columns.filter { !$0.isGenerated }.map(\.name)
      let results = expanded(selection, reach).map(\.0)
      guard results.count == targets.count else { return nil }
      return Written(
        table: name, values: Dictionary(zip(targets, results), uniquingKeysWith: { first, _ in first }), reach: reach)
    case .update(let name, let assignments, _):
      guard let id = id(of: name), let table = tables[id] else { return nil }
      let plain = assignments.filter { $0.columns.count == 1 }.map { ($0.columns[0], $0.value) }
      let own = table.columns.map { ($0.name, Expression.name([Name($0.name)])) }
      return Written(
        table: name, values: Dictionary(own + plain, uniquingKeysWith: { $1 }),
        reach: RowReach(tables: [(id, nil, table)]))
    default: return nil
    }
  }

  /// The CHECK of the table that failed: SQLite gives its name or its expression.
  private func check(_ error: SchemaError, of table: Identifier, _ database: ScratchDatabase) -> Expression? {
    guard let failed = error.failedCheck else { return nil }
    let sql = try? database.rows(
      "SELECT sql FROM main.sqlite_master WHERE type = 'table' AND lower(name) = lower(\(CanonicalPrinter.string(table.text)))"
    ).first?.first
    var parser = Parser((sql ?? nil) ?? "")
    let statement = try? parser.createTable()
    let constraints = (statement?.constraints ?? []) + (statement?.columns.flatMap(\.constraints) ?? [])
    for constraint in constraints {
      if case .check(let expression, _) = constraint.rule, constraint.name == failed.identifier {
        return expression
      }
    }
    var expression = Parser(failed)
    return try? expression.expression()
  }

  // MARK: The conditions

  /// The condition on the one earlier table whose columns the expression names; `nil` if it names none or several, or
  /// contains a query.
  private func condition(_ expression: Expression, _ reach: RowReach) -> Assumption? {
    guard let origin = origin(of: expression, reach) else { return nil }
    let renamed = expression.replacingNames { parts in
      reach.column(.name(parts)).flatMap { origin.columns[$0] }.map { .name([Name($0)]) }
    }
    return Assumption(table: origin.table, condition: CanonicalPrinter.both(.unknown) { $0.write(renamed) }.text)
  }

  /// The condition `template` with the expression in place of `x`.
  private func condition(_ template: String, _ expression: Expression, _ reach: RowReach) -> Assumption? {
    var parser = Parser(template)
    return (try? parser.expression()).flatMap { condition($0.replacingNames { _ in expression }, reach) }
  }

  /// The earlier table and the earlier names of the columns that the expression names.
  private func origin(
    of expression: Expression, _ reach: RowReach
  ) -> (table: Identifier, columns: [RowReach.Place: Identifier])? {
    var places: [RowReach.Place] = []
    var isOther = false
    expression.visitNames { parts, isInQuery in
      guard !isInQuery, let place = reach.column(.name(parts)) else {
        // `"x"` may be a string.
        if isInQuery || parts.last?.isDoubleQuoted == false { isOther = true }
        return
      }
      places.append(place)
    }
    guard !isOther, !places.isEmpty else { return nil }
    var columns: [RowReach.Place: Identifier] = [:]
    var found: Set<Identifier> = []
    for place in places {
      guard let table = tables[place.table], let index = table.index(of: place.column),
        let origin = table.columns[index].origin, origin.table == table.origin
      else { return nil }
      columns[place] = origin.column
      found.insert(origin.table)
    }
    return found.count == 1 ? found.first.map { ($0, columns) } : nil
  }

  private func unique(_ values: [Expression], _ reach: RowReach) -> [Assumption] {
    guard let origin = origin(of: .row(values), reach) else { return [] }
    // Constants are the same in each row.
    let names = values.compactMap { reach.column($0).flatMap { origin.columns[$0] } }.uniqued
    guard !names.isEmpty else { return [] }
    return [
      Assumption(table: origin.table, condition: "UNIQUE (\(names.map(Keyword.quote).joined(separator: ", ")))")
    ]
  }

  private func unique(_ index: IndexStatement) -> [Assumption] {
    guard let id = id(of: index.table), let table = tables[id] else { return [] }
    let reach = RowReach(tables: [(id, nil, table)])
    let columns = index.columns.flatMap { reach.columns(in: $0.expression).columns }
    return unique(columns.map { .name([Name($0.column)]) }, reach)
  }

  /// `json_valid` of each column that the statement names.
  private func jsonConditions(_ tokens: [Token]) -> [Assumption] {
    let reach = RowReach(tables: named(in: tokens).compactMap { id in tables[id].map { (id, nil, $0) } })
    let places = tokens.compactMap { token in
      token.isName ? reach.column(.name([Name(token.identifier)])) : nil
    }.uniqued
    return places.compactMap { place in
      condition("json_valid(x)", .name([Name(place.column)]), reach)
    }
  }

  private func emptyTables(_ tokens: [Token]) -> [Assumption] {
    named(in: tokens).compactMap { id -> Assumption? in
      let table = tables[id]
      let origin = table?.origin ?? table?.copies.first(where: \.isMain).flatMap { tables[$0.from]?.origin }
      return origin.map { .noRows(of: $0) }
    }
  }

  /// The tables that the tokens name, in order.
  private func named(in tokens: [Token]) -> [Int] {
    tokens.compactMap { $0.isName ? id(of: $0.identifier) : nil }.uniqued
  }
}

extension Token {
  fileprivate var isName: Bool {
    switch kind {
    case .word, .doubleQuoted, .quotedName: true
    default: false
    }
  }
}

extension String {
  /// The statements before the one with this text, or the whole script if it does not contain it.
  fileprivate func before(_ text: String) -> String {
    let bytes = Array(utf8)
    let statement = Script.statements(of: self).first { bytes[$0.range].elementsEqual(text.utf8) }
    return statement.map { String(decoding: bytes[..<$0.range.lowerBound], as: UTF8.self) } ?? self
  }
}
