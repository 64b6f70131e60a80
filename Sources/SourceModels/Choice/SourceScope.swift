/// The SwiftData declarations of one commit or work tree.
///
/// It finds versions, plans and containers, and reads a schema when it is asked for one. It is not for several threads at
/// once.
public final class SourceScope {
  let symbols: SymbolTable
  let resolver: TypeResolver
  /// The types that conform to `VersionedSchema`, in the order of files and lines.
  public private(set) var versions: [VersionDeclaration] = []
  /// The types that conform to `SchemaMigrationPlan`, in the order of files and lines.
  public private(set) var plans: [PlanDeclaration] = []
  /// The expressions that create a container or a schema, in the order of files and lines.
  public private(set) var containers: [ContainerUse] = []
  /// The graphs of the lists of models that were asked for. A review compares each version with several others.
  private var graphs: [[TypeID]: EntityGraph] = [:]

  /// Finds the declarations.
  ///
  /// - Parameters:
  ///   - tree: The Swift sources.
  ///   - modules: The modules of the repository. Without any, all files are one module.
  ///   - unbuilt: The files that no target compiles. They may declare types all the same.
  ///   - types: How types are stored that the sources do not declare, by their names as written or dotted.
  ///   - cache: What was read before, with the build conditions.
  public init(
    _ tree: any SourceTree, modules: [ModulePaths] = [], unbuilt: Set<String> = [],
    types: [String: TypeDefinition] = [:], cache: SourceCache = SourceCache()
  ) {
    symbols = SymbolTable(tree, modules: modules, cache: cache)
    resolver = TypeResolver(symbols, definitions: types)
    let reader = ListReader(resolver: resolver)
    for entry in symbols.rootTypes where entry.conforms(to: "VersionedSchema") {
      versions.append(reader.version(entry))
    }
    for entry in symbols.rootTypes where entry.conforms(to: "SchemaMigrationPlan") { plans.append(reader.plan(entry)) }
    containers = ContainerReader(lists: reader).containers()
    // If no target compiles any of them, the app that does is elsewhere.
    if containers.contains(where: { $0.opensStore && !unbuilt.contains($0.location.path) }) {
      for (index, container) in containers.enumerated() where container.opensStore {
        containers[index].isUnbuilt = unbuilt.contains(container.location.path)
      }
    }
  }

  /// The model classes, by their dotted names, with their places.
  public var modelClasses: [(name: String, location: SourceLocation)] {
    symbols.rootTypes.filter { symbols.isModel($0) }.map { ($0.id.text, $0.location) }
  }

  /// The names that were taken from a module although no project says that it can be used, in what has been read so far.
  public var guessedUses: [GuessedUse] { symbols.guessedUses.sorted() }

  /// The files that may declare models or schemas and could not be read.
  public var unreadableFiles: [Unresolved] {
    symbols.rootFiles.compactMap { path in
      symbols.files[path]?.problem.map { problem in
        Unresolved(location: problem.location(in: path), subject: path, reason: .file(problem))
      }
    }
  }

  /// Reads the schema of a version.
  public func schema(of version: VersionDeclaration) -> SourceSchema {
    schema(version.types, version: version.identifier, version.unresolved)
  }

  /// Reads the schema of a container; that of its plan's last version if it has a plan.
  public func schema(of container: ContainerUse) -> SourceSchema {
    if let version = version(of: container) { return schema(of: version) }
    return schema(container.types, version: container.version, container.unresolved)
  }

  /// The version that a container opens; `nil` if it has a list of models that is not that of its plan's last version.
  public func version(of container: ContainerUse) -> VersionDeclaration? {
    if let named = container.versionedSchema { return versions.first { $0.id == named } }
    let last = plan(of: container)?.schemas.last
    guard let version = versions.first(where: { $0.id == last }) else { return nil }
    // SwiftData opens what the container lists.
    let isOther = !container.types.isEmpty && entityTypes(container.types) != entityTypes(version.types)
    return isOther ? nil : version
  }

  /// The plan that a container migrates with.
  public func plan(of container: ContainerUse) -> PlanDeclaration? { plans.first { $0.id == container.plan } }

  /// Reads the schema of some classes, given by their dotted names.
  public func schema(ofClasses names: [String], version: String = "1.0.0") -> SourceSchema {
    var (types, unresolved) = ([TypeID](), [Unresolved]())
    for name in names {
      let found = symbols.rootTypes.filter { $0.id.text == name && symbols.isModel($0) }
      types += found.map(\.id)
      if found.isEmpty {
        unresolved.append(Unresolved(location: nil, subject: "the list of models", reason: .noModel(name: name)))
      }
    }
    return schema(types, version: version, unresolved)
  }

  private func schema(_ types: [TypeID], version: String?, _ unresolved: [Unresolved]) -> SourceSchema {
    let graph = graph(types)
    // An unversioned schema is 1.0.0 in a store of SwiftData.
    return SourceSchema(graph, version: version ?? "1.0.0", unresolved: unresolved + unreadable)
  }

  /// A file that cannot be read may declare any name that a search finds in it, and then hides another declaration.
  private var unreadable: [Unresolved] {
    symbols.files.sorted { $0.key < $1.key }.compactMap { path, file in
      file.problem.map { Unresolved(location: $0.location(in: path), subject: path, reason: .file($0)) }
    }
  }

  /// The names of the entities that a schema would have, as a set to compare schemas by.
  func entityTypes(_ types: [TypeID]) -> Set<TypeID> {
    Set(graph(types).order)
  }

  private func graph(_ types: [TypeID]) -> EntityGraph {
    if let known = graphs[types] { return known }
    let graph = EntityGraph(EntityReader(resolver: resolver), listed: types)
    graphs[types] = graph
    return graph
  }
}

extension FileProblem {
  func location(in path: String) -> SourceLocation {
    if case .syntax(let line) = self {
      SourceLocation(path: path, line: line)
    } else {
      SourceLocation(path: path, line: 1)
    }
  }
}

extension TypeEntry {
  func conforms(to name: String) -> Bool { declaration.inherits.contains { $0.path?.last == name } }
}
