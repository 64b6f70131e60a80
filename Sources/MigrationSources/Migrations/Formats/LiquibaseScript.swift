/// A file of formatted SQL, parsed in the same way as
/// [Liquibase's parser](https://github.com/liquibase/liquibase/blob/master/liquibase-standard/src/main/java/liquibase/parser/AbstractFormattedChangeLogParser.java)
/// does.
struct LiquibaseScript {
  private(set) var changesets: [LiquibaseChangeset] = []
  /// Properties by name. The first value of a property counts: values in the configuration precede values in files,
  /// which are ordered like the files.
  private(set) var properties: [String: String]

  /// Whether the first line that is not empty is `--liquibase formatted sql`.
  static func isFormatted(_ text: String) -> Bool {
    guard let line = text.lines.first(where: { !$0.trimmed.isEmpty }),
      let words = LiquibaseDirective(line)
    else {
      return false
    }
    return words.name == "liquibase" && words.rest.lowercased().hasPrefix("formatted")
  }

  /// The number of lines that begin a changeset.
  static func changesetCount(_ text: String) -> Int {
    guard isFormatted(text) else { return 1 }
    return text.lines.count { LiquibaseDirective($0)?.name == "changeset" }
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
      let directive = LiquibaseDirective(line[...])
      if ignored > 0 || ignoresToEnd {
        ignored = max(0, ignored - 1)
        if directive?.name == "ignorelines", directive?.rest == ":end" { ignoresToEnd = false }
        script.append("")
        continue
      }
      switch directive?.name {
      case "liquibase":
        file = LiquibaseDirective.attributes(directive?.rest ?? "")["logicalfilepath"] ?? file
      case "property":
        let values = LiquibaseDirective.attributes(directive?.rest ?? "")
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
        guard let (author, id, attributes) = LiquibaseDirective.changeset(directive?.rest ?? "") else {
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
