internal import SQLiteSchema
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
      let (old, new) = (CanonicalPrinter.string(rebuild.old.name), CanonicalPrinter.string(copy.insertion.table))
      return LintFinding(
        copy.step,
        "the sequence of \(rebuild.old.name) restarts after the highest copied id, so ids of deleted rows can be used again",
        hint:
          "run UPDATE sqlite_sequence SET seq = (SELECT seq FROM sqlite_sequence WHERE name = \(old)) WHERE name = \(new); before the DROP TABLE",
        object: rebuild.old.name)
    }
  }
}
