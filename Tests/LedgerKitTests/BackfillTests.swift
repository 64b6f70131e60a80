import Foundation
import GitStore
import LedgerCore
import LedgerEntries
import LedgerTestSupport
import MigrationSources
import PathPatterns
import SQLiteSchema
import TestSupport
import Testing

@testable import LedgerKit

@Suite("Backfill")
struct BackfillTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
  }

  private func release(_ tag: String, _ files: [String: String?]) throws {
    for (path, text) in files {
      if let text { try sandbox.write(path, text) } else { try sandbox.remove(path) }
    }
    try sandbox.commitAll(tag)
    try sandbox.git("tag", tag)
  }

  /// Creates three releases, of which the first two have the same schema.
  private func threeReleases() throws {
    try release("v1.0", users)
    try release("v1.1", ["README": "New words."])
    try release("v2.0", usersAndNotes)
  }

  private static let nobody = [
    "GIT_AUTHOR_NAME": "Ada", "GIT_AUTHOR_EMAIL": "ada@example.com", "GIT_COMMITTER_NAME": "Ada",
    "GIT_COMMITTER_EMAIL": "ada@example.com",
  ]

  private func processContext() -> Freeze.ProcessContext {
    var processContext = Freeze.ProcessContext(
      environment: Environment(Self.nobody), now: GitTime(seconds: 1_800_000_002, offsetMinutes: 0),
      temporaryFolder: URL(fileURLWithPath: sandbox.folder))
    processContext.commandEnvironment = sandbox.commandEnvironment
    return processContext
  }

  private func plan(
    _ glob: String = "*", _ configuration: DatabaseConfiguration = numbered, controls: Bool = true
  ) async throws -> BackfillPlan {
    let repository = try sandbox.open()
    let backfill = Backfill(repository: repository, processContext: processContext())
    return try await backfill.plan(
      try ReleaseTags(matching: glob, in: repository), configuration, commits: true, controls: controls
    ) { _ in }
  }

  @discardableResult
  private func backfill(
    _ glob: String = "*", _ configuration: DatabaseConfiguration = numbered, commits: Bool = true
  ) async throws -> (BackfillPlan, ObjectID?) {
    let plan = try await plan(glob, configuration)
    let backfill = Backfill(repository: plan.context.repository, processContext: processContext())
    return (plan, try await backfill.record([plan], commits: commits))
  }

  private func tell(_ plan: BackfillPlan) -> [String] {
    plan.items.map { item in
      "\(item.version) \(item.tags.joined(separator: ",")) \(item.isNew ? "new" : "old")"
        + (item.replaced.map { " leaves \($0)" } ?? "")
    } + plan.failures.map { "failed \($0.tags.joined(separator: ",")): \($0.reason)" }
      + (plan.absent.isEmpty ? [] : ["absent \(plan.absent.flatMap(\.tags).joined(separator: ","))"])
  }

  private func entries() throws -> [Entry] {
    try Ledger(at: numbered.ledger, in: try sandbox.open().snapshot(.commit(try sandbox.id("HEAD")))).items.map(\.entry)
  }

  @Test("each release without the schema has a reason, and releases with the same reason are together")
  func reasons() async throws {
    try release("v0.1", ["README": "Nothing yet."])
    try release("v0.2", ["README": "Still nothing."])
    try release("v0.3", ["db/1_users.go": "package db", "db/2_notes.go": "package db"])
    try release("v0.4", ["db/1_users.go": nil, "db/2_notes.go": nil])
    try release("v0.5", ["src/create.sql": "CREATE TABLE users (id);"])
    try sandbox.remove("src/create.sql")
    try threeReleases()
    #expect(
      try await plan().absent.map { "\($0.tags.joined(separator: ",")): \($0.reason)" } == [
        "v0.1,v0.2,v0.4: db does not exist",
        "v0.3: db contains no SQL migrations; db/1_users.go and 1 more are programs",
        "v0.5: db does not exist; another source: src/create.sql (an SQL file that creates or changes tables)",
      ])
  }

  @Test("an old name on a later commit does not name the entry, and a release of an old line keeps its own")
  func outOfOrder() async throws {
    try release("v1.0", users)
    try release("v2.0", usersAndNotes)
    try sandbox.git("tag", "v0.5")
    #expect(tell(try await plan()) == ["1.0 v1.0 new", "2.0 v0.5,v2.0 new"])
    try sandbox.git("checkout", "--quiet", "-b", "old", "v1.0")
    try release("v1.0.1", ["db/3.sql": "CREATE TABLE old (a);\n"])
    #expect(tell(try await plan()) == ["1.0 v1.0 new", "1.0.1 v1.0.1 new", "2.0 v0.5,v2.0 new"])
  }

  @Test("a folder of Room that moved is followed, and its former path is listed")
  func room() async throws {
    let old = "schemas/com.example.ShopDatabase/1.json"
    try release("v1", [old: roomFile(1)])
    try release("v2", [old: nil, roomPath(1): roomFile(1), roomPath(2): roomFile(2, "`name` TEXT")])
    let plan = try await plan("*", roomShop)
    #expect(tell(plan) == ["1 v1 new", "2 v2 new"])
    #expect(
      plan.withFormerPaths?.paths == ["app/schemas/com.example.ShopDatabase", "schemas/com.example.ShopDatabase"])
  }

  @Test(
    "a folder of Room whose class was in another package, or had another name, is followed",
    arguments: ["com.former.ShopDatabase", "com.example.Store"])
  func roomClass(former: String) async throws {
    let old = "app/schemas/\(former)/1.json"
    try release("v1", [old: roomFile(1), "app/schemas/README.md": ""])
    try release("v2", [old: nil, roomPath(1): roomFile(1), roomPath(2): roomFile(2, "`name` TEXT")])
    #expect(tell(try await plan("*", roomShop)) == ["1 v1 new", "2 v2 new"])
  }

  @Test("a folder of Room whose class still has exports of its own is another database, and another is followed")
  func roomBeside() async throws {
    let (other, old) = ("app/schemas/com.example.OtherDatabase/1.json", "app/schemas/com.example.OldShop/1.json")
    try release("v1", [other: roomFile(1)])
    try release("v2", [old: roomFile(1)])
    try release("v3", [old: nil, roomPath(1): roomFile(1), roomPath(2): roomFile(2, "`name` TEXT")])
    #expect(tell(try await plan("*", roomShop)) == ["1 v2 new", "2 v3 new", "absent v1"])
  }

  @Test("of several folders of Room with other classes, none is followed")
  func roomClasses() async throws {
    let old = ["app/schemas/com.a.One/1.json", "app/schemas/com.a.Two/1.json"]
    try release("v1", [old[0]: roomFile(1), old[1]: roomFile(1)])
    try release("v2", [old[0]: nil, old[1]: nil, roomPath(1): roomFile(1)])
    #expect(tell(try await plan("*", roomShop)) == ["1 v2 new", "absent v1"])
  }

  // MARK: One entry for each distinct schema

  @Test("releases with one schema become one entry with their tags, and all entries are in one commit")
  func distinct() async throws {
    try release("v0.1", ["README": "Nothing yet."])
    try threeReleases()
    let before = try sandbox.id("HEAD")
    let (plan, commit) = try await backfill()
    #expect(tell(plan) == ["1.0 v1.0,v1.1 new", "2.0 v2.0 new", "absent v0.1"])
    #expect(commit == (try sandbox.id("HEAD")))
    #expect(try sandbox.id("HEAD~") == before)
    let entries = try entries()
    #expect(entries.map(\.tags) == [["v1.0", "v1.1"], ["v2.0"]])
    #expect(entries.map(\.commitID) == [try sandbox.id("v1.0"), try sandbox.id("v2.0")])
    #expect(entries[1].parents == [entries[0].id])
    #expect(plan.items[1].diff?.meaningfulChanges.map(\.place) == ["notes"])
    #expect(
      try sandbox.git("log", "-1", "--format=%B")
        == """
        Freeze the schemas of 2 releases

        * 1.0  (v1.0, v1.1)
        * 2.0  (v2.0)

        Schema-Version: 1.0
        Schema-Entry: \(entries[0].id)
        Schema-Version: 2.0
        Schema-Entry: \(entries[1].id)
        """)
    #expect(try sandbox.complaints() == "")
  }

  @Test("the same schema with another migration is another entry; other comments do not matter")
  func sameSchema() async throws {
    try release("v1", users)
    try release("v2", ["db/1.sql": "-- People.\n" + (users["db/1.sql"] ?? "")])
    try release("v3", ["db/2.sql": "INSERT INTO users (name) VALUES ('Ada');"])
    let plan = try await plan()
    #expect(tell(plan) == ["1 v1,v2 new", "3 v3 new"])
  }

  @Test("a second run has nothing to do; a new tag of a frozen schema, or another commit, changes nothing")
  func again() async throws {
    try threeReleases()
    try await backfill()
    try release("v2.1", ["README": "Newer words."])
    let head = try sandbox.id("HEAD")
    let (plan, commit) = try await backfill()
    #expect(tell(plan) == ["1.0 v1.0,v1.1 old", "2.0 v2.0,v2.1 old"])
    #expect(commit == nil)
    #expect(try sandbox.id("HEAD") == head)
    let freeze = Freeze(repository: try sandbox.open(), configuration: numbered, processContext: processContext())
    for revision in ["v1.0", "v1.1"] {
      guard case .alreadyFrozen = try await freeze.run(Version("1.0"), at: revision, commits: true) else {
        Issue.record("\(revision) is not the same")
        continue
      }
    }
    #expect(try sandbox.id("HEAD") == head)
  }

  @Test("only missing versions are recorded, also ones older than a frozen version")
  func some() async throws {
    try threeReleases()
    let freeze = Freeze(repository: try sandbox.open(), configuration: numbered, processContext: processContext())
    _ = try await freeze.run(Version("2.0"), at: nil, commits: true)
    let (plan, commit) = try await backfill()
    #expect(tell(plan) == ["1.0 v1.0,v1.1 new", "2.0 v2.0 old"])
    #expect(commit != nil)
    #expect(try entries().map(\.version.name) == ["1.0", "2.0"])
  }

  @Test("without a commit, entries are written and staged; staged entries are not recorded again")
  func staged() async throws {
    try threeReleases()
    let head = try sandbox.id("HEAD")
    let (_, commit) = try await backfill(commits: false)
    #expect(commit == nil)
    #expect(try sandbox.id("HEAD") == head)
    let repository = try sandbox.open()
    #expect(try repository.snapshot(.index).id(of: "SchemaLedger/Fixtures/2.0/entry.json") != nil)
  }

  @Test("files that a killed process wrote but did not commit are committed, even from an incomplete entry")
  func resumed() async throws {
    try threeReleases()
    try await backfill()
    let whole = try sandbox.id("HEAD^{tree}")
    // A process killed before the branch moved leaves files, and an incomplete last entry.
    try sandbox.git("reset", "--soft", "HEAD~")
    try sandbox.git("reset", "--quiet")
    try sandbox.remove("SchemaLedger/Fixtures/2.0/entry.json")
    let (plan, _) = try await backfill()
    #expect(tell(plan) == ["1.0 v1.0,v1.1 new", "2.0 v2.0 new"])
    #expect(try sandbox.id("HEAD^{tree}") == whole)
    // A process killed before the index was updated leaves the entries staged for deletion.
    try sandbox.git("rm", "-r", "--cached", "--quiet", "SchemaLedger")
    try await backfill()
    #expect(try sandbox.complaints() == "")
  }

  @Test("a release names the entry rather than its prereleases, and each tag finds the entry")
  func candidates() async throws {
    try release("v2.0-rc.1", users)
    try release("v2.0", ["README": "Done."])
    try release("v2.1-rc.1", usersAndNotes)
    try await backfill()
    let ledger = try Ledger(at: numbered.ledger, in: try sandbox.open().snapshot(.workTree))
    #expect(
      ledger.items.map { "\($0.entry.version) \($0.entry.tags)" } == [
        #"2.0 ["v2.0-rc.1", "v2.0"]"#, #"2.1-rc.1 ["v2.1-rc.1"]"#,
      ])
    #expect(try ledger.require("2.0-rc.1").entry.version.name == "2.0")
    #expect(throws: LedgerError.self) { try ledger.require("2.1") }
  }

  // MARK: Tags that cannot be frozen

  @Test("a release that fails is reported with the reason, and the others are frozen")
  func failing() async throws {
    try release("v1", users)
    try release("v2", ["db/2.sql": "ALTER TABLE nowhere ADD COLUMN a;"])
    try release("v3", ["README": "Still so."])
    try release("v4", ["db/2.sql": usersAndNotes["db/2.sql"]])
    let (plan, _) = try await backfill()
    #expect(tell(plan) == ["1 v1 new", "4 v4 new", "failed v2,v3: db/2.sql:1: no such table: nowhere"])
    #expect(try entries().map(\.version.name) == ["1", "4"])
  }

  @Test("tags of one version with different schemas are ambiguous; with one schema they are one release")
  func ambiguous() async throws {
    try release("v1.0", users)
    try release("1.0", usersAndNotes)
    try release("2.0", ["db/3.sql": "CREATE TABLE tags (a);"])
    try release("v2.0", ["README": "New words."])
    let plan = try await plan()
    #expect(
      tell(plan) == [
        "2.0 2.0,v2.0 new", "failed v1.0,1.0: these tags all name version 1.0, but their schemas or migrations differ",
      ]
        || tell(plan) == [
          "2.0 2.0,v2.0 new",
          "failed 1.0,v1.0: these tags all name version 1.0, but their schemas or migrations differ",
        ])
    #expect(plan.synonyms == [["2.0", "v2.0"]])
  }

  @Test("a version that was frozen differently is kept, and the next version with that schema names the entry")
  func taken() async throws {
    try threeReleases()
    try sandbox.write("db/3.sql", "CREATE TABLE tags (a);")
    let freeze = Freeze(repository: try sandbox.open(), configuration: numbered, processContext: processContext())
    _ = try await freeze.run(Version("1.0"), at: nil, commits: true)
    let plan = try await plan(controls: false)
    #expect(
      tell(plan) == [
        "1.1 v1.0,v1.1 new", "2.0 v2.0 new",
        "failed v1.0: version 1.0 is already frozen with a different schema or different migrations",
      ])
  }

  // MARK: Moved sources

  @Test("a folder that moved is followed, and can be configured with all its paths")
  func moved() async throws {
    try release("v1", ["old/migrations/1.sql": users["db/1.sql"]])
    try release(
      "v2", ["old/migrations/1.sql": nil, "db/1.sql": users["db/1.sql"], "db/2.sql": usersAndNotes["db/2.sql"]])
    let plan = try await plan()
    #expect(tell(plan) == ["1 v1 new", "2 v2 new"])
    #expect(plan.moves.map { "\($0.path) \($0.convention ?? "") \($0.tags)" } == [#"old/migrations plain ["v1"]"#])
    #expect(plan.withFormerPaths?.paths == ["db", "old/migrations"])
    #expect(plan.items[1].replaced == nil)
  }

  @Test("another tool's folder is read in that tool's convention, and is another lineage")
  func otherTool() async throws {
    try release(
      "v1",
      [
        "db/1_users.sql":
          "-- +goose Up\nCREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT);\n-- +goose Down\nDROP TABLE users;\n"
      ])
    try release(
      "v2",
      ["db/1_users.sql": nil, "db/10_users.sql": users["db/1.sql"]])
    let plan = try await plan()
    #expect(tell(plan) == ["1 v1 new", "2 v2 new leaves 1"])
    #expect(plan.items.map(\.schema) == Array(repeating: try draft("1", users).entry.schema, count: 2))
    #expect(plan.moves.map(\.convention) == ["goose"])
    #expect(plan.withFormerPaths == nil)
  }

  @Test("a folder of another configured database is not taken for this database's past")
  func stranger() async throws {
    try release("v1", ["cache/migrations/1.sql": users["db/1.sql"]])
    try release("v2", ["db/1.sql": "CREATE TABLE users (id INTEGER PRIMARY KEY, mail TEXT);"])
    let plan = try await plan()
    #expect(tell(plan) == ["2 v2 new", "absent v1"])
  }

  @Test("a folder that still exists is not taken for this database's past, even if it was edited")
  func edited() async throws {
    try release("v1", ["cache/migrations/1.sql": users["db/1.sql"]])
    try release("v2", ["cache/migrations/1.sql": "CREATE TABLE users (a);"].merging(Self.other) { $1 })
    #expect(tell(try await plan()) == ["2 v2 new", "absent v1"])
  }

  @Test("a folder that was developed further beside the source, and is gone today, is not taken for its past")
  func beside() async throws {
    try release("v1", ["cache/migrations/1.sql": users["db/1.sql"]])
    try release("v2", ["cache/migrations/2.sql": "CREATE TABLE pages (a);"].merging(Self.other) { $1 })
    try release("v3", ["cache/migrations/1.sql": nil, "cache/migrations/2.sql": nil])
    #expect(tell(try await plan()) == ["2 v2,v3 new", "absent v1"])
  }

  @Test("a folder that was left as it was when the project started over in another one is followed")
  func left() async throws {
    try release("v1", ["old/migrations/1.sql": users["db/1.sql"]])
    try release("v2", Self.other)
    try release("v3", ["old/migrations/1.sql": nil])
    #expect(tell(try await plan()) == ["1 v1 new", "2 v2,v3 new"])
  }

  @Test("a folder that moved to one that cannot be read is not taken for another database's past")
  func unreadable() async throws {
    try release("v1", ["migrations/1_start.sql": users["db/1.sql"]])
    try release(
      "v2",
      [
        "migrations/1_start.sql": nil, "migrations/cache/1_start.sql": users["db/1.sql"],
        "migrations/cache/2_a.sql": "CREATE TABLE a (a);", "migrations/cache/2_b.sql": "CREATE TABLE b (b);",
      ].merging(Self.other) { $1 })
    #expect(tell(try await plan()) == ["2 v2 new", "absent v1"])
  }

  @Test("a folder that still exists is followed if the next release has its migrations, with all that came before")
  func copied() async throws {
    try release("v1", ["old/migrations/1.sql": "CREATE TABLE users (a);"])
    try release("v2", ["old/migrations/1.sql": users["db/1.sql"]])
    try release("v3", ["old/migrations/2.sql": "CREATE TABLE pages (a);"].merging(usersAndNotes) { $1 })
    #expect(tell(try await plan()) == ["1 v1 new", "2 v2 new", "3 v3 new"])
  }

  /// Another schema in the configured folder, with a table that other folders have too.
  private static let other: [String: String?] = [
    "db/1.sql": "CREATE TABLE users (id INTEGER PRIMARY KEY, mail TEXT);"
  ]

  @Test("a folder with neither migrations nor tables in common is ignored")
  func unrelated() async throws {
    try release("v1", ["migrations/1.sql": "CREATE TABLE other (a);"])
    try release("v2", ["migrations/1.sql": nil].merging(users) { $1 })
    let plan = try await plan()
    #expect(tell(plan) == ["2 v2 new", "absent v1"])
    #expect(plan.absent.map(\.reason) == ["db does not exist; migrations has no migration and no table of it"])
  }

  @Test("the only folder of an old release is not taken if nothing is known of today's, which cannot be read")
  func unreadableToday() async throws {
    try release("v1", ["legacy/migrations/1.sql": "CREATE TABLE other (a);"])
    try release(
      "v2", ["legacy/migrations/1.sql": nil, "db/1_a.sql": "CREATE TABLE a (", "db/1_b.sql": "CREATE TABLE b ("])
    let plan = try await plan()
    #expect(plan.items.isEmpty)
    #expect(plan.absent.flatMap(\.tags) == ["v1"])
    #expect(
      plan.absent.map(\.reason) == [
        "db does not exist; legacy/migrations may be another database's, because today's source does not run"
      ])
  }

  @Test("a schema file that was there before the migrations is the source of the first releases")
  func beforeMigrations() async throws {
    let configuration = DatabaseConfiguration(
      source: .schema(
        files: ["schema.sql"],
        forward: .migrations(MigrationFolderConfiguration(paths: ["upgrades"], convention: "plain"))))
    try release("v1", ["schema.sql": "CREATE TABLE t (a);"])
    try release("v2", ["schema.sql": "CREATE TABLE t (a, b);", "upgrades/2.sql": "ALTER TABLE t ADD b;"])
    let plan = try await plan("v*", configuration)
    #expect(tell(plan) == ["1 v1 new", "2 v2 new"])
    #expect(plan.items.map(\.migrationCount) == [nil, 1])
  }

  @Test("a former file for another database, which SQLite does not run, is not a failure")
  func foreignScript() async throws {
    let configuration = DatabaseConfiguration(source: .schema(files: ["db/lite.sql"], forward: nil))
    try release(
      "v1", ["db/scripts/1_a.sql": "CREATE TABLE [dbo].[users] (id INT IDENTITY (1,1) NOT NULL)\nGO\nSET ANSI ON\n"])
    try release("v2", ["db/lite.sql": "CREATE TABLE users (a);"])
    #expect(tell(try await plan("v*", configuration)) == ["2 v2 new", "absent v1"])
  }

  @Test("files that the configuration excludes are not run, in former folders either")
  func excluded() async throws {
    var folder = MigrationFolderConfiguration(paths: ["db", "old"], convention: "plain")
    folder.excluded = [PathPattern("seed_*.sql"), PathPattern("3_*")]
    try release("v1", ["old/1.sql": "CREATE TABLE users (a);", "old/3_x.sql": "CREATE TABLE broken ("])
    try release(
      "v2", ["old/1.sql": nil, "old/3_x.sql": nil, "db/1.sql": "CREATE TABLE users (a);", "db/seed_1.sql": "x"])
    let plan = try await plan("v*", DatabaseConfiguration(source: .migrations(folder)))
    #expect(tell(plan) == ["1 v1,v2 new"])
    #expect(plan.notes.isEmpty)
  }

  @Test("a program that made tables itself in an old release, and does not today, is named with the releases")
  func oldProgram() async throws {
    let program = "db.Exec(`CREATE TABLE a (x)`)\ndb.Exec(`CREATE TABLE b (x)`)\n"
    try release("v1", ["db/1.sql": "CREATE TABLE users (a);", "store.go": program, "other.go": program])
    try release("v2", ["store.go": nil, "db/2.sql": "CREATE TABLE notes (a);"])
    let plan = try await plan()
    #expect(tell(plan) == ["1 v1 new", "2 v2 new"])
    // `other.go` is there today, so that `init` names it.
    #expect(
      plan.notes.map { "\($0.notice.path) \($0.notice.reason) \($0.moreCount) \($0.tags)" } == [
        "store.go changesTables 0 [\"v1\"]"
      ])
  }

  @Test("a folder that has only programs today is another database's, although it had SQL once")
  func programsToday() async throws {
    let configuration = DatabaseConfiguration(
      source: .migrations(MigrationFolderConfiguration(paths: ["ledger/migrations"], convention: "plain")))
    try release("v1", ["api/migrations/1_a.sql": "CREATE TABLE users (a);"])
    try release(
      "v2",
      [
        "api/migrations/1_a.sql": nil, "api/migrations/1_a.py": "x",
        "ledger/migrations/1_b.sql": "CREATE TABLE users (id INTEGER PRIMARY KEY);",
      ])
    let plan = try await plan("v*", configuration)
    #expect(tell(plan) == ["2 v2 new", "absent v1"])
    #expect(
      plan.absent.map(\.reason) == [
        "ledger/migrations does not exist; api/migrations stayed beside it, as another database's would"
      ])
  }

  @Test(
    "a release whose code has a newer version than Room's files is named, although the files are those of another one")
  func notExported() async throws {
    let code = "@Database(entities = [], version = 1)\nabstract class ShopDatabase : RoomDatabase()\n"
    let path = "app/src/main/java/com/example/ShopDatabase.kt"
    try release("v1", [roomPath(1): roomFile(1), path: "package com.example\n" + code])
    try release("v2", [path: "package com.example\n" + code.replacing("= 1", with: "= 2")])
    try release("v3", [roomPath(2): roomFile(2)])
    let plan = try await plan("v*", roomShop)
    #expect(plan.notes.map { "\($0.notice.path) \($0.notice.reason) \($0.tags)" } == ["\(path) notExported [\"v2\"]"])
  }

  @Test("releases that had only what runs before the migrations are followed")
  func onlyBefore() async throws {
    var folder = MigrationFolderConfiguration(paths: ["db"], convention: "prefixed")
    folder.before = ["db/Create.sql"]
    try release("v1", ["db/Create.sql": "CREATE TABLE users (a);"])
    try release("v2", ["db/Update1.sql": "ALTER TABLE users ADD b;"])
    let plan = try await plan("v*", DatabaseConfiguration(source: .migrations(folder)))
    #expect(tell(plan) == ["1 v1 new", "2 v2 new"])
    #expect(plan.items.map(\.migrationCount) == [nil, 1])
  }

  @Test("a file, or files of a pattern, that were in the only other folder with such names are followed")
  func sameName() async throws {
    let other = "CREATE TABLE users (\n  a,\n  b\n);\n"
    try release("v1", ["internal/lite.sql": other, "8/setup_1.sql": "CREATE TABLE users (a);"])
    try release(
      "v2",
      [
        "internal/lite.sql": nil, "schema/lite.sql": "CREATE TABLE users (x);", "8/setup_1.sql": nil,
        "sql/setup_1.sql": "CREATE TABLE users (x);",
      ])
    for path in ["schema/lite.sql", "sql/setup_*.sql"] {
      let plan = try await plan("v*", DatabaseConfiguration(source: .schema(files: [path], forward: nil)))
      #expect(tell(plan) == ["1 v1 new", "2 v2 new"])
      let former = path == "schema/lite.sql" ? "internal/lite.sql" : "8/setup_*.sql"
      #expect(plan.withFormerPaths == .schema(files: [path], past: [former], forward: nil))
    }
  }

  @Test("a schema file beside the migrations of an old release that made tables which they lacked is named")
  func schemaFileBeside() async throws {
    let tables = "CREATE TABLE a (x);\nCREATE TABLE b (x);\nCREATE TABLE users (x);\n"
    try release(
      "v1", ["app/db/1.sql": "CREATE TABLE users (a);", "schema.sql": tables, "app/schema/schema.sql": tables])
    try release(
      "v2",
      ["schema.sql": nil, "app/schema/schema.sql": nil, "app/db/2.sql": "CREATE TABLE a (x); CREATE TABLE b (x);"])
    let plan = try await plan(
      "*",
      DatabaseConfiguration(source: .migrations(MigrationFolderConfiguration(paths: ["app/db"], convention: "plain"))))
    #expect(tell(plan) == ["1 v1 new", "2 v2 new"])
    #expect(
      plan.notes.map { "\($0.notice.path) \($0.notice.reason) \($0.tags)" } == [
        "app/schema/schema.sql makesMoreTables [\"v1\"]", "schema.sql makesMoreTables [\"v1\"]",
      ])
  }

  @Test("a schema file that became the first migration is followed")
  func schemaFileToMigrations() async throws {
    let table = "CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT);\n"
    try release("v1", ["schema.sql": table])
    try release("v2", ["schema.sql": nil, "db/1_start.sql": table, "db/2_notes.sql": "CREATE TABLE notes (a);"])
    #expect(tell(try await plan()) == ["1 v1 new", "2 v2 new"])
  }

  @Test("a schema file that moved is followed")
  func schemaFile() async throws {
    let schema = "CREATE TABLE users (id INTEGER PRIMARY KEY);"
    let configuration = DatabaseConfiguration(source: .schema(files: ["db/schema.sql"], forward: nil))
    try release("v1", ["src/schema.sql": schema])
    try release("v2", ["src/schema.sql": nil, "db/schema.sql": schema + "CREATE TABLE notes (a);"])
    let plan = try await plan("*", configuration)
    #expect(tell(plan) == ["1 v1 new", "2 v2 new"])
    #expect(plan.withFormerPaths == .schema(files: ["db/schema.sql"], past: ["src/schema.sql"], forward: nil))
  }

  @Test(
    "where today's schema file stood beside the migrations of another tool, which made other tables, those are read")
  func schemaFileBesideOtherTool() async throws {
    let goose = [
      "db/migrations/1_a.sql": "-- +goose Up\nCREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, mail TEXT);\n"
    ]
    let configuration = DatabaseConfiguration(
      source: .schema(
        files: ["db/schema.sql"],
        forward: .migrations(MigrationFolderConfiguration(paths: ["db/migrations"], convention: "goose"))))
    // The file was only for the compiler of queries.
    try release(
      "v1",
      [
        "core/sqlc/schema.sql": "CREATE TABLE users (id BLOB, name varchar);\n-- For the compiler\n-- of queries.\n",
        "core/migrations/1_a.up.sql": "CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT);",
        "core/migrations/1_a.down.sql": "DROP TABLE users;",
      ])
    try release(
      "v2",
      [
        "core/sqlc/schema.sql": nil, "core/migrations/1_a.up.sql": nil, "core/migrations/1_a.down.sql": nil,
        "db/schema.sql":
          "CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, mail TEXT);\n-- For the compiler\n-- of queries.\n",
      ].merging(goose) { $1 })
    let plan = try await plan("v*", configuration)
    #expect(tell(plan) == ["1 v1 new", "2 v2 new"])
    #expect(plan.items.first?.draft?.schema.tables.first?.columns.map(\.type) == ["INTEGER", "TEXT"])
    #expect(plan.moves.map(\.path) == ["core/migrations"])
  }

  @Test("a former schema file that does not run is the reason of its release")
  func brokenSchemaFile() async throws {
    let configuration = DatabaseConfiguration(source: .schema(files: ["db/schema.sql"], forward: nil))
    try release("v1", ["src/schema.sql": "CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT,);"])
    try release(
      "v2", ["src/schema.sql": nil, "db/schema.sql": "CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT);"])
    #expect(
      tell(try await plan("v*", configuration)) == [
        "2 v2 new", "failed v1: src/schema.sql:1: near \")\": syntax error",
      ])
  }

  @Test("a schema file is followed by its lines, through another name and a version with other lines")
  func schemaFileByLines() async throws {
    let columns = (1...9).map { "  c\($0) TEXT" }.joined(separator: ",\n")
    let configuration = DatabaseConfiguration(source: .schema(files: ["db/users.sql"], forward: nil))
    try release("v1", ["data.sql": "CREATE TABLE users (name);"])
    try release("v2", ["data.sql": "CREATE TABLE users (\n\(columns)\n);"])
    try release("v3", ["data.sql": nil, "db/users.sql": "CREATE TABLE users (\n\(columns),\n  c10 TEXT\n);"])
    let plan = try await plan("v*", configuration)
    #expect(tell(plan) == ["1 v1 new", "2 v2 new", "3 v3 new"])
    #expect(plan.withFormerPaths == .schema(files: ["db/users.sql"], past: ["data.sql"], forward: nil))
  }

  @Test("a schema file is followed commit by commit, through more changes than two releases have in common")
  func schemaFileByCommits() async throws {
    func table(_ columns: ClosedRange<Int>) -> String {
      "CREATE TABLE users (\n" + columns.map { "  c\($0) TEXT" }.joined(separator: ",\n") + "\n);"
    }
    let configuration = DatabaseConfiguration(source: .schema(files: ["mail/schema.sql"], forward: nil))
    try release("v1", ["old/schema.sql": table(1...9)])
    try sandbox.write("old/schema.sql", table(1...16))
    try sandbox.commitAll("Columns")
    try sandbox.remove("old/schema.sql")
    try sandbox.write("core/schema.sql", table(1...16))
    try sandbox.commitAll("Move")
    try sandbox.write("core/schema.sql", table(8...30))
    try sandbox.commitAll("More columns")
    // Of the files that are new since the first release, this one is more like its file.
    try sandbox.write("examples/users.sql", table(1...9))
    try release("v2", ["core/schema.sql": nil, "mail/schema.sql": table(8...30)])
    let plan = try await plan("v*", configuration)
    #expect(tell(plan) == ["1 v1 new", "2 v2 new"])
    #expect(plan.withFormerPaths == .schema(files: ["mail/schema.sql"], past: ["old/schema.sql"], forward: nil))
  }

  @Test("the schema file before a numbered one is the one with the next smaller number")
  func numberedSchemaFiles() async throws {
    let configuration = DatabaseConfiguration(source: .schema(files: ["db/main-v10.sql"], forward: nil))
    try release("v1", ["db/main-v2.sql": "CREATE TABLE users (name);", "db/cache-v9.sql": "CREATE TABLE users (url);"])
    try release("v2", ["db/main-v9.sql": "CREATE TABLE users (name, mail);"])
    try release("v3", ["db/main-v10.sql": "CREATE TABLE users (name, mail, age);", "db/main-v11.txt": "not SQL"])
    let plan = try await plan("v*", configuration)
    #expect(tell(plan) == ["1 v1 new", "2 v2 new", "3 v3 new"])
    let columns = plan.items.map { $0.draft?.schema.tables.first?.columns.count }
    #expect(columns == [1, 2, 3])
  }

  @Test("a former source says which file makes its new databases")
  func formerSchemaFile() async throws {
    try release(
      "v1",
      [
        "old/create.sql": "CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, mail TEXT);",
        "old/upgrade-2.sql": "ALTER TABLE users ADD COLUMN mail TEXT;",
        "old/upgrade-3.sql": "CREATE INDEX i ON users (mail);",
      ])
    try release(
      "v2", ["old/create.sql": nil, "old/upgrade-2.sql": nil, "old/upgrade-3.sql": nil].merging(users) { $1 })
    let plan = try await plan("v*")
    #expect(plan.moves.map(\.path) == plan.items.filter { $0.tags == ["v1"] }.map { _ in "old" })
    for move in plan.moves { #expect(move.files == ["old/create.sql"]) }
  }

  @Test("tables whose names end with the version of their schema are followed")
  func versionedTables() async throws {
    let configuration = DatabaseConfiguration(source: .schema(files: ["db/schema_v10.sql"], forward: nil))
    func tables(_ version: Int) -> String {
      ["devices", "groups", "nodes"].map { "CREATE TABLE \($0)_v\(version) (a);" }.joined(separator: "\n")
    }
    try release("v1", ["db/schema_v8.sql": tables(8)])
    try release("v2", ["db/schema_v9.sql": tables(9)])
    try release("v3", ["db/schema_v10.sql": tables(10)])
    #expect(tell(try await plan("v*", configuration)) == ["1 v1 new", "2 v2 new", "3 v3 new"])
  }

  @Test("a schema file that became another file is not taken for this database's past, whatever its tables are called")
  func schemaFileOfAnother() async throws {
    let client = "CREATE TABLE media (name TEXT);\nCREATE TABLE meta (a);"
    let server = "CREATE TABLE media (id INTEGER PRIMARY KEY, size INT);\nCREATE TABLE meta (total INT);"
    let configuration = DatabaseConfiguration(source: .schema(files: ["server/schema.sql"], forward: nil))
    // The first version has no line in common with the later ones.
    try release("v1", ["media/schema.sql": "CREATE TABLE media (name VARCHAR);"])
    try release("v2", ["media/schema.sql": client])
    try release("v3", ["media/schema.sql": nil, "client/schema.sql": client, "server/schema.sql": server])
    let plan = try await plan("v*", configuration)
    #expect(tell(plan) == ["3 v3 new", "absent v1,v2"])
    #expect(plan.withFormerPaths == nil)
    // If it stays where it was, beside the new one, it is not the new one's past either.
    try release("v4", ["media/schema.sql": client, "client/schema.sql": nil])
    #expect(tell(try await self.plan("v*", configuration)) == ["3 v3,v4 new", "absent v1,v2"])
    #expect(
      tell(try await self.plan("v*", DatabaseConfiguration(source: .schema(files: ["media/schema.sql"], forward: nil))))
        == ["1 v1 new", "2 v2,v3,v4 new"])
  }

  @Test("a source that declares its version names the entries")
  func ownVersions() async throws {
    let schema = "CREATE TABLE users (id INTEGER PRIMARY KEY);"
    var configuration = DatabaseConfiguration(source: .schema(files: ["schema.sql"], forward: nil))
    configuration.version = .userVersion
    try release("v1.0", ["schema.sql": schema])
    try release("v1.1", ["schema.sql": schema + "CREATE TABLE a (a); PRAGMA user_version = 7;"])
    try release("v1.2", ["schema.sql": schema + "CREATE TABLE a (b); PRAGMA user_version = 8;"])
    let plan = try await plan("*", configuration)
    #expect(tell(plan) == ["1.0 v1.0 new", "7 v1.1 new", "8 v1.2 new"])
  }

  @Test("a command is run in a checkout of each release")
  func command() async throws {
    try sandbox.write("make.sh", "cat schema.txt | sqlite3 \"$1\"\n")
    let configuration = DatabaseConfiguration(source: .command(SourceCommand(line: "sh make.sh {db}"), forward: nil))
    try release("v1", ["schema.txt": "CREATE TABLE a (x);"])
    try release("v2", ["schema.txt": "CREATE TABLE b (x);"])
    try sandbox.write("schema.txt", "CREATE TABLE unsaved (x);")
    let plan = try await plan("*", configuration)
    #expect(tell(plan) == ["1 v1 new", "2 v2 new"])
    #expect(plan.items[1].diff?.meaningfulChanges.map(\.place).sorted() == ["a", "b"])
  }

  // MARK: Control

  @Test("a version that is rebuilt byte for byte is the control")
  func control() async throws {
    try threeReleases()
    try await backfill("v1.0")
    let control = try await plan().control
    #expect(control == .same(try Version("1.0"), try sandbox.id("v1.0")))
  }

  @Test("a version that was frozen from the work tree is rebuilt from the commit that added it")
  func controlOfPresent() async throws {
    try threeReleases()
    let freeze = Freeze(repository: try sandbox.open(), configuration: numbered, processContext: processContext())
    _ = try await freeze.run(Version("2.0"), at: nil, commits: true)
    let control = try await plan().control
    #expect(control == .same(try Version("2.0"), try sandbox.id("HEAD")))
    // If its source was never committed, a version cannot be rebuilt from history.
    try sandbox.write("db/3.sql", "CREATE TABLE tags (a);")
    _ = try await freeze.run(Version("3.0"), at: nil, commits: true)
    let other = try await plan().control
    #expect(other == .same(try Version("2.0"), try sandbox.id("HEAD~")))
  }

  @Test("if a rebuilt version differs, nothing is recorded")
  func controlFails() async throws {
    try threeReleases()
    try await backfill("v1.0")
    try await forge()
    var refusal: LedgerError?
    do {
      _ = try await plan()
    } catch let error as LedgerError {
      refusal = error
    }
    #expect(refusal?.message.hasPrefix("frozen version 1.0 can no longer be reproduced from ") == true)
    let unchecked = try await plan(controls: false)
    #expect(!unchecked.newItems.isEmpty)
  }

  /// Replaces the database of the entry 1.0, with digests that match, as in a forged ledger.
  private func forge() async throws {
    let other = try draft(
      "1.0", ["db/1.sql": "CREATE TABLE users (id INTEGER PRIMARY KEY, name BLOB);"], commit: try sandbox.id("v1.0"))
    try sandbox.write(files([other]))
    try sandbox.commitAll("Forge")
  }
}
