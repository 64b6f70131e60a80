internal import Findings
internal import MigrationSources
internal import PathPatterns
internal import Yams

/// `source:`, the kind of source and the folder of migrations.
extension ConfigurationReader {
  func source(_ node: Node) throws(LedgerError) -> SourceConfiguration {
    let kind = try Section(node, name: "source", keys: Self.sourceKeys).required("kind")
    switch try Self.text(kind, "kind") {
    case "migrations":
      return .migrations(try folder(try Self.source(node, "migrations", keys: Self.folderKeys)))
    case "schema":
      let section = try Self.source(node, "schema", keys: ["path", "paths", "files"] + Self.forwardKeys)
      let forward = try forward(section)
      if let files = try section["files"].map({ node throws(LedgerError) in try Self.paths(node, "files") }),
        !files.isEmpty, section["path"] == nil, section["paths"] == nil
      {
        return .schema(files: files, forward: forward)
      }
      guard section["files"] == nil, let paths = try paths(section) else {
        throw Self.invalid(node.line, "a source of kind schema needs either 'path', 'paths' or 'files'")
      }
      return .schema(files: [paths[0]], past: Array(paths.dropFirst()), forward: forward)
    case "command":
      return try command(try Self.source(node, "command", keys: ["create"] + Self.commandKeys))
    case "database":
      let section = try Self.source(node, "database", keys: ["path", "paths"] + Self.forwardKeys)
      guard let paths = try paths(section) else {
        throw Self.invalid(node.line, "a source of kind database needs either 'path' or 'paths'")
      }
      return .database(path: paths[0], past: Array(paths.dropFirst()), forward: try forward(section))
    case "swift":
      return .swift(try package(try Self.source(node, "swift", keys: Self.packageKeys)))
    case RoomConfiguration.kind:
      let section = try Self.source(node, RoomConfiguration.kind, keys: ["path", "paths"])
      guard let paths = try paths(section) else {
        throw Self.invalid(node.line, "a source of kind room needs either 'path' or 'paths'")
      }
      return .room(RoomConfiguration(paths: paths))
    case let name where ModelSourceConfiguration.Framework(rawValue: name) != nil:
      let framework = ModelSourceConfiguration.Framework(rawValue: name) ?? .swiftData
      let keys = framework == .swiftData ? Self.modelKeys : ["path", "schema", "names"]
      return .models(try models(framework, try Self.source(node, name, keys: keys)))
    case let other:
      let known = ["migrations", "schema", "command", "database", "swift", "swiftdata", "coredata", "room"]
      throw Self.invalid(
        kind.line, "unknown kind of source '\(other)'; \(NearMiss.advice(for: other, among: known))")
    }
  }

  /// Returns the section if it has no key of a different kind of source.
  private static func source(_ node: Node, _ kind: String, keys: [String]) throws(LedgerError) -> Section {
    let section = try Section(node, name: "source", keys: sourceKeys)
    try section.refuse(sourceKeys.filter { $0 != "kind" && !keys.contains($0) }, in: "a source of kind \(kind)")
    return section
  }

  static let folderKeys = [
    "path", "paths", "convention", "migrator", "placeholders", "out-of-order", "skip-programs", "exclude", "before",
  ]
  private static let sourceKeys =
    ["kind"] + folderKeys + ["files", "migrations", "create"] + commandKeys + ["product", "build", "tool"]
    + modelKeys.dropFirst()

  func folder(_ section: Section) throws(LedgerError) -> MigrationFolderConfiguration {
    guard let paths = try paths(section) else {
      throw Self.invalid(section.line, "migrations need either 'path' or 'paths'")
    }
    let node = try section.required("convention")
    let convention = try Self.text(node, "convention")
    guard MigrationConvention.named(convention) != nil else {
      let advice = NearMiss.advice(for: convention, among: MigrationConvention.all.map(\.name))
      throw Self.invalid(node.line, "unknown convention '\(convention)'; \(advice)")
    }
    var folder = MigrationFolderConfiguration(paths: paths, convention: convention)
    if let node = section["migrator"] {
      guard folder.convention == MigrationConvention.grdb.name else {
        throw Self.invalid(node.line, "'migrator' is only for the convention grdb")
      }
      folder.migrator = try Self.text(node, "migrator")
    }
    if let node = section["placeholders"] { folder.placeholders = try placeholders(node) }
    if let node = section["out-of-order"] { folder.runsOutOfOrder = try Self.boolean(node, "out-of-order") }
    if let node = section["skip-programs"] { folder.skipsPrograms = try Self.boolean(node, "skip-programs") }
    if let node = section["exclude"] { folder.excluded = try Self.paths(node, "exclude").map(PathPattern.init) }
    if let node = section["before"] {
      folder.before = try Self.paths(node, "before")
      if folder.before.isEmpty || folder.before.contains("") {
        throw Self.invalid(node.line, "'before' must name SQL files")
      }
    }
    return folder
  }

  /// The current and former paths. `nil` unless exactly one of `path` and `paths` is given.
  private func paths(_ section: Section) throws(LedgerError) -> [String]? {
    let several = try section["paths"].map { node throws(LedgerError) in try Self.paths(node, "paths") }
    let one = try section["path"].map { node throws(LedgerError) in [try Self.path(node, "path")] }
    guard let paths = several ?? one, !paths.isEmpty, several == nil || one == nil else { return nil }
    return paths
  }

  /// Reads names and their values. Values are always texts: `yes` is "yes" and `010` is "010".
  private func placeholders(_ node: Node) throws(LedgerError) -> [String: String] {
    guard let mapping = node.mapping else {
      throw Self.invalid(node.line, "'placeholders' must be a mapping of names to values")
    }
    var placeholders: [String: String] = [:]
    for (key, value) in mapping {
      let name = try Self.text(key, "a placeholder's name")
      guard let text = value.scalar?.string else {
        throw Self.invalid(value.line, "the value of the placeholder '\(name)' must be a text")
      }
      placeholders[name] = text
    }
    return placeholders
  }
}
