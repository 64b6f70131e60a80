internal import SQLiteSyntax

// Which tables may contain rows of users, during a script. Tables that were created since the last release contain none,
// unless the script copies such rows into them.

extension ScriptTrace {
  /// Whether the table may contain rows of users: it is released, or the script has filled it from such a table.
  func mayHaveUserRows(_ name: String, at step: Step) -> Bool {
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
}
