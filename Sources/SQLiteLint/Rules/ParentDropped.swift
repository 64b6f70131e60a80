internal import Findings
internal import SQLiteSyntax

extension LintRule {
  /// Finds a foreign key whose parent table was dropped.
  ///
  /// > If … the parent table … does not exist … attempts to modify the child … are errors
  ///
  /// https://www.sqlite.org/foreignkeys.html#fk_indexes
  static let parentDropped = LintRule("SL405", "Table dropped that others refer to", "parent-dropped", .warning) {
    trace in
    trace.dangling.compactMap { dangling in
      let drop = trace.steps.first { step in
        if case .drop(let drop) = step.action {
          drop.kind == .table && drop.name == dangling.parent
        } else {
          false
        }
      }
      let isRenamed = trace.steps.contains { step in
        if case .renameTable(_, let name) = step.action { name == dangling.parent } else { false }
      }
      guard let drop, !isRenamed, trace.final.table(dangling.parent) == nil,
        trace.final.table(dangling.child.name)?.foreignKeys.contains(where: {
          $0.clause.table == dangling.parent
        })
          == true
      else { return nil }
      return LintFinding(
        drop, ParentDropped(child: dangling.child.name.text), object: dangling.child.name)
    }
  }
}

struct ParentDropped: LintViolation {
  let child: String

  static var rule: LintRule { .parentDropped }
  var message: String {
    "\(child) still refers to this table: with foreign keys on, every INSERT and DELETE on \(child) fails"
  }
  var help: Help { "rebuild \(child) without the foreign key before this statement" }
}
