/// Reads the expressions that create containers, the configurations of their stores, and schemas.
struct ContainerReader {
  let lists: ListReader
  private var symbols: SymbolTable { lists.resolver.symbols }

  init(lists: ListReader) { self.lists = lists }

  func containers() -> [ContainerUse] {
    symbols.rootFiles.flatMap { path -> [ContainerUse] in
      let found = symbols.files[path]?.containers ?? []
      return found.flatMap { use($0, in: path) }
    }
  }

  /// One for each store of a container, or for a schema.
  private func use(_ declaration: ContainerDeclaration, in path: String) -> [ContainerUse] {
    // A configuration is read with the container that has it.
    guard declaration.callee != .configuration else { return [] }
    let context = SymbolContext(module: symbols.module(of: path), file: path, path: declaration.enclosing)
    // A type of the app may have the name of one of SwiftData's.
    if case .type = symbols.symbol([declaration.callee.rawValue], at: context) { return [] }
    let location = SourceLocation(path: path, line: declaration.line)
    var unresolved: [Unresolved] = []
    func attempt<Value>(_ read: () throws(Refusal) -> Value?) -> Value? {
      do throws(Refusal) { return try read() } catch {
        let problem = Unresolved(location: location, subject: declaration.callee.rawValue, reason: error.reason)
        // A configuration usually names the schema of its container.
        if !unresolved.contains(problem) { unresolved.append(problem) }
        return nil
      }
    }
    let content = attempt { () throws(Refusal) in try read(declaration, context) }
    // A modifier without models takes a container that is created elsewhere.
    if content == nil, unresolved.isEmpty { return [] }
    let plan = attempt { () throws(Refusal) -> TypeID? in
      guard case .metatype(let plan)? = declaration.arguments["migrationPlan"] else { return nil }
      return try lists.types(.metatype(plan), at: context).first
    }
    let stores = attempt { () throws(Refusal) in try configurations(of: declaration, context) } ?? []
    // With several configurations, each has the models of its own schema.
    let divided = stores.filter { $0.content != nil }
    let isDivided = stores.count > 1 && !divided.isEmpty
    var hasUnknownStores = false
    if let unknown = stores.lazy.compactMap(\.unknown).first, isDivided || dividesModels(content) {
      hasUnknownStores = true
      unresolved.append(
        Unresolved(
          location: location, subject: "a configuration of the container", reason: .expression(text: unknown)))
    }
    func use(_ content: SchemaContent, _ location: SourceLocation, _ store: StoreConfiguration?) -> ContainerUse {
      ContainerUse(
        location: location, callee: declaration.callee,
        isForTestsOrPreviews: declaration.isPreview || path.isOfTestsOrPreviews,
        isInMemory: store?.isInMemory ?? declaration.isInMemory, unresolved: unresolved,
        hasUnknownStores: hasUnknownStores, cloudKitContainer: store?.cloudKitContainer,
        usesCloudKitOfEntitlements: store?.usesCloudKitOfEntitlements ?? stores.isEmpty,
        file: store.map(\.file) ?? (stores.isEmpty ? StoreFile(place: .automatic, name: nil) : nil),
        isReadOnly: store?.isReadOnly ?? false, isPart: isDivided, types: content.types,
        version: content.version, versionedSchema: content.versionedSchema, plan: plan)
    }
    if isDivided { return divided.map { use($0.content ?? SchemaContent(), $0.location ?? location, $0) } }
    return [use(content ?? SchemaContent(), location, stores.count == 1 ? stores[0] : nil)]
  }

  fileprivate struct SchemaContent {
    var types: [TypeID] = []
    var version: String?
    var versionedSchema: TypeID?
  }

  private func read(
    _ declaration: ContainerDeclaration, _ context: SymbolContext
  ) throws(Refusal) -> SchemaContent? {
    if declaration.callee == .schema { return try schema(declaration.arguments, context) }
    guard let first = declaration.arguments.first, first.label == "for" else { return nil }
    let values = declaration.arguments.prefix { $0.label == nil || $0.label == "for" }.map(\.value)
    return try values.count == 1
      ? content(values[0], context) : SchemaContent(types: lists.types(.array(values), at: context))
  }

  /// A schema, or a list of models.
  private func content(
    _ value: SourceExpression, _ context: SymbolContext, _ depth: Int = 0
  ) throws(Refusal) -> SchemaContent {
    switch value {
    case .call(.path(let path), let arguments) where ["Schema", ""].contains(path.initializedType):
      return try schema(arguments, context)
    case .path(let path):
      guard depth < 16, let (value, place) = lists.variable(Self.named(path), at: context) else {
        throw Refusal(.expression(text: value.text))
      }
      return try content(value, place, depth + 1)
    case .call(.path(let path), let arguments) where arguments.isEmpty:
      guard depth < 16, let (value, place) = lists.result(of: Self.named(path), at: context) else {
        throw Refusal(.expression(text: value.text))
      }
      return try content(value, place, depth + 1)
    default: return SchemaContent(types: try lists.types(value, at: context))
    }
  }

  /// The name with the type that the compiler adds to one with a leading dot. In this place it is a schema.
  private static func named(_ path: [String]) -> [String] { path.first == "" ? ["Schema"] + path.dropFirst() : path }

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

// MARK: Configurations

extension ContainerReader {
  fileprivate struct StoreConfiguration {
    /// `nil` if it has the models of its container.
    var content: SchemaContent?
    var isInMemory = false
    var cloudKitContainer: String?
    var usesCloudKitOfEntitlements = false
    /// `nil` if it is not determined.
    var file: StoreFile?
    var isReadOnly = false
    var location: SourceLocation?
    /// The expression, if it is not understood. Nothing else is known then.
    var unknown: String?
  }

  private func configurations(
    of declaration: ContainerDeclaration, _ context: SymbolContext
  ) throws(Refusal) -> [StoreConfiguration] {
    guard let start = declaration.arguments.firstIndex(where: { $0.label == "configurations" }) else { return [] }
    var found: [StoreConfiguration] = []
    for argument in declaration.arguments[start...] {
      if argument.label != nil, argument.label != "configurations" { break }
      found += try configurations(argument.value, context, 0)
    }
    return found
  }

  private func configurations(
    _ value: SourceExpression, _ context: SymbolContext, _ depth: Int
  ) throws(Refusal) -> [StoreConfiguration] {
    guard depth < 16 else { return [StoreConfiguration(unknown: value.text)] }
    switch value {
    case .array(let elements), .sum(let elements):
      var found: [StoreConfiguration] = []
      for element in elements { found += try configurations(element, context, depth + 1) }
      return found
    case .path(let path):
      if let found = try configurations(lists.alternatives(of: path, at: context), depth) { return found }
      guard let (value, place) = lists.variable(path, at: context) else {
        return [StoreConfiguration(unknown: value.text)]
      }
      return try configurations(value, place, depth + 1)
    case .call(.path(let path), let arguments) where ["ModelConfiguration", ""].contains(path.initializedType):
      let content = try arguments["schema"].map { value throws(Refusal) in try self.content(value, context) }
      let declared = symbols.files[context.file]?.containers.first {
        $0.callee == .configuration && $0.arguments == arguments
      }
      return [
        StoreConfiguration(
          content: content, isInMemory: arguments["isStoredInMemoryOnly"] == .boolean(true),
          cloudKitContainer: arguments["cloudKitDatabase"]?.privateContainer,
          usesCloudKitOfEntitlements: arguments["cloudKitDatabase"].map { $0.text.hasSuffix(".automatic") } ?? true,
          file: storeFile(arguments, at: context), isReadOnly: arguments["allowsSave"] == .boolean(false),
          location: declared.map { SourceLocation(path: context.file, line: $0.line) })
      ]
    case .call(.path(let path), let arguments):
      let called = lists.alternatives(ofCall: path, arguments.map(\.label), at: context)
      return try configurations(called, depth) ?? [StoreConfiguration(unknown: value.text)]
    default: return [StoreConfiguration(unknown: value.text)]
    }
  }

  /// The configurations of which code returns some; `nil` if there are none. Several with the same models are the same
  /// store in different conditions.
  private func configurations(
    _ alternatives: ([SourceExpression], SymbolContext)?, _ depth: Int
  ) throws(Refusal) -> [StoreConfiguration]? {
    guard let (values, place) = alternatives, !values.isEmpty else { return nil }
    var found: [StoreConfiguration] = []
    for value in values {
      for one in try configurations(value, place, depth + 1) {
        guard let known = found.firstIndex(where: one.isSameStore) else {
          found.append(one)
          continue
        }
        found[known].cloudKitContainer = found[known].cloudKitContainer ?? one.cloudKitContainer
        if found[known].file != one.file { found[known].file = nil }
        if one.usesCloudKitOfEntitlements { found[known].usesCloudKitOfEntitlements = true }
        if !one.isReadOnly { found[known].isReadOnly = false }
      }
    }
    return found
  }

  /// Whether a configuration that the app declares has, or may have, other models than the container's.
  private func dividesModels(_ content: SchemaContent?) -> Bool {
    let whole = Set(content.map(entityTypes) ?? [])
    return symbols.rootFiles.contains { path in
      guard !path.isOfTestsOrPreviews else { return false }
      return (symbols.files[path]?.containers ?? []).contains { declaration in
        guard declaration.callee == .configuration, !declaration.isPreview,
          let schema = declaration.arguments["schema"]
        else { return false }
        let context = SymbolContext(module: symbols.module(of: path), file: path, path: declaration.enclosing)
        // A schema that is not understood may be another one.
        guard let own = try? self.content(schema, context) else { return true }
        return Set(entityTypes(own)) != whole
      }
    }
  }

  private func entityTypes(_ content: SchemaContent) -> [TypeID] {
    guard let version = content.versionedSchema else { return content.types }
    return symbols.entries(version).first.map { lists.version($0).types } ?? []
  }
}

extension ContainerReader.StoreConfiguration {
  fileprivate func isSameStore(_ other: Self) -> Bool {
    unknown == other.unknown && isInMemory == other.isInMemory && content?.types == other.content?.types
      && content?.versionedSchema == other.content?.versionedSchema
  }
}

extension SourceExpression {
  /// The container in `.private("iCloud.com.example")`.
  ///
  /// https://developer.apple.com/documentation/swiftdata/modelconfiguration/cloudkitdatabase-swift.struct
  fileprivate var privateContainer: String? {
    guard case .call(.path(let path), let arguments) = self, path.last == "private",
      let value = arguments.unlabelled.first
    else { return nil }
    if case .string(let identifier) = value { return identifier }
    return value.text
  }
}

extension ContainerDeclaration {
  /// Whether the modifier says that its store is in memory.
  fileprivate var isInMemory: Bool { arguments["inMemory"] == .boolean(true) }
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

extension [String] {
  /// The name of the type that a call of this path makes a value of, if it calls an initializer; empty for `.init`.
  fileprivate var initializedType: String? { last == "init" ? dropLast().last : last }
}
