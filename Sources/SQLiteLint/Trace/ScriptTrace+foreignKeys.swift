internal import SQLiteSyntax

extension ScriptTrace {
  /// The foreign keys that have no parent after the script, in tables that existed before it and had a foreign key with
  /// a parent.
  var dangling: [(child: SchemaState.Table, parent: Identifier)] {
    end.sortedTables.flatMap { child -> [(child: SchemaState.Table, parent: Identifier)] in
      guard !child.isTemporary, let old = start.table(child.name) else { return [] }
      let had = old.foreignKeys.contains { start.table($0.clause.table) != nil }
      // A later script that is released with this one may rebuild the child or create the parent.
      let published = Set(published.table(child.name)?.foreignKeys.map(\.clause.table) ?? [])
      let parents = Set(child.foreignKeys.map(\.clause.table)).filter { parent in
        end.table(parent) == nil && self.published.table(parent) == nil && published.contains(parent)
      }
      return had ? parents.sorted().map { (child, $0) } : []
    }
  }
}

extension ScriptTrace.Step {
  /// The table to which the statement may add foreign keys.
  var foreignKeyTable: Identifier? {
    switch action {
    case .create(let creation) where creation.kind == .table && !creation.isTemporary: creation.name
    case .addColumn(let addition): addition.table
    default: nil
    }
  }
}
