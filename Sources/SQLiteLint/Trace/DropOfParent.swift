internal import Findings
internal import SQLiteSyntax

/// A DROP TABLE, with foreign keys on or possibly on, of a table to which rows of other tables refer.
struct DropOfParent {
  let step: ScriptTrace.Step
  let parent: Identifier
  /// The names of the tables that refer to it.
  let children: [Identifier]
  /// The actions that delete or change rows, such as `CASCADE`, sorted; empty if there are none.
  let actions: [String]

  /// An error if rows or values are lost without an error; a note if foreign keys may be off.
  var severity: Severity { step.severity(ifEnforced: actions.isEmpty ? .warning : .error) }
}

extension ScriptTrace {
  /// The drops of tables that had rows, while tables that refer to them remain.
  var dropsOfParents: [DropOfParent] {
    steps.compactMap { step in
      guard case .drop(let drop) = step.action, drop.kind == .table, step.foreignKeys != .off, step.hasRun,
        step.isOld(drop.name), !isEmptied(drop.name, before: step)
      else { return nil }
      let references = step.before.references(to: drop.name).filter { reference in
        let child = reference.child.name
        guard step.isOld(child), let last = end.table(child), !isEmptied(child, before: step) else { return false }
        // A remaining foreign key without a parent is found by a different rule.
        return end.table(drop.name) != nil
          || !last.foreignKeys.contains { $0.clause.table == drop.name }
      }
      .filter { !$0.key.clause.changesRowsOnDelete || !isRestored($0.child.name, around: step) }
      guard !references.isEmpty else { return nil }
      let acting = references.filter(\.key.clause.changesRowsOnDelete)
      let children = (acting.isEmpty ? references : acting).map(\.child.name)
      return DropOfParent(
        step: step, parent: drop.name,
        children: children.reduce(into: []) { if !$0.contains($1) { $0.append($1) } },
        actions: Set(acting.compactMap(\.key.clause.onDelete)).sorted())
    }
  }

  /// Whether all rows of the table were deleted before.
  private func isEmptied(_ table: Identifier, before step: Step) -> Bool {
    steps(before: step.index).contains { former in
      if case .delete(let deletion) = former.action {
        deletion.filter.isEmpty && former.identity(deletion.table) == step.identity(table)
      } else {
        false
      }
    }
  }
}

extension ForeignKeyClause {
  /// Whether deleting a parent row deletes or changes the rows that refer to it.
  var changesRowsOnDelete: Bool { ["CASCADE", "SET NULL", "SET DEFAULT"].contains(onDelete ?? "") }
}

extension ScriptTrace {
  /// Whether the rows of the table are copied elsewhere before the statement, and copied back after it.
  fileprivate func isRestored(_ table: Identifier, around step: Step) -> Bool {
    let identity = step.identity(table)
    let copies = steps(before: step.index).compactMap { former -> Identity? in
      switch former.action {
      case .create(let creation):
        creation.query?.isWhole(of: identity, at: former) == true ? .new(former.index) : nil
      case .insert(let insertion):
        insertion.source?.isWhole(of: identity, at: former) == true ? former.identity(insertion.table) : nil
      default: nil
      }
    }
    return steps(after: step.index).contains { later in
      let isCopy = { (name: Identifier) in later.identity(name).map(copies.contains) ?? false }
      return switch later.action {
      case .insert(let insertion):
        later.identity(insertion.table) == identity && insertion.source?.tables.contains(where: isCopy) == true
      case .update(let update):
        later.identity(update.table) == identity
          && later.tokens.contains { [.word, .doubleQuoted, .quotedName].contains($0.kind) && isCopy($0.identifier) }
      default: false
      }
    }
  }
}

extension CopyQuery {
  /// Whether the query returns every row of this table, with all columns or some of them.
  fileprivate func isWhole(of table: ScriptTrace.Identity?, at step: ScriptTrace.Step) -> Bool {
    isWholeTable && tables.contains { step.identity($0) == table }
  }
}

extension ScriptTrace.Step {
  /// Whether an earlier statement has delayed the enforcement of foreign keys.
  func isDeferred(in trace: ScriptTrace) -> Bool {
    trace.steps(before: index).contains {
      if case .pragma("defer_foreign_keys", let value?) = $0.action {
        ["1", "on", "yes", "true"].contains(value)
      } else {
        false
      }
    }
  }
}
