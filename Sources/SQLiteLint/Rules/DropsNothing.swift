internal import SQLiteSyntax

extension LintRule {
  /// > If the optional IF EXISTS clause is present … the statement … a no-op
  ///
  /// https://www.sqlite.org/lang_dropindex.html
  static let dropsNothing = LintRule.each("SL455", "drops-nothing", .note) { step, trace in
    guard step.hasRun, case .drop(let drop) = step.action, drop.isConditional, !step.before.has(drop.kind, drop.name),
      !trace.makes(drop.name), !trace.start.has(drop.kind, drop.name)
    else { return nil }
    return LintFinding(
      step, .meaning(.dropsNothing(drop.name, kind: drop.kind.rawValue)), object: drop.name)
  }
}

extension SchemaState {
  func has(_ kind: ObjectKind, _ name: String) -> Bool {
    let key = name.foldedASCII
    return switch kind {
    case .table: tables[key] != nil
    case .index: indexes[key] != nil
    case .view: views[key] != nil
    case .trigger: triggers[key] != nil
    }
  }
}

extension ScriptTrace {
  /// Whether a statement creates an object of that name, so that dropping it first is a precaution.
  fileprivate func makes(_ name: String) -> Bool {
    steps.contains { step in
      switch step.action {
      case .create(let creation): creation.name.foldedASCII == name.foldedASCII
      case .renameTable(_, let other): other.foldedASCII == name.foldedASCII
      default: false
      }
    }
  }
}
