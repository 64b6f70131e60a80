internal import Yams

/// A key of a database in `schemaledger.yml`: how its value is read, and how it is written. To add a key, add it to `all`
/// and its value to `DatabaseConfiguration`. The tests compare the keys with the JSON Schema and with the page.
///
/// `ledger` and `source` are not among these keys: without them, there is no database.
struct DatabaseKey: Sendable {
  let name: String
  /// Reads the value into a database whose ledger and source are known.
  let read: @Sendable (ConfigurationReader, Node, inout DatabaseConfiguration) throws(LedgerError) -> Void
  /// The lines that `init` writes; none for the value that a database has without the key.
  let write: @Sendable (DatabaseConfiguration) -> [String]

  /// In the order in which they are read and written, and in which error messages list them.
  static let all = [
    version,
    DatabaseKey("ignore") { _, node, database throws(LedgerError) in
      database.ignoredTables = try ConfigurationReader.texts(node, "ignore")
    } write: {
      $0.ignoredTables.isEmpty ? [] : ["ignore:"] + $0.ignoredTables.map { "  - \(quoted($0))" }
    },
    DatabaseKey("stub") { reader, node, database throws(LedgerError) in
      database.stubs = try reader.stubs(node)
    } write: {
      $0.stubs.lines
    },
    // `init` finds neither queries nor limits, so there is nothing to write.
    DatabaseKey("queries") { reader, node, database throws(LedgerError) in
      database.queries = try reader.queries(node)
    } write: { _ in
      []
    },
    DatabaseKey("budget") { reader, node, database throws(LedgerError) in
      database.budget = try reader.budget(node)
    } write: { _ in
      []
    },
    DatabaseKey("other-branches") { reader, node, database throws(LedgerError) in
      let exclusion = try reader.otherBranches(node)
      database.looksAtOtherBranches = exclusion != nil
      database.branchExclusion = exclusion ?? BranchExclusion()
    } write: {
      $0.looksAtOtherBranches ? $0.branchExclusion.lines : ["other-branches: false"]
    },
    word("values", \.values, standard: .standard),
    foreignKeys,
    DatabaseKey("assume") { reader, node, database throws(LedgerError) in
      database.assumptions = try reader.assumptions(node)
    } write: {
      $0.assumptionLines
    },
    word("history", \.history, standard: .warning),
    DatabaseKey("lint") { reader, node, database throws(LedgerError) in
      database.lint = try reader.lint(node)
    } write: {
      $0.lint.lines
    },
    DatabaseKey("silence") { reader, node, database throws(LedgerError) in
      database.silenced = try reader.silencedCodes(node)
    } write: {
      $0.silenced.isEmpty ? [] : ["silence: \($0.silenced.yaml)"]
    },
    cloudKit,
  ]

  private init(
    _ name: String,
    read: @escaping @Sendable (ConfigurationReader, Node, inout DatabaseConfiguration) throws(LedgerError) -> Void,
    write: @escaping @Sendable (DatabaseConfiguration) -> [String]
  ) {
    self.name = name
    self.read = read
    self.write = write
  }

  /// A key whose value is one word of several.
  private static func word<Value: RawRepresentable<String> & CaseIterable & Equatable & Sendable>(
    _ name: String, _ path: WritableKeyPath<DatabaseConfiguration, Value> & Sendable, standard: Value
  ) -> DatabaseKey {
    DatabaseKey(name) { _, node, database throws(LedgerError) in
      guard let value = Value(rawValue: try ConfigurationReader.text(node, name)) else {
        let words = Value.allCases.map(\.rawValue)
        let list = words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
        throw ConfigurationReader.invalid(node.line, "'\(name)' must be \(list)")
      }
      database[keyPath: path] = value
    } write: {
      $0[keyPath: path] == standard ? [] : ["\(name): \($0[keyPath: path].rawValue)"]
    }
  }

  private static let version = DatabaseKey("version") { reader, node, database throws(LedgerError) in
    // The list of migrations identifies the version. A version that is not read would only mislead.
    switch database.source {
    case .migrations, .swift, .models, .room:
      throw ConfigurationReader.invalid(
        node.line, "'version' cannot be combined with a source of kind \(database.source.kind)")
    case .schema, .command, .database: database.version = try reader.version(node)
    }
  } write: {
    switch $0.version {
    case nil, .declared: []
    case .literal(let text): ["version: \(quoted(text))"]
    case .userVersion: ["version: user_version"]
    case .file(let path, let pattern): ["version:", "  file: \(quoted(path))", "  pattern: \(quoted(pattern))"]
    }
  }

  private static let foreignKeys = DatabaseKey("foreign-keys") { _, node, database throws(LedgerError) in
    switch try ConfigurationReader.text(node, "foreign-keys") {
    case "on", "true": database.foreignKeys = true
    case "off", "false": database.foreignKeys = false
    default: throw ConfigurationReader.invalid(node.line, "'foreign-keys' must be on or off")
    }
  } write: {
    $0.foreignKeys.map { ["foreign-keys: \($0 ? "on" : "off")"] } ?? []
  }

  private static let cloudKit = DatabaseKey("cloudkit") { _, node, database throws(LedgerError) in
    switch database.source {
    case .swift, .models: database.cloudKit = try ConfigurationReader.boolean(node, "cloudkit")
    case .migrations, .schema, .command, .database, .room:
      throw ConfigurationReader.invalid(
        node.line, "'cloudkit' needs a source that declares models: swift, swiftdata or coredata")
    }
  } write: {
    $0.cloudKit.map { ["cloudkit: \($0)"] } ?? []
  }
}
