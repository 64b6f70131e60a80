/// Two containers of an application that open one file with different models. SwiftData migrates a store to the models of
/// the container that opens it, and an inferred migration removes the rows of the entities that the container lacks.
///
/// https://developer.apple.com/documentation/coredata/migrating-your-data-model-automatically
public struct SharedStore: Sendable, Hashable {
  /// Where the container is that opens the file with other models.
  public let location: SourceLocation
  /// Where the container with the models of the schema is.
  public let other: SourceLocation
  /// The names of the entities that the container lacks, sorted.
  public let missing: [String]
  /// The names of the entities that only the container has, sorted.
  public let additional: [String]
}

/// The folder in which SwiftData keeps the stores of a module, unless a configuration names another one.
public enum StoreFolder: Sendable, Hashable {
  /// That of the app or the extension.
  case own
  /// That of its app group.
  case group(String)
  /// The project does not determine it.
  case unknown
}

extension SourceScope {
  /// The containers that open the file of a schema with other models, in the order of files and lines. What the sources do
  /// not determine is not reported.
  ///
  /// - Parameter folder: the folder of a module's stores; `nil` if the module is not a process of its own, such as a
  ///   library.
  public func sharedStores(
    of reference: SchemaReference, in folder: (String) -> StoreFolder?
  ) -> [SharedStore] {
    let own = types(of: reference)
    let judged = containers.filter { $0.opensStore && !$0.hasUnknownStores && $0.unresolved.isEmpty }
    let (openers, others) = (judged.filter { openedTypes($0) == own }, judged.filter { openedTypes($0) != own })
    let names = Set(own.map(\.name))
    return others.compactMap { container in
      guard !container.isReadOnly, !isOlderVersion(container, of: reference) else { return nil }
      let files = storeKeys(of: container, folder)
      guard let opener = openers.first(where: { !files.isDisjoint(with: storeKeys(of: $0, folder)) }) else {
        return nil
      }
      let opened = Set(openedTypes(container).map(\.name))
      let store = SharedStore(
        location: container.location, other: opener.location, missing: names.subtracting(opened).sorted(),
        additional: opened.subtracting(names).sorted())
      return store.missing.isEmpty && store.additional.isEmpty ? nil : store
    }
  }

  private func openedTypes(_ container: ContainerUse) -> Set<TypeID> {
    entityTypes(version(of: container)?.types ?? container.types)
  }

  /// Code may open an older version to read what a stage cannot.
  private func isOlderVersion(_ container: ContainerUse, of reference: SchemaReference) -> Bool {
    guard case .version(let current) = reference, let version = version(of: container) else { return false }
    return plans.contains { $0.schemas.contains(current.id) && $0.schemas.contains(version.id) }
  }

  /// A file, by a name that is the same wherever the file is the same.
  private struct StoreKey: Hashable {
    /// The module whose folder it is in; `nil` for an app group.
    let module: String?
    let file: StoreFile
  }

  /// The files of a container in each of the modules that compile it.
  private func storeKeys(of container: ContainerUse, _ folder: (String) -> StoreFolder?) -> Set<StoreKey> {
    guard let file = container.file else { return [] }
    if case .group = file.place { return [StoreKey(module: nil, file: file)] }
    return symbols.modules(compiling: container.location.path).reduce(into: []) { keys, module in
      switch (folder(module), file.place) {
      case (nil, _): break
      case (.group(let group), .automatic):
        keys.insert(StoreKey(module: nil, file: StoreFile(place: .group(group), name: file.name)))
      case (.own, .automatic): keys.insert(StoreKey(module: module, file: StoreFile(place: .own, name: file.name)))
      default: keys.insert(StoreKey(module: module, file: file))
      }
    }
  }
}
