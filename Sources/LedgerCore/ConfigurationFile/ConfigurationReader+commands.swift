internal import Findings
internal import LedgerEntries
internal import SQLiteSandbox
internal import SQLiteSyntax
internal import Yams

// The repository's own program: the commands to run, and the functions for which stubs are needed.

extension ConfigurationReader {
  static let commandKeys = ["migrate", "directory", "environment", "time-limit", "inputs"]
  /// A source can have either `migrations` or `migrate`.
  static let forwardKeys = ["migrations"] + commandKeys

  static let packageKeys = [
    "product", "directory", "build", "tool", "environment", "time-limit", "inputs", "migrations",
  ]

  func package(_ section: Section) throws(LedgerError) -> SwiftPackage {
    let node = try section.required("product")
    let product = try Self.text(node, "product")
    guard !product.hasPrefix("-"), !product.contains("/") else {
      throw Self.invalid(node.line, "'product' must be the name of an executable product, not '\(product.shortened)'")
    }
    var package = SwiftPackage(product: product)
    if let node = section["directory"] { package.folder = try Self.path(node, "directory") }
    if let node = section["build"] { package.build = try Self.text(node, "build") }
    if let node = section["tool"] { package.tool = try Self.path(node, "tool") }
    if let node = section["inputs"] { package.inputs = try Self.paths(node, "inputs") }
    if let node = section["environment"] { package.environment = try Self.variables(node) }
    if let node = section["time-limit"] { package.timeLimit = try Self.timeLimit(node) }
    if let node = section["migrations"] {
      package.migrator = try folder(try Section(node, name: "migrations", keys: Self.folderKeys))
    }
    return package
  }

  func command(_ section: Section) throws(LedgerError) -> SourceConfiguration {
    let create = try command(section, try section.required("create"), "create")
    let migrate = try section["migrate"].map { node throws(LedgerError) in try command(section, node, "migrate") }
    return .command(create, forward: migrate)
  }

  func forward(_ section: Section) throws(LedgerError) -> ForwardConfiguration? {
    if let node = section["migrations"] {
      try section.refuse(Self.commandKeys, in: "a source with 'migrations'")
      return .migrations(try folder(try Section(node, name: "migrations", keys: Self.folderKeys)))
    }
    guard let node = section["migrate"] else {
      try section.refuse(Self.commandKeys, in: "a source without 'migrate'")
      return nil
    }
    return .command(try command(section, node, "migrate"))
  }

  private func command(_ section: Section, _ node: Node, _ key: String) throws(LedgerError) -> SourceCommand {
    var command = SourceCommand(line: try Self.text(node, key))
    if let node = section["directory"] { command.folder = try Self.path(node, "directory") }
    if let node = section["inputs"] { command.inputs = try Self.paths(node, "inputs") }
    if let node = section["environment"] { command.environment = try Self.variables(node) }
    if let node = section["time-limit"] { command.timeLimit = try Self.timeLimit(node) }
    let places = [command.line] + command.environment.values
    guard places.contains(where: { $0.contains(SourceCommand.placeholder) }) else {
      // Without the placeholder, the command would work on any database that it finds.
      throw Self.invalid(
        node.line,
        "'\(key)' must say where the database is: \(SourceCommand.placeholder) in it or in 'environment' stands for its path"
      )
    }
    return command
  }

  private static func variables(_ node: Node) throws(LedgerError) -> [String: String] {
    var variables: [String: String] = [:]
    for (name, value) in try pairs(node, "environment") {
      guard let text = value.scalar?.string else { throw invalid(value.line, "'\(name)' must be a word") }
      variables[name] = text
    }
    return variables
  }

  static func timeLimit(_ node: Node) throws(LedgerError) -> Double {
    guard let seconds = Double(try text(node, "time-limit")), seconds > 0, seconds <= 86_400 else {
      throw invalid(node.line, "'time-limit' must be a number of seconds, at most 86400")
    }
    return seconds
  }

  func stubs(_ node: Node) throws(LedgerError) -> Stubs {
    let section = try Section(node, name: "stub", keys: ["functions", "collations"])
    var stubs = Stubs()
    if let node = section["collations"] { stubs.collations = Set(try Self.texts(node, "collations").map(\.identifier)) }
    for node in section["functions"].map({ $0.sequence.map(Array.init) ?? [$0] }) ?? [] {
      guard node.mapping != nil else {
        stubs.functions[try Self.text(node, "functions").identifier] = .firstArgument
        continue
      }
      for (name, value) in try Self.pairs(node, "functions") {
        stubs.functions[name.identifier] = try answer(value, name)
      }
    }
    return stubs
  }

  private func answer(_ node: Node, _ function: String) throws(LedgerError) -> Stubs.Answer {
    guard let scalar = node.scalar else {
      throw Self.invalid(node.line, "the result of '\(function)' must be a number, a text or null")
    }
    // A quoted value is always a text.
    if scalar.style == .plain {
      if node.null != nil { return .null }
      if let value = Int64(scalar.string) { return .integer(value) }
      if let value = Double(scalar.string) { return .real(value) }
    }
    return .text(scalar.string)
  }

  static func pairs(_ node: Node, _ name: String) throws(LedgerError) -> [(String, Node)] {
    guard let mapping = node.mapping else { throw invalid(node.line, "'\(name)' must be a mapping of names to values") }
    return try mapping.map { key, value throws(LedgerError) in (try text(key, "a name in '\(name)'"), value) }
  }
}
