/// Reads the expressions that create containers and schemas.
struct ContainerReader {
  let lists: ListReader
  private var symbols: SymbolTable { lists.resolver.symbols }

  init(lists: ListReader) { self.lists = lists }

  func containers() -> [ContainerUse] {
    symbols.rootFiles.flatMap { path -> [ContainerUse] in
      let found = symbols.files[path]?.containers ?? []
      let used = found.filter { $0.callee != "Schema" }
      let variables = Set(used.compactMap(\.schemaVariable))
      return found.compactMap { container in
        // A schema that a container of the same file uses is that container's.
        if container.callee == "Schema" {
          if let name = container.variable, variables.contains(name) { return nil }
          if used.contains(where: { $0.nestedSchema == container.arguments }) { return nil }
        }
        return use(container, in: path, among: found)
      }
    }
  }

  private func use(
    _ declaration: ContainerDeclaration, in path: String, among all: [ContainerDeclaration]
  )
    -> ContainerUse?
  {
    let context = SymbolContext(module: symbols.module(of: path), file: path, path: declaration.enclosing)
    var content = SchemaContent()
    var unresolved: [Unresolved] = []
    let location = SourceLocation(path: path, line: declaration.line)
    do throws(Refusal) {
      guard let read = try read(declaration, context, all) else { return nil }
      content = read
      if case .metatype(let plan)? = declaration.arguments["migrationPlan"] {
        content.plan = try lists.types(.metatype(plan), at: context).first
      }
    } catch {
      unresolved.append(Unresolved(location: location, subject: declaration.callee, reason: error.reason))
    }
    return ContainerUse(
      location: location, callee: declaration.callee,
      isForTestsOrPreviews: declaration.isPreview || path.isOfTestsOrPreviews, unresolved: unresolved,
      types: content.types, version: content.version, versionedSchema: content.versionedSchema, plan: content.plan)
  }

  private struct SchemaContent {
    var types: [TypeID] = []
    var version: String?
    var versionedSchema: TypeID?
    var plan: TypeID?
  }

  private func read(
    _ declaration: ContainerDeclaration, _ context: SymbolContext, _ all: [ContainerDeclaration]
  ) throws(Refusal) -> SchemaContent? {
    if declaration.callee == "Schema" { return try schema(declaration.arguments, context) }
    guard let first = declaration.arguments.first, first.label == "for" else { return nil }
    switch first.value {
    case .call(.path(let path), let arguments) where path.last == "Schema": return try schema(arguments, context)
    case .path(let path) where path.last.map { name in all.contains { $0.isSchema(named: name) } } == true:
      let candidates = all.filter { $0.isSchema(named: path.last ?? "") }
      let before = candidates.last { $0.line <= declaration.line } ?? candidates.first
      return try before.flatMap { found throws(Refusal) in
        try schema(
          found.arguments, SymbolContext(module: context.module, file: context.file, path: found.enclosing))
      }
    case .path(let path):
      guard let (value, place) = lists.variable(path, at: context) else {
        throw Refusal(.expression(text: first.value.text))
      }
      if case .call(.path(let callee), let arguments) = value, callee.last == "Schema" {
        return try schema(arguments, place)
      }
      return SchemaContent(types: try lists.types(value, at: place))
    default:
      let values = declaration.arguments.prefix { $0.label == nil || $0.label == "for" }.map(\.value)
      return SchemaContent(types: try lists.types(.array(values), at: context))
    }
  }

  private func schema(_ arguments: [SourceArgument], _ context: SymbolContext) throws(Refusal) -> SchemaContent {
    if let version = arguments["versionedSchema"] {
      return SchemaContent(versionedSchema: try lists.types(version, at: context).first)
    }
    let version = try arguments["version"].map { value throws(Refusal) in try lists.identifier(value, at: context) }
    let values = arguments.unlabelled
    if values.count == 1, case .path(let path) = values[0], path.count > 1, path.last == "models",
      case .type(let id) = symbols.symbol(Array(path.dropLast()), at: context),
      symbols.entries(id).contains(where: { $0.conforms(to: "VersionedSchema") }), version == nil
    {
      return SchemaContent(types: try lists.types(values[0], at: context), version: nil)
    }
    return SchemaContent(types: try lists.types(.array(values), at: context), version: version)
  }
}

extension ContainerDeclaration {
  /// The name of the variable in `ModelContainer(for: schema)`.
  fileprivate var schemaVariable: String? {
    if let first = arguments.first, first.label == "for", case .path(let path) = first.value { path.last } else { nil }
  }

  /// The arguments of the schema in `ModelContainer(for: Schema(…))`.
  fileprivate var nestedSchema: [SourceArgument]? {
    if let first = arguments.first, case .call(.path(let path), let arguments) = first.value, path.last == "Schema" {
      arguments
    } else {
      nil
    }
  }

  fileprivate func isSchema(named name: String) -> Bool { callee == "Schema" && variable == name }
}

extension String {
  /// Whether a path is that of tests or previews.
  var isOfTestsOrPreviews: Bool {
    split(separator: "/").contains { part in
      let name = part.hasSuffix(".swift") ? part.dropLast(6) : part
      return name.hasSuffix("Tests") || name.hasSuffix("Test") || name.contains("Preview") || name == "Testing"
    }
  }
}
