internal import Findings
internal import PathPatterns
internal import SQLiteData
internal import SQLiteSandbox
internal import SQLiteSyntax

extension Configuration {
  /// The text of `schemaledger.yml` that `init` writes, with comments for its readers.
  public var yaml: String { yaml(site: ProjectAddress.site) }

  /// The same for pages at an address. An editor gets the JSON Schema from there; without an address, only the program has it.
  package func yaml(site: String?) -> String {
    var lines = [
      site.map { "# yaml-language-server: $schema=\($0)/Docs/json/configuration.schema.json" }
        ?? "# The JSON Schema for editors: schemaledger json-schema configuration",
      "# Which schema this repository ships, and where its frozen versions are kept.",
    ]
    if databases.count == 1, databases[0].name == Self.defaultDatabase {
      lines += databases[0].lines
    } else {
      lines.append("databases:")
      lines += databases.flatMap(\.namedLines).map { "  " + $0 }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension DatabaseConfiguration {
  /// The lines under `databases:`, without their indentation.
  var namedLines: [String] { ["\(name):"] + lines.map { "  " + $0 } }

  fileprivate var lines: [String] {
    var lines = ["ledger: \(quoted(ledger))", "source:", "  kind: \(source.kind)"]
    switch source {
    case .migrations(let folder): lines += folder.lines.map { "  " + $0 }
    case .schema(let files, let past, let forward):
      if files.count == 1 {
        lines += pathLines(files + past).map { "  " + $0 }
      } else {
        lines.append("  files:")
        lines += files.map { "    - \(quoted($0))" }
      }
      lines += forward.map(Self.lines) ?? []
    case .command(let create, let migrate):
      lines += Self.lines(create, migrate)
      lines += create.lines.map { "  " + $0 }
    case .database(let path, let past, let forward):
      lines += pathLines([path] + past).map { "  " + $0 }
      lines += forward.map(Self.lines) ?? []
    case .swift(let package): lines += package.lines.map { "  " + $0 }
    case .models(let source): lines += source.lines.map { "  " + $0 }
    case .room(let room): lines += pathLines(room.paths).map { "  " + $0 }
    }
    return lines + DatabaseKey.all.flatMap { $0.write(self) }
  }

  var assumptionLines: [String] {
    if assumptions.isEmpty { return [] }
    var lines = ["assume:"]
    var tables: [Identifier] = []
    for assumption in assumptions where !tables.contains(assumption.table) { tables.append(assumption.table) }
    for table in tables {
      lines.append("  \(quoted(table.text)):")
      lines += assumptions.filter { $0.table == table }.map { "    - \(yamlScalar($0.condition))" }
    }
    return lines
  }

  private static func lines(_ create: SourceCommand, _ migrate: SourceCommand?) -> [String] {
    lines("create", create) + (migrate.map { lines("migrate", $0) } ?? [])
  }

  /// A command with several lines is written as a block.
  private static func lines(_ key: String, _ command: SourceCommand) -> [String] {
    let isBlock =
      command.line.contains("\n") && command.line.first?.isWhitespace == false && command.line.last != "\n"
      && command.line.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control }
    guard isBlock else { return ["  \(key): \(commandText(command.line))"] }
    let block = command.line.split(separator: "\n", omittingEmptySubsequences: false).map { "    " + $0 }
    return ["  \(key): |-"] + block
  }

  private static func lines(_ forward: ForwardConfiguration) -> [String] {
    switch forward {
    case .migrations(let folder): ["  migrations:"] + folder.lines.map { "    " + $0 }
    case .command(let migrate): ["  migrate: \(commandText(migrate.line))"] + migrate.lines.map { "  " + $0 }
    }
  }
}

extension LintConfiguration {
  var lines: [String] {
    var lines: [String] = []
    if !disabled.isEmpty { lines.append("  disable: \(disabled.yaml)") }
    if !severities.isEmpty {
      lines.append("  severity:")
      lines += severities.sorted { $0.key < $1.key }.map { "    \($0): \($1.rawValue)" }
    }
    if !excluded.isEmpty { lines += ["  exclude:"] + excluded.map { "    - \(quoted($0.text))" } }
    if !disabledIn.isEmpty {
      lines += ["  disable-in:"] + disabledIn.map { "    \(quoted($0.pattern.text)): \($0.rules.yaml)" }
    }
    return lines.isEmpty ? [] : ["lint:"] + lines
  }
}

extension BranchExclusion {
  var lines: [String] {
    if isEmpty { return [] }
    let patterns = patterns.map { "    - \(quoted($0.text))" }
    return ["other-branches:"] + (patterns.isEmpty ? [] : ["  exclude:"] + patterns)
      + (maximumAge.map { ["  max-age: \($0)"] } ?? [])
  }
}

extension Set<String> {
  /// A list in one line.
  var yaml: String { "[\(sorted().joined(separator: ", "))]" }
}

extension SwiftPackage {
  fileprivate var lines: [String] {
    var settings = SourceCommand(line: "")
    settings.folder = folder
    settings.environment = environment
    settings.inputs = inputs ?? []
    if timeLimit != Self.defaultTimeLimit { settings.timeLimit = timeLimit }
    return ["product: \(quoted(product))"] + (build.map { ["build: \(commandText($0))"] } ?? [])
      + (tool.map { ["tool: \(quoted($0))"] } ?? []) + settings.lines
      + (migrator.map { ["migrations:"] + $0.lines.map { "  " + $0 } } ?? [])
  }
}

extension SourceCommand {
  /// The settings of the command, without its line.
  fileprivate var lines: [String] {
    var lines: [String] = []
    if !folder.isEmpty { lines.append("directory: \(quoted(folder))") }
    if !environment.isEmpty {
      lines.append("environment:")
      lines += environment.sorted { $0.key < $1.key }.map { key, value in
        // For an empty text, `quoted` would write the top folder.
        "  \(quoted(key)): \(value.isEmpty ? "''" : commandText(value))"
      }
    }
    if timeLimit != Self.defaultTimeLimit { lines.append("time-limit: \(timeLimit)") }
    if !inputs.isEmpty { lines += ["inputs:"] + inputs.map { "  - \(quoted($0))" } }
    return lines
  }
}

extension Stubs {
  var lines: [String] {
    if isEmpty { return [] }
    var lines = ["stub:"]
    if !functions.isEmpty {
      lines.append("  functions:")
      lines += functions.sorted { $0.key < $1.key }.map { name, answer in
        "    - \(quoted(name.text))" + (answer.text.map { ": \($0)" } ?? "")
      }
    }
    if !collations.isEmpty { lines += ["  collations:"] + collations.sorted().map { "    - \(quoted($0.text))" } }
    return lines
  }
}

extension Stubs.Answer {
  fileprivate var text: String? {
    switch self {
    case .firstArgument: nil
    case .null: "null"
    case .integer(let value): "\(value)"
    case .real(let value): "\(value)"
    case .text(let value): escaped(value)
    }
  }
}

extension MigrationFolderConfiguration {
  fileprivate var lines: [String] {
    var lines = pathLines(paths) + ["convention: \(convention)"]
    if let migrator { lines.append("migrator: \(quoted(migrator))") }
    if before.count == 1 {
      lines.append("before: \(quoted(before[0]))")
    } else if !before.isEmpty {
      lines += ["before:"] + before.map { "  - \(quoted($0))" }
    }
    if runsOutOfOrder { lines.append("out-of-order: true") }
    if skipsPrograms { lines.append("skip-programs: true") }
    if !excluded.isEmpty { lines += ["exclude:"] + excluded.map { "  - \(quoted($0.text))" } }
    if !placeholders.isEmpty {
      lines.append("placeholders:")
      lines += placeholders.sorted { $0.key < $1.key }.map {
        "  \(quoted($0.key)): \($0.value.isEmpty ? "''" : quoted($0.value))"
      }
    }
    return lines
  }
}

/// A command or a URL as a YAML scalar. It may be plain even with spaces, braces and colons.
private func commandText(_ text: String) -> String {
  let isPlain =
    text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "/_.-+={}: ".contains($0)) }
    && text.first.map { $0.isLetter } ?? false && text.contains { "/{ ".contains($0) }
    && !text.contains(": ") && text.last != ":" && text.last != " "
  return isPlain ? text : quoted(text)
}

/// `path`, or `paths` if there are former paths.
private func pathLines(_ paths: [String]) -> [String] {
  paths.count == 1 ? ["path: \(quoted(paths[0]))"] : ["paths:"] + paths.map { "  - \(quoted($0))" }
}

/// An empty path is the top folder, which is written as `.`.
func quoted(_ text: String) -> String { text.isEmpty ? "." : yamlScalar(text) }

/// A YAML scalar. It is plain only if no reader can interpret it differently.
package func yamlScalar(_ text: String) -> String {
  let isPlain =
    text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "/_.-".contains($0)) }
    && text.first.map { $0.isLetter || $0 == "_" } ?? false && !["true", "false", "null", "yes", "no"].contains(text)
  if isPlain { return text }
  guard text.unicodeScalars.allSatisfy(isPrintable) else { return escaped(text) }
  return "'" + text.replacing("'", with: "''") + "'"
}

/// Whether YAML allows the character unescaped, and not as a line break. A few characters that YAML would allow are
/// excluded. https://yaml.org/spec/1.1/#id868524
private func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0x20...0x7E, 0xA0...0x2027, 0x202A...0xD7FF, 0xE000...0xFEFE, 0xFF00...0xFFFD, 0x10000...: true
  default: false
  }
}

/// Only double-quoted scalars support escapes. https://yaml.org/spec/1.1/#id872840
private func escaped(_ text: String) -> String {
  let scalars = text.unicodeScalars.map { scalar in
    guard !isPrintable(scalar) || scalar == "\"" || scalar == "\\" else { return String(scalar) }
    let hex = String(scalar.value, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
  }
  return "\"" + scalars.joined() + "\""
}
