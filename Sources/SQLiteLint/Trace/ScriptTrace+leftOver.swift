internal import SQLiteSyntax

extension ScriptTrace {
  /// The tables that exist in the end, did not exist before, and contain the rows of a table that was rebuilt.
  var leftOver: [(table: SchemaState.Table, origin: Identifier, step: Step)] {
    let rebuilds = rebuilds
    guard !rebuilds.isEmpty else { return [] }
    let rebuilt = Set(rebuilds.map(\.old.name))
    let replacements = Set(rebuilds.map { Identity.new($0.creation.index) })
    return end.sortedTables.compactMap { table in
      let key = table.name
      guard !table.isTemporary, start.table(key) == nil, final.table(key) != nil, let identity = identities[key] else {
        return nil
      }
      switch identity {
      case .old(let former):
        // The table was renamed, and another one has taken its name and its rows. If it has not taken all of them, the others
        // are kept.
        guard
          rebuilds.contains(where: { rebuild in
            rebuild.old.name == former && !rebuild.copies.isEmpty
              && rebuild.copies.allSatisfy { $0.insertion.source?.filter.isEmpty ?? true }
          }),
          !isUsedByDown(table.name),
          let step = steps.first(where: {
            if case .renameTable = $0.action { $0.identity(former) == identity } else { false }
          })
        else { return nil }
        return (table, former, step)
      case .new(let index):
        let copy = steps.first { step in
          switch step.action {
          case .create(let creation): step.index == index && creation.query?.isCopy(of: rebuilt, at: step) == true
          case .insert(let insertion):
            step.identity(insertion.table) == identity && insertion.source?.isCopy(of: rebuilt, at: step) == true
          default: false
          }
        }
        // A table to which others refer has a use of its own.
        guard let copy, end.references(to: table.name).isEmpty,
          isCopied(identity, from: Set(rebuilt.map(Identity.old)), to: replacements, after: copy),
          !isUsedByDown(table.name)
        else { return nil }
        let query: CopyQuery? =
          switch copy.action {
          case .create(let creation): creation.query
          case .insert(let insertion): insertion.source
          default: nil
          }
        return (table, query?.tables.first ?? "", copy)
      }
    }
  }

  /// Whether the down migration needs the table, so that it is kept on purpose.
  private func isUsedByDown(_ name: Identifier) -> Bool { down.map { Tokenizer.tokens(of: $0).mention(name) } ?? false }

  /// Whether rows are copied from it, and not from the old table, into a rebuilt table. A copy that is kept on purpose is
  /// not an intermediate step.
  private func isCopied(
    _ identity: Identity, from old: Set<Identity>, to tables: Set<Identity>, after step: Step
  ) -> Bool {
    steps(after: step.index).contains { later in
      guard case .insert(let insertion) = later.action, let table = later.identity(insertion.table),
        tables.contains(table)
      else { return false }
      let sources = insertion.source?.tables.compactMap(later.identity) ?? []
      return sources.contains(identity) && !sources.contains { old.contains($0) }
    }
  }
}

extension CopyQuery {
  fileprivate func isCopy(of tables: Set<Identifier>, at step: ScriptTrace.Step) -> Bool {
    self.tables.count == 1
      && self.tables.contains { name in
        if case .old(let former) = step.identity(name) { tables.contains(former) } else { false }
      }
  }
}
