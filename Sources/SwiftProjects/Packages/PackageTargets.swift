/// The modules of a package: its targets, with the folders in which SwiftPM looks for them.
///
/// The folders and their order, and the target that may occupy a whole folder since tools version 5.9, are those of
/// https://github.com/swiftlang/swift-package-manager/blob/main/Sources/PackageLoading/PackageBuilder.swift
struct PackageTargets {
  private(set) var modules: [UnlinkedModule] = []
  /// The targets of each product.
  private(set) var products: [String: Set<String>] = [:]
  var problems: [ProjectProblem] { manifest.problems }

  private static let sourceFolders = ["Sources", "Source", "src", "srcs"]
  private static let testFolders = ["Tests", "Sources", "Source", "src", "srcs"]

  private var manifest: PackageManifest
  private let files: CommitFiles
  private let path: String
  private var root: String { PathName.parent(of: path) }

  init(_ manifest: PackageManifest, path: String, files: CommitFiles) {
    self.manifest = manifest
    self.files = files
    self.path = path
    for target in manifest.targets { read(target) }
    for product in manifest.products { readProduct(product) }
  }

  private mutating func read(_ target: ManifestExpression) {
    guard case .call(let function, let arguments, let line) = target else {
      if case .computed(let line) = target { manifest.report(.computed("target"), at: line) }
      return
    }
    // These have no Swift sources.
    if function == "systemLibrary" || function == "binaryTarget" { return }
    guard let kind = Self.kind(of: function) else { return manifest.report(.computed("." + function), at: line) }
    let values = Dictionary(arguments.compactMap { argument in argument.label.map { ($0, argument) } }) { first, _ in
      first
    }
    guard let name = values["name"].flatMap({ manifest.text($0.value) }) else {
      return manifest.report(.computed("name"), at: line)
    }
    guard let folder = folder(of: name, kind: kind, path: values["path"], line: line) else { return }
    var module = UnlinkedModule(
      name: ModuleName.from(name), target: name, kind: kind, origin: .package(path))
    module.sources = sources(in: folder, values: values)
    module.models = models(in: folder)
    module.products = dependencies(values["dependencies"])
    module.conditions = conditions(values["swiftSettings"])
    modules.append(module)
  }

  private static func kind(of function: String) -> ModuleKind? {
    switch function {
    case "target": .library
    case "executableTarget": .executable
    case "testTarget": .test
    case "macro": .macro
    case "plugin": .plugin
    default: nil
    }
  }

  /// The target's folder; nil, with a problem, if SwiftPM would not find it or the manifest computes it.
  private mutating func folder(of name: String, kind: ModuleKind, path: ManifestArgument?, line: Int) -> String? {
    if let path {
      guard let text = manifest.text(path.value) else {
        manifest.report(.computed("path"), at: path.line)
        return nil
      }
      guard let folder = PathName.joined(root, text) else {
        manifest.report(.outsideRepository(text), at: path.line)
        return nil
      }
      if let spelling = files.spelling(of: folder), files.hasFolder(spelling) { return spelling }
      manifest.report(.missingFolder(target: name), at: line)
      return nil
    }
    let candidates = kind == .test ? Self.testFolders : kind == .plugin ? ["Plugins"] : Self.sourceFolders
    let base = candidates.compactMap { PathName.joined(root, $0) }.first(where: files.hasFolder)
    if let base {
      if let own = files.spelling(of: base + "/" + name), files.hasFolder(own) { return own }
      if manifest.toolsVersion.lexicographicallyPrecedes([5, 9]) == false, isOnly(kind) { return base }
    }
    manifest.report(.missingFolder(target: name), at: line)
    return nil
  }

  private func isOnly(_ kind: ModuleKind) -> Bool {
    let root = { (kind: ModuleKind) in kind == .test || kind == .plugin ? kind : .library }
    let similar = manifest.targets.filter { target in
      guard case .call(let function, _, _) = target else { return true }
      return root(Self.kind(of: function) ?? .library) == root(kind)
    }
    return similar.count == 1
  }

  private mutating func sources(in folder: String, values: [String: ManifestArgument]) -> Set<String> {
    let excluded = paths(values["exclude"], in: folder)
    let included = values["sources"].map { paths($0, in: folder) }
    return Set(
      files.swift(in: folder).filter { path in
        !Self.isOpaque(path.dropFirst(folder.utf8.count)) && path != self.path
          && !excluded.contains { PathName.contains($0, path) }
          && (included?.contains { PathName.contains($0, path) } ?? true)
      })
  }

  private mutating func paths(_ argument: ManifestArgument?, in folder: String) -> [String] {
    guard let argument else { return [] }
    return texts(argument, of: argument.label ?? "").compactMap { PathName.joined(folder, $0) }
  }

  private mutating func texts(_ argument: ManifestArgument, of part: String) -> [String] {
    var result: [String] = []
    for element in manifest.elements(argument.value, of: part, line: argument.line) {
      if let text = manifest.text(element) {
        result.append(text)
      } else {
        manifest.report(.computed(part), at: argument.line)
      }
    }
    return result
  }

  /// Hidden files, projects and playgrounds: SwiftPM does not look into them.
  private static func isOpaque(_ path: Substring) -> Bool {
    path.split(separator: "/").contains { part in
      part.hasPrefix(".") || [".xcodeproj", ".playground", ".xcworkspace"].contains { part.hasSuffix($0) }
    }
  }

  private func models(in folder: String) -> Set<String> {
    Set(files.all(in: folder).compactMap(DataModelFolder.containing))
  }

  private mutating func dependencies(_ argument: ManifestArgument?) -> Set<String> {
    guard let argument else { return [] }
    var result: Set<String> = []
    for element in manifest.elements(argument.value, of: "dependencies", line: argument.line) {
      if let name = manifest.text(element) {
        result.insert(name)
      } else if case .call(_, let arguments, _) = element,
        let name = arguments.first(where: { $0.label == "name" }).flatMap({ manifest.text($0.value) })
      {
        result.insert(name)
      } else {
        manifest.report(.computed("dependencies"), at: argument.line)
      }
    }
    return result
  }

  private mutating func conditions(_ argument: ManifestArgument?) -> BuildConditions {
    var result = BuildConditions()
    result.swiftVersion =
      manifest.toolsVersion.isEmpty ? nil : manifest.toolsVersion.map(String.init).joined(separator: ".")
    guard let argument else { return result }
    for element in manifest.elements(argument.value, of: "swiftSettings", line: argument.line) {
      guard case .call("define", let arguments, _) = element, let first = arguments.first else { continue }
      guard let name = manifest.text(first.value) else {
        manifest.report(.computed("define"), at: first.line)
        continue
      }
      if arguments.count == 1 { result.active.append(name) } else { result.uncertain.append(name) }
    }
    return result
  }

  private mutating func readProduct(_ product: ManifestExpression) {
    guard case .call(_, let arguments, _) = product,
      let name = arguments.first(where: { $0.label == "name" }).flatMap({ manifest.text($0.value) }),
      let targets = arguments.first(where: { $0.label == "targets" })
    else { return }
    products[name, default: []].formUnion(texts(targets, of: "products"))
  }
}
