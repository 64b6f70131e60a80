internal import SQLiteSyntax

extension LintRule {
  /// > DROP TABLE … All indices and triggers associated with the table are also deleted.
  ///
  /// https://www.sqlite.org/lang_droptable.html
  static let triggerLost = LintRule("SL411", "trigger-lost", .error) { trace in
    trace.rebuilds.flatMap { rebuild -> [LintFinding] in
      trace.start.triggers(on: rebuild.old.name).compactMap { trigger in
        guard trace.end.triggers[trigger.name.foldedASCII] == nil, !trace.drops(.trigger, trigger.name) else {
          return nil
        }
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
        guard trace.end.indexes[index.name.foldedASCII] == nil, !trace.drops(.index, index.name),
          let statement = index.statement, !trace.end.covers(statement, in: rebuild.new)
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
  /// Whether a statement drops the object by name.
  func drops(_ kind: ObjectKind, _ name: String) -> Bool {
    steps.contains {
      if case .drop(let drop) = $0.action {
        drop.kind == kind && drop.name.foldedASCII == name.foldedASCII
      } else {
        false
      }
    }
  }
}

extension SchemaState {
  /// Whether `table` has an index that replaces this one, or lacks one of its columns.
  fileprivate func covers(_ index: IndexStatement, in table: Table) -> Bool {
    guard let columns = index.columns.columnNames else { return false }
    if columns.contains(where: { table.column($0) == nil }) { return true }
    if index.isUnique { return uniqueKeys(of: table).contains(Set(columns)) }
    let constraints = table.uniqueConstraints.contains { $0 == Set(columns) }
    return constraints
      || indexes(on: table.name).contains { other in
        guard let names = other.statement?.columns.columnNames, other.statement?.condition == index.condition else {
          return false
        }
        // A new index with the same columns in a different order, or with a prefix of them, replaces the old one.
        return names.starts(with: columns) || columns.starts(with: names) || Set(names) == Set(columns)
      }
  }
}
