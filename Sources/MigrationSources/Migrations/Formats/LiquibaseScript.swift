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
    var reading = Reading(path: path, properties: properties)
    for (index, line) in lines.enumerated() { try reading.read(line, at: index) }
    try reading.endChangeset()
    guard !reading.changesets.isEmpty else {
      throw reading.refusal(0, "has no changeset", "write --changeset author:id above the SQL")
    }
    (changesets, self.properties) = (reading.changesets, reading.properties)
  }
}

extension LiquibaseScript {
  /// What has been read of a file, line by line.
  private struct Reading {
    let path: String
    private(set) var properties: [String: String]
    private(set) var changesets: [LiquibaseChangeset] = []
    /// The path that the file gives itself.
    private var file: String?
    /// The head of the changeset that has begun.
    private var current: (author: String, id: String, attributes: [String: String], line: Int)?
    /// The lines of the changeset.
    private var script: [String] = []
    /// The number of lines to ignore.
    private var ignored = 0
    private var ignoresToEnd = false

    init(path: String, properties: [String: String]) {
      self.path = path
      self.properties = properties
    }

    mutating func read(_ line: String, at index: Int) throws(MigrationFolderError) {
      let directive = LiquibaseDirective(line[...])
      if ignored > 0 || ignoresToEnd {
        ignored = max(0, ignored - 1)
        if directive?.name == "ignorelines", directive?.rest == ":end" { ignoresToEnd = false }
        script.append("")
        return
      }
      switch directive?.name {
      case "property":
        try readProperty(directive?.rest ?? "", at: index)
        script.append("")
      case "ignorelines":
        try ignoreLines(directive?.rest ?? "", at: index)
        script.append("")
      case "changeset": try beginChangeset(directive?.rest ?? "", at: index)
      case "liquibase":
        file = LiquibaseDirective.attributes(directive?.rest ?? "")["logicalfilepath"] ?? file
        script.append(line)
      default: script.append(line)
      }
    }

    private mutating func readProperty(_ words: Substring, at index: Int) throws(MigrationFolderError) {
      let values = LiquibaseDirective.attributes(words)
      guard let name = values["name"], let value = values["value"] else {
        throw refusal(index, "is not a property as Liquibase reads it", "write --property name:… value:…")
      }
      if LiquibaseChangeset.matchesSQLite(values["dbms"]), properties[name] == nil { properties[name] = value }
    }

    private mutating func ignoreLines(_ words: Substring, at index: Int) throws(MigrationFolderError) {
      let count = words.drop { $0 == ":" }.trimmed
      guard count == "start" || Int(count) != nil else {
        throw refusal(
          index, "is not ignoreLines as Liquibase reads it",
          "write --ignoreLines:start and --ignoreLines:end, or a number of lines")
      }
      ignoresToEnd = count == "start"
      ignored = Int(count) ?? 0
    }

    private mutating func beginChangeset(_ words: Substring, at index: Int) throws(MigrationFolderError) {
      guard let (author, id, attributes) = LiquibaseDirective.changeset(words) else {
        throw refusal(
          index, "is not a changeset as Liquibase reads it", "write --changeset author:id, without a space after the :")
      }
      try endChangeset()
      current = (author, id, attributes, index + 1)
      script = []
    }

    /// Adds the changeset that has begun, if one has.
    mutating func endChangeset() throws(MigrationFolderError) {
      guard let current else { return }
      var changeset = LiquibaseChangeset(
        author: current.author, id: current.id, attributes: current.attributes, script, from: current.line + 1)
      changeset.file = current.attributes["logicalfilepath"] ?? file
      try changeset.prepare(properties, path: path)
      changesets.append(changeset)
    }

    func refusal(_ index: Int, _ reason: String, _ hint: String) -> MigrationFolderError {
      .refusedText(path, line: index + 1, reason: reason, hint: hint)
    }
  }
}
