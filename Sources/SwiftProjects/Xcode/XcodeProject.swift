/// The targets of one `project.pbxproj`.
struct XcodeProject {
  private(set) var modules: [UnlinkedModule] = []
  var problems: [ProjectProblem] { objects.problems }

  private var objects: XcodeObjects
  private let groups: XcodeGroups
  private let files: CommitFiles
  private let project: PropertyListValue
  private let settings: [String: PropertyListValue]
  /// The folder that `SOURCE_ROOT` means.
  private let root: String

  /// Reads the targets; nil if the root object is missing or leads out of the repository.
  init?(_ parsed: XcodeObjects, files: CommitFiles) {
    var objects = parsed
    let root = PropertyListValue(line: 1, content: .text(parsed.rootIdentifier))
    let folder = PathName.parent(of: PathName.parent(of: parsed.path))
    guard let project = objects.object(root),
      let base = PathName.joined(folder, project["projectDirPath"]?.text ?? "")
    else { return nil }
    self.files = files
    self.project = project
    self.root = base
    groups = XcodeGroups(mainGroup: project["mainGroup"], root: base, in: &objects)
    settings = XcodeSettings.release(of: project["buildConfigurationList"], in: &objects)
    self.objects = objects
    readTargets()
  }

  private mutating func readTargets() {
    let targets = objects.objects(project["targets"])
    let synchronized = SynchronizedFolders(targets: targets, groups: groups, files: files, objects: &objects)
    for (identifier, target) in targets where target["isa"]?.text == "PBXNativeTarget" {
      var module = read(target)
      module.add(synchronized.contents(of: identifier))
      modules.append(module)
    }
  }

  private mutating func read(_ target: PropertyListValue) -> UnlinkedModule {
    let name = target["name"]?.text ?? target["productName"]?.text ?? ""
    var settings = XcodeSettings(
      project: settings, target: XcodeSettings.release(of: target["buildConfigurationList"], in: &objects),
      targetName: name)
    var module = UnlinkedModule(
      name: settings.moduleName(), target: name, kind: Self.kind(of: target["productType"]?.text ?? ""),
      origin: .xcode(objects.path))
    module.conditions = settings.conditions()
    module.previewFolders = settings.developmentAssets().compactMap { PathName.joined(root, $0) }
    module.entitlements = entitlements(of: target, settings)
    for (setting, line) in settings.unresolved { objects.report(.unresolvedSetting(setting), at: line) }
    for (_, phase) in objects.objects(target["buildPhases"]) {
      switch phase["isa"]?.text {
      case "PBXSourcesBuildPhase", "PBXResourcesBuildPhase": readFiles(of: phase, into: &module)
      case "PBXFrameworksBuildPhase": readLinks(of: phase, into: &module)
      default: break
      }
    }
    readDependencies(of: target, into: &module)
    return module
  }

  private func entitlements(of target: PropertyListValue, _ settings: XcodeSettings) -> EntitlementsFile {
    guard let name = settings.entitlementsFile else {
      // A configuration file may name it. What is missing in the lists has been reported.
      var read = objects
      let lists = [project["buildConfigurationList"], target["buildConfigurationList"]]
      return lists.contains { XcodeSettings.hasSettingsFile($0, in: &read) } ? .unknown : .none
    }
    guard let path = PathName.joined(root, name), let spelling = files.spelling(of: path) else { return .unknown }
    return .path(spelling)
  }

  private mutating func readFiles(of phase: PropertyListValue, into module: inout UnlinkedModule) {
    let compiles = phase["isa"]?.text == "PBXSourcesBuildPhase"
    for (_, file) in objects.objects(phase["files"]) {
      guard let reference = file["fileRef"], let identifier = reference.text else { continue }
      guard objects.object(reference) != nil else { continue }
      for member in groups.variants[identifier] ?? [identifier] {
        add(member, at: reference.line, compiles: compiles, to: &module)
      }
    }
  }

  private mutating func add(
    _ identifier: String, at line: Int, compiles: Bool, to module: inout UnlinkedModule
  ) {
    let reference = PropertyListValue(line: line, content: .text(identifier))
    guard let named = objects.object(reference)?["path"]?.text else { return }
    let isModel = named.hasSuffix(".xcdatamodeld") || named.hasSuffix(".xcdatamodel")
    guard isModel || (compiles && PathName.isSwift(named)) else { return }
    guard let path = groups.paths[identifier] else {
      // Files that a build generates are in the products' folder.
      if groups.outside.contains(identifier) { objects.report(.outsideRepository(named), at: line) }
      return
    }
    guard let spelling = files.spelling(of: path) else { return objects.report(.missingFile(path), at: line) }
    if isModel { module.models.insert(spelling) } else { module.sources.insert(spelling) }
  }

  private mutating func readLinks(of phase: PropertyListValue, into module: inout UnlinkedModule) {
    for (_, file) in objects.objects(phase["files"]) {
      if let product = file["productRef"], let name = objects.object(product)?["productName"]?.text {
        module.products.insert(name)
      } else if let reference = file["fileRef"], let path = objects.object(reference)?["path"]?.text {
        let library = PathName.last(of: path).split(separator: ".").first.map(String.init) ?? ""
        module.products.insert(
          library.hasPrefix("lib") && path.hasSuffix(".a") ? String(library.dropFirst(3)) : library)
      }
    }
  }

  private mutating func readDependencies(of target: PropertyListValue, into module: inout UnlinkedModule) {
    for (_, dependency) in objects.objects(target["dependencies"]) {
      if let reference = dependency["target"], let name = objects.object(reference)?["name"]?.text {
        module.products.insert(name)
      } else if let name = dependency["name"]?.text {
        module.products.insert(name)
      }
    }
    for (_, product) in objects.objects(target["packageProductDependencies"]) {
      if let name = product["productName"]?.text { module.products.insert(name) }
    }
  }

  static func kind(of productType: String) -> ModuleKind {
    let type = productType.replacing("com.apple.product-type.", with: "")
    if type.hasPrefix("application") { return .app }
    if type.hasPrefix("bundle.unit-test") || type.hasPrefix("bundle.ui-testing") { return .test }
    if type.hasPrefix("framework") || type.hasPrefix("library") { return .library }
    if type.hasSuffix("extension") || type.contains("-extension") { return .appExtension }
    return type == "tool" ? .executable : .other
  }
}
