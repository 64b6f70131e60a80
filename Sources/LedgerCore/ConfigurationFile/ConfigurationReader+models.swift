internal import EntityModel
internal import Findings
internal import ProjectModels
internal import Yams

/// A source of kind `swiftdata` or `coredata`.
extension ConfigurationReader {
  static let modelKeys = ["path", "schema", "os", "types", "names", "stages", "time-limit"]

  func models(
    _ framework: ModelSourceConfiguration.Framework, _ section: Section
  ) throws(LedgerError) -> ModelSourceConfiguration {
    var source = ModelSourceConfiguration(framework: framework)
    if let node = section["path"] { source.path = try Self.path(node, "path") }
    if let node = section["schema"] { source.schema = try Self.text(node, "schema") }
    if let node = section["os"] { source.operatingSystem = try Self.operatingSystem(node) }
    if let node = section["names"] { source.usesDeclaredNames = try Self.usesDeclaredNames(node) }
    if let node = section["stages"] { source.runsStages = try Self.runsStages(node) }
    if let node = section["time-limit"] {
      guard section["stages"] != nil else { throw Self.invalid(node.line, "'time-limit' needs 'stages: run'") }
      source.stageTimeLimit = try Self.timeLimit(node)
    }
    if let node = section["types"] {
      for (name, value) in try Self.pairs(node, "types") { source.types[name] = try Self.storedType(value, name) }
    }
    return source
  }

  private static let operatingSystems = ["iOS", "macOS", "tvOS", "visionOS", "watchOS"]

  private static func operatingSystem(_ node: Node) throws(LedgerError) -> String {
    let name = try text(node, "os")
    guard operatingSystems.contains(name) else {
      throw invalid(
        node.line, "unknown value '\(name)' of 'os'; \(NearMiss.advice(for: name, among: operatingSystems))")
    }
    return name
  }

  private static func usesDeclaredNames(_ node: Node) throws(LedgerError) -> Bool {
    switch try text(node, "names") {
    case "declared": return true
    case "chosen": return false
    case let other: throw invalid(node.line, "unknown value '\(other)' of 'names'; expected declared or chosen")
    }
  }

  private static func runsStages(_ node: Node) throws(LedgerError) -> Bool {
    switch try text(node, "stages") {
    case "run": return true
    case "name": return false
    case let other: throw invalid(node.line, "unknown value '\(other)' of 'stages'; expected run or name")
    }
  }

  /// A word is a type of raw values or `encoded`, a list the cases of an enumeration, and a mapping the properties of a
  /// structure.
  private static func storedType(_ node: Node, _ name: String) throws(LedgerError) -> StoredType {
    if node.sequence != nil { return .cases(try texts(node, name)) }
    if node.mapping != nil {
      var parts: [StoredType.Part] = []
      for (part, value) in try pairs(node, name) {
        var text = try self.text(value, part)
        let isOptional = text.hasSuffix("?")
        if isOptional { text.removeLast() }
        parts.append(StoredType.Part(name: part, type: try scalar(text, value), isOptional: isOptional))
      }
      return .structure(parts)
    }
    let text = try self.text(node, name)
    return text == "encoded" ? .encoded : .rawValue(try scalar(text, node))
  }

  private static func scalar(_ name: String, _ node: Node) throws(LedgerError) -> DeclaredModel.AttributeType {
    if let type = StoredType.scalars[name] { return type }
    let advice = NearMiss.advice(for: name, among: StoredType.scalars.keys.sorted() + ["encoded"])
    throw invalid(node.line, "unknown type '\(name)'; \(advice)")
  }
}
