internal import BoundedYAML
internal import Yams

/// An entry of a changelog in YAML, JSON or XML that is not a changeset.
enum LiquibaseChangelogEntry {
  case file(String, isRelative: Bool)
  case folder(String, isRelative: Bool)
  case property(name: String, value: String)

  /// - Throws: `MigrationFolderError.notSupported` for changesets, which are supported only in SQL files, and for other
  ///   entries that change which SQL runs.
  static func all(in text: String, path: String) throws(MigrationFolderError) -> [LiquibaseChangelogEntry] {
    var entries: [LiquibaseChangelogEntry] = []
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
          throw .notSupported(
            path,
            reason:
              "an includeAll with \(unknown.sorted().joined(separator: ", ")) is not read here")
        }
        entries.append(.folder(LiquibasePath.normalised(folder), isRelative: isRelative))
      case "property":
        guard let name = values["name"], let value = values["value"] else {
          throw .notSupported(path, reason: "only properties with a name and a value are read")
        }
        if LiquibaseChangeset.matchesSQLite(values["dbms"]) {
          entries.append(.property(name: name, value: value))
        }
      case "changeSet", "changeset":
        throw .notSupported(
          path, reason: "it has changesets of its own, and only those in formatted SQL are read")
      case "preConditions", "objectQuotingStrategy", "logicalFilePath": continue
      default: throw .notSupported(path, reason: "\(kind) is not read here")
      }
    }
    return entries
  }

  /// Reads YAML and JSON, since JSON is also YAML.
  private static func elements(
    yaml text: String, _ path: String
  ) throws(MigrationFolderError) -> [(String, [String: String])] {
    guard BoundedYAML.lineOfDeepNest(in: text) == nil else {
      throw .unreadable(path, reason: "it is nested too deeply")
    }
    // Aliases of aliases can make a small file take very long to read.
    guard !text.contains("&") else { throw .notSupported(path, reason: "anchors (&) are not read here") }
    let document: Node?
    do { document = try BoundedYAML.compose(text) } catch { throw .unreadable(path, reason: "\(error)") }
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
