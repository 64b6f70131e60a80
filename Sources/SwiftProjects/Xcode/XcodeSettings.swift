/// The build settings of one target for a release build.
struct XcodeSettings {
  private let project: [String: PropertyListValue]
  private let target: [String: PropertyListValue]
  private let targetName: String
  private(set) var unresolved: [(setting: String, line: Int)] = []

  init(project: [String: PropertyListValue], target: [String: PropertyListValue], targetName: String) {
    self.project = project
    self.target = target
    self.targetName = targetName
  }

  /// The settings of the configuration that archives are built with: `Release`, else the default one. A configuration
  /// file on which it is based is reported and not read.
  static func release(of list: PropertyListValue?, in objects: inout XcodeObjects) -> [String: PropertyListValue] {
    guard let list = objects.object(list) else { return [:] }
    guard let chosen = chosen(in: list, &objects) else { return [:] }
    if let base = chosen.settingsFile {
      let file = base.text.flatMap { _ in objects.object(base)?["path"]?.text }
      objects.report(.settingsFile(file ?? base.text ?? ""), at: base.line)
    }
    return chosen["buildSettings"]?.dictionary ?? [:]
  }

  /// Whether the configuration is based on a configuration file.
  static func hasSettingsFile(_ list: PropertyListValue?, in objects: inout XcodeObjects) -> Bool {
    objects.object(list).flatMap { chosen(in: $0, &objects) }?.settingsFile != nil
  }

  private static func chosen(in list: PropertyListValue, _ objects: inout XcodeObjects) -> PropertyListValue? {
    let configurations = objects.objects(list["buildConfigurations"]).map(\.object)
    let named = { (name: String?) in configurations.first { $0["name"]?.text == name } }
    return named("Release") ?? named(list["defaultConfigurationName"]?.text) ?? configurations.last
  }

  /// The module name, as Xcode derives it if no setting names it.
  mutating func moduleName() -> String {
    if let name = value("PRODUCT_MODULE_NAME") { return name }
    return ModuleName.from(productName())
  }

  mutating func conditions() -> BuildConditions {
    var result = BuildConditions()
    let (active, flags) = (words("SWIFT_ACTIVE_COMPILATION_CONDITIONS"), words("OTHER_SWIFT_FLAGS"))
    result.active = Self.unique(active + Self.defined(by: flags))
    result.uncertain = uncertainConditions().filter { !result.active.contains($0) }
    result.swiftVersion = value("SWIFT_VERSION")
    let platforms = words("SUPPORTED_PLATFORMS")
    result.platforms = platforms.isEmpty ? words("SDKROOT") : platforms
    return result
  }

  /// Development assets, as paths relative to the project's folder.
  mutating func developmentAssets() -> [String] { words("DEVELOPMENT_ASSET_PATHS") }

  /// The file with the entitlements, relative to the project's folder; `nil` if no setting names it.
  ///
  /// https://developer.apple.com/documentation/xcode/build-settings-reference#Code-Signing-Entitlements
  var entitlementsFile: String? {
    let name = "CODE_SIGN_ENTITLEMENTS"
    guard var text = (target[name] ?? project[name])?.text, !text.isEmpty else { return nil }
    for folder in ["SRCROOT", "PROJECT_DIR", "SOURCE_ROOT"] {
      for prefix in ["$(\(folder))/", "${\(folder)}/"] where text.hasPrefix(prefix) {
        text.removeFirst(prefix.count)
      }
    }
    return text.replacing("$(TARGET_NAME)", with: targetName)
  }

  private mutating func productName() -> String { value("PRODUCT_NAME") ?? targetName }

  private mutating func value(_ name: String) -> String? {
    words(name).isEmpty ? nil : words(name).joined(separator: " ")
  }

  private mutating func words(_ name: String) -> [String] {
    guard let own = target[name] else { return project[name].map { expanded($0, name, inherited: []) } ?? [] }
    let inherited = project[name].map { expanded($0, name, inherited: []) } ?? []
    return expanded(own, name, inherited: inherited)
  }

  private mutating func expanded(_ value: PropertyListValue, _ name: String, inherited: [String]) -> [String] {
    let words = value.array.map { $0.compactMap(\.text) } ?? ShellWords.split(value.text ?? "")
    return words.flatMap { word -> [String] in
      switch word {
      case "$(inherited)", "${inherited}": return inherited
      default: return expanded(word, name, line: value.line).map { [$0] } ?? []
      }
    }
  }

  /// The word with the names of the target and the product in it; nil if it refers to anything else.
  private mutating func expanded(_ word: String, _ name: String, line: Int) -> String? {
    guard word.contains("$") else { return word }
    var text = word
    let product = name != "PRODUCT_NAME" && word.contains("PRODUCT_NAME") ? productName() : targetName
    for (variable, replacement) in [("TARGET_NAME", targetName), ("PRODUCT_NAME", product)] {
      for (open, close) in [("$(", ")"), ("${", "}")] {
        text = text.replacing(open + variable + close, with: replacement)
        text = text.replacing(open + variable + ":c99extidentifier" + close, with: ModuleName.from(replacement))
      }
    }
    if !text.contains("$") { return text }
    // Search paths and flags are full of variables, and do not matter here.
    if name != "OTHER_SWIFT_FLAGS" && !unresolved.contains(where: { $0.setting == name }) {
      unresolved.append((name, line))
    }
    return nil
  }

  /// Settings such as `SWIFT_ACTIVE_COMPILATION_CONDITIONS[sdk=iphoneos*]`.
  private mutating func uncertainConditions() -> [String] {
    var result: [String] = []
    for settings in [project, target] {
      for (name, value) in settings.sorted(by: { $0.key < $1.key }) {
        if name.hasPrefix("SWIFT_ACTIVE_COMPILATION_CONDITIONS[") { result += expanded(value, name, inherited: []) }
        if name.hasPrefix("OTHER_SWIFT_FLAGS[") { result += Self.defined(by: expanded(value, name, inherited: [])) }
      }
    }
    return Self.unique(result)
  }

  private static func defined(by flags: [String]) -> [String] {
    var result: [String] = []
    for (index, flag) in flags.enumerated() where flag.hasPrefix("-D") {
      if flag != "-D" {
        result.append(String(flag.dropFirst(2)))
      } else if index + 1 < flags.count {
        result.append(flags[index + 1])
      }
    }
    return result
  }

  private static func unique(_ names: [String]) -> [String] {
    var seen: Set<String> = []
    return names.filter { seen.insert($0).inserted }
  }
}

extension PropertyListValue {
  /// The reference to the configuration file on which a configuration is based.
  fileprivate var settingsFile: PropertyListValue? {
    self["baseConfigurationReference"] ?? self["baseConfigurationReferenceRelativePath"]
  }
}
