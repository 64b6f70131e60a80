internal import SQLiteSyntax

extension LintRule {
  /// > A "CREATE TABLE ... AS SELECT" … A table created using CREATE TABLE AS has no PRIMARY KEY and no constraints of any
  /// > kind. The default value of each column is NULL.
  ///
  /// https://www.sqlite.org/lang_createtable.html#create_table_as_select_statements
  static let copyIsTable = LintRule.each("SL420", "copy-is-table", .warning) { step, trace in
    guard step.hasRun, case .create(let creation) = step.action, creation.query != nil, !creation.isTemporary,
      let name = trace.identities.first(where: { $0.value == .new(step.index) })?.key, let table = trace.end.table(name)
    else { return nil }
    // A copy that remains is not a table of the application; tableLeftOver finds it.
    guard !trace.leftOver.contains(where: { $0.table.name.foldedASCII == name }),
      // A later script that is released with this one may rebuild it.
      trace.published.table(name)?.hasConstraints == false
    else { return nil }
    let replaces = trace.start.table(name) != nil
    return LintFinding(
      step, .rebuiltTable(.createdAsCopy(table: table.name, isReplacement: replaces)), object: table.name,
      severity: replaces ? .error : .warning)
  }

  /// Finds a copy of rows that remains in every database.
  static let tableLeftOver = LintRule("SL421", "table-left-over", .warning) { trace in
    trace.leftOver.map { left in
      LintFinding(
        left.step, .rebuiltTable(.tableLeftOver(table: left.table.name, origin: left.origin)), object: left.table.name)
    }
  }
}

extension ScriptTrace {
  /// The tables that exist in the end, did not exist before, and contain the rows of a table that was rebuilt.
  fileprivate var leftOver: [(table: SchemaState.Table, origin: String, step: Step)] {
    let rebuilds = rebuilds
    let rebuilt = Set(rebuilds.map(\.old.name.foldedASCII))
    let replacements = Set(rebuilds.map { Identity.new($0.creation.index) })
    return end.sortedTables.compactMap { table in
      let key = table.name.foldedASCII
      guard !table.isTemporary, start.table(key) == nil, final.table(key) != nil, let identity = identities[key] else {
        return nil
      }
      switch identity {
      case .old(let former):
        // The table was renamed, and another one has taken its name and its rows.
        guard rebuilds.contains(where: { $0.old.name.foldedASCII == former && !$0.copies.isEmpty }),
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
        guard let copy, isCopied(identity, from: Set(rebuilt.map(Identity.old)), to: replacements, after: copy),
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
  private func isUsedByDown(_ name: String) -> Bool { down.map { Tokenizer.tokens(of: $0).mention(name) } ?? false }

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
  fileprivate func isCopy(of tables: Set<String>, at step: ScriptTrace.Step) -> Bool {
    self.tables.count == 1
      && self.tables.contains { name in
        if case .old(let former) = step.identity(name) { tables.contains(former) } else { false }
      }
  }
}
