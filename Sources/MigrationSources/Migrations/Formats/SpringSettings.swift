/// What Spring Boot's settings say about Flyway: `spring.flyway.…` in `application.yml` or `application.properties`. Of YAML,
/// only plain mappings are read.
///
/// [Properties](https://docs.spring.io/spring-boot/appendix/application-properties/index.html#application-properties.data-migration)
struct SpringSettings {
  /// The path of the file.
  let path: String
  let placeholders: [String: String]
  let runsOutOfOrder: Bool
  private let locations: [String]

  /// Reads the settings of the nearest module around a folder; returns `nil` if there are none about Flyway.
  init?(for folder: String, in project: ProjectFiles) throws {
    for place in ProjectFiles.foldersAround(folder) {
      for name in ["application.yml", "application.yaml", "application.properties"] {
        let path = (place.isEmpty ? "" : place + "/") + "src/main/resources/" + name
        guard let text = try project.text(path) else { continue }
        self.init(text, path: path)
        return
      }
    }
    return nil
  }

  init?(_ text: String, path: String) {
    let all = path.hasSuffix(".properties") ? Self.properties(text) : Self.mappings(text)
    let own = all.filter { $0.key.hasPrefix("spring.flyway.") }
    guard !own.isEmpty else { return nil }
    self.path = path
    placeholders = own.reduce(into: [:]) { placeholders, setting in
      let start = "spring.flyway.placeholders."
      guard setting.key.hasPrefix(start), let value = Self.value(setting.value) else { return }
      placeholders[String(setting.key.dropFirst(start.count))] = value
    }
    runsOutOfOrder = own["spring.flyway.out-of-order"] == "true" || own["spring.flyway.outOfOrder"] == "true"
    let listed = own["spring.flyway.locations"] ?? "classpath:db/migration"
    locations = listed.split { ",[]\"' ".contains($0) }.compactMap { location in
      let parts = location.split(separator: ":", maxSplits: 1)
      return parts.first == "classpath" ? parts.last.map { $0.split(separator: "/").joined(separator: "/") } : nil
    }
  }

  /// Whether the folder is one of the locations, in which `{vendor}` is the database.
  func names(_ folder: String) -> Bool {
    locations.contains { location in
      let path = location.replacing("{vendor}", with: "sqlite")
      return folder == path || folder.hasSuffix("/" + path)
    }
  }

  /// The value of a setting: the text, or the default in `${name:default}`. `nil` if the value is elsewhere.
  private static func value(_ text: String) -> String? {
    guard let match = text.wholeMatch(of: /\\?\$\{([^:}]*)(?::(.*))?\}/) else {
      return text.contains("${") ? nil : text
    }
    return match.2.map(String.init)
  }

  /// The scalars of a YAML text by their paths, such as `spring.flyway.locations`.
  private static func mappings(_ text: String) -> [String: String] {
    var settings: [String: String] = [:]
    var parents: [(indent: Int, key: String)] = []
    for line in text.lines {
      let words = line.trimmed
      guard !words.isEmpty, !words.hasPrefix("#"), !words.hasPrefix("-"), let colon = words.firstIndex(of: ":") else {
        continue
      }
      let indent = line.prefix { $0 == " " }.count
      parents.removeAll { $0.indent >= indent }
      let key = String(words[..<colon].trimmed.withoutQuotes)
      let value = words[words.index(after: colon)...].trimmed
      if value.isEmpty || value.hasPrefix("#") {
        parents.append((indent, key))
      } else {
        settings[(parents.map(\.key) + [key]).joined(separator: ".")] = String(value.withoutQuotes)
      }
    }
    return settings
  }

  private static func properties(_ text: String) -> [String: String] {
    text.lines.map(\.trimmed).reduce(into: [:]) { settings, line in
      let parts = line.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, !line.hasPrefix("#") else { return }
      settings[String(parts[0].trimmed)] = String(parts[1].trimmed)
    }
  }
}

extension Substring {
  /// The text within quotes, without anything that follows them, or without a comment.
  fileprivate var withoutQuotes: Substring {
    guard let quote = first, quote == "\"" || quote == "'" else {
      return firstRange(of: " #").map { self[..<$0.lowerBound].trimmed } ?? self
    }
    return dropFirst().prefix { $0 != quote }
  }
}
