extension TypeResolver {
  /// The type of a variable: its annotation, or that of its initial value.
  func type(of variable: VariableDeclaration, at context: SymbolContext, depth: Int = 0) throws(Refusal) -> ResolvedType
  {
    if let type = variable.type { return try resolve(type, at: context) }
    guard let value = variable.value else { throw Refusal(.noType(expression: "")) }
    guard let type = try type(of: value, at: context, depth: depth) else {
      throw Refusal(.noType(expression: variable.valueText ?? value.text))
    }
    return type
  }

  /// The type of an initial value; `nil` for a form whose type is not known.
  private func type(
    of value: SourceExpression, at context: SymbolContext, depth: Int
  ) throws(Refusal) -> ResolvedType? {
    guard depth < 8 else { return nil }
    switch value {
    case .integer: return ScalarTypes.type(named: ["Int"])
    case .float: return ScalarTypes.type(named: ["Double"])
    case .string, .interpolation: return ScalarTypes.type(named: ["String"])
    case .boolean: return ScalarTypes.type(named: ["Bool"])
    case .construction(let type), .cast(let type): return try resolve(type, at: context)
    case .caseOfOptional(let type):
      // A name that no file declares may be that of a value.
      let type = try resolve(type, at: context)
      return type.foreignName == nil ? type : nil
    case .array(let elements):
      return try common(elements, context, depth).map { .array($0) }
    case .dictionary(let elements):
      let keys = try common(elements.indices.filter { $0 % 2 == 0 }.map { elements[$0] }, context, depth)
      let values = try common(elements.indices.filter { $0 % 2 == 1 }.map { elements[$0] }, context, depth)
      return keys.flatMap { key in values.map { .dictionary(key, $0) } }
    case .path(let path): return try member(path, isCalled: false, context, depth)
    case .call(.path(let path), _):
      if path.first != "", let type = try typeNamed(path, context) { return type }
      return try member(path, isCalled: true, context, depth)
    case .member(let base, let name):
      guard let type = try type(of: base, at: context, depth: depth + 1) else { return nil }
      return try instanceMember(name, of: type, depth)
    case .none, .metatype, .call, .sum, .keyPath, .closure, .other: return nil
    }
  }

  private func common(
    _ elements: [SourceExpression], _ context: SymbolContext, _ depth: Int
  ) throws(Refusal) -> ResolvedType? {
    var found: ResolvedType?
    for element in elements {
      guard let type = try type(of: element, at: context, depth: depth + 1), found == nil || found == type else {
        return nil
      }
      found = type
    }
    return found
  }

  /// The type with a name; `nil` if the name is not that of a type whose kind is known.
  private func typeNamed(_ path: [String], _ context: SymbolContext) throws(Refusal) -> ResolvedType? {
    switch symbols.symbol(path, at: context) {
    case .failure(.notFound): return nil
    case .failure(let reason): throw Refusal(reason)
    case .foreign(let names): return ScalarTypes.type(named: names)
    case .type, .alias: return try resolve(.named(path, arguments: []), at: context)
    }
  }

  /// The type of `T.name` or `T.name(…)`: that of the member's declaration.
  private func member(
    _ path: [String], isCalled: Bool, _ context: SymbolContext, _ depth: Int
  ) throws(Refusal) -> ResolvedType? {
    guard path.count > 1, path[0] != "", let name = path.last else { return nil }
    guard let owner = try typeNamed(Array(path.dropLast()), context) else {
      let value =
        try path.count > 2 && !isCalled ? member(Array(path.dropLast()), isCalled: false, context, depth) : nil
      return try value.flatMap { value throws(Refusal) in try instanceMember(name, of: value, depth) }
    }
    if name == "init", isCalled { return owner }
    if case .scalar(let type, _) = owner { return ScalarTypes.member(name, of: type) }
    guard case .declared(let id) = owner else { return nil }
    for entry in symbols.entries(id) {
      if entry.declaration.kind == .enum, entry.declaration.cases.contains(where: { $0.name == name }) { return owner }
      if let variable = entry.declaration.variables.first(where: { $0.isStatic && $0.name == name }), !isCalled {
        if variable.type?.path == ["Self"] { return owner }
        return try type(of: variable, at: entry.context, depth: depth + 1)
      }
      let functions = entry.declaration.functions.filter { $0.name == name }
      guard isCalled, let function = functions.first, Set(functions.map(\.type)).count == 1 else { continue }
      if function.type?.path == ["Self"] { return owner }
      return try function.type.map { type throws(Refusal) in try resolve(type, at: entry.context) }
    }
    return nil
  }

  private func instanceMember(_ name: String, of type: ResolvedType, _ depth: Int) throws(Refusal) -> ResolvedType? {
    if case .scalar(let scalar, _) = type { return ScalarTypes.member(name, of: scalar) }
    guard case .declared(let id) = type else { return nil }
    if name == "rawValue" {
      // That of a structure is a member like any other, but no store shows one.
      guard let primary = symbols.primary(id), primary.declaration.kind == .enum,
        let raw = primary.declaration.inherits.first,
        case .scalar(let text, let type) = try resolve(raw, at: primary.context.outer)
      else { return nil }
      return .scalar(text, type)
    }
    for entry in symbols.entries(id) {
      if let variable = entry.declaration.variables.first(where: { !$0.isStatic && $0.name == name }) {
        return try self.type(of: variable, at: entry.context, depth: depth + 1)
      }
    }
    return nil
  }
}

extension SourceExpression {
  /// A short text for a message.
  var text: String {
    switch self {
    case .path(let path): path.joined(separator: ".")
    case .call(let callee, _): callee.text + "(…)"
    case .member(let base, let name): base.text + "." + name
    case .construction(let type): type.text + "()"
    case .metatype(let type): type.text + ".self"
    case .keyPath(let root, let names): "\\" + (root?.text ?? "") + "." + names.joined(separator: ".")
    case .closure: "{ … }"
    case .other(let text): text
    case .none: "nil"
    case .array: "[…]"
    case .integer(let number): String(number)
    case .string(let text): "\"\(text)\""
    default: "…"
    }
  }
}
