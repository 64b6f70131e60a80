internal import SQLiteSyntax

extension LintRule {
  /// > DROP TABLE … All indices and triggers associated with the table are also deleted.
  ///
  /// https://www.sqlite.org/lang_droptable.html
  static let triggerLost = LintRule("SL411", "trigger-lost", .error) { trace in
    trace.rebuilds.flatMap { rebuild -> [LintFinding] in
      trace.start.triggers(on: rebuild.old.name).compactMap { trigger in
        let key = trigger.name.foldedASCII
        guard trace.end.triggers[key] == nil, !trace.drops(.trigger, trigger.name),
          // A later script that is released with this one may create it, or drop the table.
          trace.published.triggers[key] == nil, trace.published.table(rebuild.new.name) != nil,
          trace.isDeclared(rebuild.new.name, with: { $0.triggers[key] != nil })
        else { return nil }
        return LintFinding(
          rebuild.drop ?? rebuild.creation,
          .rebuiltTable(.triggerLost(trigger: trigger.name, table: rebuild.old.name)), object: trigger.name)
      }
    }
  }

  /// Finds indexes that a rebuild drops, as above.
  static let indexLost = LintRule("SL412", "index-lost", .warning) { trace in
    trace.rebuilds.flatMap { rebuild -> [LintFinding] in
      trace.start.indexes(on: rebuild.old.name).compactMap { index in
        let key = index.name.foldedASCII
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
          .rebuiltTable(.indexLost(index: index.name, isUnique: statement.isUnique, definition: definition)),
          object: index.name, severity: statement.isUnique ? .error : .warning)
      }
    }
  }

  /// > If the AUTOINCREMENT keyword appears after INTEGER PRIMARY KEY, that changes the automatic ROWID assignment
  /// > algorithm to prevent the reuse of ROWIDs over the lifetime of the database.
  ///
  /// https://www.sqlite.org/autoinc.html
  static let autoincrementLost = LintRule("SL413", "autoincrement-lost", .warning) { trace in
    trace.rebuilds.compactMap { rebuild in
      guard rebuild.old.isAutoincrement, !rebuild.new.isAutoincrement, let key = rebuild.new.rowidAlias else {
        return nil
      }
      return LintFinding(
        rebuild.creation, .rebuiltTable(.autoincrementLost(table: rebuild.old.name, key: key)),
        object: rebuild.old.name, column: key)
    }
  }
}

extension ScriptTrace {
  /// Whether the schema of new databases, if it is known, has the object or lacks its table.
  fileprivate func isDeclared(_ table: String, with isThere: (SchemaState) -> Bool) -> Bool {
    guard let declared, declared.table(table) != nil else { return true }
    return isThere(declared)
  }

  /// Whether the new table has a unique key that the old one had not, with more columns than the unique index: the same
  /// values are then meant to be allowed again, with another value in the other columns.
  fileprivate func widens(_ index: IndexStatement, in rebuild: Rebuild) -> Bool {
    guard index.isUnique, let columns = index.columnNames else { return false }
    let former = start.uniqueKeys(of: rebuild.old)
    return end.uniqueKeys(of: rebuild.new).contains { $0.isStrictSuperset(of: columns) && !former.contains($0) }
  }

  /// Whether a statement drops the object by name, in this script or in a later one that is released with it.
  func drops(_ kind: ObjectKind, _ name: String) -> Bool {
    let own = steps.compactMap { if case .drop(let drop) = $0.action { drop } else { nil } }
    return (own + laterDrops).contains { $0.kind == kind && $0.name.foldedASCII == name.foldedASCII }
  }
}

extension SchemaState {
  /// Whether `table` has an index that replaces this one, or lacks one of its columns.
  fileprivate func covers(_ index: IndexStatement, in table: Table) -> Bool {
    guard let columns = index.columns.columnNames else { return false }
    if columns.contains(where: { table.column($0) == nil }) { return true }
    if index.isUnique { return uniqueKeys(of: table).contains(Set(columns)) }
    // The index of a key also finds rows by its first columns.
    let keys = table.orderedKeys.map { $0.map(\.foldedASCII) } + (table.rowidAlias.map { [[$0.foldedASCII]] } ?? [])
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
