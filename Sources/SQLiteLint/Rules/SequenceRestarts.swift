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
        !trace.unreleased.contains(rebuild.old.name), !trace.steps.contains(where: \.readsSequence)
      else { return nil }
      // Who writes the sequence means to keep it.
      let writer = trace.steps.first(where: \.writesSequence)
      return LintFinding(
        writer ?? copy.step,
        SequenceRestarts(
          table: rebuild.old.name.text, copy: copy.insertion.table.text, isWritten: writer != nil),
        object: rebuild.old.name, severity: writer == nil ? nil : .warning)
    }
  }
}

extension ScriptTrace.Step {
  fileprivate var writesSequence: Bool {
    if case .insert(let insertion) = action { insertion.table == "sqlite_sequence" } else { false }
  }

  /// Whether it may keep what the sequence was: it copies a row of the table, or changes one.
  fileprivate var readsSequence: Bool {
    let count = tokens.count { $0.identifier == "sqlite_sequence" }
    return switch action {
    case .delete(let deletion) where deletion.table == "sqlite_sequence": count > 1
    case .insert(let insertion) where insertion.table == "sqlite_sequence": count > 1
    default: count > 0
    }
  }
}

struct SequenceRestarts: LintViolation {
  let table: String
  /// The name of the new table before it is renamed.
  let copy: String
  /// Whether the script writes a sequence that it did not read.
  let isWritten: Bool

  static var rule: LintRule { .sequenceRestarts }
  var message: String {
    isWritten
      ? "the sequence of \(table) is not what it was: ids of deleted rows can be used again"
      : "the sequence of \(table) restarts after the highest copied id, so ids of deleted rows can be used again"
  }
  var help: Help {
    "run UPDATE sqlite_sequence SET seq = (SELECT seq FROM sqlite_sequence WHERE name = \(CanonicalPrinter.string(table))) WHERE name = \(CanonicalPrinter.string(copy)); before the DROP TABLE"
  }
}
