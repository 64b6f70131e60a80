internal import EntityModel
internal import ProjectModels

extension ModelSourceConfiguration {
  /// The settings of the source, as lines of YAML.
  var lines: [String] {
    var lines = path.isEmpty ? [] : ["path: \(yamlScalar(path))"]
    if let schema { lines.append("schema: \(yamlScalar(schema))") }
    if let operatingSystem { lines.append("os: \(operatingSystem)") }
    if !usesDeclaredNames { lines.append("names: chosen") }
    if runsStages { lines.append("stages: run") }
    if stageTimeLimit != Self.defaultStageTimeLimit { lines.append("time-limit: \(stageTimeLimit)") }
    if !types.isEmpty {
      lines.append("types:")
      lines += types.sorted { $0.key < $1.key }.flatMap { name, type in
        type.lines(named: yamlScalar(name)).map { "  " + $0 }
      }
    }
    return lines
  }
}

extension StoredType {
  fileprivate func lines(named name: String) -> [String] {
    switch self {
    case .encoded: ["\(name): encoded"]
    case .rawValue(let type): ["\(name): \(Self.word(for: type))"]
    case .cases(let cases): ["\(name):"] + cases.map { "  - \(yamlScalar($0))" }
    case .structure(let parts):
      ["\(name):"] + parts.map { "  \(yamlScalar($0.name)): \(Self.word(for: $0.type))\($0.isOptional ? "?" : "")" }
    }
  }

  private static func word(for type: DeclaredModel.AttributeType) -> String {
    // `Int` and `Int64` have one type of column.
    type == .integer64 ? "Int" : scalars.first { $0.value == type }?.key ?? "encoded"
  }
}
