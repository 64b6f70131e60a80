internal import GitStore
internal import LedgerCore
internal import MigrationSources

/// Finds folders of migrations that are programs, such as those of Rails, Django and Knex. schemaledger cannot run them
/// itself.
enum ProgramFolders {
  private static let languages: [Substring: String] = [
    "cjs": "JavaScript", "cs": "C#", "ex": "Elixir", "exs": "Elixir", "fizz": "Fizz", "go": "Go", "java": "Java",
    "js": "JavaScript", "kt": "Kotlin", "mjs": "JavaScript", "mts": "TypeScript", "php": "PHP", "py": "Python",
    "rb": "Ruby", "rs": "Rust", "sh": "shell", "swift": "Swift", "ts": "TypeScript",
  ]
  private static let ignoredFolderNames: Set<Substring> = [
    "node_modules", "vendor", "third_party", "test", "tests", "fixtures", "examples",
  ]

  /// Finds the folders and describes them, sorted by path.
  ///
  /// - Parameter known: folders that were read as SQL. Their notices already name the programs.
  /// - Throws: `GitError`.
  static func find(in snapshot: FileSnapshot, excluding known: Set<String>) throws -> [SourceCandidate] {
    var counts: [String: [String: Int]] = [:]
    let paths = try snapshot.files(under: "").map(\.path)
    for path in paths {
      let parts = path.split(separator: "/")
      guard let name = parts.last.map(String.init),
        parts.dropLast().contains(where: { $0.lowercased().contains("migrat") }),
        name.isNumberedProgram, !parts.contains(where: ignoredFolderNames.contains),
        let language = name.split(separator: ".").last.flatMap({ languages[$0] })
      else { continue }
      counts[parts.dropLast().joined(separator: "/"), default: [:]][language, default: 0] += 1
    }
    return try counts.filter { !known.contains($0.key) }.sorted { $0.key < $1.key }.map { folder, languages in
      let count = languages.values.reduce(0, +)
      let names = languages.keys.sorted().joined(separator: " and ")
      let summary = count == 1 ? "1 migration in \(names)" : "\(count) migrations in \(names)"
      let tool = try ProgramTool.find(for: folder, in: snapshot, paths)
      return SourceCandidate(
        path: folder, kind: .programs, convention: nil,
        summary: summary + (tool.map { ", of \($0.name) by \($0.manifest)" } ?? "")
          + "; a source of kind 'command' can run \(count == 1 ? "it" : "them"): schemaledger help recipes"
          + (railsAdvice(folder, paths).map { "; " + $0 } ?? ""))
    }
  }

  /// What helps with a Rails application whose schema is a program too.
  /// https://guides.rubyonrails.org/active_record_migrations.html#types-of-schema-dumps
  private static func railsAdvice(_ folder: String, _ paths: [String]) -> String? {
    guard folder == "db/migrate" || folder.hasSuffix("/db/migrate") else { return nil }
    let database = folder.dropLast("/migrate".count)
    guard paths.contains("\(database)/schema.rb"), !paths.contains("\(database)/structure.sql") else { return nil }
    return "with config.active_record.schema_format = :sql, Rails writes \(database)/structure.sql, which init finds"
  }
}
