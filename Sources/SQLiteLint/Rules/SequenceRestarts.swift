internal import Findings
internal import SQLiteSchema
internal import SQLiteSyntax

extension LintRule {
  /// > SQLite keeps track of the largest ROWID using an internal table named "sqlite_sequence".
  ///
  /// DROP TABLE deletes the table's row in it. https://www.sqlite.org/autoinc.html
  static let sequenceRestarts = LintRule("SL414", "AUTOINCREMENT sequence restarts", "sequence-restarts", .note) {
    trace in
    trace.rebuilds.compactMap { rebuild in
      guard rebuild.old.isAutoincrement, rebuild.new.isAutoincrement, let copy = rebuild.copies.first,
        !trace.unreleased.contains(rebuild.old.name),
        !trace.steps.contains(where: { $0.tokens.mention("sqlite_sequence") })
      else { return nil }
      return LintFinding(
        copy.step, SequenceRestarts(table: rebuild.old.name.text, copy: copy.insertion.table.text),
        object: rebuild.old.name)
    }
  }
}

struct SequenceRestarts: LintViolation {
  let table: String
  /// The name of the new table before it is renamed.
  let copy: String

  static var rule: LintRule { .sequenceRestarts }
  var message: String {
    "the sequence of \(table) restarts after the highest copied id, so ids of deleted rows can be used again"
  }
  var help: Help {
    "run UPDATE sqlite_sequence SET seq = (SELECT seq FROM sqlite_sequence WHERE name = \(CanonicalPrinter.string(table))) WHERE name = \(CanonicalPrinter.string(copy)); before the DROP TABLE"
  }
}
