internal import Findings
internal import GitStore
internal import LedgerEntries
internal import Yams

extension Waivers {
  private static let keys = ["finding", "version", "path", "object", "column", "reason", "until"]

  /// Reads the file. Returns an empty array if it does not exist.
  ///
  /// - Throws: `LedgerError.invalidWaivers` with the line, `GitError`.
  static func read(_ path: String, in snapshot: FileSnapshot) throws -> [Waiver] {
    do {
      guard let yaml = try ConfigurationReader.text(of: path, in: snapshot) else { return [] }
      return try read(yaml: yaml)
    } catch LedgerError.invalidConfiguration(_, let line, let reason) {
      throw LedgerError.invalidWaivers(path: path, line: line, reason: reason)
    }
  }

  /// - Throws: `LedgerError.invalidConfiguration`, whose path is not that of the waivers file.
  static func read(yaml: String) throws(LedgerError) -> [Waiver] {
    guard let root = try ConfigurationReader.root(of: yaml) else { return [] }
    guard let items = root.sequence else {
      throw ConfigurationReader.invalid(root.line, "it must be a list of waivers, each starting with '- finding: …'")
    }
    var waivers: [Waiver] = []
    for item in items { waivers.append(try waiver(item)) }
    return waivers
  }

  private static func waiver(_ node: Node) throws(LedgerError) -> Waiver {
    let section = try Section(node, name: "a waiver", keys: keys)
    let code = try code(section.required("finding"))
    let reason = try section.required("reason")
    let words = reason.scalar?.string.split(whereSeparator: \.isWhitespace).joined(separator: " ") ?? ""
    guard !words.isEmpty else { throw ConfigurationReader.invalid(reason.line, "'reason' must not be empty") }
    var waiver = Waiver(code, reason: words)
    waiver.line = node.line
    if let node = section["version"] { waiver.versions = try versions(node) }
    waiver.path = try section["path"].map { node throws(LedgerError) in try ConfigurationReader.path(node, "path") }
    waiver.object = try section["object"].map { node throws(LedgerError) in
      try ConfigurationReader.text(node, "object")
    }
    if let node = section["column"] {
      guard waiver.object != nil else { throw ConfigurationReader.invalid(node.line, "'column' needs its 'object'") }
      waiver.column = try ConfigurationReader.text(node, "column")
    }
    if code == .migrationFailed, waiver.versions.isEmpty {
      // If the current source does not run, nothing is verified, and a waiver would have no effect.
      throw ConfigurationReader.invalid(
        node.line, "a waiver of \(code.rawValue) needs the 'version' whose migration fails")
    }
    waiver.limit = try section["until"].map { node throws(LedgerError) in try limit(node) }
    return waiver
  }

  private static func code(_ node: Node) throws(LedgerError) -> Finding.Code {
    let text = try ConfigurationReader.text(node, "finding")
    guard let code = Finding.Code(rawValue: text) else {
      let near = NearMiss.question(NearMiss.codes(of: text, among: Finding.Code.allCases.map(\.rawValue)))
      throw ConfigurationReader.invalid(
        node.line,
        "no finding has the code '\(text.shortened)'; \(near ?? "codes are listed in schemaledger help findings")")
    }
    guard code.isWaivable else {
      throw ConfigurationReader.invalid(
        node.line, "\(text) cannot be waived, because frozen entries must stay intact")
    }
    return code
  }

  /// One version, or a list of them.
  private static func versions(_ node: Node) throws(LedgerError) -> [Version] {
    guard let sequence = node.sequence else { return [try version(node, "version")] }
    guard !sequence.isEmpty else { throw ConfigurationReader.invalid(node.line, "'version' must not be empty") }
    return try sequence.map { node throws(LedgerError) in try version(node, "version") }
  }

  private static func version(_ node: Node, _ key: String) throws(LedgerError) -> Version {
    let text = try ConfigurationReader.text(node, key)
    do {
      return try Version(text)
    } catch {
      throw ConfigurationReader.invalid(node.line, "'\(key)': \(error.message)")
    }
  }

  /// A date is a day, although it could also be parsed as a version.
  private static func limit(_ node: Node) throws(LedgerError) -> Waiver.Limit {
    let text = try ConfigurationReader.text(node, "until")
    if let day = CalendarDay(text) { return .day(day) }
    guard text.firstMatch(of: /^\d{4}-\d\d?-\d\d?$/) == nil else {
      throw ConfigurationReader.invalid(node.line, "'until' is not a date: \(text); for example 2026-01-31")
    }
    return .version(try version(node, "until"))
  }
}
