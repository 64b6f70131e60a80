/// Reads the lists of models, versions and stages.
struct ListReader {
  let resolver: TypeResolver
  private var symbols: SymbolTable { resolver.symbols }

  init(resolver: TypeResolver) { self.resolver = resolver }

  func version(_ entry: TypeEntry) -> VersionDeclaration {
    var unresolved: [Unresolved] = []
    var types: [TypeID] = []
    var identifier: String?
    collect(entry, "models", &unresolved) { value, context throws(Refusal) in
      types = try self.types(value, at: context)
    }
    collect(entry, "versionIdentifier", &unresolved) { value, context throws(Refusal) in
      identifier = try self.identifier(value, at: context)
    }
    return VersionDeclaration(
      name: entry.id.text, location: entry.location, identifier: identifier, unresolved: unresolved, id: entry.id,
      types: types)
  }

  func plan(_ entry: TypeEntry) -> PlanDeclaration {
    var unresolved: [Unresolved] = []
    var schemas: [TypeID] = []
    var stages: [StageDeclaration] = []
    collect(entry, "schemas", &unresolved) { value, context throws(Refusal) in
      schemas = try self.types(value, at: context)
    }
    collect(entry, "stages", &unresolved) { value, context throws(Refusal) in
      stages = try self.stages(value, at: context, entry.location, 0)
    }
    return PlanDeclaration(
      name: entry.id.text, location: entry.location, stages: stages, unresolved: unresolved, id: entry.id,
      schemas: schemas)
  }

  /// Reads a static member of a type, or records why it cannot be read.
  private func collect(
    _ entry: TypeEntry, _ name: String, _ unresolved: inout [Unresolved],
    _ read: (SourceExpression, SymbolContext) throws(Refusal) -> Void
  ) {
    do throws(Refusal) {
      guard let (variable, context) = staticMember(name, of: entry.id), let value = variable.content else {
        throw Refusal(.expression(text: name))
      }
      if let branch = variable.branch { throw Refusal(.conditional(condition: branch.condition)) }
      try read(value, context)
    } catch {
      unresolved.append(Unresolved(location: entry.location, subject: "\(entry.id.text).\(name)", reason: error.reason))
    }
  }

  /// The types in a list of `T.self`.
  func types(_ value: SourceExpression, at context: SymbolContext, _ depth: Int = 0) throws(Refusal) -> [TypeID] {
    guard depth < 16 else { throw Refusal(.expression(text: value.text)) }
    switch value {
    case .array(let elements), .sum(let elements):
      var found: [TypeID] = []
      for element in elements { found += try types(element, at: context, depth + 1) }
      return found
    case .metatype(let type):
      return [try model(type, at: context)]
    case .path(let path):
      guard let (value, context) = variable(path, at: context) else { throw Refusal(.expression(text: value.text)) }
      return try types(value, at: context, depth + 1)
    case .call(.path(let path), let arguments) where arguments.isEmpty:
      guard let (value, context) = result(of: path, at: context) else { throw Refusal(.expression(text: value.text)) }
      return try types(value, at: context, depth + 1)
    default: throw Refusal(.expression(text: value.text))
    }
  }

  private func model(_ type: TypeText, at context: SymbolContext) throws(Refusal) -> TypeID {
    do throws(Refusal) {
      if case .declared(let id) = try resolver.resolve(type, at: context) { return id }
    } catch {
      guard case .notFound = error.reason else { throw error }
    }
    if case .notImported(let name, let locations) = resolver.absent(type.text) {
      throw Refusal(.notImported(name: name, locations: locations))
    }
    throw Refusal(.noModel(name: type.text))
  }

  func identifier(_ value: SourceExpression, at context: SymbolContext, _ depth: Int = 0) throws(Refusal) -> String {
    if case .call(.path(let path), let arguments) = value, ["Version", "init"].contains(path.last) {
      let numbers = arguments.compactMap { argument -> Int? in
        if case .integer(let number) = argument.value { number } else { nil }
      }
      if numbers.count == 3, arguments.count == 3 { return numbers.map(String.init).joined(separator: ".") }
    }
    guard depth < 16, case .path(let path) = value, let (next, context) = variable(path, at: context) else {
      throw Refusal(.expression(text: value.text))
    }
    return try identifier(next, at: context, depth + 1)
  }

  private func stages(
    _ value: SourceExpression, at context: SymbolContext, _ location: SourceLocation, _ depth: Int
  ) throws(Refusal) -> [StageDeclaration] {
    guard depth < 16 else { throw Refusal(.expression(text: value.text)) }
    switch value {
    case .array(let elements), .sum(let elements):
      var found: [StageDeclaration] = []
      for element in elements { found += try stages(element, at: context, location, depth + 1) }
      return found
    case .path(let path):
      let own = self.location(of: path, at: context) ?? location
      guard let (value, context) = variable(path, at: context) else { throw Refusal(.expression(text: value.text)) }
      return try stages(value, at: context, own, depth + 1)
    case .call(.path(let path), let arguments)
    where arguments.isEmpty && path.last.flatMap(StageDeclaration.Kind.init) == nil:
      guard let (value, context) = result(of: path, at: context) else { throw Refusal(.expression(text: value.text)) }
      return try stages(value, at: context, location, depth + 1)
    case .call(.path(let path), let arguments):
      guard let kind = path.last.flatMap({ StageDeclaration.Kind(rawValue: $0) }),
        let from = arguments["fromVersion"], let to = arguments["toVersion"],
        let source = try types(from, at: context).first, let target = try types(to, at: context).first
      else { throw Refusal(.expression(text: value.text)) }
      func fetched(_ label: String) -> [TypeID] {
        guard case .closure(let types)? = arguments[label] else { return [] }
        return types.compactMap { type in
          if case .declared(let id)? = try? resolver.resolve(type, at: context) { id } else { nil }
        }
      }
      return [
        StageDeclaration(
          location: location, kind: kind, fromVersion: source.text, toVersion: target.text,
          willMigrateTypes: fetched("willMigrate"),
          didMigrateTypes: fetched("didMigrate"))
      ]
    default: throw Refusal(.expression(text: value.text))
    }
  }
}

extension ListReader {
  /// The value of a static member or of a global constant, and where its names are looked up.
  func variable(_ path: [String], at context: SymbolContext) -> (SourceExpression, SymbolContext)? {
    declaration(of: path, at: context).flatMap { variable, context in variable.content.map { ($0, context) } }
  }

  /// Where such a member or constant is declared.
  func location(of path: [String], at context: SymbolContext) -> SourceLocation? {
    declaration(of: path, at: context).map { SourceLocation(path: $1.file, line: $0.line) }
  }

  /// The values of which such a member or constant has one.
  func alternatives(of path: [String], at context: SymbolContext) -> ([SourceExpression], SymbolContext)? {
    declaration(of: path, at: context).map { ($0.alternatives, $1) }
  }

  /// The values of which a call of a static function has one.
  func alternatives(
    ofCall path: [String], _ labels: [String?], at context: SymbolContext
  ) -> ([SourceExpression], SymbolContext)? {
    function(path, labels, at: context).map { ($0.alternatives, $1) }
  }

  private func declaration(
    of path: [String], at context: SymbolContext
  ) -> (VariableDeclaration, SymbolContext)? {
    guard let name = path.last, path.first != "" else { return nil }
    if path.count > 1, path != ["Self", name], path != ["self", name] {
      guard let owner = owner(Array(path.dropLast()), at: context) else { return nil }
      return staticMember(name, of: owner)
    }
    for count in stride(from: context.path.count, to: 0, by: -1) {
      let id = TypeID(module: context.module, path: Array(context.path.prefix(count)))
      if let found = staticMember(name, of: id) { return found }
    }
    let file = symbols.files[context.file]
    let outer = SymbolContext(module: context.module, file: context.file, path: [])
    if let variable = file?.root.variables.first(where: { $0.name == name }) { return (variable, outer) }
    let others = symbols.files.filter { symbols.module(of: $0.key) == context.module && $0.key != context.file }
    let found = others.compactMap { path, file in
      file.root.variables.first { $0.name == name }.map { ($0, path) }
    }
    guard found.count == 1, let (variable, path) = found.first else { return nil }
    return (variable, SymbolContext(module: context.module, file: path, path: []))
  }

  /// The value of a call of a static function without parameters, and where its names are looked up.
  func result(of path: [String], at context: SymbolContext) -> (SourceExpression, SymbolContext)? {
    function(path, [], at: context).flatMap { function, context in function.result.map { ($0, context) } }
  }

  /// The only static function of a name or, of several, the one with these labels.
  private func function(
    _ path: [String], _ labels: [String?], at context: SymbolContext
  ) -> (FunctionDeclaration, SymbolContext)? {
    guard let name = path.last, path.first != "" else { return nil }
    var owners: [TypeID] = []
    let isOwn = path.count == 1 || path == ["Self", name] || path == ["self", name]
    if isOwn {
      owners = stride(from: context.path.count, to: 0, by: -1).map { count in
        TypeID(module: context.module, path: Array(context.path.prefix(count)))
      }
    } else if let owner = owner(Array(path.dropLast()), at: context) {
      owners = [owner]
    }
    for entry in owners.flatMap(symbols.entries) {
      let found = entry.declaration.functions.filter { $0.name == name }
      let called = found.count == 1 ? found : found.filter { $0.labels == labels }
      if called.count == 1 { return (called[0], entry.context) }
      if !found.isEmpty { return nil }
    }
    return nil
  }

  /// The type that a dotted name means: one of the repository, or another one that its module extends.
  private func owner(_ path: [String], at context: SymbolContext) -> TypeID? {
    switch symbols.symbol(path, at: context) {
    case .type(let id): id
    case .foreign(let names): TypeID(module: context.module, path: names)
    case .alias, .failure: nil
    }
  }

  private func staticMember(_ name: String, of id: TypeID) -> (VariableDeclaration, SymbolContext)? {
    for entry in symbols.entries(id) {
      let found = entry.declaration.variables.filter { $0.name == name }
      if let variable = found.first { return (variable, entry.context) }
    }
    return nil
  }
}

extension VariableDeclaration {
  /// The expression that gives its value.
  var content: SourceExpression? { value ?? getter }
}
