/// A schema that the sources declare, and how it can be named in a configuration.
public enum SchemaReference: Sendable {
  /// A version.
  case version(VersionDeclaration)
  /// The list of models of a container.
  case container(ContainerUse)

  /// The dotted name of a version; the path and the line of a container.
  public var name: String {
    switch self {
    case .version(let version): version.name
    case .container(let container): "\(container.location.path):\(container.location.line)"
    }
  }

  /// Where it is declared.
  public var location: SourceLocation {
    switch self {
    case .version(let version): version.location
    case .container(let container): container.location
    }
  }
}

/// The schemas of the app's databases.
public enum SchemaChoice: Sendable {
  /// Each is the schema of one database: no class is in two of them.
  case databases([SchemaReference])
  /// It is not determined which of these is the schema; the configuration must name one.
  case ambiguous([SchemaReference])
  /// The sources declare no schema.
  case absent
}

extension SourceScope {
  /// The schemas of the app's databases, by what its containers open outside tests and previews: the last version of a
  /// plan, or else a version or a list of models; without such a container, the only version or plan.
  ///
  /// Schemas of different databases have no class in common. Anything else is ambiguous.
  public var choice: SchemaChoice {
    let opened = containers.filter {
      $0.opensStore && !$0.hasUnknownStores && ($0.unresolved.isEmpty || version(of: $0) != nil)
    }
    let planned = opened.filter { plan(of: $0) != nil }
    let schemas = containers.filter {
      $0.isSchema && !$0.isForTestsOrPreviews && $0.unresolved.isEmpty
    }
    // A container beside one with a plan is often a fallback; it counts if it is for other models. A schema of a container
    // that was not understood is the only one that is known.
    let groups = [planned, opened, schemas.filter { $0.versionedSchema != nil }, schemas]
    for group in groups where !group.isEmpty {
      let found = distinct(group.map(reference))
      guard found.count > 1 else { return .databases(found) }
      return areDisjoint(found) ? .databases(found) : .ambiguous(found)
    }
    let ends = plans.compactMap { plan in versions.first { $0.id == plan.schemas.last } }
    let candidates = distinct((ends.isEmpty ? versions : ends).map { .version($0) })
    if candidates.isEmpty { return .absent }
    return candidates.count == 1 || areDisjoint(candidates) ? .databases(candidates) : .ambiguous(candidates)
  }

  /// The containers of the app whose models are not known: each may open any of the schemas, or one that is not listed.
  public var unreadContainers: [Unresolved] {
    containers.filter(\.opensStore).flatMap(\.unresolved)
  }

  /// The schema that a configuration names: a version's dotted name or its end, or the path of a container's file with or
  /// without the line; `nil` if it is none or several.
  public func reference(named name: String) -> SchemaReference? {
    let versions = versions.filter { $0.name == name || $0.name.hasSuffix("." + name) }
    if versions.count == 1 { return versions.first.map { .version($0) } }
    let named = containers.filter { use in
      use.location.path == name || "\(use.location.path):\(use.location.line)" == name
    }
    // A file is named for its stores, if it has any, before the schemas that it creates.
    let groups = [named.filter(\.opensStore), named.filter { !$0.isSchema }, named]
    let found = distinct((groups.first { !$0.isEmpty } ?? []).map(reference))
    return found.count == 1 ? found.first : nil
  }

  /// Reads the schema.
  public func schema(of reference: SchemaReference) -> SourceSchema {
    switch reference {
    case .version(let version): schema(of: version)
    case .container(let container): schema(of: container)
    }
  }

  /// The CloudKit container with which the app synchronises the stores of a schema; `nil` if neither a configuration nor
  /// the entitlements name one.
  ///
  /// - Parameter entitled: the first container in the entitlements of a module.
  public func cloudKitContainer(of reference: SchemaReference, entitled: (String) -> String?) -> String? {
    let types = types(of: reference)
    let opened = containers.filter { $0.opensStore && self.types(of: self.reference($0)) == types }
    return opened.lazy.compactMap(\.cloudKitContainer).first
      ?? opened.filter(\.usesCloudKitOfEntitlements).flatMap { container in
        symbols.modules(compiling: container.location.path).compactMap(entitled)
      }.first
  }

  private func reference(_ container: ContainerUse) -> SchemaReference {
    version(of: container).map { .version($0) } ?? .container(container)
  }

  /// The references without those that have the same classes as an earlier one.
  private func distinct(_ references: [SchemaReference]) -> [SchemaReference] {
    var seen: Set<Set<TypeID>> = []
    return references.filter { seen.insert(types(of: $0)).inserted }
  }

  private func areDisjoint(_ references: [SchemaReference]) -> Bool {
    let sets = references.map(types)
    return sets.reduce(0) { $0 + $1.count } == sets.reduce(Set()) { $0.union($1) }.count
  }

  func types(of reference: SchemaReference) -> Set<TypeID> {
    switch reference {
    case .version(let version): entityTypes(version.types)
    case .container(let container): entityTypes(container.types)
    }
  }
}
