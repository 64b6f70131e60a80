internal import BoundedYAML
internal import GitStore
internal import Yams

/// The text of a YAML file, and its parsing with protection against malicious input.
extension ConfigurationReader {
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
    if let line = BoundedYAML.lineOfDeepNest(in: yaml) { throw invalid(line, "it is nested too deeply") }
    if let alias = firstAlias(in: yaml) {
      throw invalid(alias.line, "'*\(alias.name)' is an alias, which is not supported: repeat the value")
    }
    do {
      return try BoundedYAML.compose(yaml)
    } catch let error as YamlError {
      throw invalid(error.line, error.problem)
    } catch {
      throw invalid(nil, "\(error)")
    }
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
}

extension Character {
  /// libyaml: "ALPHA: [0-9A-Za-z_-]".
  fileprivate var isNameOfAnAnchor: Bool { isASCII && (isLetter || isNumber || self == "_" || self == "-") }
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
