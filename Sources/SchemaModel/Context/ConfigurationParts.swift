/// Divides the models of a schema between configurations.
struct ConfigurationParts {
  /// A configuration and the models of its store.
  struct Part {
    let configuration: ModelConfiguration
    let schema: Schema
  }

  let list: [Part]
  /// The positions in ``list`` of model types, if there are several parts.
  let positions: [ObjectIdentifier: Int]

  /// Core Data allows an entity in several configurations, and no relationship between entities of two. Since a schema
  /// contains the models that its models refer to, such a relationship is a model in two configurations here. Which
  /// store SwiftData would choose for a new object of such a model is not measured, so it is an error.
  ///
  /// - Throws: `SwiftDataError`.
  init(
    _ configurations: [ModelConfiguration], _ schema: Schema, hasPlan: Bool
  ) throws {
    var distinct: [ModelConfiguration] = []
    for configuration in configurations where !distinct.contains(configuration) { distinct.append(configuration) }
    for configuration in distinct {
      try configuration.validate()
      let own = configuration.schema ?? schema
      guard let unknown = own.descriptions.first(where: { schema.description(of: $0.type) == nil }) else { continue }
      throw SwiftDataError.configurationSchemaNotFoundInContainerSchema.because(
        "\(unknown.name) of the configuration '\(configuration.name)' is not a model of the container's schema")
    }
    guard distinct.count > 1 else {
      list = [Part(configuration: distinct.first ?? ModelConfiguration(schema: schema), schema: schema)]
      positions = [:]
      return
    }
    guard !hasPlan else {
      throw SwiftDataError.loadIssueModelContainer.because(
        "a migration plan describes the whole schema, so it cannot migrate the stores of several configurations; "
          + "create a container for each of them")
    }
    let parts = distinct.map { Part(configuration: $0, schema: $0.schema?.with(schema.version) ?? schema) }
    try Self.checkFiles(of: distinct)
    positions = try Self.positions(of: schema, in: parts)
    list = parts
  }

  private static func checkFiles(of configurations: [ModelConfiguration]) throws {
    var files: [String: ModelConfiguration] = [:]
    for configuration in configurations where !configuration.isStoredInMemoryOnly {
      let path = configuration.url.standardizedFileURL.path
      if let other = files.updateValue(configuration, forKey: path) {
        throw SwiftDataError.duplicateConfiguration.because(
          "'\(other.name)' and '\(configuration.name)' have the same file, \(path)")
      }
    }
  }

  private static func positions(of schema: Schema, in parts: [Part]) throws -> [ObjectIdentifier: Int] {
    var positions: [ObjectIdentifier: Int] = [:]
    for (index, part) in parts.enumerated() {
      for entity in part.schema.descriptions {
        guard let other = positions.updateValue(index, forKey: ObjectIdentifier(entity.type)) else { continue }
        throw SwiftDataError.duplicateConfiguration.because(
          "\(entity.name) belongs to '\(parts[other].configuration.name)' and '\(part.configuration.name)'; each model "
            + "has one store, and a relationship or an inheritance between two models keeps both in one")
      }
    }
    let left = schema.descriptions.filter { positions[ObjectIdentifier($0.type)] == nil }.map(\.name)
    guard left.isEmpty else {
      throw SwiftDataError.unknownSchema.because(
        "no configuration has the models \(left.joined(separator: ", "))")
    }
    return positions
  }
}

extension Schema {
  /// The same models under another version.
  fileprivate func with(_ version: Version) -> Schema {
    Schema(descriptions.map(\.type), version: version)
  }
}
