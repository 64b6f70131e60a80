extension LintRule {
  /// > When the REPLACE conflict resolution strategy deletes rows in order to satisfy a constraint …
  ///
  /// The actions of foreign keys run for those rows. https://www.sqlite.org/lang_conflict.html
  static let replacedParent = LintRule.each("SL408", "replaced-parent", .warning) { step, trace in
    guard step.hasRun, case .insert(let insertion) = step.action, insertion.conflict == "REPLACE",
      step.isOld(insertion.table), step.foreignKeys != .off,
      let reference = step.before.references(to: insertion.table).first(where: {
        ["CASCADE", "SET NULL", "SET DEFAULT"].contains($0.key.clause.onDelete ?? "") && step.isOld($0.child.name)
      })
    else { return nil }
    let child = reference.child.name
    let effect =
      reference.key.clause.onDelete == "CASCADE" ? "its rows in \(child) are deleted" : "its rows in \(child) lose it"
    return LintFinding(
      step, "a row that is there already is deleted and written anew: where foreign keys are on, \(effect)",
      hint: "INSERT INTO \(Keyword.quote(insertion.table)) … ON CONFLICT (…) DO UPDATE SET …", object: child)
  }
}
