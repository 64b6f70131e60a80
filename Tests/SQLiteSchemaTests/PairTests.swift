import Foundation
import SQLiteSandbox
import SQLiteSchema
import SQLiteSyntax
import Testing

/// Two SQL files and what comparing the schemas they make must say: a folder in `Pairs/` with `before.sql`, `after.sql`
/// and `expected.txt` (the verdict, then the changes, a line each). A new case is a new folder; no code is needed.
struct Pair: Sendable, CustomTestStringConvertible {
  let name: String
  let before: String
  let after: String
  let verdict: Verdict
  let changes: [String]

  var testDescription: String { name }

  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Pairs")

  static let all: [Pair] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { !$0.hasPrefix(".") }.sorted().compactMap(Pair.init)
  }()

  init?(name: String) {
    func text(_ file: String) -> String? {
      try? String(contentsOf: Self.folder.appendingPathComponent(name).appendingPathComponent(file), encoding: .utf8)
    }
    guard let before = text("before.sql"), let after = text("after.sql"), let expected = text("expected.txt") else {
      return nil
    }
    var lines = expected.split(separator: "\n").map(String.init)
    guard !lines.isEmpty, let verdict = Verdict(rawValue: lines.removeFirst()) else { return nil }
    self.name = name
    self.before = before
    self.after = after
    self.verdict = verdict
    changes = lines
  }

  /// Tables of tools, as a program knows them.
  private static let tracking = TrackingTables(
    [
      "_sqlx_migrations", "__diesel_schema_migrations", "schema_migrations", "__drizzle_migrations",
      "_prisma_migrations", "goose_db_version", "flyway_schema_history", "atlas_schema_revisions", "alembic_version",
      "django_migrations", "grdb_migrations", "room_master_table", "android_metadata",
    ].map { TrackingTables.Table($0, of: "a tool") })

  static func schema(_ sql: String) throws -> CanonicalSchema {
    let database = try ScratchDatabase(tracking: tracking)
    try database.execute(sql)
    return try database.schema()
  }
}

@Suite("Golden pairs")
struct PairTests {
  /// The kinds of changes between two schemas, except those of declared models, which have no SQL.
  private static let kinds: Set = [
    "check.added", "check.removed", "column.added", "column.collation", "column.default", "column.generated",
    "column.notnull", "column.removed", "column.type", "columns.reordered", "foreignkey.added", "foreignkey.changed",
    "foreignkey.removed", "foreignkey.reordered", "index.added", "index.changed", "index.removed", "primarykey",
    "spelling", "table.added", "table.removed", "table.strict", "table.withoutrowid", "text", "trigger.added",
    "trigger.changed", "trigger.removed", "unique.added", "unique.removed", "unique.reordered", "view.added",
    "view.changed", "view.removed", "virtual.added", "virtual.changed", "virtual.removed",
  ]

  @Test("every folder is a complete pair, and none was lost")
  func folders() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Pair.folder.path).filter { !$0.hasPrefix(".") }
    #expect(Set(names) == Set(Pair.all.map(\.name)))
    // Raise it together with the pairs.
    #expect(names.count >= 465)
  }

  @Test("each verdict and each kind of change has a pair")
  func coverage() {
    #expect(Set(Pair.all.map(\.verdict)) == [.identical, .cosmetic, .reordered, .changed])
    let kinds = Set(Pair.all.flatMap(\.changes).compactMap { $0.split(separator: " ").first.map(String.init) })
    #expect(kinds == Self.kinds)
  }

  @Test("the comparison gives the expected changes", arguments: Pair.all)
  func forth(_ pair: Pair) throws {
    let diff = SchemaDiff(from: try Pair.schema(pair.before), to: try Pair.schema(pair.after))
    #expect(diff.verdict == pair.verdict)
    #expect(diff.changes.map(\.description).joined(separator: "\n") == pair.changes.sorted().joined(separator: "\n"))
  }

  @Test("the reverse comparison gives the reverse changes", arguments: Pair.all)
  func back(_ pair: Pair) throws {
    let before = try Pair.schema(pair.before)
    let after = try Pair.schema(pair.after)
    let diff = SchemaDiff(from: after, to: before)
    #expect(diff.verdict == pair.verdict)
    let reversed = Set(diff.changes.map { Side(reversed: $0) })
    let straight = Set(SchemaDiff(from: before, to: after).changes.map { Side($0) })
    #expect(reversed == straight)
  }

  @Test("the digests agree with the verdict", arguments: Pair.all)
  func digests(_ pair: Pair) throws {
    let before = try Pair.schema(pair.before).digests
    let after = try Pair.schema(pair.after).digests
    #expect((before.text == after.text) == (pair.verdict == .identical))
    #expect((before.shape == after.shape) == (pair.verdict < .changed))
    if pair.verdict == .reordered { #expect(before.schema != after.schema) }
  }

  @Test("canonical text runs and is read back unchanged", arguments: Pair.all)
  func canonicalText(_ pair: Pair) throws {
    for sql in [pair.before, pair.after] {
      let schema = try Pair.schema(sql)
      #expect(try Pair.schema(schema.sql).sql == schema.sql)
    }
  }
}

/// A change without direction: names as SQLite compares them.
private struct Side: Hashable {
  let kind: String
  let place: String
  let before: String?
  let after: String?

  init(_ change: SchemaChange) {
    kind = change.kind.description
    place = change.place.lowercased()
    before = change.before
    after = change.after
  }

  init(reversed change: SchemaChange) {
    let words = change.kind.description.split(separator: ".").map(String.init)
    let turned = ["added": "removed", "removed": "added"]
    kind = (words.dropLast() + [words.last.map { turned[$0] ?? $0 } ?? ""]).joined(separator: ".")
    place = change.place.lowercased()
    before = change.after
    after = change.before
  }
}
