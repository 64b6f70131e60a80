internal import Yams

extension Configuration {
  /// Adds databases to the text of a configuration. Its lines, with their comments, stay as they are; those of a
  /// configuration with a single database are indented under the name of that database.
  ///
  /// - Throws: `LedgerError.databaseExists`, `.ledgerMisplaced`, `.invalidConfiguration`, `.configurationNotExtended` for
  ///   a text to which lines cannot be added, such as one in braces.
  public static func adding(_ new: [DatabaseConfiguration], to yaml: String) throws(LedgerError) -> String {
    let present = try Configuration(yaml: yaml).databases
    var names = Set(present.map { $0.name.lowercased() })
    for database in new where !names.insert(database.name.lowercased()).inserted {
      throw .databaseExists(name: database.name)
    }
    for database in new {
      let other = present.first { $0.ledger.lowercased() == database.ledger.lowercased() }
      if let other { throw .ledgerMisplaced(reason: "'\(database.ledger)' is the ledger of \(other.name)") }
    }
    let text = try ConfigurationText(yaml).adding(new.flatMap(\.namedLines), present)
    // YAML has too many forms to know each of them.
    guard let text, let result = try? Configuration(yaml: text).databases, result == present + new else {
      let single = present.filter { present.count == 1 && $0.name == defaultDatabase }
      let own = single.flatMap {
        ["\($0.name):", "  ledger: \(yamlScalar($0.ledger))", "  # the other lines of the file"]
      }
      let lines = own + new.flatMap(\.namedLines)
      throw .configurationNotExtended(path: fileName, lines: ["databases:"] + lines.map { "  " + $0 })
    }
    return text
  }
}

/// The lines of a configuration file.
private struct ConfigurationText {
  private let yaml: String
  private let lines: [String]
  /// The end of each line that is added, which is that of the file's lines.
  private let lineEnd: String

  init(_ yaml: String) {
    self.yaml = yaml
    lineEnd = yaml.unicodeScalars.contains("\r") ? "\r\n" : "\n"
    var lines = yaml.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      String(line.last == "\r" ? line.dropLast() : line)
    }
    while lines.last?.allSatisfy(\.isWhitespace) == true { lines.removeLast() }
    self.lines = lines
  }

  /// The text with `new` lines under `databases`, or `nil` if the document is not a mapping in lines.
  ///
  /// - Parameter present: the databases of the file.
  func adding(_ new: [String], _ present: [DatabaseConfiguration]) throws(LedgerError) -> String? {
    guard let root = try ConfigurationReader.root(of: yaml)?.mapping, root.style != .flow,
      let start = firstLine(of: root)
    else { return nil }
    guard let list = root["databases"] else {
      return present.first.map { text(named(from: start, $0, hasLedger: root["ledger"] != nil) + indented(new, by: 2)) }
    }
    guard let databases = list.mapping, databases.style != .flow, let column = databases.first?.key.mark?.column
    else { return nil }
    // The databases are the last thing in the file, except perhaps for `retired`: then the result is not what was meant.
    return text(lines + indented(new, by: column - 1))
  }

  /// The lines of a file with a single database, under its name.
  private func named(from start: Int, _ database: DatabaseConfiguration, hasLedger: Bool) -> [String] {
    // The default differs for a database with a name.
    let ledger = hasLedger ? [] : ["ledger: \(yamlScalar(database.ledger))"]
    return lines[..<start] + ["databases:", "  \(database.name):"]
      + indented(ledger + lines[start...], by: 4)
  }

  private func indented(_ lines: [String], by width: Int) -> [String] {
    lines.map { $0.isEmpty ? "" : String(repeating: " ", count: width) + $0 }
  }

  private func text(_ lines: [String]) -> String { lines.map { $0 + lineEnd }.joined() }

  /// The index of the line of the first key.
  private func firstLine(of root: Node.Mapping) -> Int? { root.first?.key.line.map { $0 - 1 } }
}
