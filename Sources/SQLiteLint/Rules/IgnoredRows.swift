internal import Findings
internal import SQLiteSyntax

extension LintRule {
  /// > IGNORE: … the … resolution algorithm skips the one row that contains the constraint violation
  ///
  /// https://www.sqlite.org/lang_conflict.html
  static let ignoredRows = LintRule.each("SL419", "Rows ignored in a copy", "ignored-rows", .warning, isAboutRows: true)
  { step, trace in
    guard step.hasRun, case .insert(let insertion) = step.action, let source = insertion.source, !source.isValues,
      let rebuild = trace.rebuilds.first(where: { $0.copies.contains { $0.step.index == step.index } })
    else { return nil }
    let (table, copy) = (rebuild.old.name.text, insertion.table.text)
    let limit = source.limit.map(\.text).joined(separator: " ")
    if !limit.isEmpty, !limit.hasPrefix("- ") {
      return LintFinding(step, RowsBeyondLimit(table: table, limit: limit), object: rebuild.old.name)
    }
    if rebuild.copies.count == 1, let condition = source.numericLimit {
      return LintFinding(step, RowsBeyondNumber(table: table, condition: condition), object: rebuild.old.name)
    }
    if rebuild.copies.count == 1,
      let columns = rebuild.groupsWithoutKey(
        Rebuild.Copy(step: step, insertion: insertion), in: trace.end)
    {
      return LintFinding(
        step, RowsGrouped(table: table, columns: columns.map(\.text)), object: rebuild.old.name)
    }
    guard let conflict = insertion.conflict, ["IGNORE", "REPLACE"].contains(conflict),
      !rebuild.fits(Rebuild.Copy(step: step, insertion: insertion), in: trace.start)
    else { return nil }
    let violation: any LintViolation =
      conflict == "IGNORE" ? RowsIgnored(table: table, copy: copy) : RowsReplaced(table: table, copy: copy)
    return LintFinding(step, violation, object: rebuild.old.name)
  }
}

/// INSERT OR IGNORE.
struct RowsIgnored: LintViolation {
  let table: String
  /// The name of the new table before it is renamed.
  let copy: String

  static var rule: LintRule { .ignoredRows }
  var message: String {
    "this silently skips rows of \(table) that violate a constraint of the new table; they are lost with the old table"
  }
  var help: Help { "use a plain INSERT INTO \(Keyword.quote(copy)) …, and UPDATE such rows before it so that they fit" }
}

/// INSERT OR REPLACE.
struct RowsReplaced: LintViolation {
  let table: String
  /// The name of the new table before it is renamed.
  let copy: String

  static var rule: LintRule { .ignoredRows }
  var message: String {
    "if rows of \(table) have the same key in the new table, this silently keeps only the last of them"
  }
  var help: Help { RowsIgnored(table: table, copy: copy).help }
}

/// LIMIT.
struct RowsBeyondLimit: LintViolation {
  let table: String
  let limit: String

  static var rule: LintRule { .ignoredRows }
  var message: String { "LIMIT \(limit) leaves out all further rows of \(table); they are lost with the old table" }
  var help: Help { "remove the LIMIT, or, if these rows are meant to go, DELETE them before the copy" }
}

/// WHERE with a limit for a number.
struct RowsBeyondNumber: LintViolation {
  let table: String
  let condition: String

  static var rule: LintRule { .ignoredRows }
  var message: String {
    "WHERE \(condition) leaves out the rows of \(table) for which it is not true; they are lost with the old table"
  }
  var help: Help { "remove the condition, or, if these rows are meant to go, DELETE them before the copy" }
}

/// GROUP BY columns that are no key.
struct RowsGrouped: LintViolation {
  let table: String
  let columns: [String]

  static var rule: LintRule { .ignoredRows }
  var message: String {
    "GROUP BY keeps one row of \(table) for each value of \(columns.joined(separator: ", ")), which is no key; the others are lost with the old table"
  }
  var help: Help { "remove the GROUP BY, or, if these rows are meant to go, DELETE them before the copy" }
}

extension CopyQuery {
  /// A condition of WHERE that compares a column with a number by `<`, `<=`, `>` or `>=`; `nil` if there is none.
  fileprivate var numericLimit: String? {
    guard !isValues, tables.count == 1 else { return nil }
    return filter.indices.dropLast(2).lazy.compactMap { index -> String? in
      let parts = filter[index...(index + 2)]
      guard filter[index].isName, ["<", "<=", ">", ">="].contains(where: filter[index + 1].isPunctuation),
        filter[index + 2].kind == .number
      else { return nil }
      return parts.map(\.text).joined(separator: " ")
    }.first
  }
}

extension Rebuild {
  /// The columns by which a copy groups the rows, none of which it aggregates, if they contain no key of the new or the old
  /// table; otherwise `nil`.
  fileprivate func groupsWithoutKey(_ copy: Copy, in end: SchemaState) -> [Identifier]? {
    guard let source = copy.insertion.source, !source.grouping.isEmpty, source.tables.count == 1,
      let target = copy.step.before.table(copy.insertion.table),
      !source.results.contains(where: { $0.tokens.contains { $0.isPunctuation("(") } }),
      !source.grouping.contains(where: { $0.isKeyword("HAVING") || $0.isPunctuation("(") })
    else { return nil }
    let columns = source.grouping.split { $0.isPunctuation(",") }.compactMap { $0.last?.identifier }
    let keys = copy.step.before.uniqueKeys(of: target) + copy.step.before.uniqueKeys(of: old) + end.uniqueKeys(of: new)
    let primary = [target.primaryKey, old.primaryKey].compactMap(\.self).map(Set.init)
    return columns.isEmpty || (keys + primary).contains { $0.isSubset(of: columns) } ? nil : columns
  }

  /// Whether no copied row can violate a constraint of the new table, apart from a NOT NULL for which a row is replaced.
  fileprivate func fits(_ copy: Copy, in schema: SchemaState) -> Bool {
    guard let target = copy.step.before.table(copy.insertion.table) else { return false }
    func source(_ column: Identifier) -> Identifier? { copy.source(of: column, in: target) }
    let keys = copy.step.before.uniqueKeys(of: target)
    let areKeysUnique = keys.allSatisfy { schema.isKey(Set($0.compactMap(source)), of: old) }
    if !areKeysUnique || copy.insertion.conflict == "REPLACE" { return areKeysUnique }
    return target.checks.isEmpty && target.statement?.isStrict == false
      && target.columns.filter(\.isNotNull).allSatisfy { column in
        source(column.name).map { old.column($0)?.isNotNull == true || old.isRowid($0) }
          ?? copy.replacesNull(in: column.name, of: target)
      }
  }
}

extension Rebuild.Copy {
  /// Whether the column gets `coalesce(…, literal)` or `ifnull(…, literal)`, with a literal that is not NULL.
  fileprivate func replacesNull(in column: Identifier, of target: SchemaState.Table) -> Bool {
    let result = insertion.targets(in: target)?.first { $0.column == column }?.result
    guard let tokens = result?.tokens, let function = tokens.first,
      ["COALESCE", "IFNULL"].contains(where: function.isKeyword),
      let comma = tokens.lastIndex(where: { $0.isPunctuation(",") })
    else { return false }
    let value = tokens[(comma + 1)...].prefix { !$0.isPunctuation(")") }
    return value.count == 1 && value.allSatisfy { $0.kind == .string || $0.kind == .number }
  }
}
