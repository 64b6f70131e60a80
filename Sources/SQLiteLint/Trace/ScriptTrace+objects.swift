internal import SQLiteSyntax

extension ScriptTrace {
  /// Whether the schema of new databases, if it is known, has the object or lacks its table.
  func isDeclared(_ table: Identifier, with isThere: (SchemaState) -> Bool) -> Bool {
    guard let declared, declared.table(table) != nil else { return true }
    return isThere(declared)
  }

  /// Whether a statement drops the object by name, in this script or in a later one that is released with it.
  func drops(_ kind: ObjectKind, _ name: Identifier) -> Bool {
    let own = steps.compactMap { if case .drop(let drop) = $0.action { drop } else { nil } }
    return (own + laterDrops).contains { $0.kind == kind && $0.name == name }
  }
}
