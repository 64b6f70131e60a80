/// The settings in `flyway.toml` or `flyway.conf` that matter for a folder of migrations. Only settings on a single
/// line are read, the usual way to write them.
///
/// [Flyway configuration](https://documentation.red-gate.com/flyway/reference/configuration)
struct FlywayProject {
  /// The path of the settings file.
  let path: String
  let placeholders: [String: String]
  let runsOutOfOrder: Bool
  /// The database in the first JDBC URL.
  let dialect: Dialect?
  private let locations: [String]

  /// Reads the nearest settings file in or above a folder; returns `nil` if there is none.
  init?(for folder: String, in project: ProjectFiles) throws {
    let found = try project.manifest("flyway.toml", for: folder) ?? project.manifest("flyway.conf", for: folder)
    guard let found, let text = try project.text(found.path) else { return nil }
    self.init(text, path: found.path)
  }

  init(_ text: String, path: String) {
    self.path = path
    let settings = Self.settings(text)
    let base = path.split(separator: "/").dropLast()
    placeholders = settings.reduce(into: [:]) { placeholders, setting in
      guard setting.key.hasPrefix("flyway.placeholders.") else { return }
      placeholders[String(setting.key.dropFirst("flyway.placeholders.".count))] = setting.value
    }
    runsOutOfOrder = settings["flyway.outOfOrder"] == "true"
    dialect =
      settings.sorted { $0.key < $1.key }.lazy.filter { $0.key.hasSuffix("url") }.compactMap {
        let words = $0.value.split(separator: ":", maxSplits: 2)
        return words.count == 3 && words[0] == "jdbc" ? Dialect(word: words[1]) ?? .other : nil
      }.first
    locations = (settings["flyway.locations"] ?? "").split { ",[]\"' ".contains($0) }.compactMap { location in
      let parts = location.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, parts[0] == "filesystem" else { return nil }
      return (base + parts[1].split(separator: "/").filter { $0 != "." }).joined(separator: "/")
    }
  }

  /// Whether the folder is one of the configured locations.
  func names(_ folder: String) -> Bool { locations.contains(folder) }

  /// Settings by full name, such as `flyway.outOfOrder`; TOML `[sections]` are part of the name.
  private static func settings(_ text: String) -> [String: String] {
    var settings: [String: String] = [:]
    var section = ""
    for line in text.lines.map(\.trimmed) where !line.hasPrefix("#") {
      if line.hasPrefix("["), line.hasSuffix("]"), !line.contains("=") {
        section = line.dropFirst().dropLast() + "."
        continue
      }
      let parts = line.split(separator: "=", maxSplits: 1)
      guard parts.count == 2 else { continue }
      settings[section + parts[0].trimmed.unquoted] = String(parts[1].trimmed.unquoted)
    }
    return settings
  }
}

extension Substring {
  /// The text within TOML quotes, without anything that follows them.
  fileprivate var unquoted: Substring {
    guard let quote = first, quote == "\"" || quote == "'" else { return self }
    return dropFirst().prefix { $0 != quote }
  }
}
