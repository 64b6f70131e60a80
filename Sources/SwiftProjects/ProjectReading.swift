/// Collects what the project files of a commit say, and links their modules.
struct ProjectReading {
  private let files: CommitFiles
  private var modules: [UnlinkedModule] = []
  /// The targets of each product of the packages.
  private var products: [String: Set<String>] = [:]
  private var generators: [ProjectGenerator] = []
  private var workspaces: [Workspace] = []
  private var problems: [ProjectProblem] = []
  private var projectFolders: Set<String> = []
  private var entitlements: [String: Entitlements] = [:]
  /// The modules of the descriptions of generated projects that are understood.
  private var described: [String: [UnlinkedModule]] = [:]

  init(files: CommitFiles) { self.files = files }

  /// Reads one project file.
  mutating func read(_ path: String, with read: (String) throws -> [UInt8]?) throws {
    guard let bytes = try read(path) else { return report(path, .unreadable) }
    guard bytes.count <= SwiftProjects.largestProjectFile else { return report(path, .tooLarge(bytes: bytes.count)) }
    switch PathName.last(of: path) {
    case "Package.swift": readPackage(bytes, path)
    case "project.pbxproj": readProject(bytes, path)
    case "contents.xcworkspacedata": readWorkspace(bytes, path)
    case "Project.swift":
      if bytes.contains("ProjectDescription") { generators.append(ProjectGenerator(tool: .tuist, path: path)) }
    case let name where name.hasSuffix(".entitlements"): entitlements[path] = Entitlements(bytes)
    default:
      if bytes.contains("\ntargets:") { readDescription(bytes, path) }
    }
  }

  private mutating func report(_ path: String, _ reason: ProjectProblem.Reason, line: Int? = nil) {
    problems.append(ProjectProblem(path: path, line: line, reason: reason))
  }

  private mutating func readPackage(_ bytes: [UInt8], _ path: String) {
    guard String(validating: bytes, as: UTF8.self) != nil else { return report(path, .notUTF8) }
    do throws(PropertyListError) {
      let package = PackageTargets(try PackageManifest(bytes, path: path), path: path, files: files)
      modules += package.modules
      products.merge(package.products) { $0.union($1) }
      problems += package.problems
    } catch {
      report(path, error.reason, line: error.line)
    }
  }

  private mutating func readWorkspace(_ bytes: [UInt8], _ path: String) {
    do throws(PropertyListError) {
      workspaces.append(try WorkspaceReader.read(bytes, path: path))
    } catch {
      report(path, error.reason, line: error.line)
    }
  }

  private mutating func readProject(_ bytes: [UInt8], _ path: String) {
    guard String(validating: bytes, as: UTF8.self) != nil else { return report(path, .notUTF8) }
    projectFolders.insert(PathName.parent(of: PathName.parent(of: path)))
    switch XcodeObjects.parse(bytes, path: path) {
    case .failure(let error): problems.append(error.problem)
    case .success(let objects):
      guard let project = XcodeProject(objects, files: files) else { return report(path, .notAProject) }
      modules += project.modules
      problems += project.problems
    }
  }

  /// A description is used if the commit does not have the project that is made of it.
  private mutating func readDescription(_ bytes: [UInt8], _ path: String) {
    generators.append(ProjectGenerator(tool: .xcodeGen, path: path))
    described[path] = XcodeGenProject(bytes, path: path, files: files)?.modules
  }

  /// The modules with their dependencies, and the Swift files that are left over.
  func finish() -> (
    modules: [SourceModule], unbuilt: [String], generators: [ProjectGenerator], workspaces: [Workspace],
    problems: [ProjectProblem]
  ) {
    let missing = generators.filter { !projectFolders.contains(PathName.parent(of: $0.path)) }
    let modules = modules + missing.flatMap { described[$0.path] ?? [] }
    let built = modules.reduce(into: Set<String>()) { $0.formUnion($1.sources) }
    let left = files.swift.filter { !built.contains($0) && !Self.isManifest($0, missing) }
    let unknown = missing.filter { described[$0.path] == nil }.map { PathName.parent(of: $0.path) }
    let hasProject = !modules.isEmpty || !problems.isEmpty
    let guesses = guessed(left, below: unknown.isEmpty && !hasProject ? [""] : unknown)
    let all = modules + guesses
    let guessedPaths = guesses.reduce(into: Set<String>()) { $0.formUnion($1.sources) }
    return (
      link(all), left.filter { !guessedPaths.contains($0) }, missing, workspaces,
      problems.sorted { ($0.path, $0.line ?? 0) < ($1.path, $1.line ?? 0) }
    )
  }

  private func link(_ modules: [UnlinkedModule]) -> [SourceModule] {
    var names: [String: Set<String>] = [:]
    for module in modules {
      names[module.target, default: []].insert(module.name)
      names[module.name, default: []].insert(module.name)
    }
    for (product, targets) in products {
      for target in targets { names[product, default: []].formUnion(names[target] ?? []) }
    }
    return modules.map { $0.linked(names, entitlements: entitlements) }.sorted {
      ($0.name, $0.target) < ($1.name, $1.target)
    }
  }

  /// One module per folder below those of generated projects whose targets are not known or, if the commit has no project
  /// at all, below the root.
  private func guessed(_ left: [String], below folders: [String]) -> [UnlinkedModule] {
    let roots = folders.sorted { $0.utf8.count > $1.utf8.count }
    var folders: [String: Set<String>] = [:]
    for path in left {
      guard let root = roots.first(where: { PathName.contains($0, path) }) else { continue }
      let rest = path.dropFirst(root.isEmpty ? 0 : root.count + 1)
      let first = rest.contains("/") ? String(rest.prefix { $0 != "/" }) : ""
      let folder = [root, first].filter { !$0.isEmpty }.joined(separator: "/")
      folders[folder, default: []].insert(path)
    }
    return folders.map { folder, paths in
      let name = PathName.last(of: folder)
      var module = UnlinkedModule(
        name: ModuleName.from(name), target: name, kind: name.hasSuffix("Tests") ? .test : .other,
        origin: .folder(folder))
      module.sources = paths
      module.models = Set(files.all(in: folder).compactMap(DataModelFolder.containing))
      return module
    }
  }

  /// `Package.swift`, `Package@swift-6.0.swift` and the descriptions of generated projects.
  private static func isManifest(_ path: String, _ generators: [ProjectGenerator]) -> Bool {
    let name = PathName.last(of: path)
    return name == "Package.swift" || name.hasPrefix("Package@swift-") || generators.contains { $0.path == path }
  }
}
