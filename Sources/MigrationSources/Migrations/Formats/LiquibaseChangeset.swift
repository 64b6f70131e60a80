/// A changeset of formatted SQL.
struct LiquibaseChangeset {
  let author: String
  let id: String
  /// The path that Liquibase records in place of the file's path; `nil` for the file's path.
  var file: String?
  private let attributes: [String: String]
  private var lines: [String]
  /// The line number in the file of the first of ``lines``.
  private let firstLine: Int
  private var rollback: String?

  init(author: String, id: String, attributes: [String: String], _ lines: [String], from line: Int) {
    self.author = author
    self.id = id
    self.attributes = attributes
    self.lines = lines
    firstLine = line
  }

  var runsOnSQLite: Bool { Self.matchesSQLite(attributes["dbms"]) }
  var isIgnored: Bool { attributes["ignore"]?.lowercased() == "true" }
  private(set) var hasPrecondition = false

  /// "dbms: … Specifies which database type(s) a changeset is to be used for": `sqlite`, `!oracle`, `all`, `none`.
  static func matchesSQLite(_ list: String?) -> Bool {
    let names = (list ?? "").lowercased().split { $0 == "," || $0.isWhitespace }
    let refused = names.filter { $0.hasPrefix("!") }
    if names.isEmpty || names.contains("all") { return true }
    if names.contains("none") || refused.contains("!sqlite") { return false }
    return names.contains("sqlite") || names.count == refused.count
  }

  /// Separates the rollback from the lines, replaces properties, and ends statements with semicolons.
  mutating func prepare(_ properties: [String: String], path: String) throws(MigrationFolderError) {
    var back: [String] = []
    var isInRollback = false
    for line in lines {
      if isInRollback {
        let text = line.trimmed
        isInRollback = !text.hasSuffix("*/")
        back.append(String(isInRollback ? text : text.dropLast(2)))
        continue
      }
      let words = line.trimmed.lowercased().split(whereSeparator: \.isWhitespace)
      if words == ["/*", "liquibase", "rollback"] { isInRollback = true }
      guard let directive = LiquibaseDirective(line[...]) else { continue }
      if directive.name == "rollback" { back.append(String(directive.rest)) }
      if directive.name.hasPrefix("precondition") { hasPrecondition = true }
    }
    let text = back.joined(separator: "\n")
    let first = text.trimmed.lowercased()
    // "not required" and "empty" are Liquibase keywords; a rollback may also name another changeset.
    if !first.isEmpty, !first.hasPrefix("not required"), !first.hasPrefix("empty"),
      !first.contains("changesetid")
    {
      rollback = Self.replaced(text, properties)
    }
    lines = lines.map { $0.contains("${") ? Self.replaced($0, properties) : $0 }
    try endStatements(path: path)
  }

  /// Replaces properties. As in Liquibase, a property without a value stays as written.
  private static func replaced(_ text: String, _ properties: [String: String]) -> String {
    var result = ""
    var rest = text[...]
    while let start = rest.firstRange(of: "${"),
      let end = rest[start.upperBound...].firstIndex(of: "}")
    {
      let name = String(rest[start.upperBound..<end].trimmed)
      result += rest[..<start.lowerBound]
      result += properties[name] ?? String(rest[start.lowerBound...end])
      rest = rest[end...].dropFirst()
    }
    return result + rest
  }

  /// Replaces `endDelimiter`, which ends a statement in place of `;`: usually `/` or `//` on a line of its own, or at
  /// the end of a line.
  private mutating func endStatements(path: String) throws(MigrationFolderError) {
    guard let written = attributes["enddelimiter"], !written.isEmpty, written != ";" else { return }
    let delimiters = written.split(separator: "|").map { pattern in
      ["\\n", "\\r", "\\s*", "\\s+", "\\", "^", "$"].reduce(String(pattern)) {
        $0.split(separator: $1, omittingEmptySubsequences: false).joined()
      }
    }
    guard let delimiter = delimiters.first, Set(delimiters).count == 1, !delimiter.isEmpty,
      !delimiter.contains(where: { "[](){}*+?.".contains($0) })
    else {
      throw .refusedText(
        path, line: firstLine - 1, reason: "has an endDelimiter that is not read here",
        hint: "use a delimiter without a regular expression, such as endDelimiter:/")
    }
    lines = lines.map { line in
      let text = line.trimmed
      guard text.hasSuffix(delimiter), !text.hasPrefix("--") else { return line }
      return String(text.dropLast(delimiter.count)) + ";"
    }
  }

  func migration(path: String, name: String) -> Migration {
    var script = lines
    while let last = script.last, last.allSatisfy(\.isWhitespace) { script.removeLast() }
    func isSet(_ name: String, unless value: Bool) -> Bool {
      attributes[name].map { $0.lowercased() == "true" } ?? value
    }
    let compoundID = CompoundMigrationID(file: file ?? name, name: id + CompoundMigrationID.separator + author)
    var migration = Migration(
      id: compoundID.description, path: path, title: id,
      up: script.isEmpty ? "" : script.joined(separator: "\n") + "\n", down: rollback,
      transaction: isSet("runintransaction", unless: true) ? .perMigration : .none,
      isRepeatable: isSet("runonchange", unless: false) || isSet("runalways", unless: false))
    migration.nameInFile = compoundID.name
    migration.firstLine = firstLine
    return migration
  }
}
