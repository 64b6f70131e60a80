internal import SQLiteSyntax

// Which tables may contain rows of users, during a script. Tables that were created since the last release contain none,
// unless the script copies such rows into them.

extension ScriptTrace {
  /// Whether the table may contain rows of users: it is released, or the script has filled it from such a table.
  func mayHaveUserRows(_ name: Identifier, at step: Step) -> Bool {
    guard let identity = step.identity(name) else { return false }
    if case .old(let former) = identity { return !unreleased.contains(former) }
    return queries(filling: identity, before: step).contains { former, query in
      query.tables.contains { mayHaveUserRows($0, at: former) }
    }
  }

  /// The queries whose results earlier statements have put into a table.
  func queries(filling table: Identity?, before step: Step) -> [(step: Step, query: CopyQuery)] {
    steps(before: step.index).compactMap { former in
      switch former.action {
      case .create(let creation) where table == .new(former.index): creation.query.map { (former, $0) }
      case .insert(let insertion) where former.identity(insertion.table) == table:
        insertion.source.map { (former, $0) }
      default: nil
      }
    }
  }

  /// Whether the statement copies or changes rows that users may have.
  func concernsUserRows(_ step: Step) -> Bool {
    switch step.action {
    case .insert(let insertion):
      let sources = insertion.source?.tables ?? []
      return sources.isEmpty || sources.contains { mayHaveUserRows($0, at: step) }
    case .update(let update): return mayHaveUserRows(update.table, at: step)
    default: return true
    }
  }

  /// Whether the table has no rows in any database, because it was created or emptied before.
  func isEmpty(_ table: Identifier, before step: Step) -> Bool {
    let identity = step.identity(table)
    var isEmpty = !step.isOld(table)
    for former in steps(before: step.index) {
      switch former.action {
      case .delete(let deletion) where deletion.filter.isEmpty && former.identity(deletion.table) == identity:
        isEmpty = true
      case .insert(let insertion) where former.identity(insertion.table) == identity: isEmpty = false
      case .create(let creation) where creation.query != nil && identity == .new(former.index): isEmpty = false
      default: break
      }
    }
    return isEmpty
  }

  /// Whether an earlier statement has copied rows of the table elsewhere.
  func isCopied(_ table: Identifier, at step: Step) -> Bool {
    let here = steps(before: step.index).contains {
      $0.copies { former, name in former.identity(name) == step.identity(table) }
    }
    guard case .old(let key) = step.identity(table), !here else { return here }
    return before.contains { $0.copies { _, name in name == key } }
  }
}

extension ScriptTrace.Step {
  /// Whether the statement copies rows of a table elsewhere.
  fileprivate func copies(of isTable: (Self, Identifier) -> Bool) -> Bool {
    let source: CopyQuery? =
      switch action {
      case .insert(let insertion): insertion.source
      case .create(let creation): creation.query
      default: nil
      }
    guard let source else { return false }
    // The rows of a subquery come from any table that the statement names.
    let named = source.tables.contains("") ? tokens.filter(\.isName).map(\.identifier) : []
    return (source.tables + named).contains { isTable(self, $0) }
  }
}
