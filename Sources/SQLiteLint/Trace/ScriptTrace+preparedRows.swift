internal import SQLiteSyntax

extension ScriptTrace {
  /// The copies of all rows of a table into its replacement.
  var strictCopies: [(rebuild: Rebuild, copy: Rebuild.Copy)] { copies(where: \.isWhole) }

  /// The first of these copies into the replacement of each table.
  func copies(where isWanted: (Rebuild.Copy) -> Bool) -> [(rebuild: Rebuild, copy: Rebuild.Copy)] {
    rebuilds.filter { !unreleased.contains($0.old.name) }.flatMap { rebuild in
      rebuild.copies.filter(isWanted).prefix(1).map { (rebuild, $0) }
    }
  }

  /// Whether an earlier statement prepares the rows: an UPDATE of these columns (of any column if `columns` is empty),
  /// or a DELETE.
  func isPrepared(_ columns: Set<Identifier>, of rebuild: Rebuild, before step: Step) -> Bool {
    isPrepared(columns, table: .old(rebuild.old.name), before: step)
  }

  func isPrepared(_ columns: Set<Identifier>, table: Identity?, before step: Step) -> Bool {
    let isHere = steps(before: step.index).contains {
      $0.prepares(columns) { former, name in former.identity(name) == table }
    }
    guard case .old(let key) = table, !isHere else { return isHere }
    return before.contains { $0.prepares(columns) { _, name in name == key } }
  }
}

extension ScriptTrace.Step {
  fileprivate func prepares(_ columns: Set<Identifier>, _ isTable: (Self, Identifier) -> Bool) -> Bool {
    switch action {
    case .update(let update): isTable(self, update.table) && (columns.isEmpty || columns.contains(where: update.sets))
    case .delete(let deletion): isTable(self, deletion.table)
    default: false
    }
  }

  /// Whether the statement writes to a column of that name.
  func sets(_ column: Identifier) -> Bool {
    switch action {
    case .update(let update): update.sets(column)
    case .insert(let insertion): insertion.columns?.contains { $0 == column } ?? true
    default: false
    }
  }
}
