internal import PathPatterns

/// The targets that a `project.yml` of XcodeGen describes.
///
/// https://github.com/yonaskolb/XcodeGen/blob/master/Docs/ProjectSpec.md
struct XcodeGenProject {
  private(set) var modules: [UnlinkedModule] = []
  private let root: String
  private let path: String
  private let files: CommitFiles
  private let settings: [String: PropertyListValue]

  /// Reads the targets; `nil` if other files, templates, variables or patterns decide which files a target has: then nothing
  /// of the description is used.
  init?(_ bytes: [UInt8], path: String, files: CommitFiles) {
    guard let project = YAMLPropertyList.parse(bytes), project["include"] == nil,
      let targets = project["targets"]?.dictionary, !targets.isEmpty
    else { return nil }
    self.path = path
    self.files = files
    root = PathName.parent(of: path)
    settings = Self.settings(project["settings"])
    for (name, target) in targets.sorted(by: { $0.key < $1.key }) {
      guard let module = module(name, target) else { return nil }
      modules.append(module)
    }
  }

  private func module(_ name: String, _ target: PropertyListValue) -> UnlinkedModule? {
    guard !name.contains("$"), target["templates"] == nil, let type = target["type"]?.text else { return nil }
    let own = settings.merging(Self.settings(target["settings"])) { $1 }
    let product = own["PRODUCT_MODULE_NAME"]?.text ?? own["PRODUCT_NAME"]?.text ?? name
    guard !product.contains("$") else { return nil }
    var module = UnlinkedModule(
      name: ModuleName.from(product), target: name, kind: XcodeProject.kind(of: type), origin: .xcodeGen(path))
    let sources = target["sources"].map { $0.array ?? [$0] } ?? []
    for source in sources {
      guard let found = contents(of: source) else { return nil }
      module.add(found)
    }
    module.products = Set(
      (target["dependencies"]?.array ?? []).compactMap { ($0["target"] ?? $0["product"] ?? $0["package"])?.text })
    module.conditions.active = Self.words(own["SWIFT_ACTIVE_COMPILATION_CONDITIONS"])
    module.conditions.platforms = Self.words(target["platform"] ?? target["supportedDestinations"]).compactMap {
      Self.platforms[$0]
    }
    module.entitlements = entitlements(target, own)
    return module
  }

  /// The Swift files and data models of one source; `nil` if it is not understood.
  private func contents(of source: PropertyListValue) -> (sources: Set<String>, models: Set<String>)? {
    guard let name = source.text ?? source["path"]?.text, !name.contains(where: { "$*?[{".contains($0) }),
      let folder = PathName.joined(root, name)
    else { return nil }
    if source["type"]?.text == "folder" { return ([], []) }
    if let phase = source["buildPhase"]?.text, phase != "sources", phase != "resources" { return ([], []) }
    func patterns(_ key: String) -> [PathPattern] {
      (source[key]?.array ?? []).compactMap(\.text).map(PathPattern.init)
    }
    let (excluded, included) = (patterns("excludes"), patterns("includes"))
    func isOwn(_ path: String) -> Bool {
      let rest =
        path == folder ? PathName.last(of: path) : String(path.dropFirst(folder.isEmpty ? 0 : folder.count + 1))
      return (included.isEmpty || included.contains { $0.matches(rest) }) && !excluded.contains { $0.matches(rest) }
    }
    if PathName.isSwift(folder) { return (files.spelling(of: folder) == nil ? [] : [folder], []) }
    return (
      Set(files.swift(in: folder).filter(isOwn)),
      Set(files.all(in: folder).filter(isOwn).compactMap { DataModelFolder.containing($0) })
    )
  }

  /// XcodeGen writes the file from the properties, if there are any.
  private func entitlements(
    _ target: PropertyListValue, _ settings: [String: PropertyListValue]
  ) -> EntitlementsFile {
    if let properties = target["entitlements"]?["properties"] { return .content(Entitlements(properties)) }
    guard let name = target["entitlements"]?["path"]?.text ?? settings["CODE_SIGN_ENTITLEMENTS"]?.text else {
      return target["configFiles"] == nil ? .none : .unknown
    }
    return PathName.joined(root, name).flatMap(files.spelling).map { .path($0) } ?? .unknown
  }

  /// Settings of all configurations. They are in `base` if there are others for some configurations.
  private static func settings(_ value: PropertyListValue?) -> [String: PropertyListValue] {
    (value?["base"] ?? value)?.dictionary ?? [:]
  }

  private static func words(_ value: PropertyListValue?) -> [String] {
    value?.array?.compactMap(\.text) ?? ShellWords.split(value?.text ?? "").filter { !$0.hasPrefix("$") }
  }

  private static let platforms = [
    "iOS": "iphoneos", "macOS": "macosx", "watchOS": "watchos", "tvOS": "appletvos", "visionOS": "xros",
    "macCatalyst": "iphoneos",
  ]
}
