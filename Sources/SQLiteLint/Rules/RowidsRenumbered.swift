internal import SQLiteSyntax

extension LintRule {
  /// > If the table has no INTEGER PRIMARY KEY … the rowid … may be changed
  ///
  /// A full-text index over another table's content finds rows by rowid.
  /// https://www.sqlite.org/fts5.html#external_content_tables
  static let rowidsRenumbered = LintRule("SL415", "rowids-renumbered", .error) { trace in
    trace.rebuilds.compactMap { rebuild in
      guard rebuild.old.rowidAlias == nil, rebuild.old.statement?.isWithoutRowid == false,
        let copy = rebuild.copies.first,
        !copy.step.tokens.mention("rowid"), !copy.step.tokens.mention("_rowid_"), !copy.step.tokens.mention("oid"),
        let index = trace.start.index(overRowidsOf: rebuild.old.name), trace.end.table(index) != nil,
        !trace.isRebuilt(index, after: copy.step)
      else { return nil }
      return LintFinding(
        copy.step,
        .rebuiltTable(
          .rowidsRenumbered(table: rebuild.old.name, copy: copy.insertion.table, fullTextTable: index)),
        object: index)
    }
  }
}

extension SchemaState {
  /// The full-text table that reads its content from `table` by rowid; `nil` if there is none.
  fileprivate func index(overRowidsOf table: String) -> String? {
    sortedTables.first { other in
      guard let virtual = other.virtual, virtual.module.foldedASCII.hasPrefix("fts") else { return false }
      return virtual.content?.foldedASCII == table.foldedASCII
    }?.name
  }
}

extension VirtualTableStatement {
  /// The table in `content=`; `nil` if there is none.
  var content: String? {
    for argument in arguments {
      let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2, parts[0].foldedASCII == "content" else { continue }
      let name = Tokenizer.tokens(of: parts[1]).first?.text ?? ""
      return name.isEmpty ? nil : name
    }
    return nil
  }
}

extension ScriptTrace {
  /// Whether the full-text table is filled again, by its `rebuild` command or because it is created again.
  fileprivate func isRebuilt(_ index: String, after step: Step) -> Bool {
    steps(after: step.index).contains { later in
      switch later.action {
      case .insert(let insertion): insertion.table.foldedASCII == index.foldedASCII && later.text.contains("rebuild")
      case .create(let creation): creation.name.foldedASCII == index.foldedASCII
      default: false
      }
    }
  }
}
