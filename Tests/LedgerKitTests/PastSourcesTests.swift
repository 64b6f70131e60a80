import GitStore
import LedgerCore
import LedgerTestSupport
import SQLiteSandbox
import TestSupport
import Testing

@testable import LedgerEntries
@testable import LedgerKit

@Suite("Sources of past versions")
struct PastSourcesTests {
  @Test(
    "scripts that continue a database make the same one as all scripts from the beginning",
    arguments: [
      "INSERT INTO t (a) VALUES (1);", "INSERT INTO t (a) VALUES (random());", "PRAGMA foreign_keys = ON;",
      "CREATE TEMP TABLE IF NOT EXISTS x (a); INSERT INTO x VALUES (1); INSERT INTO t (a) SELECT count(*) FROM x;",
      "INSERT INTO t (a) VALUES (total_changes());", "PRAGMA user_version = 7;", "ALTER TABLE t ADD COLUMN \"c #\";",
    ])
  func continues(added: String) async throws {
    let sandbox = try Sandbox()
    var source = ["db/1.sql": "CREATE TABLE t (id INTEGER PRIMARY KEY AUTOINCREMENT, a); INSERT INTO t (a) VALUES (0);"]
    var frozen: [(draft: EntryDraft, commit: ObjectID)] = []
    for number in 2...5 {
      source["db/\(number).sql"] = added.replacing("#", with: "\(number)")
      let draft = try draft("1.\(number).0", source, parents: frozen.suffix(1).map(\.draft.entry.id))
      frozen.append((draft, try sandbox.freeze(draft, over: source)))
    }
    let repository = try sandbox.open()
    let rebuilder = EntryRebuilder(numbered, in: repository, environment: nil)
    for (draft, commit) in frozen {
      let snapshot = try repository.snapshot(.commit(commit))
      let made = try #require(try await rebuilder.source(of: draft.entry, in: snapshot))
      let file = try #require(draft.files[draft.entry.fixtureName])
      #expect(try FileComparison.areSame(made.built.database.file(), file))
      #expect(made.records == draft.entry.migrations)
    }
  }
}
