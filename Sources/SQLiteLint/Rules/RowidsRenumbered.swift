internal import Findings
internal import SQLiteSyntax

extension LintRule {
  /// > If the table has no INTEGER PRIMARY KEY … the rowid … may be changed
  ///
  /// A full-text index over another table's content finds rows by rowid.
  /// https://www.sqlite.org/fts5.html#external_content_tables
  static let rowidsRenumbered = LintRule(
    "SL415", "Rowids renumbered in a copy", "rowids-renumbered", .error, isAboutRows: true
  ) { trace in
    trace.rebuilds.compactMap { rebuild in
      guard rebuild.old.rowidAlias == nil, rebuild.old.statement?.isWithoutRowid == false,
        let copy = rebuild.copies.first,
        !copy.step.tokens.mention("rowid"), !copy.step.tokens.mention("_rowid_"), !copy.step.tokens.mention("oid"),
        let index = trace.start.index(overRowidsOf: rebuild.old.name), trace.end.table(index) != nil,
        !trace.isRebuilt(index, after: copy.step)
      else { return nil }
      return LintFinding(
        copy.step,
        RowidsRenumbered(table: rebuild.old.name.text, copy: copy.insertion.table.text, fullTextTable: index.text),
        object: index)
    }
  }
}

struct RowidsRenumbered: LintViolation {
  let table: String
  /// The name of the new table before it is renamed.
  let copy: String
  let fullTextTable: String

  static var rule: LintRule { .rowidsRenumbered }
  var message: String {
    "\(table) has no INTEGER PRIMARY KEY, so the copied rows get new rowids, and searches of \(fullTextTable) return wrong rows"
  }
  var help: Help {
    "copy the rowid: INSERT INTO \(Keyword.quote(copy)) (rowid, …) SELECT rowid, …; or run INSERT INTO \(Keyword.quote(fullTextTable)) (\(Keyword.quote(fullTextTable))) VALUES ('rebuild'); at the end"
  }
}

extension SchemaState {
  /// The full-text table that reads its content from `table` by rowid; `nil` if there is none.
  fileprivate func index(overRowidsOf table: Identifier) -> Identifier? {
    sortedTables.first { other in
      guard let virtual = other.virtual, virtual.module.hasPrefix("fts") else { return false }
      return virtual.content == table
    }?.name
  }
}

extension ScriptTrace {
  /// Whether the full-text table is filled again, by its `rebuild` command or because it is created again.
  fileprivate func isRebuilt(_ index: Identifier, after step: Step) -> Bool {
    steps(after: step.index).contains { later in
      switch later.action {
      case .insert(let insertion): insertion.table == index && later.text.contains("rebuild")
      case .create(let creation): creation.name == index
      default: false
      }
    }
  }
}
