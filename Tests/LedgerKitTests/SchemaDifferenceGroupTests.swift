import Findings
import GitStore
import LedgerCore
import LedgerKit
import LedgerTestSupport
import SQLiteSchema
import TestSupport
import Testing

@Suite("Groups of schema differences")
struct SchemaDifferenceGroupTests {
  private static let today = """
    CREATE TABLE idp (id INTEGER PRIMARY KEY, uid TEXT, name TEXT);
    CREATE TABLE memo (id INTEGER PRIMARY KEY, pinned, payload);
    """

  /// The finding of a version whose databases arrive with the schema of `sql`.
  private func finding(_ version: String, _ sql: String) throws -> Finding {
    func schema(_ sql: String) throws -> CanonicalSchema {
      try numbered.schemaSource.read(from: FileSnapshot(texts: ["db/1.sql": sql])).build().schema
    }
    return .schemaDiffers(version, SchemaDiff(from: try schema(sql), to: try schema(Self.today)))
  }

  private func brief(_ groups: [SchemaDifferenceGroup]) -> [String] {
    groups.map { group in
      let first = group.findings[0]
      return "\(first.code.rawValue) \(first.severity.rawValue) "
        + group.findings.map { $0.version ?? "-" }.joined(separator: " ") + ": "
        + first.changes.map { "\($0.kind) \($0.place)" }.joined(separator: ", ")
    }
  }

  @Test("changes that the same versions have are one group, and a group of orders alone is SL303")
  func versions() throws {
    let one = try finding(
      "1.0.0",
      """
      CREATE TABLE idp (id INTEGER PRIMARY KEY, name TEXT, uid TEXT DEFAULT '');
      CREATE TABLE memo (id INTEGER PRIMARY KEY, payload, pinned, tags);
      CREATE TABLE storage (id);
      """)
    let two = try finding(
      "2.0.0",
      """
      CREATE TABLE idp (id INTEGER PRIMARY KEY, uid TEXT DEFAULT '', name TEXT);
      CREATE TABLE memo (id INTEGER PRIMARY KEY, payload, pinned);
      """)
    let three = try finding(
      "3.0.0",
      """
      CREATE TABLE idp (id INTEGER PRIMARY KEY, uid TEXT DEFAULT '', name TEXT);
      CREATE TABLE memo (id INTEGER PRIMARY KEY, pinned, payload);
      """)
    let groups = SchemaDifferenceGroup.groups(of: [one, two, three])
    #expect(
      brief(groups) == [
        "SL302 error 1.0.0 2.0.0 3.0.0: column.default idp.uid",
        "SL302 error 1.0.0: column.removed memo.tags, columns.reordered idp, table.removed storage",
        "SL303 warning 1.0.0 2.0.0: columns.reordered memo",
      ])
  }

  @Test("findings with different causes, settings of foreign keys or destinations are not grouped")
  func contexts() throws {
    let sql = Self.today.replacing("uid TEXT", with: "uid TEXT DEFAULT ''")
    let one = try finding("1.0.0", sql)
    let others = [
      try finding("2.0.0", sql), try finding("3.0.0", sql).setting(\.foreignKeys, to: true),
      try finding("4.0.0", sql).setting(\.destination, to: "5.0.0"),
    ]
    #expect(
      SchemaDifferenceGroup.groups(of: [one] + others).map { $0.findings.compactMap(\.version) } == [
        ["1.0.0", "2.0.0"], ["3.0.0"], ["4.0.0"],
      ])
    let sandbox = try Sandbox()
    try sandbox.commit("a", "a", message: "B")
    let commit = Finding.Commit(role: .changed, info: try sandbox.open().commitInfo(sandbox.id("HEAD")))
    let caused = try finding("2.0.0", sql).setting(\.cause, to: .init(path: "db/1.sql", role: .changed)).with(commits: [
      commit
    ])
    #expect(SchemaDifferenceGroup.groups(of: [one, caused]).count == 2)
  }
}
