internal import GitStore
internal import LedgerCore
internal import MigrationSources

/// A migration tool whose migrations are programs, and the manifest that names it.
struct ProgramTool {
  /// As its users write it: "Knex".
  let name: String
  /// Repository path.
  let manifest: String

  /// By the name or the suffix of a manifest: what it contains, and the tool.
  private static let known: [(manifest: String, word: String, name: String)] = [
    ("package.json", "\"knex\"", "Knex"), ("package.json", "\"typeorm\"", "TypeORM"),
    ("package.json", "\"sequelize\"", "Sequelize"), ("package.json", "\"@mikro-orm/", "MikroORM"),
    ("package.json", "\"kysely\"", "Kysely"), ("package.json", "\"@capacitor-community/sqlite\"", "Capacitor SQLite"),
    (".csproj", "Microsoft.EntityFrameworkCore", "EF Core"), (".csproj", "FluentMigrator", "FluentMigrator"),
    ("Cargo.toml", "sea-orm-migration", "SeaORM"), ("Cargo.toml", "tauri-plugin-sql", "Tauri"),
    ("composer.json", "\"laravel/framework\"", "Laravel"), ("composer.json", "\"doctrine/", "Doctrine"),
    ("composer.json", "\"robmorgan/phinx\"", "Phinx"), ("Gemfile", "rails", "Rails"), ("mix.exs", ":ecto_sql", "Ecto"),
    ("go.mod", "pressly/goose", "goose"), ("go.mod", "go-gormigrate", "gormigrate"),
    ("go.mod", "pocketbase", "PocketBase"),
    ("pubspec.yaml", "\n  drift:", "Drift"), ("pubspec.yaml", "\n  sqflite", "sqflite"),
  ]

  /// What `init` says of a repository in which it finds nothing else.
  var candidate: SourceCandidate {
    SourceCandidate(
      path: manifest, kind: .programs, convention: nil,
      summary:
        "it names \(name), whose migrations are programs; a source of kind 'command' can run them: schemaledger help recipes"
    )
  }

  /// The tool that the nearest manifest around a folder names; `nil` if none names a known one.
  ///
  /// - Parameter paths: all paths of the snapshot.
  /// - Throws: `GitError`.
  static func find(for folder: String, in snapshot: FileSnapshot, _ paths: [String]) throws -> ProgramTool? {
    let manifests = paths.filter { path in known.contains { path.hasSuffix($0.manifest) } }
    var parts = folder.split(separator: "/")
    while true {
      let around = parts.joined(separator: "/")
      for path in manifests where path.split(separator: "/").dropLast().joined(separator: "/") == around {
        let text = String(decoding: try snapshot.read(path) ?? [], as: UTF8.self)
        let name = path.split(separator: "/").last ?? ""
        for tool in known where (tool.manifest.hasPrefix(".") ? name.hasSuffix(tool.manifest) : name == tool.manifest) {
          if text.contains(tool.word) { return ProgramTool(name: tool.name, manifest: path) }
        }
      }
      if parts.popLast() == nil { return nil }
    }
  }
}
