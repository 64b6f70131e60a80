internal import CanonicalJSON
internal import Digests

/// Code of the repository that a source runs, as a user sees and allows it.
public struct RepositoryCommand: Sendable, Hashable {
  /// What is run, where, and with which variables. Never empty, and without line feeds.
  public let lines: [String]
  /// The SHA-256 of everything in the configuration that determines what is run. The content of files is not part of it.
  public let digest: String

  /// Creates a command that was allowed earlier.
  package init(lines: [String], digest: String) {
    self.lines = lines
    self.digest = digest
  }

  /// - Parameter key: the key of the configuration that contains the command.
  init(_ command: SourceCommand, key: String) {
    let what: JSONValue = [
      "command": .string(command.line), "environment": Self.json(command.environment),
      "folder": .string(command.folder), "inputs": Self.json(command.inputs),
    ]
    digest = sha256(what.canonical)
    lines =
      Self.lines(key, command.line)
      + Self.details(command.folder, command.environment, command.inputs)
  }

  init(_ package: SwiftPackage) {
    let what: JSONValue = [
      "build": .string(package.building.line), "environment": Self.json(package.environment),
      "folder": .string(package.folder), "inputs": Self.json(package.paths), "product": .string(package.product),
      "tool": package.tool.map { .string($0) } ?? .null,
    ]
    digest = sha256(what.canonical)
    let product = package.tool.map { "\(package.product), which is \($0)" } ?? package.product
    lines =
      Self.lines("build", package.building.line) + Self.lines("product", product)
      + Self.details(package.folder, package.environment, package.paths)
  }

  /// The stages of the migration plan that `source` declares.
  init(stagesOf source: ModelSourceConfiguration) {
    let what: JSONValue = [
      "path": .string(source.path), "schema": source.schema.map { .string($0) } ?? .null, "stages": .string("run"),
    ]
    digest = sha256(what.canonical)
    lines =
      Self.lines("stages", "the code of the app's migration plan, without network")
      + Self.details(source.path, [:], [])
  }

  /// The text after the key, which may have several lines.
  private static func lines(_ key: String, _ text: String) -> [String] {
    let lines = text.split(whereSeparator: \.isNewline)
    if lines.count < 2 { return ["\(key): \(lines.first ?? "")"] }
    return ["\(key):"] + lines.map { "  " + $0 }
  }

  private static func details(_ folder: String, _ environment: [String: String], _ inputs: [String]) -> [String] {
    var details = folder.isEmpty ? [] : lines("directory", folder)
    for (name, value) in environment.sorted(by: { $0.key < $1.key }) { details += lines("environment \(name)", value) }
    if !inputs.isEmpty { details += lines("inputs", inputs.joined(separator: ", ")) }
    return details.map { "  " + $0 }
  }

  private static func json(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }
  private static func json(_ texts: [String: String]) -> JSONValue { .object(texts.mapValues { .string($0) }) }
}

extension SourceConfiguration {
  /// The code of the repository that making or migrating a database runs, in the order of the configuration.
  public var repositoryCommands: [RepositoryCommand] {
    if case .swift(let package) = self { return [RepositoryCommand(package)] }
    if case .models(let source) = self, source.runsStages { return [RepositoryCommand(stagesOf: source)] }
    if case .command(let create, let migrate) = self, migrate == create {
      return [RepositoryCommand(create, key: "create, migrate")]
    }
    var commands: [RepositoryCommand] = []
    if case .command(let create, _) = self { commands.append(RepositoryCommand(create, key: "create")) }
    if case .command(let migrate) = forward { commands.append(RepositoryCommand(migrate, key: "migrate")) }
    return commands
  }
}
