internal import SQLiteSyntax

extension LintRule {
  /// > When the REPLACE conflict resolution strategy deletes rows in order to satisfy a constraint …
  ///
  /// The actions of foreign keys run for the deleted rows. https://www.sqlite.org/lang_conflict.html
  static let replacedParent = LintRule.each("SL408", "replaced-parent", .warning) { step, trace in
    guard step.hasRun, case .insert(let insertion) = step.action, insertion.conflict == "REPLACE",
      step.isOld(insertion.table), step.foreignKeys != .off,
      let reference = step.before.references(to: insertion.table).first(where: {
        ["CASCADE", "SET NULL", "SET DEFAULT"].contains($0.key.clause.onDelete ?? "") && step.isOld($0.child.name)
      })
    else { return nil }
    let child = reference.child.name
    let effect =
      reference.key.clause.onDelete == "CASCADE"
      ? "the rows of \(child) that refer to it are deleted" : "the rows of \(child) that refer to it lose the reference"
    return LintFinding(
      step, "this deletes and reinserts a row that already exists: with foreign keys on, \(effect)",
      hint: "use INSERT INTO \(Keyword.quote(insertion.table)) … ON CONFLICT (…) DO UPDATE SET …", object: child)
  }
}
