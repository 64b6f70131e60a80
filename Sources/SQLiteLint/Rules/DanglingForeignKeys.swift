internal import SQLiteSyntax

extension LintRule {
  /// > From SQLite 3.26.0, FOREIGN KEY constraints are always converted unless the PRAGMA legacy_alter_table=ON
  ///
  /// https://www.sqlite.org/lang_altertable.html#alter_table_rename
  static let parentRenamed = LintRule("SL404", "parent-renamed", .error) { trace in
    trace.dangling.compactMap { dangling in
      let renaming = trace.steps.first { step in
        if case .renameTable(_, let name) = step.action { name.foldedASCII == dangling.parent } else { false }
      }
      guard let renaming, case .renameTable(let parent, let name) = renaming.action else { return nil }
      return LintFinding(
        renaming,
        .foreignKeys(.parentRenamed(parent: parent, newName: name, child: dangling.child.name)),
        object: dangling.child.name)
    }
  }

  /// Finds a foreign key whose parent table was dropped.
  ///
  /// > If … the parent table … does not exist … attempts to modify the child … are errors
  ///
  /// https://www.sqlite.org/foreignkeys.html#fk_indexes
  static let parentDropped = LintRule("SL405", "parent-dropped", .warning) { trace in
    trace.dangling.compactMap { dangling in
      let drop = trace.steps.first { step in
        if case .drop(let drop) = step.action {
          drop.kind == .table && drop.name.foldedASCII == dangling.parent
        } else {
          false
        }
      }
      let isRenamed = trace.steps.contains { step in
        if case .renameTable(_, let name) = step.action { name.foldedASCII == dangling.parent } else { false }
      }
      guard let drop, !isRenamed, trace.final.table(dangling.parent) == nil,
        trace.final.table(dangling.child.name)?.foreignKeys.contains(where: {
          $0.clause.table.foldedASCII == dangling.parent
        })
          == true
      else { return nil }
      return LintFinding(
        drop, .foreignKeys(.parentDropped(child: dangling.child.name)), object: dangling.child.name)
    }
  }
}

extension ScriptTrace {
  /// The foreign keys that have no parent after the script, in tables that existed before it and had a foreign key with
  /// a parent.
  fileprivate var dangling: [(child: SchemaState.Table, parent: String)] {
    end.sortedTables.flatMap { child -> [(child: SchemaState.Table, parent: String)] in
      guard !child.isTemporary, let old = start.table(child.name) else { return [] }
      let had = old.foreignKeys.contains { start.table($0.clause.table) != nil }
      // A later script that is released with this one may rebuild the child or create the parent.
      let published = Set(published.table(child.name)?.foreignKeys.map(\.clause.table.foldedASCII) ?? [])
      let parents = Set(child.foreignKeys.map(\.clause.table.foldedASCII)).filter { parent in
        end.table(parent) == nil && self.published.table(parent) == nil && published.contains(parent)
      }
      return had ? parents.sorted().map { (child, $0) } : []
    }
  }
}
