public import GitStore
internal import Yams

extension Configuration {
  /// Reads `schemaledger.yml` from `snapshot`.
  ///
  /// - Throws: `LedgerError.noConfiguration`, `.invalidConfiguration` with the line, `GitError`.
  public init(from snapshot: FileSnapshot) throws {
    guard let yaml = try ConfigurationReader.text(of: Self.fileName, in: snapshot) else {
      throw LedgerError.noConfiguration(path: Self.fileName)
    }
    try self.init(yaml: yaml)
  }

  /// The configuration of a snapshot; `nil` if it has none. One that cannot be read is not the same as none.
  ///
  /// - Throws: `LedgerError.invalidConfiguration`, `GitError`.
  package static func ifPresent(in snapshot: FileSnapshot) throws -> Configuration? {
    do {
      return try Configuration(from: snapshot)
    } catch LedgerError.noConfiguration {
      return nil
    }
  }

  /// The configuration of an earlier commit or of another branch; `nil` if it has none, or one that is not valid. The gate
  /// refuses such a configuration, and the commit that corrects it must be possible.
  ///
  /// - Throws: `GitError`.
  package static func former(in snapshot: FileSnapshot) throws -> Configuration? {
    do {
      return try ifPresent(in: snapshot)
    } catch LedgerError.invalidConfiguration {
      return nil
    }
  }

  /// - Throws: `LedgerError.invalidConfiguration`.
  public init(yaml: String) throws(LedgerError) {
    var reader = try ConfigurationReader(yaml: yaml)
    databases = try reader.databases()
    retired = try reader.retired(beside: databases)
  }

  /// Whether a database can have this name.
  public static func isName(_ text: String) -> Bool {
    text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) }
  }
}

/// Reads the YAML document. Rejects unknown keys and values with an error that names the line.
package struct ConfigurationReader {
  let root: Node

  init(yaml: String) throws(LedgerError) {
    guard let node = try Self.root(of: yaml) else {
      throw Self.invalid(nil, "it is empty; remove it and run `schemaledger init`")
    }
    root = node
  }

  package static func invalid(_ line: Int?, _ reason: String) -> LedgerError {
    .invalidConfiguration(path: Configuration.fileName, line: line, reason: reason)
  }

  private static let databaseKeys = ["ledger", "source"] + DatabaseKey.all.map(\.name)

  mutating func databases() throws(LedgerError) -> [DatabaseConfiguration] {
    if let cache = root.mapping?["cache"] {
      throw Self.invalid(
        cache.line,
        "the key 'cache' no longer exists; remove it, and let the cache of the CI system keep .git/schemaledger")
    }
    let top = try Section(root, name: "the file", keys: ["databases"] + Self.databaseKeys + ["retired"])
    guard let list = top["databases"] else {
      return [try database(top, name: Configuration.defaultDatabase, ledger: Configuration.defaultLedger)]
    }
    if let other = Self.databaseKeys.first(where: { top[$0] != nil }) {
      throw Self.invalid(top[other]?.line, "'\(other)' belongs under one of the databases")
    }
    guard let mapping = list.mapping, !mapping.isEmpty else {
      throw Self.invalid(list.line, "'databases' must name at least one database")
    }
    var databases: [DatabaseConfiguration] = []
    for (key, value) in mapping {
      let name = try Self.text(key, "a database's name")
      let section = try Section(value, name: "database '\(name)'", keys: Self.databaseKeys)
      guard Configuration.isName(name) else {
        throw Self.invalid(
          key.line, "the name of a database may contain only letters, digits, '-' and '_', not '\(name)'")
      }
      databases.append(try database(section, name: name, ledger: "\(Configuration.defaultLedger)/\(name)"))
    }
    let ledgers = databases.map(\.ledger)
    if Set(ledgers.map { $0.lowercased() }).count < ledgers.count {
      throw Self.invalid(list.line, "two databases have the same ledger folder")
    }
    return databases
  }

  /// The reasons under `retired`, by the folder of the ledger.
  func retired(beside databases: [DatabaseConfiguration]) throws(LedgerError) -> [String: String] {
    guard let node = root.mapping?["retired"] else { return [:] }
    guard let mapping = node.mapping else {
      throw Self.invalid(node.line, "'retired' must give the reason for each folder: 'OldLedger: no longer shipped'")
    }
    var reasons: [String: String] = [:]
    for (key, value) in mapping {
      let folder = try Self.path(key, "retired")
      if let database = databases.first(where: { $0.ledger == folder }) {
        throw Self.invalid(key.line, "'\(folder)' is the ledger of \(database.name), so it cannot be retired")
      }
      reasons[folder] = try Self.text(value, "the reason for retiring '\(folder)'")
    }
    return reasons
  }

  private func database(
    _ section: Section, name: String, ledger: String
  ) throws(LedgerError) -> DatabaseConfiguration {
    let source = try self.source(try section.required("source"))
    var database = DatabaseConfiguration(name: name, ledger: ledger, source: source)
    if let node = section["ledger"] {
      database.ledger = try Self.path(node, "ledger")
      if database.ledger.isEmpty { throw Self.invalid(node.line, "'ledger' must be a separate folder") }
    }
    for path in database.source.paths {
      let (inner, outer) = (path + "/", database.ledger + "/")
      guard inner.hasPrefix(outer) || !path.isEmpty && outer.hasPrefix(inner) else { continue }
      throw Self.invalid(section.line, "the ledger '\(database.ledger)' and the source '\(path)' contain each other")
    }
    switch source {
    case .swift(let package) where package.migrator != nil: break
    case .swift, .models, .room: database.version = .declared
    case .migrations, .schema, .command, .database: break
    }
    for key in DatabaseKey.all {
      if let node = section[key.name] { try key.read(self, node, &database) }
    }
    return database
  }
}
