internal import CYaml
public import GitStore
internal import LedgerEntries
internal import MigrationSources
package import Yams

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

  /// - Throws: `LedgerError.invalidConfiguration`.
  public init(yaml: String) throws(LedgerError) {
    var reader = try ConfigurationReader(yaml: yaml)
    databases = try reader.databases()
  }
}

/// Reads the YAML document. Rejects unknown keys and values with an error that names the line.
package struct ConfigurationReader {
  private let root: Node

  init(yaml: String) throws(LedgerError) {
    guard let node = try Self.root(of: yaml) else {
      throw Self.invalid(nil, "it is empty; remove it and run `schemaledger init`")
    }
    root = node
  }

  /// Larger than the configuration of hundreds of databases, smaller than YAML that is crafted to be slow.
  private static let largestFile = 128 << 10

  /// Reads a YAML file. Returns `nil` if it does not exist.
  ///
  /// - Throws: `LedgerError.invalidConfiguration`, `GitError`.
  static func text(of path: String, in snapshot: FileSnapshot) throws -> String? {
    func invalid(_ reason: String) -> LedgerError { .invalidConfiguration(path: path, line: nil, reason: reason) }
    guard let bytes = try snapshot.read(path) else {
      let parts = path.split(separator: "/").map(String.init)
      let siblings = try snapshot.list(parts.dropLast().joined(separator: "/"))
      guard siblings?.contains(where: { $0.name == parts.last && $0.kind == .symlink }) == true else { return nil }
      throw invalid("it is a symbolic link, which is not followed")
    }
    guard bytes.count <= largestFile else {
      throw invalid("it has \(bytes.count) bytes, more than the limit of \(largestFile)")
    }
    guard let yaml = String(validating: bytes, as: UTF8.self) else { throw invalid("it is not UTF-8 text") }
    return yaml
  }

  /// Parses the document with protection against malicious input. Returns `nil` if it is empty.
  static func root(of yaml: String) throws(LedgerError) -> Node? {
    limitNesting
    if let line = lineOfDeepNest(in: yaml) { throw invalid(line, "it is nested too deeply") }
    if let alias = firstAlias(in: yaml) {
      throw invalid(alias.line, "'*\(alias.name)' is an alias, which is not supported: repeat the value")
    }
    do {
      return try Yams.compose(yaml: yaml)
    } catch let error as YamlError {
      throw invalid(error.line, error.problem)
    } catch {
      throw invalid(nil, "\(error)")
    }
  }

  /// libYAML's own limit is a depth of 1000, for which a thread's stack of 512 kB is too small. A configuration needs
  /// six.
  private static let limitNesting: Void = yaml_set_max_nest_level(64)

  /// The line at which braces and brackets are nested too deeply. libYAML does not check this where a key is possible:
  /// it reads to the end of a key before it counts.
  private static func lineOfDeepNest(in yaml: String) -> Int? {
    var (depth, line) = (0, 1)
    for byte in yaml.utf8 {
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth = max(0, depth - 1)
      case UInt8(ascii: "\n"): line += 1
      default: break
      }
      if depth > 64 { return line }
    }
    return nil
  }

  /// The first `*name` after a definition `&name`. Nine aliases of nine aliases, and so on, make a small file that
  /// takes practically forever to read ("billion laughs").
  private static func firstAlias(in yaml: String) -> (name: String, line: Int)? {
    var anchors: Set<String> = []
    for (index, line) in yaml.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
      var rest = line[...]
      while let mark = rest.firstIndex(where: { $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: "*") }) {
        let isAnchor = rest[mark] == UInt8(ascii: "&")
        let end = rest[rest.index(after: mark)...].prefix { Character(Unicode.Scalar($0)).isNameOfAnAnchor }
        let name = String(decoding: end, as: UTF8.self)
        rest = rest[end.endIndex...]
        if isAnchor { anchors.insert(name) } else if anchors.contains(name), !name.isEmpty { return (name, index + 1) }
      }
    }
    return nil
  }

  package static func invalid(_ line: Int?, _ reason: String) -> LedgerError {
    .invalidConfiguration(path: Configuration.fileName, line: line, reason: reason)
  }

  private static let databaseKeys = [
    "ledger", "source", "version", "ignore", "stub", "queries", "budget", "other-branches", "values", "foreign-keys",
    "assume", "history", "lint",
  ]

  mutating func databases() throws(LedgerError) -> [DatabaseConfiguration] {
    let top = try Section(root, name: "the file", keys: ["databases"] + Self.databaseKeys)
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
      guard name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) }) else {
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
    if let node = section["version"] {
      // The list of migrations identifies the version. A version that is not read would only mislead.
      switch database.source {
      case .migrations, .swift:
        throw Self.invalid(node.line, "'version' cannot be combined with a source of kind \(database.source.kind)")
      case .schema, .command, .database: break
      }
      database.version = try version(node)
    }
    if case .swift = database.source { database.version = .declared }
    if let node = section["stub"] { database.stubs = try stubs(node) }
    if let node = section["queries"] { database.queries = try queries(node) }
    if let node = section["budget"] { database.budget = try budget(node) }
    if let node = section["ignore"] { database.ignoredTables = try Self.texts(node, "ignore") }
    if let node = section["values"] {
      guard let policy = ValuePolicy(rawValue: try Self.text(node, "values")) else {
        throw Self.invalid(node.line, "'values' must be standard, report or strict")
      }
      database.values = policy
    }
    if let node = section["foreign-keys"] {
      switch try Self.text(node, "foreign-keys") {
      case "on", "true": database.foreignKeys = true
      case "off", "false": database.foreignKeys = false
      default: throw Self.invalid(node.line, "'foreign-keys' must be on or off")
      }
    }
    if let node = section["lint"] { database.lint = try lint(node) }
    if let node = section["assume"] { database.assumptions = try assumptions(node) }
    if let node = section["history"] {
      guard let policy = HistoryPolicy(rawValue: try Self.text(node, "history")) else {
        throw Self.invalid(node.line, "'history' must be warning or error")
      }
      database.history = policy
    }
    if let node = section["other-branches"] { database.looksAtOtherBranches = try Self.boolean(node, "other-branches") }
    return database
  }

  private func source(_ node: Node) throws(LedgerError) -> SourceConfiguration {
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
    case let other:
      let known = "migrations, schema, command, database or swift"
      throw Self.invalid(kind.line, "unknown kind of source '\(other)'; expected \(known)")
    }
  }

  /// Returns the section if it has no key of a different kind of source.
  private static func source(_ node: Node, _ kind: String, keys: [String]) throws(LedgerError) -> Section {
    let section = try Section(node, name: "source", keys: sourceKeys)
    try section.refuse(sourceKeys.filter { $0 != "kind" && !keys.contains($0) }, in: "a source of kind \(kind)")
    return section
  }

  static let folderKeys = ["path", "paths", "convention", "placeholders", "out-of-order", "before"]
  private static let sourceKeys =
    ["kind"] + folderKeys + ["files", "migrations", "create"] + commandKeys + ["product", "build", "tool"]

  func folder(_ section: Section) throws(LedgerError) -> MigrationFolderConfiguration {
    guard let paths = try paths(section) else {
      throw Self.invalid(section.line, "migrations need either 'path' or 'paths'")
    }
    let node = try section.required("convention")
    let convention = try Self.text(node, "convention")
    guard MigrationConvention.named(convention) != nil else {
      let known = MigrationConvention.all.map(\.name).joined(separator: ", ")
      throw Self.invalid(node.line, "unknown convention '\(convention)'; expected \(known)")
    }
    var folder = MigrationFolderConfiguration(paths: paths, convention: convention)
    if let node = section["placeholders"] { folder.placeholders = try placeholders(node) }
    if let node = section["out-of-order"] { folder.runsOutOfOrder = try Self.boolean(node, "out-of-order") }
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

  private func version(_ node: Node) throws(LedgerError) -> VersionRule {
    if node.mapping != nil {
      let section = try Section(node, name: "version", keys: ["file", "pattern"])
      let pattern = try Self.text(try section.required("pattern"), "pattern")
      guard VersionPattern(pattern) != nil else {
        throw Self.invalid(section["pattern"]?.line, "'\(pattern)' is not a regular expression")
      }
      return .file(path: try Self.path(try section.required("file"), "file"), pattern: pattern)
    }
    let text = try Self.text(node, "version")
    return text == "user_version" ? .userVersion : .literal(text)
  }

  // MARK: Scalars

  package static func text(_ node: Node, _ name: String) throws(LedgerError) -> String {
    guard let text = node.scalar?.string, !text.isEmpty else { throw invalid(node.line, "'\(name)' must be a word") }
    // If there are several byte order marks, libYAML removes the first, and the others are invisible.
    if text.unicodeScalars.first == "\u{FEFF}" { throw invalid(node.line, "'\(name)' begins with a byte order mark") }
    return text
  }

  static func boolean(_ node: Node, _ name: String) throws(LedgerError) -> Bool {
    switch node.scalar?.string {
    case "true": return true
    case "false": return false
    default: throw invalid(node.line, "'\(name)' must be true or false")
    }
  }

  static func texts(_ node: Node, _ name: String) throws(LedgerError) -> [String] {
    guard let sequence = node.sequence else { return [try text(node, name)] }
    return try sequence.map { node throws(LedgerError) in try text(node, name) }
  }

  /// A path inside the repository, without a trailing slash.
  static func path(_ node: Node, _ name: String) throws(LedgerError) -> String {
    var path = try text(node, name)
    while path.hasSuffix("/"), path.count > 1 { path.removeLast() }
    if path.hasPrefix("./") { path.removeFirst(2) }
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    // `git~1` is the short name of `.git` on Windows. Git allows neither in a tree.
    guard !parts.contains(where: { [".git", "git~1"].contains($0.lowercased()) }), !path.hasPrefix("/"),
      !path.hasPrefix("-"),
      path == "." || !parts.contains(where: { ["", ".", ".."].contains($0) })
    else {
      throw invalid(node.line, "'\(name)' must be a path inside the repository, not '\(path.shortened)'")
    }
    return path == "." ? "" : path
  }

  static func paths(_ node: Node, _ name: String) throws(LedgerError) -> [String] {
    guard let sequence = node.sequence else { return [try path(node, name)] }
    return try sequence.map { node throws(LedgerError) in try path(node, name) }
  }
}

/// A mapping whose keys are all known.
package struct Section {
  private let values: [String: Node]
  let line: Int?

  package init(_ node: Node, name: String, keys: [String]) throws(LedgerError) {
    guard let mapping = node.mapping else {
      throw ConfigurationReader.invalid(node.line, "\(name) must have keys: \(keys.joined(separator: ", "))")
    }
    var values: [String: Node] = [:]
    for (key, value) in mapping {
      let word = key.scalar?.string ?? ""
      guard keys.contains(word) else {
        let near = keys.first { $0.isSimilar(to: word) }
        let advice = near.map { "did you mean '\($0)'?" } ?? "expected \(keys.joined(separator: ", "))"
        throw ConfigurationReader.invalid(key.line, "unknown key '\(word)' in \(name); \(advice)")
      }
      values[word] = value
    }
    self.values = values
    line = node.line
  }

  package subscript(key: String) -> Node? { values[key] }

  func required(_ key: String) throws(LedgerError) -> Node {
    guard let node = values[key] else { throw ConfigurationReader.invalid(line, "'\(key)' is missing") }
    return node
  }

  func refuse(_ keys: [String], in place: String) throws(LedgerError) {
    for key in keys where values[key] != nil {
      throw ConfigurationReader.invalid(values[key]?.line, "'\(key)' is not allowed in \(place)")
    }
  }
}

extension String {
  /// Whether the texts differ by at most two missing, additional or different letters.
  fileprivate func isSimilar(to other: String) -> Bool {
    let (one, two) = (Array(lowercased()), Array(other.lowercased()))
    // The row of Levenshtein's table for each prefix of `one`.
    var row = Array(0...two.count)
    for (i, letter) in one.enumerated() {
      var next = [i + 1]
      for (j, otherLetter) in two.enumerated() {
        next.append(Swift.min(next[j] + 1, row[j + 1] + 1, row[j] + (letter == otherLetter ? 0 : 1)))
      }
      row = next
    }
    return row[two.count] <= 2
  }
}

extension Character {
  /// libyaml: "ALPHA: [0-9A-Za-z_-]".
  fileprivate var isNameOfAnAnchor: Bool { isASCII && (isLetter || isNumber || self == "_" || self == "-") }
}

extension Node {
  package var line: Int? { mark?.line }
}

extension YamlError {
  fileprivate var line: Int? {
    switch self {
    case .scanner(_, _, let mark, _), .parser(_, _, let mark, _), .composer(_, _, let mark, _): mark.line
    case .duplicatedKeysInMapping(_, let context): context.mark.line
    default: nil
    }
  }

  fileprivate var problem: String {
    switch self {
    case .scanner(_, let problem, _, _), .parser(_, let problem, _, _), .composer(_, let problem, _, _):
      // libyaml appends the name of the function that changes the limit.
      problem.hasPrefix("Maximum nesting level") ? "it is nested too deeply" : problem
    case .reader(let problem, _, _, _): "\(problem)"
    case .duplicatedKeysInMapping(let keys, _): "'\(keys.map { "\($0)" }.joined(separator: ", "))' stands there twice"
    default: "\(self)"
    }
  }
}
