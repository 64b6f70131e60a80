internal import CYaml
internal import SQLiteSandbox
internal import Yams

extension MigrationConvention {
  /// Formatted SQL: files that begin with `--liquibase formatted sql` and contain one or more changesets each. A root
  /// changelog in YAML, JSON or XML may list the files; without one, they run in the order of their paths.
  ///
  /// > Each changeset has both an `id` and an `author` attribute. Liquibase uses the id and author … as well as the
  /// > name and path of the changelog file, to uniquely identify a changeset.
  ///
  /// https://docs.liquibase.com/concepts/changelogs/changeset.html
  static let liquibase = MigrationConvention(
    name: "liquibase", title: "Liquibase formatted SQL",
    documentation: "https://docs.liquibase.com/concepts/changelogs/sql-format.html",
    recognise: { paths, project in
      let inner = paths.folders.flatMap { folder, names in names.map { folder + "/" + $0 } }
      let scripts = (paths.files + inner).filter(\.hasSQLSuffix)
      let hasOwn = paths.files.contains { name in
        name.hasSQLSuffix || LiquibasePath.isChangelog(name) && ["changelog", "master"].contains(where: name.contains)
      }
      let isFormatted = try project.anyEnd(of: scripts, in: paths) { LiquibaseFile.isFormatted($0) }
      guard hasOwn, isFormatted else { return nil }
      let count = try scripts.reduce(0) { count, name in
        count + (try project.text(paths.path(of: name)).map(LiquibaseFile.changesetCount) ?? 0)
      }
      var dialect: Dialect?
      for folder in ProjectFiles.foldersAround(paths.path) where dialect == nil {
        dialect = try project.text(LiquibasePath.join(folder, "liquibase.properties")).flatMap(
          connectedDialect)
      }
      return Recognition(
        evidence: .metadata, count: count, dialect: dialect,
        reasons: ["its files begin with --liquibase formatted sql"])
    },
    // Liquibase runs a changeset again if it failed or was skipped.
    // https://docs.liquibase.com/concepts/tracking-tables/databasechangelog-table.html
    tracking: .table(
      "DATABASECHANGELOG", of: "Liquibase",
      normalizing: ["dateexecuted": "'2000-01-01 00:00:00'", "deployment_id": "'0000000000'"],
      .ids(
        """
        SELECT iif(FILENAME LIKE 'classpath:%', ltrim(substr(FILENAME, 11), '/'), FILENAME)
          || '::' || ID || '::' || AUTHOR
        FROM DATABASECHANGELOG WHERE EXECTYPE NOT IN ('FAILED', 'SKIPPED') ORDER BY ORDEREXECUTED
        """),
      others: [
        .init(
          "DATABASECHANGELOGLOCK", of: "Liquibase",
          normalizing: ["lockgranted": "'2000-01-01 00:00:00'"])
      ]),
    script: .rewritten,
    read: readLiquibase, readsFoldersBelow: true)
}

/// The dialect in a line such as `url: jdbc:sqlite:app.db`.
@Sendable private func connectedDialect(_ properties: String) -> Dialect? {
  properties.lines.lazy.map(\.trimmed).filter { $0.hasPrefix("url") }.compactMap { line in
    line.firstRange(of: "jdbc:").map {
      Dialect(word: line[$0.upperBound...].prefix { $0 != ":" }) ?? .other
    }
  }.first
}

private func readLiquibase(
  _ reading: inout FolderReading
) throws(MigrationFolderError)
  -> [Migration]
{
  var changelog = try LiquibaseChangelog(&reading)
  try changelog.read(&reading)
  return changelog.migrations
}

/// The changesets that a folder's root changelog includes, directly or indirectly.
private struct LiquibaseChangelog {
  private(set) var migrations: [Migration] = []
  private var properties: [String: String]
  private var paths: [String: String] = [:]
  /// Paths of the SQL files that have been read.
  private var scripts: Set<String> = []
  /// Paths of the changelogs that include the current one.
  private var outer: [String] = []
  /// The folder that paths in changelogs are relative to.
  private let root: String
  private let main: String?

  init(_ reading: inout FolderReading) throws(MigrationFolderError) {
    properties = reading.placeholders
    var root = reading.folder
    for folder in ProjectFiles.foldersAround(reading.folder) {
      // Java programs find changelogs on the class path.
      if folder == "src/main/resources" || folder.hasSuffix("/src/main/resources") {
        root = folder
        break
      }
      if try reading.textIfPresent(atPath: LiquibasePath.join(folder, "liquibase.properties"))
        != nil
      {
        root = folder
        break
      }
    }
    self.root = root
    main = try Self.main(in: reading)
  }

  /// The changelog that no other changelog in the folder includes; `nil` if there is none.
  private static func main(in reading: FolderReading) throws(MigrationFolderError) -> String? {
    var names: [String] = []
    var included: Set<String> = []
    for name in reading.files where LiquibasePath.isChangelog(name) && !name.hasSQLSuffix {
      guard let text = try reading.textIfPresent(name)?.text, text.contains("databaseChangeLog")
      else { continue }
      names.append(name)
      for case .file(let path, _) in try LiquibaseEntry.all(in: text, path: reading.path(name)) {
        included.insert(path.split(separator: "/").last.map(String.init) ?? path)
      }
    }
    let roots = names.filter { !included.contains($0) }
    let masters = roots.filter { $0.contains("master") || $0.contains("root") }
    switch (roots.count, masters.count) {
    case (0, _) where names.isEmpty: return nil
    case (1, _): return roots[0]
    case (_, 1): return masters[0]
    default:
      throw .unreadable(
        reading.folder,
        reason: "several changelogs can be the root changelog: \(names.joined(separator: ", "))")
    }
  }

  mutating func read(_ reading: inout FolderReading) throws(MigrationFolderError) {
    if let main {
      try add(
        reading.path(main), named: logical(reading.path(main)), namedBy: reading.folder, &reading)
      let known = Set(paths.values)
      for name in try reading.filesBelow()
      where name.hasSQLSuffix && !known.contains(reading.path(name)) {
        reading.notices.append(MigrationNotice(path: reading.path(name), reason: .notInJournal))
      }
      return
    }
    for name in try reading.filesBelow() where name.hasSQLSuffix {
      let path = reading.path(name)
      guard let text = try reading.textIfPresent(atPath: path)?.text,
        LiquibaseFile.isFormatted(text)
      else {
        reading.leaveOut(name)
        continue
      }
      try add(path, named: logical(path), namedBy: reading.folder, &reading)
    }
  }

  /// The path relative to ``root``, which Liquibase records.
  private func logical(_ path: String) -> String {
    root.isEmpty || !path.hasPrefix(root + "/") ? path : String(path.dropFirst(root.count + 1))
  }

  /// Adds the changesets of a file and of the files that it includes.
  ///
  /// - Parameters:
  ///   - path: the path in the repository.
  ///   - name: the path as Liquibase records it.
  private mutating func add(
    _ path: String, named name: String, namedBy: String, _ reading: inout FolderReading
  ) throws(MigrationFolderError) {
    guard let text = try reading.textIfPresent(atPath: path)?.text else {
      throw .missingFile(path, namedBy: namedBy)
    }
    guard !outer.contains(path) else { throw .unreadable(path, reason: "it includes itself") }
    guard !path.hasSQLSuffix else { return try addScript(text, path, name, &reading) }
    outer.append(path)
    defer { outer.removeLast() }
    for entry in try LiquibaseEntry.all(in: text, path: path) {
      switch entry {
      case .property(let name, let value): if properties[name] == nil { properties[name] = value }
      case .file(let file, let isRelative):
        let found = try resolved(file, isRelative: isRelative, in: path, name) {
          candidate throws(MigrationFolderError) in
          try reading.textIfPresent(atPath: candidate) != nil
        }
        try add(found.path, named: found.name, namedBy: path, &reading)
      case .folder(let folder, let isRelative):
        let found = try resolved(folder, isRelative: isRelative, in: path, name) {
          candidate throws(MigrationFolderError) in try !reading.files(below: candidate).isEmpty
        }
        // "Files are run in alphabetical order." https://docs.liquibase.com/change-types/includeall.html
        for file in try reading.files(below: found.path) where LiquibasePath.isChangelog(file) {
          try add(
            LiquibasePath.join(found.path, file), named: LiquibasePath.join(found.name, file),
            namedBy: path, &reading)
        }
      }
    }
  }

  /// Resolves a path. "relativeToChangelogFile: Whether the file path is relative to the root changelog file rather
  /// than to the search path": https://docs.liquibase.com/change-types/include.html
  private func resolved(
    _ written: String, isRelative: Bool, in path: String, _ name: String,
    exists: (String) throws(MigrationFolderError) -> Bool
  ) throws(MigrationFolderError) -> (path: String, name: String) {
    let folder = LiquibasePath.parent(of: path)
    if isRelative {
      return (
        LiquibasePath.join(folder, written),
        LiquibasePath.join(LiquibasePath.parent(of: name), written)
      )
    }
    for start in [root] + ProjectFiles.foldersAround(folder) {
      let candidate = LiquibasePath.join(start, written)
      if try exists(candidate) { return (candidate, LiquibasePath.join("", written)) }
    }
    throw .missingFile(written, namedBy: path)
  }

  private mutating func addScript(
    _ text: String, _ path: String, _ name: String, _ reading: inout FolderReading
  ) throws(MigrationFolderError) {
    scripts.insert(path)
    let file = try LiquibaseFile(text, path: path, name: name, properties: properties)
    properties = file.properties
    for changeset in file.changesets {
      if !changeset.runsOnSQLite {
        reading.notices.append(MigrationNotice(path: path, reason: .otherDialect))
        continue
      }
      if changeset.isIgnored {
        reading.notices.append(MigrationNotice(path: path, reason: .switchedOff))
        continue
      }
      if changeset.hasPrecondition {
        reading.notices.append(MigrationNotice(path: path, reason: .conditional))
      }
      let migration = changeset.migration(path: path, name: name)
      if let other = paths.updateValue(path, forKey: migration.id) {
        throw .sameNumber(migration.id, paths: [other, path])
      }
      migrations.append(migration)
    }
  }
}

/// An entry of a changelog in YAML, JSON or XML that is not a changeset.
private enum LiquibaseEntry {
  case file(String, isRelative: Bool)
  case folder(String, isRelative: Bool)
  case property(name: String, value: String)

  /// - Throws: `MigrationFolderError.unreadable` for changesets, which are supported only in SQL files, and for other
  ///   entries that change which SQL runs.
  static func all(in text: String, path: String) throws(MigrationFolderError) -> [LiquibaseEntry] {
    var entries: [LiquibaseEntry] = []
    for (kind, values) in try path.hasSuffix(".xml")
      ? elements(xml: text, path) : elements(yaml: text, path)
    {
      let isRelative = values["relativeToChangelogFile"] == "true"
      switch kind {
      case "include":
        guard let file = values["file"] else {
          throw .unreadable(path, reason: "an include has no file")
        }
        entries.append(.file(LiquibasePath.normalised(file), isRelative: isRelative))
      case "includeAll":
        let unknown = values.keys.filter {
          ![
            "path", "relativeToChangelogFile", "errorIfMissingOrEmpty", "context", "contextFilter",
            "labels",
          ]
          .contains($0)
        }
        guard let folder = values["path"], unknown.isEmpty else {
          throw .unreadable(
            path,
            reason:
              "an includeAll with \(unknown.sorted().joined(separator: ", ")) is not read here")
        }
        entries.append(.folder(LiquibasePath.normalised(folder), isRelative: isRelative))
      case "property":
        guard let name = values["name"], let value = values["value"] else {
          throw .unreadable(path, reason: "only properties with a name and a value are read")
        }
        if LiquibaseChangeset.matchesSQLite(values["dbms"]) {
          entries.append(.property(name: name, value: value))
        }
      case "changeSet", "changeset":
        throw .unreadable(
          path, reason: "it has changesets of its own, and only those in formatted SQL are read")
      case "preConditions", "objectQuotingStrategy", "logicalFilePath": continue
      default: throw .unreadable(path, reason: "\(kind) is not read here")
      }
    }
    return entries
  }

  /// Reads YAML and JSON, since JSON is also YAML.
  private static func elements(
    yaml text: String, _ path: String
  ) throws(MigrationFolderError) -> [(String, [String: String])] {
    // An include is three levels deep. libYAML's own limit of 1000 is too high for a thread's stack, and libYAML does
    // not count brackets where a key is possible.
    yaml_set_max_nest_level(64)
    var depth = 0
    for byte in text.utf8 where depth <= 64 {
      if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{") { depth += 1 }
      if byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}") { depth -= 1 }
    }
    guard depth <= 64 else { throw .unreadable(path, reason: "it is nested too deeply") }
    // Aliases of aliases can make a small file take very long to read.
    guard !text.contains("&") else { throw .unreadable(path, reason: "anchors (&) are not read here") }
    let document: Node?
    do { document = try compose(yaml: text) } catch { throw .unreadable(path, reason: "\(error)") }
    guard let list = document?.mapping?["databaseChangeLog"]?.sequence else {
      throw .unreadable(path, reason: "it has no list databaseChangeLog")
    }
    return list.flatMap { item in
      (item.mapping ?? [:]).map { key, value -> (String, [String: String]) in
        var values: [String: String] = [:]
        for (name, value) in value.mapping ?? [:] { values[name.string ?? ""] = value.string ?? "" }
        return (key.string ?? "", values)
      }
    }
  }

  /// The direct children of `databaseChangeLog`.
  private static func elements(
    xml text: String, _ path: String
  ) throws(MigrationFolderError) -> [(String, [String: String])] {
    var elements: [(String, [String: String])] = []
    var depth = 0
    var rest = text[...]
    while let start = rest.firstIndex(of: "<") {
      rest = rest[rest.index(after: start)...]
      let end: String = rest.hasPrefix("!--") ? "-->" : rest.hasPrefix("?") ? "?>" : ">"
      guard let close = rest.firstRange(of: end) else {
        throw .unreadable(path, reason: "an element has no end")
      }
      let tag = rest[..<close.lowerBound]
      rest = rest[close.upperBound...]
      if tag.hasPrefix("!") || tag.hasPrefix("?") { continue }
      if tag.hasPrefix("/") {
        depth -= 1
        continue
      }
      let name = tag.prefix { !$0.isWhitespace && $0 != "/" }
      if depth == 1 {
        let local = name.split(separator: ":").last.map(String.init) ?? ""
        elements.append((local, attributes(tag.dropFirst(name.count))))
      }
      if tag.last != "/" { depth += 1 }
    }
    return elements
  }

  private static func attributes(_ text: Substring) -> [String: String] {
    var values: [String: String] = [:]
    var rest = text
    while let equals = rest.firstIndex(of: "=") {
      let name = rest[..<equals].trimmed
      rest = rest[rest.index(after: equals)...].drop(while: \.isWhitespace)
      guard let quote = rest.first, quote == "\"" || quote == "'" else { break }
      rest = rest.dropFirst()
      values[String(name)] = String(rest.prefix { $0 != quote })
      rest = rest.drop { $0 != quote }.dropFirst()
    }
    return values
  }
}

/// A file of formatted SQL, parsed in the same way as
/// [Liquibase's parser](https://github.com/liquibase/liquibase/blob/master/liquibase-standard/src/main/java/liquibase/parser/AbstractFormattedChangeLogParser.java)
/// does.
private struct LiquibaseFile {
  private(set) var changesets: [LiquibaseChangeset] = []
  /// Properties by name. The first value of a property counts: values in the configuration precede values in files,
  /// which are ordered like the files.
  private(set) var properties: [String: String]

  /// Whether the first line that is not empty is `--liquibase formatted sql`.
  static func isFormatted(_ text: String) -> Bool {
    guard let line = text.lines.first(where: { !$0.trimmed.isEmpty }),
      let words = LiquibaseLine(line)
    else {
      return false
    }
    return words.name == "liquibase" && words.rest.lowercased().hasPrefix("formatted")
  }

  /// The number of lines that begin a changeset.
  static func changesetCount(_ text: String) -> Int {
    guard isFormatted(text) else { return 1 }
    return text.lines.count { LiquibaseLine($0)?.name == "changeset" }
  }

  init(
    _ text: String, path: String, name: String, properties: [String: String]
  )
    throws(MigrationFolderError)
  {
    self.properties = properties
    let lines = text.lines.map { String($0) }
    guard Self.isFormatted(text) else {
      // Liquibase runs a file without that first line as one changeset with the author "includeAll" and the id "raw".
      var changeset = LiquibaseChangeset(author: "includeAll", id: "raw", attributes: [:], lines, from: 1)
      try changeset.prepare(properties, path: path)
      changesets = [changeset]
      return
    }
    var file: String?
    var current: (author: String, id: String, attributes: [String: String], line: Int)?
    var script: [String] = []
    var ignored = 0
    var ignoresToEnd = false
    func refusal(_ index: Int, _ reason: String, _ hint: String) -> MigrationFolderError {
      .refusedText(path, line: index + 1, reason: reason, hint: hint)
    }
    func finished(_ values: [String: String]) throws(MigrationFolderError) -> [LiquibaseChangeset] {
      guard let current else { return [] }
      var changeset = LiquibaseChangeset(
        author: current.author, id: current.id, attributes: current.attributes, script,
        from: current.line + 1)
      changeset.file = current.attributes["logicalfilepath"] ?? file
      try changeset.prepare(values, path: path)
      return [changeset]
    }
    for (index, line) in lines.enumerated() {
      let directive = LiquibaseLine(line[...])
      if ignored > 0 || ignoresToEnd {
        ignored = max(0, ignored - 1)
        if directive?.name == "ignorelines", directive?.rest == ":end" { ignoresToEnd = false }
        script.append("")
        continue
      }
      switch directive?.name {
      case "liquibase":
        file = LiquibaseLine.attributes(directive?.rest ?? "")["logicalfilepath"] ?? file
      case "property":
        let values = LiquibaseLine.attributes(directive?.rest ?? "")
        guard let name = values["name"], let value = values["value"] else {
          throw refusal(
            index, "is not a property as Liquibase reads it", "write --property name:… value:…")
        }
        if LiquibaseChangeset.matchesSQLite(values["dbms"]), self.properties[name] == nil {
          self.properties[name] = value
        }
        script.append("")
        continue
      case "ignorelines":
        let count = directive?.rest.drop { $0 == ":" }.trimmed ?? ""
        guard count == "start" || Int(count) != nil else {
          throw refusal(
            index, "is not ignoreLines as Liquibase reads it",
            "write --ignoreLines:start and --ignoreLines:end, or a number of lines")
        }
        ignoresToEnd = count == "start"
        ignored = Int(count) ?? 0
        script.append("")
        continue
      case "changeset":
        guard let (author, id, attributes) = LiquibaseLine.changeset(directive?.rest ?? "") else {
          throw refusal(
            index, "is not a changeset as Liquibase reads it",
            "write --changeset author:id, without a space after the :")
        }
        changesets += try finished(self.properties)
        current = (author, id, attributes, index + 1)
        script = []
        continue
      default: break
      }
      script.append(line)
    }
    changesets += try finished(self.properties)
    guard !changesets.isEmpty else {
      throw refusal(0, "has no changeset", "write --changeset author:id above the SQL")
    }
  }
}

/// A line that begins with two dashes and a word that may be a Liquibase directive.
private struct LiquibaseLine {
  /// The word in lower case: `changeset`, `rollback`.
  let name: String
  let rest: Substring

  init?(_ line: Substring) {
    let text = line.trimmed
    guard text.hasPrefix("--") else { return nil }
    let body = text.dropFirst(2).drop(while: \.isWhitespace)
    let word = body.prefix { $0.isLetter || $0 == "-" }
    name = word.lowercased()
    rest = body.dropFirst(word.count).trimmed
  }

  /// The author, the id and the attributes, whose names are in lower case. Each may be quoted.
  static func changeset(
    _ text: Substring
  ) -> (
    author: String, id: String, attributes: [String: String]
  )? {
    var rest = text
    let author = rest.first == "\"" ? word(&rest) : String(rest.prefix { $0 != ":" })
    if text.first != "\"" { rest = rest.dropFirst(author.count) }
    guard rest.first == ":", rest.dropFirst().first?.isWhitespace == false, !author.isEmpty else {
      return nil
    }
    rest = rest.dropFirst()
    let id = word(&rest)
    return id.filter { $0 != ":" }.isEmpty ? nil : (author, id, attributes(rest))
  }

  /// Parses `name:value` pairs, separated by spaces.
  static func attributes(_ text: Substring) -> [String: String] {
    var values: [String: String] = [:]
    var rest = text.drop(while: \.isWhitespace)
    while !rest.isEmpty {
      let name = rest.prefix { $0 != ":" && !$0.isWhitespace }
      rest = rest.dropFirst(name.count)
      if rest.first == ":" {
        rest = rest.dropFirst()
        values[name.lowercased()] = word(&rest)
      }
      rest = rest.drop(while: \.isWhitespace)
    }
    return values
  }

  /// Takes the word at the start of `rest` and removes its quotes.
  private static func word(_ rest: inout Substring) -> String {
    let isQuoted = rest.first == "\""
    if isQuoted { rest = rest.dropFirst() }
    let word = rest.prefix { isQuoted ? $0 != "\"" : !$0.isWhitespace }
    rest = rest.dropFirst(word.count + (isQuoted ? 1 : 0))
    return String(word)
  }
}

/// A changeset of formatted SQL.
private struct LiquibaseChangeset {
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
      guard let directive = LiquibaseLine(line[...]) else { continue }
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
    var migration = Migration(
      id: "\(file ?? name)::\(id)::\(author)", path: path, title: id,
      up: script.isEmpty ? "" : script.joined(separator: "\n") + "\n", down: rollback,
      transaction: isSet("runintransaction", unless: true) ? .perMigration : .none,
      isRepeatable: isSet("runonchange", unless: false) || isSet("runalways", unless: false))
    migration.firstLine = firstLine
    return migration
  }
}

/// Operations on paths as changelogs write them.
private enum LiquibasePath {
  /// Removes `classpath:`, `./`, and a slash at either end, and resolves `..`.
  static func normalised(_ path: String) -> String {
    join("", path.hasPrefix("classpath:") ? String(path.dropFirst("classpath:".count)) : path)
  }

  static func join(_ folder: String, _ path: String) -> String {
    var parts: [Substring] = []
    for part in folder.split(separator: "/") + path.split(separator: "/") where part != "." {
      if part == "..", !parts.isEmpty { parts.removeLast() } else { parts.append(part) }
    }
    return parts.joined(separator: "/")
  }

  static func parent(of path: String) -> String {
    path.split(separator: "/").dropLast().joined(separator: "/")
  }

  static func isChangelog(_ name: String) -> Bool {
    name.hasSQLSuffix || [".yaml", ".yml", ".json", ".xml"].contains(where: name.hasSuffix)
  }
}
