import Testing

@testable import LedgerKit

@Suite("Embedded folders")
struct EmbeddedFolderTests {
  static let texts: [(path: String, text: String, folders: [String])] = [
    ("db/embed.go", "package db\n//go:embed sqlite/*.sql\nvar files embed.FS", ["db/sqlite 2"]),
    ("db/embed.go", "//go:embed all:migrations seeds/a.sql", ["db/migrations 1", "db/seeds 1"]),
    ("db/embed.go", "//go:embed *.sql\n// go:embed other", ["db 1"]),
    ("crates/db/src/lib.rs", "sqlx::migrate!(\"../migrations\").run(&pool)", ["crates/migrations 1"]),
    ("crates/db/src/lib.rs", "sqlx::migrate!()\n// sqlx::migrate!(\"x\")", ["crates/db/migrations 1"]),
    ("crates/db/src/lib.rs", "embed_migrations!(\"./sql\");", ["crates/db/sql 1"]),
    ("crates/db/src/lib.rs", "include_dir!(\"$CARGO_MANIFEST_DIR/sql\")", ["crates/db/sql 1"]),
    ("crates/db/src/lib.rs", "#[derive(Embed)]\n#[folder = \"../../migrations/lite\"]", ["migrations/lite 2"]),
    ("crates/db/src/lib.rs", "sqlx::migrate!(\"../../../x\")", []), ("src/lib.rs", "sqlx::migrate!()", []),
    ("a.py", "//go:embed x", []),
  ]

  @Test("a folder that a program embeds is resolved as its language does", arguments: texts)
  func folders(path: String, text: String, folders: [String]) {
    let found = EmbeddedFolder.all(in: text, of: path) { $0 == "crates/db" }
    #expect(found.map { "\($0.folder) \($0.line)" } == folders)
  }
}
