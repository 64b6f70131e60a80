import GitStore
import LedgerCore
import LedgerTestSupport
import Testing

@testable import MigrationSources

@Suite("Atlas")
struct AtlasTests {
  /// The sum of `1.sql`, "CREATE TABLE a (x);\n", and `2.sql`, "CREATE TABLE b (x);\n".
  private static let sum = """
    h1:sqoldd2Uau8lMB9G7nkwlZfAq5lUhsg81RbRBXae2E8=
    1.sql h1:E9d9SVtMvGRVJf7d0Zs3DQWAVoCo742ZD8HrE67vYf4=
    2.sql h1:RoAeSAmD2hwo0s/2X/Iv/nTZyYxUmxItcjtCGwbxsD4=

    """
  private static let files = ["1.sql": "CREATE TABLE a (x);\n", "2.sql": "CREATE TABLE b (x);\n"]

  private func list(_ files: [String: String]) throws -> MigrationListing {
    let atlas = try #require(MigrationConvention.named("atlas"))
    return try atlas.listing(
      in: "m", of: FileSnapshot(texts: Dictionary(uniqueKeysWithValues: files.map { ("m/" + $0, $1) })))
  }

  @Test("a correct sum is accepted with any line endings")
  func fits() throws {
    for sum in [Self.sum, Self.sum.replacing("\n", with: "\r\n")] {
      #expect(try list(Self.files.merging(["atlas.sum": sum]) { $1 }).migrations.map(\.id) == ["1", "2"])
    }
  }

  /// Files that replace those of the sum, and the file that is named.
  static let mismatches: [(changes: [String: String?], path: String, reason: String)] = [
    (["1.sql": "CREATE TABLE a (y);\n"], "m/1.sql", "was changed after it was listed in"),
    (["2.sql": "CREATE TABLE b (x);\r\n"], "m/2.sql", "was changed after it was listed in"),
    (["2.sql": nil], "m/2.sql", "does not exist, but is listed in"),
    (["3.sql": ""], "m/3.sql", "is not listed in"),
    (["11.sql": ""], "m/11.sql", "is not listed in"),
    (["atlas.sum": sum.replacing("1.sql", with: "1.sq")], "m/1.sq", "does not exist, but is listed in"),
    (
      ["atlas.sum": sum.replacing("h1:sqoldd2Uau8lMB9G7nkwlZfAq5lUhsg81RbRBXae2E8=", with: "h1:AAAA")], "m/atlas.sum",
      "has a first line that does not match the others in"
    ),
    (
      ["atlas.sum": "h1:sqoldd2Uau8lMB9G7nkwlZfAq5lUhsg81RbRBXae2E8=\n<<<<<<< HEAD\n"], "m/atlas.sum",
      "contains a line without h1: in"
    ),
    (["atlas.sum": ""], "m/1.sql", "is not listed in"),
  ]

  @Test("an incorrect sum is rejected with the first file that differs", arguments: mismatches)
  func mismatch(changes: [String: String?], path: String, reason: String) throws {
    var files = Self.files.merging(["atlas.sum": Self.sum]) { $1 }
    for (name, text) in changes { files[name] = text }
    let error = MigrationFolderError.sumMismatch(path, sumFile: "m/atlas.sum", reason: reason)
    #expect(throws: error) { try list(files) }
    #expect(error.hint.hasSuffix("atlas migrate hash --dir file://m"))
  }

  @Test("in an earlier commit, an incorrect sum is a notice", arguments: mismatches)
  func past(changes: [String: String?], path: String, reason: String) throws {
    var files = Self.files.merging(["atlas.sum": Self.sum]) { $1 }
    for (name, text) in changes { files[name] = text }
    let atlas = try #require(MigrationConvention.named("atlas"))
    let snapshot = FileSnapshot(texts: Dictionary(uniqueKeysWithValues: files.map { ("m/" + $0, $1) }))
    let listing = try atlas.listing(in: "m", of: snapshot, isPast: true)
    #expect(listing.migrations.count == files.count - 1)
    #expect(listing.notices.first { $0.reason == .staleSum }?.path == "m/atlas.sum")
    let correct = try atlas.listing(
      in: "m", of: FileSnapshot(texts: ["m/1.sql": Self.files["1.sql"] ?? ""]), isPast: true)
    #expect(correct.notices.isEmpty)
  }

  /// What a file says, and what SQLite runs of it.
  static let scripts: [(text: String, up: String)] = [
    (
      "-- atlas:delimiter -- end\nCREATE TABLE a (x)\n-- end\nSELECT 1\n-- end",
      "-- atlas:delimiter -- end\nCREATE TABLE a (x)\n;\nSELECT 1\n;"
    ),
    (
      "-- atlas:delimiter \\n\\n\nSELECT 1\n\nSELECT '\n\n'\n\n",
      "-- atlas:delimiter \\n\\n\nSELECT 1;\n\nSELECT '\n\n';\n\n"
    ),
    ("SELECT 1;\n-- atlas:delimiter X\nSELECT 2;", "SELECT 1;\n-- atlas:delimiter X\nSELECT 2;"),
    (
      "-- atlas:txtar\n\n-- checks.sql --\nSELECT NOT EXISTS (SELECT 1 FROM t);\n-- migration.sql --\nDROP TABLE t;\n-- down.sql --\nCREATE TABLE t (x);",
      "\n\n\n\n\nDROP TABLE t;\n\n"
    ),
  ]

  @Test("scripts with a delimiter or an archive keep their line numbers", arguments: scripts)
  func script(text: String, up: String) {
    #expect(AtlasScript(text).up == up)
  }

  @Test(
    "the transaction mode is read at the top of the file, before an empty line",
    arguments: [
      ("-- atlas:txmode none\n\nVACUUM;", Migration.Transaction.none),
      ("-- Hello.\n-- atlas:txmode none\n\nVACUUM;", .none),
      ("-- atlas:txmode none\nVACUUM;", .perMigration), ("SELECT 1;\n-- atlas:txmode none\n\n", .perMigration),
      ("-- atlas:txmode file\n\nSELECT 1;", .perMigration),
    ])
  func transaction(text: String, transaction: Migration.Transaction) throws {
    #expect(try list(["1.sql": text]).migrations.map(\.transaction) == [transaction])
  }

  @Test("a new database starts at the last checkpoint, which older databases skip")
  func checkpoint() throws {
    let listing = try list([
      "1.sql": "CREATE TABLE a (x);", "2.sql": "-- atlas:checkpoint\n\nCREATE TABLE a (x);",
      "3.sql": "CREATE TABLE b (x);",
      "4.sql": "-- atlas:checkpoint v2\n\nCREATE TABLE a (x); CREATE TABLE b (x);", "5.sql": "CREATE TABLE c (x);",
    ])
    #expect(listing.migrations.map(\.id) == ["1", "3", "5"])
    #expect(listing.fresh?.map(\.id) == ["4", "5"])
    #expect(listing.checkpoints == ["2", "4"])
  }
}
