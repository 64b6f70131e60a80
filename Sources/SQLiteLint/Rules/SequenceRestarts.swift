internal import SQLiteSyntax

extension LintRule {
  /// > SQLite keeps track of the largest ROWID using an internal table named "sqlite_sequence".
  ///
  /// DROP TABLE deletes the table's row in it. https://www.sqlite.org/autoinc.html
  static let sequenceRestarts = LintRule("SL414", "sequence-restarts", .note) { trace in
    trace.rebuilds.compactMap { rebuild in
      guard rebuild.old.isAutoincrement, rebuild.new.isAutoincrement, let copy = rebuild.copies.first,
        !trace.unreleased.contains(rebuild.old.name.foldedASCII),
        !trace.steps.contains(where: { $0.tokens.mention("sqlite_sequence") })
      else { return nil }
      return LintFinding(
        copy.step, .rebuiltTable(.sequenceRestarts(table: rebuild.old.name, copy: copy.insertion.table)),
        object: rebuild.old.name)
    }
  }
}
