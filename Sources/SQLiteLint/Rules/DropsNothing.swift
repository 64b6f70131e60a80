internal import Findings
internal import SQLiteSyntax

extension LintRule {
  /// > If the optional IF EXISTS clause is present … the statement … a no-op
  ///
  /// https://www.sqlite.org/lang_dropindex.html
  static let dropsNothing = LintRule.each("SL455", "DROP IF EXISTS of nothing", "drops-nothing", .note) { step, trace in
    guard step.hasRun, case .drop(let drop) = step.action, drop.isConditional, !step.before.has(drop.kind, drop.name),
      !trace.makes(drop.name), !trace.start.has(drop.kind, drop.name)
    else { return nil }
    return LintFinding(
      step, DropsNothing(object: drop.name.text, objectKind: drop.kind.rawValue), object: drop.name)
  }
}

struct DropsNothing: LintViolation {
  enum CodingKeys: String, CodingKey {
    case object = "name"
    case objectKind
  }

  let object: String
  let objectKind: String

  static var rule: LintRule { .dropsNothing }
  var message: String { "no \(objectKind) \(object) exists at this point, so this drops nothing" }
  var help: Help { "check the name: schemaledger show prints the frozen schema" }
}

extension SchemaState {
  fileprivate func has(_ kind: ObjectKind, _ name: Identifier) -> Bool {
    let key = name
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
  fileprivate func makes(_ name: Identifier) -> Bool {
    steps.contains { step in
      switch step.action {
      case .create(let creation): creation.name == name
      case .renameTable(_, let other): other == name
      default: false
      }
    }
  }
}
