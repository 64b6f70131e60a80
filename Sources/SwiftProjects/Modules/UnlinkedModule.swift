/// A module whose dependencies are still the names of products, which another project of the commit may have.
struct UnlinkedModule {
  let name: String
  let target: String
  let kind: ModuleKind
  let origin: ModuleOrigin
  var sources: Set<String> = []
  var models: Set<String> = []
  /// Names of targets and products.
  var products: Set<String> = []
  var previewFolders: [String] = []
  var conditions = BuildConditions()
  var entitlements = EntitlementsFile.unknown

  init(name: String, target: String, kind: ModuleKind, origin: ModuleOrigin) {
    self.name = name
    self.target = target
    self.kind = kind
    self.origin = origin
  }

  private func known(in files: [String: Entitlements]) -> Entitlements? {
    switch entitlements {
    case .none: Entitlements()
    case .path(let path): files[path]
    case .content(let content): content
    case .unknown: nil
    }
  }

  mutating func add(_ contents: (sources: Set<String>, models: Set<String>)) {
    sources.formUnion(contents.sources)
    models.formUnion(contents.models)
  }

  /// The module, with those dependencies that are modules of the commit. `modulesOfProduct` has the modules of each
  /// product, and `entitlements` the contents of files.
  func linked(_ modulesOfProduct: [String: Set<String>], entitlements files: [String: Entitlements]) -> SourceModule {
    let paths = sources.sorted()
    let dependencies = products.reduce(into: Set<String>()) { $0.formUnion(modulesOfProduct[$1] ?? []) }
    return SourceModule(
      name: name, target: target, kind: kind, origin: origin, sources: paths,
      previews: paths.filter { path in previewFolders.contains { PathName.contains($0, path) } },
      models: models.sorted(), dependencies: dependencies.subtracting([name]).sorted(), conditions: conditions,
      entitlements: known(in: files))
  }
}
